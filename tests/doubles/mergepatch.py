"""Merge patches applied, written from RFC 7396 alone."""

from __future__ import annotations

from typing import Any


def merged(target: Any, patch: Any) -> Any:
    if not isinstance(patch, dict):
        return patch
    found = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = merged(found.get(key), value)
    return found

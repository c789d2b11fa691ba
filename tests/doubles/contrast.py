"""How well one colour can be read on another, as WCAG has it."""

from __future__ import annotations


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (2, 4, 6)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)

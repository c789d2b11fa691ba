"""Brings the catalogues up to date with the source: `make words`, and `make words LANGUAGE=de` for a new language.

For each language, tilenet/languages has a .po file, which translators edit. From it are made the .mo file that the
server reads, and clients/web/words/tr.json for the page.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tests.languages.templates import PAGE, Template, templates
from tilenet.languages.language import FOLDER

WIDTH = 110


def catalogues() -> dict[str, Catalog]:
    """All catalogues that there are, by the codes of their languages."""
    return {path.stem: read(path) for path in sorted(FOLDER.glob("*.po"))}


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def new(language: str) -> Catalog:
    return Catalog(language, project="tilenet", header_comment=f"# tilenet in the language {language}.", fuzzy=False)


def bring_up_to_date(catalogue: Catalog) -> None:
    """Add what is new in the source. What has changed keeps its old translation, marked as fuzzy; so it is not used."""
    found = Catalog(project="tilenet", creation_date=datetime(2026, 1, 1, tzinfo=UTC))
    for template, files in templates().items():
        found.add(message_id(template), locations=[(file, 0) for file in files])
    catalogue.update(found, update_creation_date=False)
    catalogue.obsolete.clear()


def message_id(template: Template) -> str | tuple[str, str]:
    return (template.one, template.many) if template.many else template.one


def as_po(catalogue: Catalog) -> bytes:
    file = BytesIO()
    write_po(file, catalogue, width=WIDTH, include_lineno=False, ignore_obsolete=True)
    return file.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    """Only what is translated: Babel would write one form of the rest, which is wrong for all other numbers."""
    rest = read_po(BytesIO(as_po(catalogue)), locale=catalogue.locale)
    for message in [*rest]:
        if message.id and not _forms(message):
            rest.delete(message.id)
    file = BytesIO()
    write_mo(file, rest)
    return file.getvalue()


def forms(catalogue: Catalog, template: Template) -> tuple[str, ...]:
    """What a template is in a language: one form, or one for each kind of number; none if it is not translated."""
    message = catalogue.get(message_id(template))
    return () if message is None else _forms(message)


def _forms(message: Message) -> tuple[str, ...]:
    if message.fuzzy or not message.string:
        return ()
    said = (message.string,) if isinstance(message.string, str) else (*message.string,)
    return said if all(said) else ()


def for_page(catalogue: Catalog) -> bytes:
    """The words of the page; the form for many is under the template for many."""
    found: dict[str, str] = {}
    for template, files in templates().items():
        said = forms(catalogue, template)
        if said and any(file.startswith("clients/web/") for file in files):
            found[template.one] = said[0]
            if template.many:
                found[template.many] = said[-1]
    return (json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def paths(language: str) -> tuple[Path, Path, Path]:
    """Where the three files of a language are."""
    return FOLDER / f"{language}.po", FOLDER / f"{language}.mo", PAGE / "words" / f"{language}.json"


def main(languages: list[str]) -> None:
    for language, catalogue in {**{code: new(code) for code in languages}, **catalogues()}.items():
        bring_up_to_date(catalogue)
        for path, data in zip(paths(language), (as_po(catalogue), as_mo(catalogue), for_page(catalogue)), strict=True):
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
        missing = sum(not forms(catalogue, template) for template in templates())
        print(f"{language}: {len(catalogue)} templates, {missing} of them not translated")


if __name__ == "__main__":
    main(sys.argv[1:])

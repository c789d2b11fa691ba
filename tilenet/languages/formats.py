"""The XML of TileNet in each language, with facts and without: the same messages, with all Words said in it."""

from __future__ import annotations

from functools import cache

from tilenet.languages.language import Language, find_language
from tilenet.wire.codec import encode
from tilenet.wire.format import XML, XML_FACTS, Format, ToEncode
from tilenet.wire.messages import Facts, Hear, LoggedOut, Set


@cache
def xml_format(language: str, *, takes_facts: bool) -> Format:
    """The format for clients that want this language, by its code; English if nothing is translated into it."""
    found = find_language(language)
    if found is None:
        return XML_FACTS if takes_facts else XML
    if takes_facts:
        base = xml_format(language, takes_facts=False)
        return Format(f"{XML_FACTS.name}, {language}", base.encode, takes_facts=True, base=base, language=language)
    return Format(f"{XML.name}, {language}", lambda message: encode(said(message, found)), language=language)


def said(message: ToEncode, language: Language) -> ToEncode:
    """The same message, in another language."""
    match message:
        case Set(name=name, text=text):
            if name is not None:
                name = language.say(name)
            return message._replace(name=name, text=None if text is None else language.say(text))
        case Hear(message=text):
            return message._replace(message=language.say(text))
        case Facts(content, roles):
            return Facts(language.say_all(content), roles)
        case LoggedOut(text):
            return LoggedOut(language.say(text))
    return message

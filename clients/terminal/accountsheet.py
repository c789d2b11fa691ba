"""One's own account as a sheet: what can be done with it, and a form for each, in which secrets cannot be seen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from tilenet.clients.accountanswers import AccountAnswer
from tilenet.clients.terminal.glyphs import visible, wrap
from tilenet.clients.terminal.inputline import InputLine, PasswordLine
from tilenet.clients.terminal.leaveguard import Hint
from tilenet.clients.terminal.sheet import Line, Sheet
from tilenet.clients.terminal.skin import SkinContext
from tilenet.words import Words

PAUSE = 0.3  # seconds between two parts of an export: the server limits requests
HIDDEN = "•", "*"  # a sign for each character of a secret, and in ASCII
SECRETS = ("password", "new", "again")

_NEW = {"new": Words("New password"), "again": Words("New password again")}
_OLD = {"password": Words("Your password")}


@dataclass(frozen=True)
class Form:
    """What is asked for something, by the role of its tile."""

    do: str
    title: str
    button: str
    fields: Mapping[str, str]
    about: str = ""


FORMS = {
    "create": Form(
        "create",
        Words("Create an account"),
        Words("Create the account"),
        {"name": Words("Name"), **_NEW},
        Words("It keeps your name, your points and your results. You stay where you are."),
    ),
    "password": Form("password", Words("Change password"), Words("Change the password"), {**_OLD, **_NEW}),
    "rename": Form(
        "rename",
        Words("Rename"),
        Words("Rename the account"),
        {"name": Words("New name"), **_OLD},
        Words("Once a month. Everybody sees your new name at once."),
    ),
    "add": Form(
        "add key",
        Words("Add a key"),
        Words("Add the key"),
        {"key": Words("Public key"), **_OLD},
        Words("Paste the line in a file such as ~/.ssh/id_ed25519.pub. With the key you log in over ssh."),
    ),
    "delete": Form(
        "delete",
        Words("Delete account"),
        Words("Delete my account"),
        {**_OLD, "word": Words("Type the word {word}", word="delete")},
        Words("Your account, points and ratings are gone for good. Your results stay, without your name."),
    ),
}


class AccountSheet(Sheet):
    """Begins with a form, or with a list of what can be done. Nothing that is typed stays when it is closed."""

    def __init__(self, context: SkinContext, close: Callable[[], None], role: str = "", password: str = "") -> None:
        """With a password that was typed at the login, a new account only needs it once more."""
        super().__init__(context, close)
        self._role = role
        self._half = password  # of a new account: its password, typed once
        self._is_guest: bool | None = None  # None until the server has said so
        self._key = ""  # with which the user came over ssh
        self._said = ""
        self._is_wrong = False
        self._is_waiting = False
        self._exported: dict[str, Any] = {}
        self._text: Sequence[str] = ()  # of an export that cannot be saved
        self._next_part: tuple[float, int] | None = None  # when to ask for it
        self._fields = self._new_fields()
        if not role:
            self._request({"do": "show"})
        elif role == "export":
            self._export()

    def _new_fields(self) -> dict[str, InputLine]:
        form = FORMS.get(self._role)
        names = [] if form is None else [*form.fields]
        if self._half:
            names = ["again"]
        fields = {name: PasswordLine("") if name in SECRETS else InputLine() for name in names}
        me = self.model.my_agent
        if self._role == "create" and "name" in fields and me is not None:
            fields["name"].put(me.name)
        return fields

    def _open(self, role: str) -> None:
        self._role, self._said = role, ""
        self._fields = self._new_fields()
        self.focus_on(next((name for name, field in self._fields.items() if not field.edit_text), ""))

    # What there is to see

    def title(self) -> str:
        form = FORMS.get(self._role)
        if form is not None:
            return form.title
        return Words("Everything that the server keeps about you") if self._role == "export" else Words("Your account")

    def lines(self, width: int, room: int) -> list[Line]:
        return [Line(), *self._inside(width), *self._message(width)]

    def _inside(self, width: int) -> Iterator[Line]:
        form = FORMS.get(self._role)
        if form is not None:
            yield from self._form(form, width)
        elif self._text:
            yield from (Line([(self.inks["plain"], text)], f"text/{number}") for number, text in enumerate(self._text))
        elif self._role != "export":
            yield from self._list()

    def _form(self, form: Form, width: int) -> Iterator[Line]:
        about = form.about
        if self._half and (me := self.model.my_agent) is not None:
            about = Words(
                "No account is called {name} yet. Type the password again to create it; Esc plays as a guest.",
                name=visible(me.name),
            )
        if about:
            yield from (Line([(self.inks["faint"], f" {part}")]) for part in wrap(self.say(about), width - 3))
            yield Line()
        for name, field in self._fields.items():
            label = f"{self.say(form.fields[name])}: "
            yield Line([(self.inks["headline"], label)], name, partial(self._go_on, name), Words("next"), field=field)
        yield Line()
        yield Line([(self.inks["awake"], f" {self.say(form.button)} ")], "send", self._send, form.button)

    def _list(self) -> Iterator[Line]:
        if self._is_guest is None:
            return
        if self._is_guest:
            yield self._entry("create", FORMS["create"].title, partial(self._open, "create"))
            return
        for role, form in FORMS.items():
            if role == "delete":
                yield from self._others()
            if role != "create":
                yield self._entry(role, form.title, partial(self._open, role))

    def _others(self) -> Iterator[Line]:
        if self._key:
            words = Words("Add the key that you connected with: {key}", key=self._key)
            yield self._entry("own key", words, lambda: self._request({"do": "add key", "key": True}))
        yield self._entry("logout", Words("Log out on all other devices"), lambda: self._request({"do": "logout"}))
        yield self._entry("export", Words("Export everything that is kept about you"), self._export)

    def _entry(self, id: str, words: str, act: Callable[[], None]) -> Line:
        return Line([(self.inks["plain"], f" {visible(self.say(words))} ")], id, act, Words("choose"))

    def _message(self, width: int) -> Iterator[Line]:
        if self._said:
            ink = self.inks["warning" if self._is_wrong else "to me"]
            yield Line()
            yield from (Line([(ink, f" {part} ")]) for part in wrap(visible(self.say(self._said)), width - 4))

    def _field(self, field: InputLine, room: int) -> str:
        """Of a secret, no more can be seen than how long it is."""
        if not isinstance(field, PasswordLine):
            return super()._field(field, room)
        shown = InputLine(text=HIDDEN[not self.signs.has_blocks] * len(field.edit_text))
        shown.set_edit_pos(len(shown.edit_text))
        has_focus = self.focused is not None and self.focused.field is field
        return f" {shown.edit_text[-max(1, room - 2) :]}{'_' if has_focus else ''}"

    # What is done

    def _go_on(self, name: str) -> None:
        """Enter leads to the next field, and from the last one sends what was typed."""
        names = [*self._fields]
        if name == names[-1]:
            self._send()
        else:
            self.focus_on(names[names.index(name) + 1])

    def _send(self) -> None:
        form = FORMS[self._role]
        typed = {name: field.edit_text for name, field in self._fields.items()}
        half = {"new": self._half} if self._half else {}
        self._request({"do": form.do, **half, **typed})

    def _request(self, request: Mapping[str, Any]) -> None:
        if self._is_waiting:
            return
        self._is_waiting = self.controller.link.ask_account(request, self._answered)
        self._said, self._is_wrong = Words("One moment ..."), False

    def _answered(self, answer: AccountAnswer) -> None:
        self._is_waiting = False
        self._said, self._is_wrong = answer.words, not answer.is_done
        for name, field in self._fields.items():
            if name in SECRETS and (answer.is_done or name == answer.field):
                field.set_edit_text("")
        if not answer.is_done:
            self.focus_on(answer.field if answer.field in self._fields else "send")
        elif answer.do == "show":
            self._shown_whose(answer.part)
        elif answer.do == "export":
            self._take_part(answer.part)
        elif answer.do == "create":
            self.close()
            self.controller.notice = Hint("{done}", done=answer.words)

    def _shown_whose(self, part: Mapping[str, Any]) -> None:
        self._said = ""
        self._is_guest = part.get("guest") is True
        key = part.get("key")
        self._key = key if isinstance(key, str) else ""
        if self._is_guest:
            self._open("create")

    # Export

    def _export(self) -> None:
        self._role, self._exported = "export", {}
        self._request({"do": "export", "after": 0})

    def _take_part(self, part: Mapping[str, Any]) -> None:
        account, results, after = part.get("account"), part.get("results"), part.get("after")
        if isinstance(account, dict):
            self._exported = {**account, "results": []}
        if isinstance(results, list):
            self._exported.setdefault("results", []).extend(results)
        if type(after) is int:
            self._next_part = self.context.now() + PAUSE, after
            self._said = Words("One moment ...")
            return
        text = json.dumps(self._exported, indent=2, ensure_ascii=False)
        me = self.model.my_agent
        saved = self.controller.save("" if me is None else me.name, text)
        self._said = Words("Saved as {file}.", file=saved) if saved else self._said
        self._text = () if saved else [visible(line) for line in text.splitlines()]

    def due(self) -> float | None:
        return None if self._next_part is None else self._next_part[0]

    def tick(self) -> None:
        """It may be time to ask for the next part."""
        if self._next_part is not None and self.context.now() >= self._next_part[0]:
            after, self._next_part = self._next_part[1], None
            self._request({"do": "export", "after": after})

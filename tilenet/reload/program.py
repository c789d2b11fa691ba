"""How this process was started: so that another program can be started in the same way."""

from __future__ import annotations

import getopt
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from tilenet.internals import interpreter_flags


class Program(NamedTuple):
    """What starts a server like this one."""

    folder: str  # the working folder at the start
    command: tuple[str, ...]  # with the interpreter, and the same options; it stays in the foreground
    options: tuple[str, ...]  # those of the server
    flags: tuple[str, ...]  # the interpreter's
    path: tuple[str, ...]  # where it looks for modules
    pid_file: str  # the daemon's; nothing if there is none


def this_program(twistd: Any, log_file: str | None) -> Program:
    """How this one was started; `twistd` is what its own options were read by."""
    given = sys.argv[1:]
    rest = getopt.getopt(given, twistd.shortOpt, twistd.longOpt)[1]
    options = tuple(rest[1:])
    folder = os.getcwd()
    command = [sys.executable, *sys.orig_argv[1:]]
    pid_file = ""
    if not twistd["nodaemon"] or twistd["pidfile"]:
        pid_file = os.path.join(folder, twistd["rundir"], twistd["pidfile"]) if twistd["pidfile"] else ""
        stays = ["--nodaemon", "--pidfile=", *([f"--logfile={log_file}"] if log_file else [])]
        at = len(command) - len(rest)
        command[at:at] = stays
    return Program(folder, tuple(command), options, (*interpreter_flags(),), (*sys.path,), pid_file)


def rehearsal_of(program: Program, module: str) -> Sequence[str]:
    """The command that runs a module's `main` with the same interpreter, which finds the same modules."""
    code = f"import sys; sys.path[:] = {list(program.path)!r}; from {module} import main; main()"
    return [sys.executable, *program.flags, "-c", code]


def remove_pid_file(path: str) -> None:
    """twistd does this for its own; it does not know of one that was there before it."""
    with suppress(OSError):
        os.unlink(path)

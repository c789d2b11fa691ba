"""Ties a child process to its parent: the child is asked to end when the parent ends, even by SIGKILL.

Linux sends the signal, whatever the process is doing at that moment. Other systems do not: there, the
parent has to end its children.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

_SET_SIGNAL = 1  # PR_SET_PDEATHSIG in <sys/prctl.h>


def lifeline() -> Callable[[], None]:
    """Return the `preexec_fn` for a `Popen` whose process is to end with this one."""
    parent = os.getpid()
    prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None  # here: a new process should not load anything

    def hold() -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the parent's handler would be forgotten, and with it the signal
        if prctl is not None:
            prctl(_SET_SIGNAL, signal.SIGTERM)
        if os.getppid() != parent:  # it has ended meanwhile, and nothing will be sent
            signal.raise_signal(signal.SIGTERM)

    return hold

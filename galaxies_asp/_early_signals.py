"""The end of the command by Ctrl-C or SIGTERM while its modules are imported.

There is no traceback then. Programs that use the package keep their signals.
"""

import os
import signal
import sys

_PROGRAM = os.path.basename((sys.argv or [""])[0])
IS_COMMAND = _PROGRAM in ("galaxies", "galaxies.exe") or (
    _PROGRAM == "-m" and "galaxies_asp" in sys.orig_argv
)
"""Whether this process is the command; a program that calls `cli.main` is not."""


def end_at_once(number: int, _frame: object) -> None:
    """Handle a signal: end the process."""
    if number == signal.SIGINT:
        os.write(2, b"galaxies: interrupted\n")
    os._exit(128 + number)


if IS_COMMAND:
    signal.signal(signal.SIGINT, end_at_once)
    if signal.getsignal(signal.SIGTERM) != signal.SIG_IGN:
        signal.signal(signal.SIGTERM, end_at_once)

"""The start and the end of the command, before and after everything else.

Ctrl-C and SIGTERM during the imports end the process without a traceback. Programs that
use the package as a library keep their signals, threads and garbage collection. The
figures are CPU time, by `benchmarks/start_and_end.py`.
"""

import _signal as signal  # type: ignore[import-not-found]  # it imports no other
import atexit
import gc
import os
import sys

TYPE_CHECKING = False  # typing is loaded later
if TYPE_CHECKING:
    from typing import NoReturn

_OBJECTS = 100_000
"""The number of new objects after which Python looks for cycles, which are few here.

The default takes 4 ms more of `solve`, 8 of `count`, and 10 of `generate`.
"""


def end_at_once(number: int, _frame: object) -> None:
    """Handle a signal: end the process."""
    if number == signal.SIGINT:
        os.write(2, b"galaxies: interrupted\n")
    os._exit(128 + number)


def leave(code: int) -> "NoReturn":
    """End the process with an exit code.

    The command does not free its objects one by one. This takes 17 ms after `solve`,
    and 27 ms or more where numpy is loaded. Everything else that ends Python is done.
    """
    if IS_COMMAND:
        atexit._run_exitfuncs()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


_PROGRAM = (sys.argv or [""])[0]
IS_COMMAND = os.path.basename(_PROGRAM) in ("galaxies", "galaxies.exe") or (
    _PROGRAM == "-m" and "galaxies_asp" in sys.orig_argv
)
"""Whether this process is the command; a program that calls `cli.main` is not."""

if IS_COMMAND:
    signal.signal(signal.SIGINT, end_at_once)
    if signal.getsignal(signal.SIGTERM) != signal.SIG_IGN:
        signal.signal(signal.SIGTERM, end_at_once)
    # Where numpy is loaded, its OpenBLAS would start threads, which takes 72 ms.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(_OBJECTS)

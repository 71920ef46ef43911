"""The start of the command, before its libraries are imported.

numpy's OpenBLAS starts its threads when it is loaded, which takes longer than solving
most puzzles. Ctrl-C during the imports ends the process without a traceback. Programs
that use the package as a library keep their threads and signals.
"""

# The module signal takes milliseconds to be imported.
import _signal as signal  # type: ignore[import-not-found]
import os
import sys


def end_at_once(number: int, _frame: object) -> None:
    """Handle a signal: end the process."""
    os.write(2, b"galaxies: interrupted\n")
    os._exit(128 + number)


def _is_command() -> bool:
    if not sys.argv:
        return False
    as_module = sys.argv[0] == "-m" and "galaxies_asp" in sys.orig_argv
    return as_module or os.path.basename(sys.argv[0]).partition(".")[0] == "galaxies"


if _is_command():
    signal.signal(signal.SIGINT, end_at_once)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

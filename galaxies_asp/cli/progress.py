"""Tell on standard error how far long work has come, when somebody watches."""

import sys
import time

SECONDS_BETWEEN = 0.5


class Progress:
    """One line that is overwritten; nothing where standard error is no terminal."""

    def __init__(self, quiet: bool = False) -> None:
        self._shown = False
        self._active = sys.stderr.isatty() and not quiet
        self._started = self._last = time.monotonic()

    def report(self, what: str, done: int, total: int | None = None) -> None:
        """Show the count and its rate, not too often; see `processes.progress`."""
        rate = done / (time.monotonic() - self._started)
        of = "" if total is None else f" of {total:,}"
        self.show(f"{what}: {done:,}{of} ({rate:,.0f} per second)")

    def show(self, message: str) -> None:
        """Show how far the work has come, not too often."""
        now = time.monotonic()
        if not self._active or now - self._last < SECONDS_BETWEEN:
            return
        self._last = now
        sys.stderr.write(f"\r\x1b[K{message}")
        sys.stderr.flush()
        self._shown = True

    def clear(self) -> None:
        """Remove the line, so that other output can be written."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False

"""Progress on standard error: what is done, how much of it, and the remaining time."""

import sys
import time
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.progress import Progress as Display
    from rich.progress import TaskID

_SECONDS_BEFORE = 0.5
"""Shorter work shows no progress."""


class Progress:
    """Shows progress on a terminal: call it with what is done, how much, and the total.

    The display is removed at the latest when the command ends.
    """

    def __init__(self, quiet: bool = False) -> None:
        self._active = sys.stderr.isatty() and not quiet
        self._display: Display | None = None
        self._task: TaskID | None = None
        self._done = 0
        self._start = time.monotonic() + _SECONDS_BEFORE
        context = click.get_current_context(silent=True)
        if context is not None:
            context.call_on_close(self.clear)

    def __call__(self, what: str, done: int, total: int | None = None) -> None:
        """Show how far the work is; less done than before begins new work."""
        if not self._active or time.monotonic() < self._start:
            return
        if self._display is None:
            self._display = _display()
            self._display.start()
            self._task = None
        if self._task is None:
            self._task = self._display.add_task(what, total=total)
        elif done < self._done:
            self._display.reset(self._task)
        self._done = done
        self._display.update(self._task, completed=done, total=total, description=what)

    def clear(self) -> None:
        """Remove the display, so that other output can be written."""
        if self._display is not None:
            self._display.stop()
            self._display = None


def _display() -> "Display":
    from rich import progress
    from rich.console import Console

    return progress.Progress(
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )

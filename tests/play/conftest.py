"""The server in a process of its own, and a browser."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from support.browser import browser as browser
from support.browser import browsers as browsers
from support.page import Page
from support.waiting import PATIENCE, started


@contextmanager
def served(*options: str) -> Iterator[str]:
    """Start `galaxies play`; give its address; end it with Ctrl-C."""
    command = [sys.executable, "-m", "galaxies_asp", "play", "--no-browser"]
    with started(
        [*command, "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as process:
        yield process.stdout.readline().strip()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert "Traceback" not in errors


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with served() as found:
        yield found


@pytest.fixture
def serve() -> Iterator[Callable[..., str]]:
    """Give a function that starts a server with options, and returns its address."""
    with ExitStack() as stack:
        yield lambda *options: stack.enter_context(served(*options))


@pytest.fixture
def new_page(browser: Any, address: str) -> Iterator[Callable[..., Page]]:
    """Give a function that opens a page in a context of its own; no script may fail."""
    errors: list[str] = []
    contexts = []

    def opened(
        *, expects_errors: bool = False, address: str = address, **options: Any
    ) -> Page:
        context = browser.new_context(
            **({"viewport": {"width": 1280, "height": 900}} | options)
        )
        contexts.append(context)
        context.set_default_timeout(1000 * PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if not expects_errors:
            page.on(
                "console",
                lambda line: errors.append(line.text) if line.type == "error" else None,
            )
        return Page(page, address)

    yield opened
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()

"""The server in a process of its own, and a browser."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from support.browser import browser as browser
from support.browser import browsers as browsers
from support.page import Page
from support.played import served
from support.waiting import PATIENCE


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

"""Chromium and Firefox of Debian, for tests of pages."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = "/usr/bin/chromium"
FIREFOX = "/usr/bin/firefox-esr"
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update"),
    "--disable-sync",
)
OPTIONS: dict[str, dict[str, Any]] = {
    CHROMIUM: {"args": list(ARGUMENTS)},
    FIREFOX: {"channel": "moz-firefox"},  # as it is released, by WebDriver BiDi
}

in_both = pytest.mark.parametrize(
    "browser",
    [
        pytest.param(CHROMIUM, id="chromium"),
        pytest.param(FIREFOX, id="firefox", marks=pytest.mark.nightly),
    ],
    indirect=True,
)
"""Marks tests of what depends on the browser: input, layout, and what a tab keeps.

All others are run in Chromium only.
"""


@pytest.fixture(scope="session")
def browsers() -> Iterator[Callable[[str], Any]]:
    """Give a function that returns a browser, which it starts at the first call.

    Playwright calls its event loop the running one. Between the tests of pages it is
    not, since other tests run their own loops.
    """
    playwright = pytest.importorskip("playwright.sync_api")
    running: dict[str, Any] = {}
    with ExitStack() as stack:
        started = stack.enter_context(playwright.sync_playwright())
        loop = asyncio.get_running_loop()

        def started_once(path: str) -> Any:
            asyncio._set_running_loop(loop)
            if path not in running:
                kind = started.chromium if path == CHROMIUM else started.firefox
                running[path] = kind.launch(executable_path=path, **OPTIONS[path])
                stack.callback(running[path].close)
            return running[path]

        asyncio._set_running_loop(None)
        yield started_once
        asyncio._set_running_loop(loop)


@pytest.fixture
def browser(
    request: pytest.FixtureRequest, browsers: Callable[[str], Any]
) -> Iterator[Any]:
    """Give Chromium, or the browser that a mark like `in_both` names."""
    path = getattr(request, "param", CHROMIUM)
    if not Path(path).exists():
        pytest.skip(f"there is no {path} to test the page with")
    yield browsers(path)
    asyncio._set_running_loop(None)

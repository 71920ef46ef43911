"""Chromium and Firefox of Debian, for tests of pages."""

from collections.abc import Iterator
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


@pytest.fixture(
    scope="module",
    params=[CHROMIUM, pytest.param(FIREFOX, marks=pytest.mark.slow)],
    ids=["chromium", "firefox"],
)
def browser(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Start a browser, for one module: its event loop would hinder other tests."""
    path = request.param
    if not Path(path).exists():
        pytest.skip(f"there is no {path} to test the page with")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        kind = started.chromium if path == CHROMIUM else started.firefox
        browser = kind.launch(executable_path=path, **OPTIONS[path])
        yield browser
        browser.close()

"""Draw the pictures of the page in docs/play.md; needs playwright, Pillow and Chromium.

python benchmarks/page_pictures.py docs
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Playwright, sync_playwright

CHROMIUM = "/usr/bin/chromium"
FIREFOX = "/usr/bin/firefox-esr"

MOST_PATIENCE = 120_000
"""Milliseconds to wait for an answer."""


def opened(browser: Any, address: str, size: tuple[int, int], scheme: str) -> Any:
    viewport = {"width": size[0], "height": size[1]}
    page = browser.new_context(viewport=viewport, color_scheme=scheme).new_page()
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    return page


HINTS = """async (number) => {
  const { game } = await import("./game.js");
  const button = document.getElementById("do");
  const until = async (holds) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  document.getElementById("hint").click();
  for (let done = 0; done < number; done++) {
    await until(() => !button.hidden);
    const drawn = game.past.length;
    button.click();
    await until(() => game.past.length > drawn);
  }
  await until(() => !button.hidden);
}"""
"""Ask for hints, and follow them."""


def draw(browser: Any, address: str, folder: Path) -> None:
    page = opened(browser, f"{address}#p=idp-10x10", (1280, 800), "light")
    page.evaluate(HINTS, 9)
    page.wait_for_selector("#board .mark", state="attached")
    page.screenshot(path=folder / "play-hint.png")

    puzzle = "%7B%22width%22:6,%22height%22:4,%22centers%22:"
    puzzle += "[[2,1],[9,1],[4,3],[1,4],[9,4],[5,6],[2,7],[9,7]]%7D"
    page = opened(browser, f"{address}#p={puzzle}", (768, 1000), "light")
    page.click("#tab-explore")
    page.click("#forced")
    page.wait_for_selector("#explore-text button")
    page.screenshot(path=folder / "play-forced.png")

    page = opened(browser, f"{address}#p=idp-7x7", (390, 800), "dark")
    page.click("#walk")
    page.wait_for_selector("#steps:not([hidden])")
    for _ in range(20):
        page.click("#step-next")
    page.screenshot(path=folder / "play-walkthrough.png")

    page = opened(browser, f"{address}#p=6x6:pzizizcf", (1280, 800), "dark")
    page.click("#tab-rules")
    page.wait_for_selector("#parts input[value=mirror]", state="attached")
    page.uncheck("#parts input[value=mirror]")
    page.wait_for_selector("#rules-text li", timeout=MOST_PATIENCE)
    page.click("#difference")
    page.wait_for_selector("#rules-boards svg", timeout=MOST_PATIENCE)
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=folder / "play-rules.png")

    page = opened(browser, f"{address}#lessons", (1000, 1080), "light")
    page.click("#course-steps li:nth-child(3) button")
    page.click("#lesson-check")
    page.wait_for_selector("#lesson-boards svg", timeout=MOST_PATIENCE)
    page.screenshot(path=folder / "play-lesson.png")


def launched(playwright: Playwright, name: str = "chromium") -> Browser:
    """Start Chromium or Firefox."""
    if name == "firefox":
        return playwright.firefox.launch(executable_path=FIREFOX, channel="moz-firefox")
    arguments = ["--no-sandbox", "--disable-gpu"]
    return playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)


@contextmanager
def served(name: str = "chromium") -> Iterator[tuple[Browser, str]]:
    """Start the server and a browser; yield the browser and the server's address."""
    command = [sys.executable, "-m", "galaxies_asp", "play", "--no-browser"]
    with (
        subprocess.Popen(
            [*command, "--port", "0"], stdout=subprocess.PIPE, text=True
        ) as server,
        sync_playwright() as playwright,
    ):
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        browser = launched(playwright, name)
        try:
            yield browser, address
        finally:
            browser.close()
            server.terminate()


def main() -> None:
    with served() as (browser, address):
        draw(browser, address, Path(sys.argv[1]))
    for path in Path(sys.argv[1]).glob("play-*.png"):
        Image.open(path).convert("RGB").quantize(128).save(path, optimize=True)


if __name__ == "__main__":
    main()

"""A page of the browser, and what tests do with it."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from support.waiting import PATIENCE

from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.notation import write

TOOLS = Path(__file__).parents[1] / "page" / "node_modules"
"""Where npm cis the tools that `tests/page/package.json` names."""

AXE = TOOLS / "axe-core" / "axe.min.js"

TAP = """([x, y]) => {
  const target = document.elementFromPoint(x, y);
  const finger = { clientX: x, clientY: y, pointerId: 9, pointerType: "touch" };
  for (const type of ["pointerdown", "pointerup"]) {
    target.dispatchEvent(new PointerEvent(type, { ...finger, bubbles: true }));
  }
}"""

HOLD = """(names) => {
  const go = window.fetch;
  window.held = [];
  window.release = () => {
    window.fetch = go;
    window.held.splice(0).forEach((send) => send());
  };
  window.fetch = (address, options) =>
    !names.includes(JSON.parse(options.body).ask) ? go(address, options)
      : new Promise((resolve, reject) => {
        options.signal.addEventListener("abort", () => reject(options.signal.reason));
        window.held.push(() => go(address, options).then(resolve, reject));
      });
}"""

UNTIL = """async (patience) => {
  const end = Date.now() + patience;
  while (!await (CONDITION)) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
}"""

RECORD = """() => {
  HTMLAnchorElement.prototype.click = function () {
    document.body.dataset.saved = this.download;
  };
}"""


class Page:
    """A page of the browser, and what tests do with it."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.address = address

    def open(self, puzzle: Puzzle | str | None = None) -> None:
        """Open a puzzle by its address, and wait until it is shown."""
        fragment = ""
        if puzzle is not None:
            text = puzzle if isinstance(puzzle, str) else write(puzzle, "json")
            fragment = "#p=" + quote(text.strip(), safe="")
        if self.page.url != "about:blank":  # a fragment alone loads nothing
            self.page.goto("about:blank")
        self.page.goto(self.address + fragment)
        self.until("document.body.dataset.ready === 'true'")

    def reload(self) -> None:
        """Load the page again, and wait until it is shown."""
        self.page.reload()
        self.until("document.body.dataset.ready === 'true'")

    def paste(self, text: str) -> None:
        """Paste a text on the page, into no field."""
        self.page.evaluate(
            """(text) => {
              const event = new Event("paste", { bubbles: true });
              event.clipboardData = { getData: () => text };
              document.body.dispatchEvent(event);
            }""",
            text,
        )

    def write_program(self, text: str) -> None:
        """Open the rules, wait for the program there, and write another one."""
        self.page.click("#tab-rules")
        self.until("!document.getElementById('program').readOnly")
        self.page.fill("#program", text)

    def fill(self, selector: str, number: int) -> None:
        """Write a number into a field; Playwright appends to it in Firefox."""
        self.page.eval_on_selector(selector, "(field) => { field.value = ''; }")
        self.page.fill(selector, str(number))

    def until_held(self, held: Sequence[object]) -> None:
        """Wait until a list that a handler fills has something."""
        deadline = time.monotonic() + PATIENCE
        while not held:
            assert time.monotonic() < deadline
            self.page.wait_for_timeout(20)

    def until(self, condition: str) -> None:
        """Wait for a condition; the page's policy forbids Playwright's own way."""
        waiting = UNTIL.replace("CONDITION", condition)
        assert self.page.evaluate(waiting, 1000 * PATIENCE), condition

    def game(self, expression: str) -> Any:
        """Return a value of the game's state."""
        return self.page.evaluate(
            f"import('./game.js').then(({{game}}) => {expression})"
        )

    def until_game(self, condition: str) -> None:
        self.until(f"import('./game.js').then(({{game}}) => {condition})")

    def places(self, points: Sequence[tuple[float, float]]) -> list[list[float]]:
        """Return where points of the doubled grid are on the screen."""
        found: list[list[float]] = self.page.evaluate(
            """(points) => {
              const svg = document.getElementById("board");
              svg.scrollIntoView({block: "nearest"});
              const matrix = svg.getScreenCTM();
              return points.map(([x, y]) => {
                const at = new DOMPoint(x, y).matrixTransform(matrix);
                return [at.x, at.y];
              });
            }""",
            [list(point) for point in points],
        )
        return found

    def press(self, button: str) -> None:
        """Click a button, which a small screen has in a menu."""
        if not self.page.is_visible(button):
            menu = self.page.locator(".menu", has=self.page.locator(button))
            self.page.click(f"[popovertarget={menu.get_attribute('id')}]")
        self.page.click(button)

    def click(self, point: tuple[float, float]) -> None:
        (place,) = self.places([point])
        self.page.mouse.click(*place)

    def tap(self, point: tuple[float, float]) -> None:
        (place,) = self.places([point])
        if self.is_firefox:  # WebDriver BiDi has no fingers there
            self.page.evaluate(TAP, place)
        else:
            self.page.touchscreen.tap(*place)

    def drag(self, points: list[tuple[float, float]]) -> None:
        """Press at the first point, move over the others, release at the last."""
        first, *others = self.places(points)
        self.page.mouse.move(*first)
        self.page.mouse.down()
        for place in others:
            self.page.mouse.move(*place)
        self.page.mouse.up()

    def hold(self, *names: str) -> None:
        """Let some requests wait until `release`."""
        self.page.evaluate(HOLD, list(names))

    def release(self) -> None:
        self.page.evaluate("window.release()")

    def text(self, name: str) -> str:
        return str(self.page.text_content(f"#{name}"))

    def violations(self) -> list[tuple[str, str]]:
        """Return what axe finds, with the first element of each."""
        self.page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
        found = self.page.evaluate(
            "axe.run({resultTypes: ['violations']}).then(({violations}) => violations)"
        )
        return [(one["id"], one["nodes"][0]["html"]) for one in found]

    @property
    def is_firefox(self) -> bool:
        return str(self.page.context.browser.browser_type.name) == "firefox"

    def saved(self, button: str) -> str:
        """Return the name of the file that a button saves."""
        if self.is_firefox:  # WebDriver BiDi reports no downloads there
            self.page.evaluate(RECORD)
            self.page.click(button)
            self.until("document.body.dataset.saved !== undefined")
            return str(self.page.evaluate("document.body.dataset.saved"))
        with self.page.expect_download() as saved:
            self.page.click(button)
        return str(saved.value.suggested_filename)

    @property
    def is_solved(self) -> bool:
        return bool(self.game("game.now.progress.solved"))

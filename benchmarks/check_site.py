"""Visit the site of `galaxies play --export` in browsers, and check its answers.

python benchmarks/check_site.py FOLDER --clingo-wasm FOLDER [--few | --all]
[--only BROWSER]

The folders contain the packages pyodide and clingo-wasm of npm, or a full distribution
of Pyodide. The site is written and served from a subfolder by a plain file server, and
Chromium and Firefox visit it. Printed are how soon the board is shown, and each answer
with its time, compared with those of this Python; with --few fewer of each kind, with
--all also about each shipped puzzle. Then the server ends, and the visit goes on
without it. Exit code 0: each answer is the same, or names a library that is missing,
and no other host was asked.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from page import SIDES, STROKES, TIMES, copies
from page_pictures import launched
from playwright.sync_api import Browser, Error, Playwright, sync_playwright

from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.play.addresses import address
from galaxies_asp.play.answers import answer

PUZZLES = ("7x7:cghsppedzzaccdtce", "random-hard-15x15", "random-40x40#6")
SEVERAL = {
    "schema": 1,
    "width": 6,
    "height": 5,
    "centers": [[6, 8], [11, 5], [6, 5], [1, 5], [6, 2]],
}
"""A board with five solutions."""

UNSOLVABLE = {"schema": 1, "width": 4, "height": 4, "centers": [[4, 4], [1, 1]]}

ABOUT = ("number", "solutions", "count", "forced", "load")
"""Questions about each puzzle."""

OTHERS = ("thin", "toroidal", "black-holes", "ring-ring", "nurikabe")
"""Variants and families."""

REASONS = ("hint", "walkthrough", "wrong")
"""Questions about these, which Python explains by the rules of their programs."""

PYTHON = (
    "hint",
    "wrong",
    "walkthrough",
    "grade",
    "convert",
    "generate",
)
"""Further questions about the first puzzle."""

OF_PROGRAMS: tuple[dict[str, Any], ...] = (
    {"ask": "encodings"},
    {"ask": "program", "encoding": "choice", "without": ["reach"], "with": ["pair"]},
    {"ask": "experiment", "board": SEVERAL},
    {"ask": "experiment", "board": SEVERAL, "encoding": "choice", "without": ["reach"]},
    {"ask": "difference", "encoding": "idp", "against": {"encoding": "grow"}},
    {
        "ask": "difference",
        "encoding": "choice",
        "without": ["mirror"],
        "against": {"encoding": "grow"},
    },
)

COMPARED = {
    "number": ("status",),
    "solutions": ("boards", "complete"),
    "count": ("count", "complete"),
    "difference": ("text", "is_missing"),
    "repair": ("text",),
    "generate": ("seed",),
    "forced": ("dots", "walls", "no_walls", "open", "map"),
}
"""The fields that are the same whoever answers; of other questions all of them."""

LACKS = "which this site lacks"
FILE = r'"[^"]*/encodings/'
SEE = """
new MutationObserver((_, observer) => {
  if (!document.querySelector("#board .over circle")) return;
  observer.disconnect();
  requestAnimationFrame(() => { window.shownAt = performance.now(); });
}).observe(document, { childList: true, subtree: true });
"""
ASK = """async (request) => {
  const { ask } = await import("./ask.js");
  const begin = performance.now();
  const failed = ({ message }) => ({ error: message });
  const { error, ...answer } = await ask(request).catch(failed);
  return { error, answer, seconds: (performance.now() - begin) / 1000 };
}"""
PLACE = """() => {
  const screen = document.getElementById("board").getScreenCTM();
  const { x, y } = new DOMPoint(2, 1).matrixTransform(screen);
  return [x, y];
}"""
WALLS = """async () => {
  const { game } = await import("./game.js");
  return game.now?.board.attempt?.walls;
}"""
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const pause = () => new Promise((end) => setTimeout(end, 50));
  while (!navigator.serviceWorker.controller) await pause();
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves the site; knows the types of its files."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing about single requests."""


FEW = ("thin", "nurikabe")
"""Those of `OTHERS` that stand for all."""

FEW_PUZZLES = PUZZLES[:2]


@cache
def expected(request: str) -> Any:
    """Return the answer of this Python to a request, both as JSON."""
    return json.loads(json.dumps(answer(json.loads(request))))


def requests(extent: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield requests with their names: `few`, `usual` or `all`."""
    boards = {"several": SEVERAL}
    for name in FEW_PUZZLES if extent == "few" else PUZZLES:
        file, _, place = name.partition("#")
        puzzles = answer({"ask": "load", "text": file})["puzzles"]
        boards[name[:20]] = puzzles[int(place or 1) - 1]["board"]
    first = boards[PUZZLES[0][:20]]
    for name, board in boards.items():
        yield from ((f"{ask} of {name}", {"ask": ask, "board": board}) for ask in ABOUT)
    yield from ((request["ask"], request) for request in OF_PROGRAMS)
    solved = answer({"ask": "solutions", "board": first})["boards"][0]
    for ask, board in (("load", solved), ("solutions", first)):
        under = {"encoding": "choice", "without": ["reach"]}
        yield f"{ask} under a program", {"ask": ask, "board": board, "under": under}
    yield "load", {"ask": "load", "text": PUZZLES[0]}
    for rules in FEW if extent == "few" else OTHERS:
        size = {"width": 5, "height": 5, "seed": 1}
        made = answer({"ask": "generate", "rules": rules, **size})["puzzles"][0]
        for ask in (*ABOUT, "strokes", *REASONS):
            yield f"{ask} of {rules}", {"ask": ask, "board": made["board"]}
    yield "repair", {"ask": "repair", "board": UNSOLVABLE}
    for rules in ("thin", "hitori")[: 1 if extent == "few" else None]:
        size = {"width": 5, "height": 5, "seed": 1}
        yield f"generate {rules}", {"ask": "generate", "rules": rules, **size}
    for ask in PYTHON if extent != "few" else ():
        size = {"width": 5, "height": 5, "seed": 1} if ask == "generate" else {}
        yield ask, {"ask": ask, "board": first, **size}
    for file in answer({"ask": "collection"})["files"] if extent == "all" else ():
        for number, shown in enumerate(
            answer({"ask": "load", "text": file})["puzzles"]
        ):
            yield (
                f"number of {file}#{number + 1}",
                {"ask": "number"} | {"board": shown["board"]},
            )


def alike(ask: str, found: Any, expected: Any) -> bool:
    """Tell whether answers are equal, as far as they do not depend on who answers."""
    for key in COMPARED.get(ask, expected):
        one, other = found.get(key), expected.get(key)
        if ask in REASONS:  # rules are named with their files
            one, other = (re.sub(FILE, '"', json.dumps(each)) for each in (one, other))
        if key == "boards" and one is not None:
            one, other = (sorted(map(json.dumps, each)) for each in (one, other))
        elif key in ("answers", "instead") and one and other:
            one, other = map(said, (one, other))
        if one != other:
            return False
    return True


def said(answers: Any) -> list[tuple[Any, bool]]:
    """Return boards, and whether they break rules: the words for these may differ."""
    listed = answers if isinstance(answers, list) else [answers]
    return [(one["board"], bool(one.get("faults"))) for one in listed]


class Visit:
    """A visit of the site by one browser; `wrong` lists what is not as it should be."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.address = browser, url
        self.context = browser.new_context(viewport={"width": 1280, "height": 800})
        self.wrong: list[str] = []
        self.page = self.context.new_page()
        self.page.add_init_script(SEE)
        self.page.on("request", lambda request: self._see(request.url))

    def _see(self, url: str) -> None:
        if not url.startswith((self.address, "blob:", "data:")):
            self.wrong.append(f"asks {url}")

    def open(self, what: str, fragment: str = "") -> None:
        """Open the site, and print when the board was shown."""
        self.page.goto("about:blank")
        self.page.goto(self.address + fragment)
        seconds = self.until("window.shownAt") / 1000
        print(f"{what}: the board is shown after {seconds:.2f} s")

    def until(self, condition: str, limit: float = 60) -> Any:
        """Return a value as soon as it is true; the policy forbids texts as code."""
        end = time.monotonic() + limit
        while not (found := self.page.evaluate(f"() => {condition}")):
            if time.monotonic() > end:
                raise Error(f"never: {condition}")
            time.sleep(0.02)
        return found

    def compare(self, name: str, request: dict[str, Any]) -> None:
        """Ask the page, and compare its answer with that of this Python."""
        wanted = expected(json.dumps(request))
        found = self.page.evaluate(ASK, request)
        said = "the same answer"
        if found.get("error"):
            said = found["error"]
        elif not alike(request["ask"], found["answer"], wanted):
            said = "another answer"
        print(f"{name}: {said} ({found['seconds']:.2f} s)", flush=True)
        if said != "the same answer" and LACKS not in said:
            self.wrong.append(name)

    def solve_at_once(self) -> None:
        """Solve the first puzzle in a visit that has just begun."""
        self.page.evaluate(ASK, {"ask": "number", "board": SEVERAL})
        seconds = self.page.evaluate("performance.now()") / 1000
        print(f"a first question is answered {seconds:.2f} s after the visit began")

    def time_strokes(self) -> None:
        """Print how soon strokes are drawn, and judged."""
        for side in SIDES:
            self.page.goto("about:blank")
            board = address(sheet_of(Position(copies(side // 5))))
            self.page.goto(f"{self.address}#{board}")
            self.until("document.body.dataset.ready")
            taken = self.page.evaluate(TIMES, STROKES)
            drawn, judged = (median(times) for times in zip(*taken, strict=True))
            print(f"{side}x{side}: drawn {drawn:.0f} ms, judged {judged:.0f} ms")

    def draw(self) -> None:
        """Draw a wall, and open the address of the page in another window."""
        x, y = self.page.evaluate(PLACE)
        self.page.mouse.click(x, y)
        self.until("location.hash.startsWith('#z=')")
        other = self.browser.new_context().new_page()
        other.goto(self.page.url)
        for _ in range(200):
            if other.evaluate(WALLS):
                break
            time.sleep(0.05)
        walls = other.evaluate(WALLS)
        print(f"a copied link opens the drawing: {walls}")
        if walls != self.page.evaluate(WALLS) or not walls:
            self.wrong.append("a copied link")
        other.context.close()


def visit(playwright: Playwright, name: str, site: Path, extent: str) -> bool:
    """Visit the site; return whether everything is as it should be."""
    print(f"-- {name} --")
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Quiet, directory=str(site.parent))
    )
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # it has gone
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = launched(playwright, name)
    try:
        found = Visit(browser, f"http://127.0.0.1:{server.server_port}/{site.name}/")
        found.open("first visit")
        found.solve_at_once()
        found.draw()
        if extent != "few":
            found.time_strokes()
        for title, request in requests(extent):
            found.compare(title, request)
        found.page.evaluate(KEPT)
        server.shutdown()
        server.server_close()
        found.open("without the server", f"#p={PUZZLES[0]}")
        first = answer({"ask": "load", "text": PUZZLES[0]})["puzzles"][0]["board"]
        for ask in ("number", "count", "hint"):
            found.compare(f"{ask} without the server", {"ask": ask, "board": first})
    except Error as error:
        print(str(error).splitlines()[0])
        return False
    finally:
        browser.close()
    for one in found.wrong:
        print(f"wrong: {one}")
    return not found.wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pyodide")
    parser.add_argument("--clingo-wasm", required=True)
    extents = parser.add_mutually_exclusive_group()
    for extent in ("few", "all"):
        extents.add_argument(
            f"--{extent}", action="store_const", dest="extent", const=extent
        )
    parser.add_argument("--only", choices=["chromium", "firefox"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "galaxies"
        command = [sys.executable, "-m", "galaxies_asp", "play", "--export", str(site)]
        command += ["--pyodide", options.pyodide, "--clingo-wasm", options.clingo_wasm]
        if code := subprocess.run(command, check=False).returncode:
            return code
        names = [options.only] if options.only else ["chromium", "firefox"]
        with sync_playwright() as playwright:
            extent = options.extent or "usual"
            done = [visit(playwright, name, site, extent) for name in names]
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())

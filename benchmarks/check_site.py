"""Check that the site of `galaxies play --export` solves with a Pyodide distribution.

python benchmarks/check_site.py FOLDER [--clingo-wasm FOLDER] [--all]

FOLDER contains a distribution of Pyodide: a full one that you have downloaded, with
numpy and clingo, or the package of npm, without them; then --clingo-wasm names the
package of this name. The site is written, served, and opened in Chromium; its answers
are compared with those of this Python, with --all about each shipped puzzle, too. Needs
playwright and Chromium. Exit code 0: each answer is the same, or names a library that
is missing.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from page_pictures import CHROMIUM
from playwright.sync_api import Error, sync_playwright

from galaxies_asp.play.answers import answer

PUZZLES = ("7x7:cghsppedzzaccdtce", "random-40x40#6", "random-hard-12x12#2")
"""Propagation decides the first two; the last one needs a search."""

ABOUT = ("move", "hint", "number", "solutions", "convert", "turn")
"""Questions about each puzzle."""

ONCE = (
    *("walkthrough", "grade", "welcome", "course", "encodings"),
    *("count", "forced", "repair", "generate"),
)
"""Questions that are asked once, about the first puzzle."""

COMPARED = {"solutions": ("boards", "complete"), "convert": ("address",)}
"""The fields that are the same whoever answers."""

LACKS = "which this site lacks"
START = 600
"""Seconds until Python must have started in the browser."""

IS_READY = """() => Boolean(document.body.dataset.ready
  || document.getElementById("alert").textContent)"""

ASK = """async (request) => {
  const { ask } = await import("./ask.js");
  return ask(request);
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves the site; knows the types of its files."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing about single requests."""


def requests(*, about_all: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield requests with their names."""
    for file in answer({"ask": "collection"})["files"] if about_all else ():
        for number, puzzle in enumerate(
            answer({"ask": "load", "text": file})["puzzles"]
        ):
            request = {"ask": "number", "board": puzzle["board"]}
            yield f"number of {file}#{number + 1}", request
    for number, name in enumerate(PUZZLES):
        file, _, place = name.partition("#")
        puzzles = answer({"ask": "load", "text": file})["puzzles"]
        board = puzzles[int(place or 1) - 1]["board"]
        for ask in ABOUT if number else (*ABOUT, *ONCE):
            size = {"width": 7, "height": 7, "seed": 1} if ask == "generate" else {}
            yield f"{ask} of {file[:20]}", {"ask": ask, "board": board, **size}


def differing(page: Any, *, about_all: bool) -> list[str]:
    """Return the questions that the page answers in another way."""
    wrong = []
    for name, request in requests(about_all=about_all):
        expected = json.loads(json.dumps(answer(request)))
        started = time.monotonic()
        try:
            found = page.evaluate(ASK, request)
        except Error as error:
            found = {"error": str(error).partition("\n")[0].rpartition("Refused: ")[2]}
        keys = COMPARED.get(request["ask"])
        same = "the same answer" if _alike(found, expected, keys) else "another answer"
        if LACKS in found.get("error", ""):
            same = found["error"]
        print(f"{name}: {same} ({time.monotonic() - started:.1f} s)")
        if same == "another answer":
            wrong.append(name)
    return wrong


def _alike(found: Any, expected: Any, keys: Sequence[str] | None) -> bool:
    """Tell whether answers are equal, in these fields or in all of them."""
    if keys is None:
        return bool(found == expected)
    return all(found.get(key) == expected.get(key) for key in keys)


def check(site: Path, *, about_all: bool) -> int:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site))
    server.handle_error = lambda *_: None  # the browser has gone
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        end = time.monotonic() + START
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        try:
            # The policy of the page forbids conditions as text.
            while not page.evaluate(IS_READY) and time.monotonic() < end:
                page.wait_for_timeout(500)
            if alert := page.text_content("#alert"):
                print(f"the page says: {alert}")
                return 1
            return 1 if differing(page, about_all=about_all) else 0
        except Error as error:
            print(str(error).splitlines()[0])
            return 1
        finally:
            browser.close()
            server.shutdown()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pyodide")
    parser.add_argument("--clingo-wasm")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "galaxies_asp", "play", "--export", folder]
        command += ["--pyodide", options.pyodide]
        command += ["--clingo-wasm", options.clingo_wasm] if options.clingo_wasm else []
        done = subprocess.run(command, check=False)
        return done.returncode or check(Path(folder), about_all=options.all)


if __name__ == "__main__":
    sys.exit(main())

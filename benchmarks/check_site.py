"""Check that the site of `galaxies play --export` solves with a Pyodide distribution.

python benchmarks/check_site.py FOLDER

FOLDER contains a full distribution that you have downloaded, with numpy and clingo. The
site is written, served, and opened in Chromium; its answers are compared with those of
this Python. Needs playwright and Chromium. Exit code 0: all answers are the same.
"""

import json
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from page_pictures import CHROMIUM
from playwright.sync_api import Error, sync_playwright

from galaxies_asp.play.answers import answer

QUESTIONS = ("welcome", "hint", "number", "solutions", "count", "walkthrough", "course")
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


def differing(page: Any) -> list[str]:
    """Return the questions that the page answers in another way."""
    board = answer({"ask": "welcome"})["puzzles"][0]["board"]
    wrong = []
    for question in QUESTIONS:
        request = {"ask": question, "board": board}
        expected = json.loads(json.dumps(answer(request)))
        same = page.evaluate(ASK, request) == expected
        print(f"{question}: {'the same answer' if same else 'another answer'}")
        if not same:
            wrong.append(question)
    return wrong


def check(site: Path) -> int:
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
            return 1 if differing(page) else 0
        except Error as error:
            print(str(error).splitlines()[0])
            return 1
        finally:
            browser.close()
            server.shutdown()


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "galaxies_asp", "play", "--export", folder]
        done = subprocess.run([*command, "--pyodide", sys.argv[1]], check=False)
        return done.returncode or check(Path(folder))


if __name__ == "__main__":
    sys.exit(main())

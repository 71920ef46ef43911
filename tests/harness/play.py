"""What a player can do on the page with each type, variant and lattice, in Chromium.

    python -m tests.harness.play TABLE FOLDER [TYPES...]

Makes a small puzzle of each type, draws its solution by clicks, by touches and by keys,
takes hints to the end, asks for a grade, and lets axe judge the page in light and in
dark. Writes a row for each type to the file TABLE, and screenshots to FOLDER.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, Error, sync_playwright
from support.browser import CHROMIUM, OPTIONS
from support.page import Page
from support.played import SIZES, TYPES, hints_of, made, served
from support.waiting import PATIENCE

from galaxies_asp.core.board.errors import counted
from galaxies_asp.play.answers import answer

COLUMNS = (
    *("mouse", "keys", "touch", "hints alone", "faults", "by grade"),
    "light and dark",
)

PLACES = """async (wanted) => {
  const { game } = await import("./game.js");
  if (game.lattice) return wanted.walls;
  const { places } = await import("./atoms.js");
  const isWanted = ({ atom }) => wanted.atoms.includes(atom);
  return places().filter(({ atoms }) => atoms.some(isWanted)).map(({ at }) => at);
}"""
REACHED = """async () => {
  const { game } = await import("./game.js");
  const board = await import(game.lattice ? "./regions.js" : "./atoms.js");
  const ways = [[1, 0], [-1, 0], [0, 1], [0, -1]];
  const found = new Map();
  const see = (at) => at && found.set(`${at}`, at);
  see(board.next(null, [1, 0], {}));
  for (const at of found.values()) ways.forEach((way) => see(board.next(at, way, {})));
  const { grid } = game.lattice ?? {};
  const all = grid ? grid.edges.map((edge) => grid.point(edge))
    : board.places().map(({ at }) => at);
  return [all.filter((at) => found.has(`${at}`)).length, all.length];
}"""
"""How many of the places arrow keys reach."""


def row(browser: Browser, address: str, rules: str, folder: Path) -> list[str]:
    """Return what works for a type."""
    board = made(rules, SIZES.get(rules, (4, 4)), seed=1)
    solved = answer({"ask": "solutions", "board": board, "models": 1})["boards"][0]
    cells, violations = [], 0
    with ExitStack() as stack:
        context = browser.new_context(
            viewport={"width": 1280, "height": 800}, bypass_csp=True
        )
        context.set_default_timeout(1000 * PATIENCE)
        stack.callback(context.close)
        page = Page(context.new_page(), address)
        cells.append(_drawn(page, board, solved["attempt"], page.click))
        reached, number = page.page.evaluate(REACHED)
        cells.append(_part(reached, number))
        for theme in ("light", "dark"):
            page.page.emulate_media(color_scheme=theme)
            page.page.mouse.move(640, 300)
            path = folder / f"{rules.replace(' ', '-')}-{theme}.png"
            page.page.screenshot(path=path)
            violations += len(page.violations())
        context = browser.new_context(
            viewport={"width": 1280, "height": 800}, has_touch=True
        )
        context.set_default_timeout(1000 * PATIENCE)
        stack.callback(context.close)
        page = Page(context.new_page(), address)
        cells.append(_drawn(page, board, solved["attempt"], page.tap))
    steps, is_solved = hints_of(board)
    cells.append(counted(steps, "step") if is_solved else f"stop after {steps}")
    cells.append(_faults(board))
    asked = {"ask": "generate", "rules": rules, "grade": "moderate", "seed": 1}
    width, height = SIZES.get(rules, (5, 5))
    found = answer(asked | {"width": width, "height": height})
    cells.append(str(found.get("error") or found["grade"] or _late_grade(found)))
    cells.append("accessible" if not violations else f"{violations} violations")
    return cells


def _part(number: int, all_of_them: int) -> str:
    return "all" if number == all_of_them else f"{number} of {all_of_them}"


def _drawn(
    page: Page, board: dict[str, Any], wanted: dict[str, Any], touch: Any
) -> str:
    """Draw a solution; return whether the page says that it is solved."""
    page.open(json.dumps(board))
    if "family" in board:
        page.until("Number(document.body.dataset.strokes) > 0")
    wanted = {"walls": [], "atoms": [], **wanted}
    places = page.page.evaluate(PLACES, wanted)
    given = [list(one) for one in board.get("walls", [])]
    for at in places:
        for _ in range(12):  # alternatives follow each other
            if at in given or _has(page, at, wanted):
                break
            point = page.game(f"game.lattice ? game.lattice.place({at}) : {at}")
            touch(tuple(point))
            page.game("game.act(() => {})")
    page.game("game.act(() => {})")
    done = sum(at in given or _has(page, at, wanted) for at in places)
    said = _part(done, len(places))
    return said if page.is_solved else f"{said}, not solved"


def _has(page: Page, at: list[float], wanted: dict[str, Any]) -> bool:
    """Tell whether a place has what the solution has there."""
    if "labels" in wanted:
        return bool(page.game(f"game.walls().has('{at[0]},{at[1]}')"))
    return bool(
        page.page.evaluate(
            """async ([at, atoms]) => {
              const { game } = await import("./game.js");
              const { placeAt } = await import("./atoms.js");
              const now = game.now.board.attempt?.atoms ?? [];
              return placeAt(at).atoms.filter(({ atom }) => atoms.includes(atom))
                .every(({ atom }) => now.includes(atom));
            }""",
            [at, wanted["atoms"]],
        )
    )


def _late_grade(found: dict[str, Any]) -> str:
    """Return the grade of a puzzle that was not rated within the time of the page."""
    board = found["puzzles"][0]["board"]
    return f"{answer({'ask': 'grade', 'board': board})['grade']}, later"


def _faults(board: dict[str, Any]) -> str:
    """Draw all that can be drawn; return the first fault."""
    attempt: dict[str, Any] = {"atoms": []}
    if "family" in board:
        strokes = answer({"ask": "strokes", "board": board})["strokes"]
        attempt["atoms"] = sorted(one["atom"] for one in strokes)
    else:
        width, height = board["width"], board["height"]
        edges = [[x, y] for y in range(2 * height) for x in range(2 * width)]
        inner = [[x, y] for x, y in edges if (x + y) % 2 and x and y]
        attempt = {"walls": inner}
    found = answer({"ask": "load", "board": board | {"attempt": attempt}})
    if "error" in found:
        return str(found["error"])
    faults = found["puzzles"][0]["progress"]["faults"]
    return str(len(faults)) if faults else "none"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("types", nargs="*", default=TYPES)
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    lines = [["type", *COLUMNS], ["---"] * (len(COLUMNS) + 1)]
    with ExitStack() as stack:
        address = stack.enter_context(served())
        running = stack.enter_context(sync_playwright())
        browser = running.chromium.launch(executable_path=CHROMIUM, **OPTIONS[CHROMIUM])
        for rules in asked.types:
            try:
                lines.append([rules, *row(browser, address, rules, asked.folder)])
            except (AssertionError, Error, KeyError) as error:
                lines.append([rules, repr(error)])
            print(lines[-1], flush=True)
            rows = [f"| {' | '.join(line)} |" for line in lines]
            asked.table.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

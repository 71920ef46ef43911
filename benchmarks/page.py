"""Time from the end of a stroke to its drawing and to its judgement on the page.

Needs playwright, Chromium and Firefox. Boards are copies of a 5x5 beside each other.

python benchmarks/page.py
"""

from statistics import median
from typing import Any

from page_pictures import served

from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.notation import parse_all
from galaxies_asp.play.addresses import address

SIDES = (5, 15, 30, 50)
STROKES = 15

TIMES = """async (number) => {
  const { game } = await import("./game.js");
  const { svg } = await import("./paint.js");
  const found = [];
  for (let stroke = 0; stroke < number; stroke++) {
    const { lattice } = game;
    const edge = [2, 2 * stroke % (2 * lattice.board.height) + 1];
    svg.scrollIntoView();
    const at = new DOMPoint(...lattice.place(edge)).matrixTransform(svg.getScreenCTM());
    const fire = (type) => svg.dispatchEvent(new PointerEvent(type, {
      clientX: at.x, clientY: at.y, pointerId: 1, pointerType: "mouse" }));
    fire("pointerdown");
    const past = game.past.length;
    const start = performance.now();
    fire("pointerup");
    svg.getBoundingClientRect();
    await new Promise((resolve) => {
      const channel = new MessageChannel();
      requestAnimationFrame(() => channel.port1.postMessage(0));
      channel.port2.onmessage = resolve;
    });
    const drawn = performance.now();
    const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
    while (game.past.length === past) await turn();
    found.push([drawn - start, performance.now() - start]);
  }
  return found;
}"""


def copies(number: int) -> Puzzle:
    """Return a board of number x number copies of a puzzle of 5x5 cells."""
    puzzle = parse_all("5x5:dqndyddc")[0].puzzle
    centers = [
        Point(x + 10 * column, y + 10 * row)
        for row in range(number)
        for column in range(number)
        for x, y in puzzle.centers
    ]
    return Puzzle(5 * number, 5 * number, tuple(centers))


def measure(browser: Any, server: str, side: int) -> None:
    """Print the medians for a board."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{server}#{address(sheet_of(Position(copies(side // 5))))}")
    page.wait_for_selector("body[data-ready]")
    drawn, judged = zip(*page.evaluate(TIMES, STROKES), strict=True)
    print(
        f"{side}x{side}: drawn {median(drawn):.0f} ms, judged {median(judged):.0f} ms"
    )


def main() -> None:
    """Print the medians for all boards."""
    for name in ("chromium", "firefox"):
        print(f"-- {name} --")
        with served(name) as (browser, server):
            for side in SIDES:
                measure(browser, server, side)


if __name__ == "__main__":
    main()

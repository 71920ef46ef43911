"""Playing on the page: with the mouse, the keyboard, a finger, and hints."""

import base64
from collections.abc import Callable, Iterator
from math import hypot

import pytest
from support.browser import in_both
from support.page import Page
from support.puzzles import IDP_5X5, IDP_7X7

from galaxies_asp.core.board.grid import Point, adjacent_cells, touched_cells
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.drawing import painted
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.solving.search import solve

SOLUTION = solve(IDP_7X7).solutions[0]


def strokes(walls: frozenset[Point]) -> Iterator[list[tuple[float, float]]]:
    """Yield straight lines that draw all walls, each as its two ends."""
    left = set(walls)
    while left:
        wall = min(left)
        dx, dy = (2, 0) if wall.x % 2 else (0, 2)
        end = wall
        while end in left:
            left.remove(end)
            end = Point(end.x + dx, end.y + dy)
        yield [
            (wall.x - dx / 2, wall.y - dy / 2),
            (end.x - dx / 2, end.y - dy / 2),
        ]


DROP = """(text) => {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const event = new Event("drop", { bubbles: true, cancelable: true });
  event.dataTransfer = { files: [new File([bytes], "a.png", { type: "image/png" })] };
  document.body.dispatchEvent(event);
}"""


@pytest.mark.slow
def test_a_picture_of_a_board_that_is_dropped_is_opened(page: Page) -> None:
    picture = painted(sheet_of(Position(IDP_7X7)).scene(), "png")
    page.open(IDP_5X5)
    page.page.evaluate(DROP, base64.b64encode(picture).decode())
    page.until_game("game.now.board.width === 7")
    assert page.game("game.names.length") == len(IDP_7X7.centers)
    assert "read from the picture" in page.text("status")
    page.page.evaluate(DROP, base64.b64encode(b"no picture").decode())
    page.until("document.getElementById('alert').textContent.length > 0")
    assert page.game("game.now.board.width") == 7


@pytest.mark.slow
def test_arrows_lead_from_cells_of_open_regions_to_their_dots(page: Page) -> None:
    page.open(IDP_7X7)
    x, y = IDP_7X7.centers[0]
    page.page.evaluate(
        """async (cell) => {
          const { game } = await import("./game.js");
          await game.draw({ cells: [cell], dot: 0 });
        }""",
        [x - 3, y],
    )
    page.until("document.querySelector('.overlay .arrow') !== null")
    lines = page.page.get_attribute(".overlay .arrow", "d")
    assert lines.count("M") == 2 * 3  # a shaft and a head for each of two cells
    page.page.click("#undo")
    page.until("document.querySelector('.overlay .arrow') === null")


@pytest.mark.slow
@in_both
def test_solved_by_walls_with_the_mouse_and_undone(page: Page) -> None:
    page.open(IDP_7X7)
    for stroke in strokes(SOLUTION.walls):
        assert not page.is_solved
        page.drag(stroke)
    page.until_game("game.now.progress.solved")
    assert "Solved" in page.text("status")
    assert "labels" not in page.game("game.now.board.attempt")
    while page.page.is_enabled("#undo"):
        page.page.click("#undo")
    assert not page.game("game.now.board.attempt?.walls?.length ?? 0")
    page.page.click("#redo")
    assert page.game("game.now.board.attempt.walls.length")


FOLLOW = """async () => {
  const { game } = await import("./game.js");
  const button = document.getElementById("do");
  const until = async (holds) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  while (!game.now.progress.solved && !game.now.progress.faults.length) {
    await until(() => !button.hidden && document.querySelector(".drawn .mark"));
    const drawn = game.past.length;
    button.click();
    await until(() => game.past.length > drawn);
  }
  return game.past.length;
}"""


@pytest.mark.slow
def test_hint_and_do_it_to_the_end(page: Page) -> None:
    page.open(IDP_7X7)
    texts = []
    for _ in range(3):
        page.page.click("#hint")
        page.until("!document.getElementById('do').hidden")
        texts.append(page.text("help-text"))
    assert "Look at" in texts[0]
    assert len(set(texts)) == 3
    assert page.page.evaluate(FOLLOW) > 1
    assert page.is_solved


def walk(dot: int) -> list[tuple[float, float]]:
    """Return a way from a dot through all cells of its region, and through no other."""
    center = IDP_7X7.centers[dot]
    own = {cell for cell in IDP_7X7.cells() if SOLUTION.label(cell) == dot}
    way: list[tuple[float, float]] = [center]

    def visit(cell: Point) -> None:
        own.discard(cell)
        way.extend([cell, (cell.x + 0.9, cell.y + 0.9), cell])
        for near in adjacent_cells(cell):
            if near in own:
                visit(near)
                way.append(cell)

    visit(touched_cells(center)[0])
    assert not own
    return way


@pytest.mark.slow
@in_both
def test_solved_by_labels_with_the_mouse(page: Page) -> None:
    page.open(IDP_7X7)
    centers, labels = IDP_7X7.centers, SOLUTION.label
    beyond = {
        labels(c) for c in IDP_7X7.cells() if c not in touched_cells(centers[labels(c)])
    }
    for dot in beyond:
        assert not page.is_solved
        page.drag(walk(dot))
    page.until_game("game.now.progress.solved")
    assert page.game("game.past.length") == len(beyond)


@pytest.mark.slow
def test_mirror_images_come_along(page: Page) -> None:
    """Half of each region is enough, dragged to its dot."""
    puzzle = Puzzle(3, 1, [(3, 1)])
    page.open(puzzle)
    page.drag([(1, 1), (3, 1)])
    page.until_game("game.now.progress.solved")


@pytest.mark.slow
@in_both
def test_solved_with_the_keyboard_alone(page: Page) -> None:
    page.open(IDP_7X7)
    keyboard = page.page.keyboard
    for _ in range(30):
        keyboard.press("Tab")
        if page.page.evaluate("document.activeElement.id") == "board":
            break
    keyboard.press("ArrowRight")
    at = Point(1, 1)
    for wall in sorted(SOLUTION.walls, key=lambda wall: (wall.y, wall.x)):
        for _ in range(abs(wall.x - at.x)):
            keyboard.press("ArrowRight" if wall.x > at.x else "ArrowLeft")
        for _ in range(abs(wall.y - at.y)):
            keyboard.press("ArrowDown" if wall.y > at.y else "ArrowUp")
        assert "between" in page.text("status")
        keyboard.press(" ")
        at = wall
    page.until_game("game.now.progress.solved")
    keyboard.press("u")
    page.until_game("!game.now.progress.solved")
    keyboard.press("r")
    page.until_game("game.now.progress.solved")


@pytest.mark.slow
@in_both
def test_solved_by_touch(new_page: Callable[..., Page]) -> None:
    """A dot is tapped, then its cells."""
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.open(IDP_7X7)
    for dot, center in enumerate(IDP_7X7.centers):
        page.tap(center)  # the other regions may have completed its own
        labels = "(game.now.board.attempt?.labels?.flat() ?? [])"
        page.until_game(f"game.pen === {dot} || {labels}.includes({dot})")
        for cell in IDP_7X7.cells():
            if SOLUTION.label(cell) != dot:
                continue
            if page.game(f"game.label([{cell.x}, {cell.y}])") is None:
                corner = next(
                    (cell.x + dx, cell.y + dy)
                    for dx, dy in ((0, 0), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5))
                    if all(
                        hypot(cell.x + dx - x, cell.y + dy - y) > 0.65
                        for x, y in IDP_7X7.centers
                    )
                )
                page.tap(corner)
                page.until_game(f"game.label([{cell.x}, {cell.y}]) === {dot}")
    page.until_game("game.now.progress.solved")


@pytest.mark.slow
def test_planted_mistakes_are_named_and_drawn(page: Page) -> None:
    page.open(IDP_7X7)
    passage = next(
        Point(x, 1) for x in range(2, 14, 2) if Point(x, 1) not in SOLUTION.walls
    )
    page.click(passage)
    page.until_game("game.past.length === 1")
    page.page.click("#wrong")
    page.until("document.querySelector('.drawn .mark') !== null")
    assert "wrong" in page.text("help-text")
    faults = page.game("game.now.progress.faults.length")
    assert (len(page.page.query_selector_all(".drawn .fault")) > 0) == (faults > 0)


@pytest.mark.slow
def test_a_fault_is_shown_at_once_by_shape(page: Page) -> None:
    page.open(Puzzle(4, 1, [(2, 1), (6, 1)]))
    page.page.check("[name=tool][value=wall]")
    page.click((2, 0.3))
    page.until_game("game.now.progress.faults.length > 0")
    assert page.page.query_selector(".drawn .fault")
    assert "dot A" in page.text("fault-list")
    page.page.click("#settings-button")
    page.page.uncheck("[name=faults]")
    assert not page.page.is_visible(".drawn .fault")


@pytest.mark.slow
def test_no_fault_on_any_step_of_the_walkthrough(page: Page) -> None:
    page.open(IDP_7X7)
    page.page.click("#walk")
    page.until("!document.getElementById('steps').hidden")
    page.until("!document.getElementById('step-number').textContent.endsWith('+')")
    texts = set()
    while True:
        page.until("document.querySelector('.drawn .mark') !== null")
        texts.add(page.text("help-text"))
        number = page.text("step-number")
        page.page.click("#step-next")
        if page.text("step-number") == number:
            break
    assert len(texts) > 3
    page.page.click("#step-close")
    page.until("document.querySelector('.drawn .mark') === null")
    assert page.game("game.past.length") == 0


@pytest.mark.slow
def test_an_edge_is_explained_by_pointing_at_it(page: Page) -> None:
    page.open(IDP_7X7)
    page.page.click("#why")
    wall = sorted(SOLUTION.walls)[3]
    page.click(wall)
    shown = "document.querySelector('.drawn .mark')"
    page.until(f"{shown} !== null")
    assert "wall" in page.text("help-text")


@pytest.mark.slow
def test_a_trial_is_discarded_or_kept(page: Page) -> None:
    page.open(IDP_7X7)
    one, other = sorted(SOLUTION.walls)[:2]
    page.click(one)
    page.until_game("game.past.length === 1")
    page.page.click("#trial")
    page.click(other)
    page.until("document.querySelector('.overlay .tried.wall') !== null")
    page.page.click("#discard")
    page.until_game("game.now.board.attempt.walls.length === 1")
    assert not page.page.query_selector(".overlay .tried.wall")


@pytest.mark.slow
def test_a_picture_appears_in_black_and_white(page: Page) -> None:
    page.open(Puzzle(4, 1, [(2, 1), (6, 1)], black=[(2, 1)]))
    page.page.check("[name=tool][value=wall]")
    page.click((4, 1))
    page.until_game("game.now.progress.solved")
    assert page.page.query_selector('.drawn [fill="#7d828c"]')
    assert page.page.query_selector('.drawn [fill="#ffffff"]')

"""The page in a browser: with the mouse, the keyboard, a finger, and nothing else."""

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from math import hypot
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from support.puzzles import IDP_7X7, IDP_15X15, SEVERAL

from galaxies_asp.grid import Point, adjacent_cells, touched_cells
from galaxies_asp.notation import NOTATIONS, write
from galaxies_asp.puzzle import Puzzle
from galaxies_asp.solve.search import solve

SOLUTION = solve(IDP_7X7).solutions[0]
BARE = "7x7"
PATIENCE = 20


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
        self.page.goto("about:blank")
        self.page.goto(self.address + fragment)
        self.until("document.body.dataset.ready === 'true'")

    def until(self, condition: str) -> None:
        """Wait for a condition; the page's policy forbids Playwright's own way."""
        deadline = time.monotonic() + PATIENCE
        while not self.page.evaluate(condition):
            assert time.monotonic() < deadline, condition
            self.page.wait_for_timeout(20)

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

    def click(self, point: tuple[float, float]) -> None:
        (place,) = self.places([point])
        self.page.mouse.click(*place)

    def tap(self, point: tuple[float, float]) -> None:
        (place,) = self.places([point])
        self.page.touchscreen.tap(*place)

    def drag(self, points: list[tuple[float, float]]) -> None:
        """Press at the first point, move over the others, release at the last."""
        first, *others = self.places(points)
        self.page.mouse.move(*first)
        self.page.mouse.down()
        for place in others:
            self.page.mouse.move(*place)
        self.page.mouse.up()

    def text(self, name: str) -> str:
        return str(self.page.text_content(f"#{name}"))

    @property
    def is_solved(self) -> bool:
        return bool(self.game("game.now.progress.solved"))


@pytest.fixture
def new_page(browser: Any, address: str) -> Iterator[Callable[..., Page]]:
    """Give a function that opens a page in a context of its own; no script may fail."""
    errors: list[str] = []
    contexts = []

    def opened(**options: Any) -> Page:
        context = browser.new_context(
            **({"viewport": {"width": 1280, "height": 900}} | options)
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console",
            lambda line: errors.append(line.text) if line.type == "error" else None,
        )
        return Page(page, address)

    yield opened
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


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


def test_hint_and_do_it_to_the_end(page: Page) -> None:
    page.open(IDP_7X7)
    page.page.click("#hint")
    for _ in range(60):
        page.until("!document.getElementById('do').hidden")
        drawn = page.game("game.past.length")
        assert page.page.query_selector(".marks .role-target")
        page.page.click("#do")
        page.until_game(f"game.past.length > {drawn}")
        assert page.game("game.now.progress.faults.length") == 0
        if page.is_solved:
            break
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
def test_solved_by_labels_with_the_mouse(page: Page) -> None:
    page.open(IDP_7X7)
    for dot in range(len(IDP_7X7.centers)):
        assert not page.is_solved
        page.drag(walk(dot))
    page.until_game("game.now.progress.solved")
    assert page.game("game.past.length") == len(IDP_7X7.centers)
    assert "walls" not in page.game("game.now.board.attempt")


def test_mirror_images_come_along(page: Page) -> None:
    """Half of each region is enough, dragged to its dot."""
    puzzle = Puzzle(3, 1, [(3, 1)])
    page.open(puzzle)
    page.drag([(1, 1), (3, 1)])
    page.until_game("game.now.progress.solved")


@pytest.mark.slow
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
def test_solved_by_touch(new_page: Callable[..., Page]) -> None:
    """A dot is tapped, then its cells."""
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.open(IDP_7X7)
    for dot, center in enumerate(IDP_7X7.centers):
        page.tap(center)
        page.until_game(f"game.pen === {dot}")
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
def test_a_15x15_is_solved_by_hints(page: Page) -> None:
    page.open(IDP_15X15)
    page.page.click("#hint")
    steps = page.page.evaluate(
        """async () => {
          const { game } = await import("./game.js");
          const button = document.getElementById("do");
          const until = (holds) => new Promise((resolve) => {
            const timer = setInterval(() => {
              if (holds()) resolve(clearInterval(timer));
            }, 5);
          });
          while (!game.now.progress.solved) {
            await until(() => !button.hidden);
            const drawn = game.past.length;
            button.click();
            await until(() => game.past.length > drawn);
            if (game.now.progress.faults.length) break;
          }
          return game.past.length;
        }"""
    )
    assert page.is_solved
    assert steps > 50


def test_planted_mistakes_are_named_and_drawn(page: Page) -> None:
    page.open(IDP_7X7)
    passage = next(
        Point(x, 1) for x in range(2, 14, 2) if Point(x, 1) not in SOLUTION.walls
    )
    page.click(passage)
    page.until_game("game.past.length === 1")
    page.page.click("#wrong")
    page.until("document.querySelector('.marks .role-wrong') !== null")
    assert "wrong" in page.text("help-text")
    faults = page.game("game.now.progress.faults.length")
    assert (len(page.page.query_selector_all(".faults path")) > 0) == (faults > 0)


def test_a_fault_is_shown_at_once_by_shape(page: Page) -> None:
    page.open(Puzzle(4, 1, [(2, 1), (6, 1)]))
    page.page.check("[name=tool][value=wall]")
    page.click((2, 0.3))
    page.until_game("game.now.progress.faults.length > 0")
    assert page.page.query_selector(".faults .crossed")
    assert "dot A" in page.text("fault-list")
    page.page.click("#settings-button")
    page.page.uncheck("[name=faults]")
    assert not page.page.query_selector(".faults .crossed")


@pytest.mark.slow
def test_no_fault_on_any_step_of_the_walkthrough(page: Page) -> None:
    page.open(IDP_7X7)
    page.page.click("#walk")
    page.until("!document.getElementById('steps').hidden")
    texts = set()
    while True:
        assert page.page.query_selector(".marks .role-target")
        texts.add(page.text("help-text"))
        number = page.text("step-number")
        page.page.click("#step-next")
        if page.text("step-number") == number:
            break
    assert len(texts) > 5
    page.page.click("#step-close")
    assert not page.page.query_selector(".marks *")
    assert page.game("game.past.length") == 0


def test_an_edge_is_explained_by_pointing_at_it(page: Page) -> None:
    page.open(IDP_7X7)
    page.page.click("#why")
    wall = sorted(SOLUTION.walls)[3]
    page.click(wall)
    page.until("document.querySelector('.marks .role-target') !== null")
    assert "wall" in page.text("help-text")


@pytest.mark.slow
def test_every_notation_is_pasted(page: Page) -> None:
    page.open("3x3:i")
    for notation in NOTATIONS:
        if notation.write is None:
            continue
        page.page.click("#open-button")
        page.page.fill("#open-text", write(IDP_7X7, notation.name))
        page.page.click("#open-do")
        page.until_game("game.now.board.width === 7")
        page.until("!document.getElementById('open-dialog').open")
        assert len(page.game("game.now.names")) == len(IDP_7X7.centers)
        page.page.click("#open-button")
        page.page.fill("#open-text", "3x3:i")
        page.page.click("#open-do")
        page.until_game("game.now.board.width === 3")
        page.until("!document.getElementById('open-dialog').open")


def test_shared_reloaded_and_opened_in_a_second_tab(page: Page) -> None:
    page.open(IDP_7X7)
    page.click(sorted(SOLUTION.walls)[0])
    page.until_game("game.past.length === 1")
    page.page.reload()
    page.until("document.body.dataset.ready === 'true'")
    assert page.game("game.now.board.attempt.walls.length") == 1
    page.page.click("#share-button")
    page.until("document.getElementById('share-text').value.includes('#p=')")
    link = page.page.input_value("#share-text")
    other = Page(page.page.context.new_page(), page.address)
    other.page.goto(link)
    other.until("document.body.dataset.ready === 'true'")
    assert other.game("game.now.board.attempt.walls.length") == 1
    other.open(SEVERAL[0])
    page.page.reload()
    page.until("document.body.dataset.ready === 'true'")
    assert page.game("game.now.board.width") == 7


def test_a_file_of_puzzles_is_leafed_through(page: Page) -> None:
    page.open("3x3:i\n4x3:m\n5x3:m")
    assert page.text("place") == "1 of 3"
    page.page.click("#next-puzzle")
    page.until_game("game.now.board.width === 4")
    page.page.click("#previous-puzzle")
    page.until_game("game.now.board.width === 3")


def test_text_of_a_puzzle_is_never_markup(page: Page) -> None:
    fields = {
        "id": "<img src=x onerror=alert(1)><b>",
        "width": 2,
        "height": 1,
        "centers": [[2, 1]],
    }
    page.open(json.dumps(fields))
    assert "<img" in page.text("title")
    assert page.page.query_selector("img, #title b") is None


@pytest.mark.slow
def test_explore(page: Page) -> None:
    page.open(SEVERAL[0])
    total = len(solve(SEVERAL[0], 0).solutions)
    page.page.click("#tab-explore")
    page.page.click("#solutions")
    page.until("!document.getElementById('leaf').hidden")
    assert page.text("leaf-output") == f"1 of {total}"
    page.page.click("#leaf-next")
    assert page.text("leaf-output") == f"2 of {total}"
    page.page.click("#count")
    page.until(
        f"document.getElementById('explore-text').textContent.includes('{total} s')"
    )
    page.page.click("#forced")
    page.until("document.querySelector('.fills .count') !== null")
    page.page.click("#repair")
    page.until("document.querySelector('#repairs button') !== null")
    page.page.click("#repairs button")
    page.until_game("game.past.length === 1")
    page.page.click("#solutions")
    page.until(
        "document.getElementById('explore-text').textContent.includes('Exactly')"
    )


@pytest.mark.slow
def test_make(page: Page) -> None:
    page.open("3x3:i")
    page.page.click("#tab-make")
    page.page.fill("#blank [name=width]", "2")
    page.page.fill("#blank [name=height]", "2")
    page.page.click("#blank button")
    page.until_game("game.now.board.width === 2")
    page.until("document.getElementById('number').textContent.startsWith('No sol')")
    page.page.check("[name=change][value=dot]")
    page.click((2, 2))
    page.until("document.getElementById('number').textContent.startsWith('Exactly')")
    assert page.game("game.now.board.centers") == [[2, 2]]
    page.page.check("[name=change][value=color]")
    page.click((2, 2))
    page.until_game("game.now.board.black?.length === 1")
    page.page.check("[name=change][value=move]")
    page.click((2, 2))
    page.click((2, 1))
    page.until_game("game.now.board.centers[0][1] === 1")
    page.until("document.getElementById('number').textContent.startsWith('No sol')")
    page.page.click("#generate button")
    page.until_game("game.now.board.width === 7")
    page.page.click("summary >> text=Book")
    page.page.click("#book-add")
    with page.page.expect_download() as download:
        page.page.select_option("#book [name=format]", "latex")
        page.page.click("text=Save the book")
    assert download.value.suggested_filename == "galaxies.tex"


@pytest.mark.slow
def test_rules(page: Page) -> None:
    page.open(SEVERAL[0])
    page.page.click("#tab-rules")
    page.until("document.getElementById('program').value.includes('galaxy')")
    page.page.click("#run")
    page.until("/^2 answers/.test(document.getElementById('rules-text').textContent)")
    page.page.uncheck("#parts input[value=mirror]")
    page.until("document.getElementById('rules-leaf').hidden")
    page.page.click("#run")
    page.until("!document.getElementById('rules-leaf').hidden")
    assert "breaks rules" in page.text("rules-text")
    page.page.click("#difference")
    page.until("/does not/.test(document.getElementById('rules-text').textContent)")
    page.page.fill("#program", "a.\nb(")
    page.page.click("#run")
    page.until("/syntax error/.test(document.getElementById('rules-text').textContent)")
    selected = page.page.evaluate(
        "(({value, selectionStart: a, selectionEnd: b}) => value.slice(a, b))"
        "(document.getElementById('program'))"
    )
    assert selected == "b("


@pytest.mark.slow
def test_a_trial_is_discarded_or_kept(page: Page) -> None:
    page.open(IDP_7X7)
    one, other = sorted(SOLUTION.walls)[:2]
    page.click(one)
    page.until_game("game.past.length === 1")
    page.page.click("#trial")
    page.click(other)
    page.until("document.querySelector('.walls .tried') !== null")
    page.page.click("#discard")
    page.until_game("game.now.board.attempt.walls.length === 1")
    assert not page.page.query_selector(".walls .tried")


@pytest.mark.slow
def test_a_long_request_is_canceled(page: Page) -> None:
    from support.puzzles import many_copies

    page.open(many_copies(3, 3))
    page.page.click("#walk")
    page.until("!document.getElementById('work').hidden")
    page.page.click("#cancel")
    page.until("document.getElementById('work').hidden")
    assert "Canceled" in page.text("status")


@pytest.mark.slow
def test_a_picture_appears_in_black_and_white(page: Page) -> None:
    page.open(Puzzle(4, 1, [(2, 1), (6, 1)], black=[(2, 1)]))
    page.page.check("[name=tool][value=wall]")
    page.click((4, 1))
    page.until_game("game.now.progress.solved")
    assert page.page.query_selector(".fills .ink")
    assert page.page.query_selector(".fills .paper")


@pytest.mark.slow
def test_print_shows_the_board_alone(page: Page) -> None:
    page.open(IDP_7X7)
    page.page.emulate_media(media="print", color_scheme="dark")
    shown = page.page.evaluate(
        "[...document.querySelectorAll('button, #title, #side, #status')]"
        ".filter((one) => one.checkVisibility()).length"
    )
    assert shown == 0
    assert page.page.is_visible("#board")
    background = page.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(255, 255, 255)"


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 768, 390])
def test_controls_are_large_and_nothing_overflows(
    new_page: Callable[..., Page], width: int
) -> None:
    page = new_page(viewport={"width": width, "height": 900})
    page.open(IDP_7X7)
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    for tab in ("play", "explore", "make", "rules"):
        page.page.click(f"#tab-{tab}")
        small = page.page.evaluate(
            "[...document.querySelectorAll('button, select, summary')]"
            ".filter((one) => one.checkVisibility())"
            ".map((one) => [one.id || one.textContent, one.getBoundingClientRect()])"
            ".filter(([, {width, height}]) => width < 44 || height < 43.9)"
            ".map(([name]) => name)"
        )
        assert small == []


@pytest.mark.slow
def test_a_move_on_a_large_board_is_quick(page: Page) -> None:
    """The budget is 300 ms; the bound leaves room for a busy machine."""
    page.open("random-30x30")
    page.click((2, 1))
    page.until_game("game.past.length === 1")
    started = time.monotonic()
    page.click((4, 1))
    page.until_game("game.past.length === 2")
    assert time.monotonic() - started < 3


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(new_page: Callable[..., Page], scheme: str) -> None:
    """No violation that axe-core finds, on any tab and in any dialog."""
    axe = os.environ.get("AXE_CORE")
    if not axe:
        pytest.skip("AXE_CORE does not name the file axe.min.js of axe-core")
    page = new_page(color_scheme=scheme, bypass_csp=True)
    page.open(SEVERAL[0])
    page.page.evaluate(Path(axe).read_text(encoding="utf-8") + ";0")

    def violations() -> list[str]:
        found = page.page.evaluate("axe.run().then(({violations}) => violations)")
        return [
            f"{one['id']}: {node['html']}" for one in found for node in one["nodes"]
        ]

    for tab in ("play", "explore", "make", "rules"):
        page.page.click(f"#tab-{tab}")
        if tab == "play":
            page.page.click("#hint")
            page.until("!document.getElementById('do').hidden")
        for closed in page.page.query_selector_all(
            f"#{tab} details:not([open]) summary"
        ):
            closed.click()
        assert violations() == [], tab
    for dialog in ("open", "share", "settings"):
        page.page.click(f"#{dialog}-button")
        page.until(f"document.getElementById('{dialog}-dialog').open")
        assert violations() == [], dialog
        page.page.keyboard.press("Escape")

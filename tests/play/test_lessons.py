"""Lessons: the format of courses, and the tasks of the shipped course on the page."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.browser import in_both
from support.commands import galaxies
from support.marks import nightly_if
from support.page import Page

from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.play.answers import answer
from galaxies_asp.play.lessons import LARGEST_FILE, OTHER, LessonStep, read, shipped

COURSE = """# A course

Text with `code`.

## A step

Add a fact.

    indented

- [x] right
- [ ] wrong

```program
#include "grow.lp".
```

```check
solutions: 1 3x1:aaz
same: growth+thin
```
"""

SHIPPED = read(shipped())[1:]


def written(folder: Path, text: str) -> Path:
    path = folder / "course.md"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_course_is_read(tmp_path: Path) -> None:
    first, step = read(written(tmp_path, COURSE))
    assert (first.title, first.text) == ("A course", ["", "Text with `code`.", ""])
    assert step.choices == [("right", True), ("wrong", False)]
    assert step.checks == [("solutions", "1 3x1:aaz"), ("same", "growth+thin")]
    assert step.blocks["program"] == '#include "grow.lp".'
    assert "    indented" in step.text


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("# A course\n", "", 2, "a course begins with '# '"),
        ("## A step", "# A step", 5, "'# ' begins a course"),
        ("## A step", "## A step\n\n## A step", 7, "another step"),
        ("```program", "```prolog", 14, "'prolog' is no block"),
        ("```check", "```program", 18, "a second one"),
        ("solutions: 1", "solution: 1", 19, "a check is KIND: VALUE"),
        ("3x1:aaz", "3x1:?", 19, "?"),
        ("growth+thin", "growth+thick", 20, "same: 'growth+thick' is not one of"),
        ("growth+thin", "../grow.lp", 20, "is not one of grow"),
        ("same: growth+thin", "makes: 9x9", 20, "is not a size"),
        ("same: growth+thin", "breaks: symmetry", 20, "asymmetric region"),
        ("same: growth+thin", "differs: other", 5, "needs a block 'other'"),
        ("- [ ] wrong", "- [x] wrong", 5, "exactly one choice"),
        ("```program", "```", 5, "needs a block 'program'"),
        (COURSE[COURSE.index("## ") :], "", 1, "the course has no step"),
        (COURSE[COURSE.index("- [x]") :], "", 5, "nothing to check"),
    ],
)
def test_a_faulty_course_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    assert COURSE.count(old) == 1
    path = written(tmp_path, COURSE.replace(old, new))
    with pytest.raises(GalaxiesError) as error:
        read(path)
    assert str(error.value).startswith(f"{path}:{line}: ")
    assert message in str(error.value)


def test_the_command_refuses_a_faulty_course_in_one_line(tmp_path: Path) -> None:
    path = written(tmp_path, COURSE.replace("makes", "make").replace("same", "some"))
    done = galaxies("play", "--no-browser", "--lessons", str(path))
    assert done.returncode == 65
    assert done.stderr.decode().startswith(f"galaxies: {path}:20: a check is KIND")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"# A\n\n\xff", ":3: the text is not UTF-8"),
        (b"# A\n" * LARGEST_FILE, f":1: the file has more than {LARGEST_FILE:,} bytes"),
    ],
)
def test_bytes_that_are_no_text_are_refused(
    tmp_path: Path, data: bytes, message: str
) -> None:
    path = tmp_path / "course.md"
    path.write_bytes(data)
    with pytest.raises(GalaxiesError, match=message):
        read(path)
    with pytest.raises(GalaxiesError, match="none: cannot be read"):
        read(tmp_path / "none")


def test_the_page_gets_the_course(tmp_path: Path) -> None:
    path = written(tmp_path, COURSE)
    course = answer({"ask": "course", "lessons": str(path)})
    assert [step["title"] for step in course["steps"]] == ["A step"]
    assert answer({"ask": "course"})["title"] == "The rules as a program"


def test_a_program_makes_a_puzzle_or_is_refused() -> None:
    asked = {"ask": "invent", "width": 4, "height": 4, "seed": 1}
    step = next(step for step in SHIPPED if "star" in step.blocks["answer"])
    made = answer({**asked, "program": step.blocks["answer"]})
    assert made["puzzles"][0]["board"]["clues"]
    refused = answer({**asked, "program": "a(."})
    assert refused["line"] == 1
    assert "error" in answer({**asked, "width": 9, "program": ""})


def test_a_difference_is_given_beside_the_expected_answer() -> None:
    program = next(step.blocks["program"] for step in SHIPPED)
    asked = {"ask": "difference", "program": f"{program}\n:- not galaxy((1,1),(1,1))."}
    found = answer({**asked, "against": {"encoding": "grow"}})
    assert found["is_missing"]
    assert found["answers"][0]["faults"] == []
    found = answer({**asked, "against": {"encoding": "/etc/passwd"}})
    assert "/etc/passwd" in found["error"]


# The page ----------------------------------------------------------------------------


def checked(page: Page) -> str:
    """Press Check, and return what the page says."""
    page.page.click("#lesson-check")
    result = "document.getElementById('lesson-result').textContent"
    page.until(f"!['', 'Checking …'].includes({result})")
    return page.text("lesson-result")


def open_lessons(page: Page) -> None:
    """Open the tab, and wait until its steps are listed."""
    page.open("3x3:i")
    page.page.click("#tab-lessons")
    page.until("document.querySelector('#course-steps button') !== null")


def start(page: Page, index: int) -> None:
    """Open a step, and wait until its board is shown."""
    page.page.evaluate("document.getElementById('course').open = true")
    page.page.click(f"#course-steps li:nth-child({index + 1}) button")
    page.until(
        "document.getElementById('lesson-title').textContent.startsWith("
        f"'{index + 1}. ') && document.activeElement.id === 'lesson-title'"
    )


def solve(page: Page, step: LessonStep) -> None:
    """Give the model answer of a step."""
    text = step.blocks["answer"]
    if ("differs", OTHER) in step.checks:
        page.paste(text)
        page.until_game("game.now.board.centers.length === 3")
    else:
        page.page.fill("#lesson-program", text)
    for number, (_, is_right) in enumerate(step.choices):
        if is_right:
            page.page.check(f"[name=lesson-choice][value='{number}']")


@pytest.mark.slow
@pytest.mark.parametrize("number", [3, *nightly_if(bool, [len(SHIPPED)])])
def test_tasks_refuse_their_starts_and_accept_their_answers(
    page: Page, number: int
) -> None:
    open_lessons(page)
    for index, step in enumerate(SHIPPED[:number]):
        start(page, index)
        assert "Solved" not in checked(page), index
        solve(page, step)
        assert checked(page).startswith("Solved."), index
        assert f"{index + 1} solved" in page.text("course-place")


@pytest.mark.slow
def test_progress_and_programs_are_kept(page: Page) -> None:
    open_lessons(page)
    assert page.game("game.now.board.width") == 3
    start(page, 1)
    page.until_game("game.now.board.height === 2")
    page.page.fill("#lesson-program", "a(")
    assert "syntax error" in checked(page)
    page.page.click("#lesson-start")
    assert page.page.input_value("#lesson-program") == SHIPPED[1].blocks["program"]
    page.page.click("#lesson-start")
    assert page.page.input_value("#lesson-program") == "a("
    solve(page, SHIPPED[1])
    checked(page)
    page.page.click("#undo")
    page.until_game("game.now.board.height === 3")
    page.reload()
    page.page.click("#tab-lessons")
    page.until("document.getElementById('lesson-title').textContent.startsWith('2')")
    assert page.page.input_value("#lesson-program") == SHIPPED[1].blocks["answer"]
    assert "1 solved" in page.text("course-place")


@pytest.mark.slow
def test_a_wrong_program_is_shown_beside_the_expected_answer(page: Page) -> None:
    open_lessons(page)
    start(page, 2)
    text = checked(page)
    assert "disconnected region" in text
    captions = page.page.eval_on_selector_all(
        "#lesson-boards figcaption", "all => all.map(one => one.textContent)"
    )
    assert captions == ["Your program", "Expected: no solution"]
    assert page.page.locator("#lesson-boards svg").count() == 2


@pytest.mark.slow
@in_both
def test_a_lesson_is_done_with_the_keyboard(page: Page) -> None:
    page.open("3x3:i")
    page.page.focus("#tab-rules")
    keys = page.page.keyboard
    keys.press("ArrowRight")
    page.until("document.querySelector('#course-steps button') !== null")
    page.page.focus("#course-place")
    keys.press("Tab")
    keys.press("Enter")
    page.until("document.activeElement.id === 'lesson-title'")
    keys.press("Tab")
    assert page.page.evaluate("document.activeElement.id") == "lesson-program"
    keys.press("Control+a")
    keys.type("a(")
    page.page.focus("[name=lesson-choice]")
    keys.press("Space")
    page.page.focus("#lesson-check")
    keys.press("Enter")
    page.until(
        "document.getElementById('lesson-result').textContent.includes('syntax error')"
    )
    assert page.page.evaluate("document.activeElement.id") == "lesson-program"


@pytest.mark.slow
def test_a_course_of_a_teacher(
    new_page: Callable[..., Page], serve: Callable[..., str], tmp_path: Path
) -> None:
    course = COURSE.replace("A course", "<b>A course</b>")
    page = new_page(address=serve("--lessons", str(written(tmp_path, course))))
    page.page.goto(page.address)
    page.until("document.querySelector('#course-steps button') !== null")
    assert page.text("course-title") == "<b>A course</b>"
    assert page.page.query_selector("#course-title b") is None
    start(page, 0)
    assert page.page.text_content("#lesson-text pre") == "indented\n"
    page.page.check("[name=lesson-choice][value='1']")
    assert "The number of solutions of this board is 0, not 1" in checked(page)

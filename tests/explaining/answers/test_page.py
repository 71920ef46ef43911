"""The page of a walkthrough in a browser: keys, links, dark, paper and phone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from galaxies_asp.explaining import page, walkthrough
from galaxies_asp.notation import parse

pytestmark = pytest.mark.slow

PUZZLE = parse("7x7:exfdgrptivfpfj")
"""One step is a what-if of several deductions."""

SHOWN = "[...document.querySelectorAll('section')].filter((s) => s.checkVisibility())"
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("pages") / "way.html"
    path.write_text(page(walkthrough(PUZZLE)), encoding="utf-8")
    return path


@pytest.fixture
def opened(browser: Any, file: Path) -> Iterator[Callable[..., Any]]:
    contexts = []
    errors: list[str] = []

    def opened(link: str = "", **options: Any) -> Any:
        context = browser.new_context(**options)
        contexts.append(context)
        tab = context.new_page()
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.goto(f"{file.as_uri()}{link}")
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert not errors


def number(tab: Any) -> int:
    """Return the number of the only step that is shown."""
    assert tab.evaluate(f"{SHOWN}.length") == 1
    return int(tab.evaluate(f"Number({SHOWN}[0].id)"))


def test_the_keyboard(opened: Callable[..., Any]) -> None:
    tab = opened()
    steps = walkthrough(PUZZLE).steps
    harder = [n for n, step in enumerate(steps, 1) if step.level > 1]
    hard = [n for n, step in enumerate(steps, 1) if step.level > 4]
    assert number(tab) == 1
    tab.keyboard.press("ArrowRight")
    assert number(tab) == harder[0]
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowLeft")
    assert number(tab) == harder[0]
    tab.keyboard.press("h")
    assert number(tab) == hard[0]
    assert tab.url.endswith(f"#{hard[0]}")
    tab.get_by_label("skip trivial steps").uncheck()
    tab.locator("body").click(position={"x": 2, "y": 2})
    tab.keyboard.press("ArrowRight")
    assert number(tab) == hard[0] + 1


def test_playing_shows_one_step_after_the_other(opened: Callable[..., Any]) -> None:
    tab = opened()
    tab.clock.install()
    tab.reload()
    tab.keyboard.press(" ")
    tab.clock.run_for(2600)
    first = number(tab)
    tab.clock.run_for(2600)
    assert number(tab) > first > 1
    tab.keyboard.press(" ")
    stopped = number(tab)
    tab.clock.run_for(9000)
    assert number(tab) == stopped


def test_a_link_to_a_step_and_its_what_if(opened: Callable[..., Any]) -> None:
    steps = walkthrough(PUZZLE).steps
    at = next(n for n, step in enumerate(steps, 1) if step.level > 5)
    tab = opened(f"#{at}")
    assert number(tab) == at
    details = tab.locator("section:visible details").first
    frames = details.locator("ol > li")
    assert frames.count() > 2
    if not details.evaluate("(one) => one.open"):
        details.locator("summary").first.click()
    for index in range(frames.count()):
        assert frames.nth(index).locator("svg").is_visible()
    tab.evaluate("location.hash = '#2'")
    tab.wait_for_function("document.getElementById('2').checkVisibility()")
    assert number(tab) == 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone(opened: Callable[..., Any], scheme: str) -> None:
    tab = opened("#33", viewport=PHONE, color_scheme=scheme, has_touch=True)
    assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for button in tab.locator("nav button").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 36
    before = number(tab)
    tab.locator("[data-go=forth]").tap()
    assert number(tab) > before
    ink, paper = (
        tab.evaluate(f"getComputedStyle(document.body).{name}")
        for name in ("color", "backgroundColor")
    )
    assert ink == ("rgb(255, 255, 255)" if scheme == "dark" else "rgb(0, 0, 0)")
    assert paper == "rgba(0, 0, 0, 0)"
    white = tab.locator("section:visible svg > rect").first
    assert white.get_attribute("fill") == "#fff"


@pytest.mark.nightly
def test_paper_has_all_steps_and_what_ifs(
    opened: Callable[..., Any], tmp_path: Path
) -> None:
    way = walkthrough(parse("8x8:uwssqdztcdzlug"))
    path = tmp_path / "what-ifs.html"
    path.write_text(page(way), encoding="utf-8")
    tab = opened()
    tab.goto(path.as_uri())
    tab.emulate_media(media="print")
    assert tab.evaluate(f"{SHOWN}.length") == len(way.steps) + 1
    assert not tab.locator("nav").is_visible()
    folded = "document.querySelectorAll('details:not([open])').length"
    assert tab.evaluate(folded)
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert not tab.evaluate(folded)


def test_without_scripts_all_steps_are_shown(opened: Callable[..., Any]) -> None:
    tab = opened(java_script_enabled=False)
    assert tab.locator("section:visible").count() == len(walkthrough(PUZZLE).steps) + 1
    assert not tab.locator("nav").is_visible()

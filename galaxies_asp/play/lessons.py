"""Courses: text files whose steps are tasks that the page checks.

The format is described in `docs/how-to/teach.md`. A file of a user is text and nothing
more: its programs run under the limits of the programs of the page.
"""

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from galaxies_asp.core.asp.encodings import BUILT_IN, MIXES, part_names
from galaxies_asp.core.board.errors import GalaxiesError, NotationError
from galaxies_asp.core.verifying.violations import Fault
from galaxies_asp.families.galaxies import GALAXIES
from galaxies_asp.families.reading import sheets
from galaxies_asp.play.board import Reply
from galaxies_asp.play.request import Request, bounded

LARGEST_FILE = 200_000
"""The size of a file, in bytes."""

OTHER = "other"
"""The name of the second program of a step in its checks."""

BLOCKS = ("puzzle", "program", OTHER, "check", "hint", "answer")

_PARTS = "|".join([*part_names(), *(f"no-{name}" for name in part_names())])
_ENCODING = (
    rf"{'|'.join(BUILT_IN)}|({'|'.join(MIXES)})(\+({_PARTS}))*",
    f"one of {', '.join((*BUILT_IN, *MIXES))}",
)

CHECKS = {
    "same": _ENCODING,
    "stricter": _ENCODING,
    "breaks": ("|".join(Fault), f"one of {', '.join(Fault)}"),
    "differs": (OTHER, f"{OTHER!r}"),
    "solutions": (r"\d{1,3} .+", "a number and a puzzle"),
    "makes": ("[1-8]x[1-8]", "a size WIDTHxHEIGHT, at most 8x8"),
}
"""The kinds of checks: the pattern of their values, and what these are."""

_TITLE = re.compile(r"(##?)\s+(.*\S)\s*")
_FENCE = re.compile(r"(```+|~~~+)\s*(\S*)\s*")
_CHOICE = re.compile(r"[-*]\s+\[([ xX])\]\s+(.*\S)\s*")


@dataclass(slots=True)
class LessonStep:
    """A task; the first step of a course holds its title and its text only."""

    title: str
    line: int
    """The line of its title."""
    text: list[str] = field(default_factory=list)
    """The lines of its text, other blocks left out."""
    choices: list[tuple[str, bool]] = field(default_factory=list)
    """The possible answers to a question, and whether each of them is right."""
    checks: list[tuple[str, str]] = field(default_factory=list)
    """The kind of each check (see `CHECKS`), and its value."""
    blocks: dict[str, str] = field(default_factory=dict)
    """The text of each block."""


def shipped() -> Path:
    """Return the file of the course that comes with the package."""
    return Path(__file__).with_name("course.md")


def course(request: Request) -> Reply:
    """Return a course: its title, its text, and its steps."""
    path = Path(request.text("lessons")) if request.has("lessons") else shipped()
    first, *steps = map(asdict, read(path))
    return first | {"steps": steps}


def read(path: Path) -> list[LessonStep]:
    """Return the course in a file: its title and text as the first step, then others.

    Raises `GalaxiesError` if the file cannot be read or is not a course; its message
    names the line.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise NotationError(f"the file has more than {LARGEST_FILE:,} bytes", 1)
        return _steps(data.decode("utf-8"))
    except OSError as error:
        raise GalaxiesError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise GalaxiesError(f"{path}:{line}: the text is not UTF-8") from None
    except NotationError as error:
        raise GalaxiesError(f"{path}:{error.line}: {error.message}") from None


def _steps(text: str) -> list[LessonStep]:
    steps: list[LessonStep] = []
    lines = iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        if title := _TITLE.fullmatch(line):
            known = {step.title for step in steps}
            if (title[1] == "#") == bool(steps) or title[2] in known:
                raise NotationError("'# ' begins a course, '## ' another step", number)
            steps.append(LessonStep(title[2], number))
        elif not steps:
            if line.strip():
                raise NotationError("a course begins with '# ' and its title", number)
        elif fence := _FENCE.fullmatch(line):
            block = {}
            for place, inner in lines:
                if inner.strip() == fence[1]:
                    break
                block[place] = inner
            _add_block(steps[-1], number, fence[2], block)
        elif choice := _CHOICE.fullmatch(line):
            steps[-1].choices.append((choice[2], choice[1] != " "))
        else:
            steps[-1].text.append(line)
    if len(steps) < 2:
        raise NotationError("the course has no step: '## ' and its title", 1)
    for step in steps[1:]:
        for fault in _faults(step):
            raise NotationError(fault, step.line)
    return steps


def _add_block(step: LessonStep, start: int, name: str, lines: dict[int, str]) -> None:
    """Add a block of numbered lines; one without a name is text."""
    if not name:
        step.text += [f"    {line}" for line in lines.values()]
        return
    if name not in BLOCKS or name in step.blocks:
        known = ", ".join(BLOCKS)
        raise NotationError(f"{name!r} is no block, or a second one: {known}", start)
    step.blocks[name] = "\n".join(lines.values())
    if name == "check":
        step.checks += [_check(*each) for each in lines.items() if each[1].strip()]
    if name == "puzzle":
        _require_puzzle(step.blocks[name], start)


def _check(number: int, line: str) -> tuple[str, str]:
    kind, _, value = map(str.strip, line.partition(":"))
    if kind not in CHECKS:
        kinds = ", ".join(CHECKS)
        raise NotationError(f"a check is KIND: VALUE, with KIND of {kinds}", number)
    pattern, meaning = CHECKS[kind]
    if not re.fullmatch(pattern, value):
        raise NotationError(f"{kind}: {value!r} is not {meaning}", number)
    if kind == "solutions":
        _require_puzzle(value.partition(" ")[2], number)
    return kind, value


def _require_puzzle(text: str, line: int) -> None:
    try:
        bounded(sheets(text, family=GALAXIES))
    except GalaxiesError as error:
        raise NotationError(str(error), line) from None


def _faults(step: LessonStep) -> Iterator[str]:
    """Yield why a step cannot be solved."""
    needed = {"program"} if step.checks else set()
    if ("differs", OTHER) in step.checks:
        needed |= {OTHER, "puzzle"}
    for missing in sorted(needed - step.blocks.keys()):
        yield f"the step needs a block {missing!r}"
    if step.choices and sum(right for _, right in step.choices) != 1:
        yield "exactly one choice of a step is right: [x]"
    if not step.checks and not step.choices:
        yield "the step has nothing to check"

"""Mutants of encodings and of C: one operator, number, sign or statement of a line.

Comments, directives of the preprocessor and texts stay as they are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

_COMMENT = {
    ".lp": re.compile(r'%\*.*?\*%|%[^\n]*|"[^"\n]*"', re.DOTALL),
    ".c": re.compile(
        r'/\*.*?\*/|//[^\n]*|^[ \t]*#[^\n]*|"[^"\n]*"', re.DOTALL | re.MULTILINE
    ),
}
_CHANGES = {
    ".lp": (
        (r"(?<![<>=!:])<=", "<"),
        (r"(?<![<>=!:])<(?![=])", "<="),
        (r">=", ">"),
        (r"!=", "="),
        (r"\bnot ", ""),
        (r"(?<=[\w)])\+(?=\w)", "-"),
        (r"(?<=[\w)])-(?=\w)", "+"),
        (r"(?<=[,( ])1(?=[,) ])", "2"),
    ),
    ".c": (
        (r"(?<![<>-])<=", "<"),
        (r"(?<![<>=-])<(?![<=])", "<="),
        (r"(?<![<>-])>=", ">"),
        (r"==", "!="),
        (r"&&", "||"),
        (r"\|\|", "&&"),
        (r"(?<= )\+(?= )", "-"),
        (r"(?<= )-(?= )", "+"),
        (r"(?<= )&(?= )", "|"),
        (r"(?<=[\[ (])0(?=[\]); ])", "1"),
        (r"\bbreak;", ";"),
        (r"!(?=[\w(])", ""),
    ),
}
TESTS = {
    "encodings/boards": ("tests/counting/boards",),
    "encodings/families": (
        "tests/families",
        "tests/cli/test_families.py",
        "tests/lab/test_families.py",
        "tests/explaining",
    ),
    "encodings/galaxies/questions": (
        "tests/explaining",
        "tests/solving",
        "tests/repairing",
        "tests/generating",
    ),
    "encodings/galaxies": ("tests/core/asp", "tests/core/verifying"),
    "encodings/lab": ("tests/lab",),
    "encodings/strips": ("tests/counting/strips",),
    "galaxies_asp/compiled/counting.c": ("tests/compiled", "tests/counting/boards"),
    "galaxies_asp/compiled/kernel.c": (
        "tests/compiled",
        "tests/fast",
        "tests/all_solutions",
        "tests/solving",
    ),
    "galaxies_asp/compiled": ("tests/compiled", "tests/generating"),
}
"""The tests that should reject the mutants of a folder or file."""
COMMON = {"compiled", "encoding", "encodings", "families", "galaxies"}
"""Words in the paths of files that tell nothing about them."""


@dataclass(frozen=True)
class TextMutant:
    """A change of one line of a file, whose path begins in the repository."""

    file: str
    line: int
    before: str
    after: str
    changed: bytes

    def __str__(self) -> str:
        return f"{self.file}: {self.before} => {self.after}"

    @property
    def words(self) -> frozenset[str]:
        """Words in the names of the tests that should reject it first."""
        *_, folder, name = Path(self.file).with_suffix("").parts
        return frozenset({folder, name} - COMMON)

    @property
    def tests(self) -> tuple[str, ...]:
        """The tests that should reject it."""
        inside = (name for name in TESTS if self.file.startswith(name))
        return TESTS[max(inside, key=len)]


def mutants(file: str) -> Iterator[TextMutant]:
    """Yield all mutants of a file."""
    text = (ROOT / file).read_text(encoding="utf-8")
    suffix = Path(file).suffix
    code = _COMMENT[suffix].sub(_blank, text)
    lines = text.split("\n")
    for number, line in enumerate(code.split("\n")):
        if suffix == ".lp" and line.startswith("#"):
            continue
        for pattern, new in _CHANGES[suffix]:
            for match in re.finditer(pattern, line):
                before = lines[number]
                after = before[: match.start()] + new + before[match.end() :]
                changed = [*lines[:number], after, *lines[number + 1 :]]
                said = (" ".join(one.split()) for one in (before, after))
                yield TextMutant(file, number + 1, *said, "\n".join(changed).encode())


def _blank(match: re.Match[str]) -> str:
    """Return a text of the same length and lines."""
    return re.sub(r"[^\n]", " ", match[0])


def files(suffix: str) -> list[str]:
    """Return the files with encodings, or those of C; instances are no encodings."""
    folder = ROOT / ("encodings" if suffix == ".lp" else "galaxies_asp/compiled")
    found = (path.relative_to(ROOT).as_posix() for path in folder.rglob(f"*{suffix}"))
    return sorted(name for name in found if "/instances/" not in name)

"""The commands that the documents show, and the files that they name."""

import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw

ROOT = Path(__file__).parent.parent.parent
README = ROOT / "README.md"
PAGES = (README, *sorted(ROOT.glob("docs/*.md")), ROOT / "encodings" / "README.md")

_BLOCK = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^ {4,}(galaxies (?:.*\\\n)*.*)$", re.MULTILINE)

FEW = ("idp-*.txt", "tatham-normal-7x7.txt", "tatham-normal-10x10.txt")
"""The puzzles of the folder `puzzles/` for which commands run here."""

ENDLESS = ("galaxies play", "galaxies generate --size 7x7 --count 1000000")
"""Commands that run for hours or until Ctrl-C, which are not run here."""

OWN_RULES = "docs/own-rules.md"
CLUES = "docs/strips.md"
"""The page whose `puzzle.txt` is a puzzle with clues."""


@dataclass(frozen=True)
class Command:
    """A command line, without its comment, of a page."""

    page: str
    line: str

    @property
    def verb(self) -> str:
        return self.line.removeprefix("galaxies ")

    @property
    def codes(self) -> tuple[int, ...]:
        """Return the expected exit codes: an answer, or a negative answer."""
        return (0, 1, 3) if "--time-limit" in self.line else (0, 1)

    def stages(self, folder: Path) -> Iterator[list[str]]:
        """Yield the arguments of each command of a pipe, as a shell expands them."""
        pipe, _, _ = self.line.partition(" > ")
        words = shlex.split(pipe)
        while words:
            end = words.index("|") if "|" in words else len(words)
            stage, words = words[1:end], words[end + 1 :]
            arguments: list[str] = []
            for word in stage:
                found = sorted(folder.glob(word)) if "*" in word else []
                arguments += [str(path.relative_to(folder)) for path in found] or [word]
            yield arguments


def commands() -> list[Command]:
    """Return the commands of all pages, each once."""
    found: dict[str, Command] = {}
    for page in PAGES:
        for text in _COMMAND.findall(page.read_text(encoding="utf-8")):
            line = re.sub(r"\s*\\\n\s*", " ", text)
            line = re.split(r"\s{2,}|\s+#", line)[0].strip()
            if not line.startswith(ENDLESS):
                found.setdefault(line, Command(str(page.relative_to(ROOT)), line))
    return list(found.values())


def prepare(command: Command, folder: Path) -> None:
    """Write the files that a command takes; those of `puzzles/` are a few of them."""
    (folder / "puzzles").mkdir()
    for pattern in FEW:
        for path in (ROOT / "puzzles").glob(pattern):
            shutil.copy(path, folder / "puzzles")
    shutil.copytree(ROOT / "puzzles" / "pictures", folder / "puzzles" / "pictures")
    shutil.copy(ROOT / "encodings" / "galaxies" / "grow.lp", folder / "mine.lp")
    hexagons = (ROOT / "puzzles" / "hex" / "hexagonal.jsonl").read_text("utf-8")
    example = next(line for line in hexagons.splitlines() if "09-example" in line)
    (folder / "FILE").write_text(example, "utf-8")
    shutil.copy(ROOT / "puzzles" / "idp-5x5.txt", folder / "puzzle.txt")
    (folder / "cat.jsonl").write_text('{"width":2,"height":1,"centers":[[2,1]]}\n')
    if command.page == OWN_RULES:
        *_, program, verifier = _BLOCK.findall((ROOT / OWN_RULES).read_text("utf-8"))
        (folder / "equal.lp").write_text(program, "utf-8")
        (folder / "equal.py").write_text(verifier, "utf-8")
        shutil.copy(folder / "cat.jsonl", folder / "made.jsonl")
    if command.page == CLUES:
        attempt = (ROOT / CLUES).read_text("utf-8").split("```\n")[-2]
        (folder / "attempt.txt").write_text(attempt, "utf-8")
        (folder / "puzzle.txt").write_text(attempt.partition("\n\n")[0], "utf-8")
    if "cat.png" in command.line:
        image = Image.new("L", (60, 60), "white")
        ImageDraw.Draw(image).ellipse((10, 10, 50, 50), fill="black")
        image.save(folder / "cat.png")

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

ENDLESS = re.compile(r"galaxies play|.* --scheduler tcp:")
"""Commands that run until Ctrl-C, or on a cluster, which are not run here."""

SMALLER = {
    "$d": "easy",
    "VARIANT": "thin",
    "--count 1000000": "--count 20",
    "--count 100000": "--count 20",
    "--count 100 ": "--count 5 ",
    "--size 15x15": "--size 10x10",
    "-n 20 --seed 1": "-n 2 --seed 1",
    "hexagonal-fences --size 6": "hexagonal-fences --size 4",
    "--seeds 10": "--seeds 2",
    "default,frumpy,jumpy,handy,crafty,trendy --seeds 3": "default,jumpy --seeds 2",
    "--exhaustive 3x2 --random 200 --cells 35": "--exhaustive 2x1 --random 9 --cells 9",
    "--variant toroidal --exhaustive 4x3": "--variant toroidal --exhaustive 3x3",
    "--encoding choice idp": "--encoding choice --exhaustive 2x2 idp",
    "--encoding choice+any idp": "--encoding choice+any --exhaustive 2x2 idp",
    "symmetric-loops 6": "symmetric-loops 3",
    "symmetric-loops 4": "symmetric-loops 2",
    "witness galaxies 4x4": "witness galaxies 3x3",
    "statistics galaxies 6x6": "statistics galaxies 4x4",
    "dots 6x5": "dots 4x4",
    "dots 5x5": "dots 4x4",
    "table galaxies 7": "table galaxies 5",
    "table galaxies 6": "table galaxies 5",
    "table partitions 10": "table partitions 6",
    "table proper 5": "table proper 3",
    "count proper 6x6": "count proper 4x4",
    "count partitions 12x12": "count partitions 6x6",
    "two-not-touch-square --size 16": "two-not-touch-square --size 9",
    "heart.txt --time-limit 60": "heart.txt --time-limit 5",
    "idp-15x15 --configuration": "idp-10x10 --configuration",
}
"""Parts of commands that are replaced here, so that each takes seconds at most."""

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
            if not ENDLESS.match(line):
                for part, smaller in SMALLER.items():
                    line = line.replace(part, smaller)
                found.setdefault(line, Command(str(page.relative_to(ROOT)), line))
    return list(found.values())


def prepare(command: Command, folder: Path) -> None:
    """Write the files that a command takes; those of `puzzles/` are a few of them."""
    (folder / "puzzles").mkdir()
    for pattern in FEW:
        for path in (ROOT / "puzzles").glob(pattern):
            shutil.copy(path, folder / "puzzles")
    for inner in ("puzzles/pictures", "docs/examples"):
        shutil.copytree(ROOT / inner, folder / inner)
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
    if "unsat.json" in command.line:
        unsolvable = '{"width":5,"height":4,"centers":[[1,1],[9,7]]}'
        (folder / "unsat.json").write_text(unsolvable, "utf-8")
    if "cat.png" in command.line:
        image = Image.new("L", (60, 60), "white")
        ImageDraw.Draw(image).ellipse((10, 10, 50, 50), fill="black")
        image.save(folder / "cat.png")

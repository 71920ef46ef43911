"""The commands that the documents show, as the tests run them."""

from pathlib import Path

import outputs

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"

SMALLER = {
    "VARIANT": "thin",
    "--boards exhaustive=2x2,prove=4x4": "--sample 5 --boards exhaustive=1x1,prove=2x2",
    "--count 100 ": "--count 5 ",
    "--size 15x15": "--size 10x10",
    "-n 20 --seed 1": "-n 2 --seed 1",
    "hexagonal-fences --size 6": "hexagonal-fences --size 4",
    "--seeds 10": "--seeds 2",
    "--boards exhaustive=3x2,random=200,cells=35": (
        "--sample 20 --boards exhaustive=2x1,random=9,cells=9"
    ),
    "separation:2 ": "separation:1 ",
    "toroidal --boards exhaustive=4x3": "toroidal --boards exhaustive=3x3",
    "--encoding choice idp": "--encoding choice --boards exhaustive=2x2 idp",
    "count solutions 5x5": "count solutions 4x4",
    "ring-ring --rows 9": "ring-ring --rows 6",
    "ring-ring --rows 12 -n 61": "ring-ring --rows 6",
    "ring-ring --rows 13 -n 61": "ring-ring --rows 6",
    "circuit-board --rows 10 -n 62": "circuit-board --rows 6",
    "circuit-board --rows 11 -n 43": "circuit-board --rows 6",
    "prove grow mine.lp --size 4x4": "prove grow mine.lp --size 2x2",
    "idp-5x5 --boards exhaustive=3x2,random=200": (
        "idp-5x5 --boards exhaustive=2x1,random=9"
    ),
    "table galaxies 7": "table galaxies 5",
    "table galaxies 6": "table galaxies 5",
    "table partitions 10": "table partitions 6",
    "table proper 5": "table proper 3",
    "count proper 6x6": "count proper 4x4",
    "count partitions 12x12": "count partitions 6x6",
    "count partitions 13x13": "count partitions 6x6",
    "count galaxies 8x8": "count galaxies 4x5",
    "nurikabe-labels.lp --size 4x4": "nurikabe-labels.lp --size 2x2",
    "idp-15x15 --options=": "idp-10x10 --options=",
}
"""Parts of commands that are replaced here, so that each takes seconds at most."""


EXAMPLES = {"docs/examples": "**/*.*", "encodings": "**/*.*"}
"""Folders of the project whose files a page may name."""


def steps(page: Path) -> list[outputs.File | outputs.Command]:
    """Return the files and the commands of a page, and examples of the project."""
    found: list[outputs.File | outputs.Command] = []
    for step in outputs.steps((ROOT / page).read_text(encoding="utf-8")):
        if isinstance(step, outputs.Command) and step.output is None:
            line = step.line
            for part, smaller in SMALLER.items():
                line = line.replace(part, smaller)
            for folder, files in EXAMPLES.items():
                if f"{folder}/" in line:
                    paths = sorted((ROOT / folder).glob(files))
                    found += [_file(one) for one in paths if one.suffix != ".pyc"]
            step = outputs.Command(line)
        found.append(step)
    return found


def _file(path: Path) -> outputs.File:
    """Return a file of the project, for a page that works in the project's folder."""
    name = path.relative_to(ROOT).as_posix()
    return outputs.File(name, path.read_text(encoding="utf-8"))

"""The smallest run of each verb, for faults, signals and hostile folders."""

from pathlib import Path

from PIL import Image

UNIQUE = "7x7:cghsppedzzaccdtce"
SEVERAL = "6x6:pzizizcf"

READING = {
    "solve": ["solve", UNIQUE],
    "solve limited": ["solve", "--time-limit", "60", UNIQUE],
    "count": ["count", "--memory-limit", "2000", SEVERAL],
    "enumerate": ["enumerate", "-q", "--time-limit", "60", SEVERAL],
    "forced": ["forced", "--time-limit", "60", SEVERAL],
    "check": ["check", "idp-5x5"],
    "explain": ["explain", "--time-limit", "60", UNIQUE],
    "hint": ["hint", "-q", "--time-limit", "60", UNIQUE],
    "walkthrough": ["walkthrough", "--time-limit", "60", "idp-5x5"],
    "lab compare": ["lab", "compare", "grow", "fast", "-j", "2", "idp-5x5"],
    "boards count": ["boards", "count", "galaxies", "3x3"],
    "strip terms": ["strip", "terms", "ring-ring", "--rows", "2", "-n", "5"],
    "solve fences": ["solve", "-q", "js-2024-09", "--time-limit", "600"],
}
"""Verbs that write to standard output."""

WRITING = {
    "convert": ["convert", "-f", "json", "-o", "out.json", "idp-5x5"],
    "render": ["render", "--solution", "-o", "out.svg", "idp-5x5"],
    "solve": ["solve", "-f", "drawing", "-o", "out.txt", "idp-5x5"],
    "enumerate": ["enumerate", "-q", "-f", "sheet", "-o", "out.svg", SEVERAL],
    "generate": ["generate", "--size", "3", "-n", "2", "-q", "-o", "out.jsonl"],
    "strip gf": [
        *("strip", "gf", "ring-ring", "--rows", "4"),
        *("--checkpoint", "gf.checkpoint", "-o", "out.txt"),
    ],
    "lab compare": [
        *("lab", "compare", "grow", "assign", "idp-5x5", "--store", "store"),
        *("-f", "json", "-o", "out.json"),
    ],
    "picture": ["picture", "in.png", "--image", "width=4", "-q", "-o", "out.jsonl"],
    "book": ["book", "-o", "out.pdf", "idp-5x5"],
    "boards count": ["boards", "count", "galaxies", "3x3", "--checkpoint", "folder"],
}
"""Verbs that write files, in a folder of `prepare`."""

OUTPUTS = (
    *("out.json", "out.svg", "out.txt", "out.jsonl", "out.pdf"),
    "out.record",
)


def prepare(folder: Path) -> None:
    """Write the files that the commands read."""
    image = Image.new("L", (8, 8), "white")
    image.paste(0, (2, 2, 6, 6))
    image.save(folder / "in.png")

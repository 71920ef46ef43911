"""Measure the sections of `docs/tables/performance.txt`, and write them into it.

    python benchmarks/performance.py              # all sections; takes about an hour
    python benchmarks/performance.py start sparse
    python benchmarks/performance.py --print solving

The lines between `<!-- begin NAME -->` and `<!-- end NAME -->` are replaced by those
that the section's benchmark yields. Each section is written as soon as it is measured,
so that a run that is interrupted keeps its results.

The C program of Simon Tatham's collection is measured beside this project if the
environment variable `TATHAM_SOURCE` names a folder with its sources, such as those that
`apt-get source sgt-puzzles` unpacks.
"""

import argparse
import re
from importlib import import_module
from pathlib import Path

from galaxies_asp.processes.files import replace_file

DOCUMENT = Path(__file__).parents[1] / "docs" / "tables" / "performance.txt"

SECTIONS = {
    "start": "starting",
    "solving": "solving",
    "batches": "batches",
    "sparse": "sparse",
    "making": "making",
    "growth": "growth",
}
"""The sections in the order of the document, and the modules that measure them."""


def with_section(text: str, name: str, lines: list[str]) -> str:
    """Return a document with the lines of a section replaced."""
    begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->\n"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    content = "".join(f"{line}\n" for line in ["", *lines, ""])
    new, found = pattern.subn(lambda _: begin + content + end, text)
    if found != 1:
        raise SystemExit(f"{DOCUMENT} has no section {name}, or several")
    return new


def main() -> None:
    """Measure the sections that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION")
    parser.add_argument("--print", action="store_true", help="do not write")
    arguments = parser.parse_args()
    for unknown in sorted(set(arguments.sections) - set(SECTIONS)):
        parser.error(f"no section {unknown}; there are {', '.join(SECTIONS)}")
    for name in arguments.sections or SECTIONS:
        lines = []
        for line in import_module(SECTIONS[name]).lines():
            print(line, flush=True)
            lines.append(line)
        if not arguments.print:
            text = DOCUMENT.read_text(encoding="utf-8")
            replace_file(DOCUMENT, with_section(text, name, lines).encode())


if __name__ == "__main__":
    main()

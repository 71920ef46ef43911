"""Measure the family of encodings: docs/tables/encodings.txt, and plots of the page.

    python benchmarks/encodings.py [--store FILE] [--to docs/tables/encodings.txt]

CPU times; one run at a time. With a store, an interrupted measurement goes on where it
stopped. The tables are printed; or they take the place of those in the file, and the
plots that of the pictures in docs/encodings/.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import encoding_plots
import idp_rules

FAMILY = (
    *("grow", "fast", "growth", "growth+pair", "growth+any", "growth+pair+reach"),
    *("assign", "choice", "choice+pair", "choice+any", "choice+edge", "choice+level"),
    *("choice+neighbor", "choice+crossing", "walls", "walls+pair", "walls+dead-end"),
    "idp",
)
LARGE = tuple(
    name for name in FAMILY if name not in ("growth+any", "choice+any", "idp")
)
SEARCHED = ("grow", "fast", "growth", "growth+pair", "choice", "walls")
"""Those that prove the puzzles with few dots unique within the limit."""

SPARSE = "random-sparse-30x30"
TABLES = {
    "Three hard puzzles of 12x12": [*LARGE, "random-hard-12x12", "--sum"],
    "Puzzles of 30x30 with few dots": [
        *(*SEARCHED, f"{SPARSE}#1", f"{SPARSE}#2", f"{SPARSE}#3", "--sum"),
        *("--cpu-limit", "30"),
    ],
    "Configurations of clasp": [
        *("grow", f"{SPARSE}#1", f"{SPARSE}#2", f"{SPARSE}#3", "--sum"),
        *("--configuration", "default,frumpy,jumpy,tweety,handy,crafty,trendy"),
        *("--cpu-limit", "30"),
    ],
}

PLOTTED = (
    *("fast", "grow", "growth", "choice", "choice+any", "choice+edge"),
    *("choice+level", "walls", "idp"),
)
SIZES = (
    *("idp-5x5", "idp-7x7", "idp-10x10", "random-hard-12x12", "random-hard-15x15"),
    *("random-hard-20x20", "random-hard-25x25", "random-hard-30x30"),
)
PLOTS = [*PLOTTED, *SIZES, "--cpu-limit", "3"]
HARD = "12x12:cenlnztzbpefzzzozbbfszzdzcjzwzbzmncj"
LIMIT_REACHED = 3
SEEDS = "6"


def compare(arguments: list[str], store: str) -> str:
    """Run `galaxies lab compare`, and return what it prints."""
    stored = ["--store", store] if store else []
    return lab("compare", *arguments, "--jobs", "1", *stored)


def lab(*arguments: str) -> str:
    """Run a verb of `galaxies lab`, and return what it prints."""
    command = [sys.executable, "-m", "galaxies_asp", "lab", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in (0, LIMIT_REACHED):
        sys.exit(done.returncode)
    return done.stdout


def show(page: Path | None, title: str, table: str) -> None:
    """Print a table, or put it into the file."""
    if page is None:
        print(f"### {title}\n\n{table}", flush=True)
    else:
        put(page, title, table)


def put(page: Path, title: str, table: str) -> None:
    """Put tables in the place of those under a heading."""
    text = page.read_text(encoding="utf-8")
    place = re.compile(rf"(?<=### {re.escape(title)}\n\n)(?:\|.*\n|\n(?=\|))*")
    if len(place.findall(text)) != 1:
        sys.exit(f"{page}: not one heading {title!r}")
    page.write_text(place.sub(lambda _: table, text), encoding="utf-8")


def main() -> None:
    """Print the tables in Markdown, or put them and the plots in their places."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", default="")
    parser.add_argument("--to", type=Path)
    parser.add_argument(
        "--only", metavar="TITLE", help="only tables whose title has it"
    )
    arguments = parser.parse_args()
    page: Path | None = arguments.to
    for title, what in TABLES.items():
        if arguments.only and arguments.only not in title:
            continue
        table = compare(
            [*what, "--seeds", SEEDS, "--format", "markdown"], arguments.store
        )
        show(page, title, table)
    if arguments.only:
        return
    show(page, "The constraints of the source, left out one by one", idp_rules.table())
    if page is not None:
        folder = Path(__file__).parents[1] / "docs" / "encodings"
        with TemporaryDirectory() as report:
            runs = Path(report, "runs.csv")
            plotted = [*PLOTS, "--seeds", "1", "-f", "csv", "-o", str(runs)]
            compare(plotted, arguments.store)
            encoding_plots.main(runs, folder)
        lab("ground", "choice", HARD, "-o", str(folder / "candidates.svg"))


if __name__ == "__main__":
    main()

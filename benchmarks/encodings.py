"""Measure the family of encodings: the tables of docs/encodings.md.

    python benchmarks/encodings.py [--store runs.sqlite] > tables.md

CPU times; one run at a time. With a store, an interrupted measurement goes on where it
stopped.
"""

import argparse
import subprocess
import sys

FAMILY = (
    *("fast", "grow", "growth", "growth+pair", "growth+any", "growth+pair+reach"),
    *("assign", "choice", "choice+pair", "choice+any", "choice+edge", "choice+level"),
    *("choice+neighbor", "choice+crossing", "walls", "walls+pair", "walls+dead-end"),
    "idp",
)
LARGE = tuple(
    name for name in FAMILY if name not in ("growth+any", "choice+level", "idp")
)
OPTIONS = (
    *("", "--configuration=frumpy", "--configuration=jumpy", "--configuration=trendy"),
    *("--eq=0", "--trans-ext=all", "--sat-prepro=2", "--heuristic=Domain"),
)
TABLES = {
    "The largest source puzzle": [*FAMILY, "idp-15x15"],
    "Three hard puzzles of 12x12": [*FAMILY, "random-hard-12x12", "--sum"],
    "Three hard puzzles of 20x20": [*LARGE, "random-hard-20x20", "--sum"],
    "Options of clingo, on the same puzzles": [
        *("grow", "random-hard-20x20", "--sum"),
        *(f"--options={options}" for options in OPTIONS),
    ],
}


def main() -> None:
    """Print the tables in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", default="")
    store = parser.parse_args().store
    for title, arguments in TABLES.items():
        print(f"### {title}\n", flush=True)
        command = [sys.executable, "-m", "galaxies_asp", "lab", "compare", *arguments]
        command += ["--processes", "1", "--seeds", "5", "--to", "markdown"]
        command += ["--store", store] if store else []
        subprocess.run(command, check=True)
        print(flush=True)


if __name__ == "__main__":
    main()

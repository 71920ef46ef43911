"""Plant faults of further kinds into encodings of all types, and look for them.

    python benchmarks/planted_types.py
    python benchmarks/planted_types.py nurikabe

Each fault is a rule added to the encoding of a type. Asked is `galaxies lab compare`
without boards, which searches for 20 CPU seconds. Printed are the fault, the size of
the board that it shows, whether all boards with fewer cells are proved equal (searched
up to `LONGEST` cells a side, for 60 CPU seconds), and the CPU seconds of the command.
"""

import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from math import prod
from pathlib import Path

from galaxies_asp.core.asp.atoms import facts_of, size_of
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.proof import irrelevant, proof_boards, sides, steps, sweep
from galaxies_asp.lab.store import Campaign

LONGEST = 12
SECONDS = 60.0
FAULTS = {
    "galaxies": {
        "an odd number of dots": ":- N = { center(_) }, N > 2, N \\ 2 = 1.",
        "dots on a diagonal": ":- center((X,Y)), center((X+2,Y+2)).",
        "regions of one size side by side": (
            ":- galaxy((X,Y),C), galaxy((X,Y+2),D), C < D, "
            "N = { galaxy(_,C) }, N = { galaxy(_,D) }, N > 1."
        ),
        "a region from top to bottom": (
            ":- height(H), H > 3, galaxy((_,1),C), galaxy((_,2*H-1),C)."
        ),
        "a region in all four corners of a box": (
            ":- galaxy((X,Y),C), galaxy((X+4,Y),C), galaxy((X,Y+4),C), "
            "galaxy((X+4,Y+4),C)."
        ),
        "as many dots as rows": ":- height(H), H > 2, { center(_) } = H.",
        "two single cells": ":- center((X,1)), center((X+2,1)), X \\ 2 = 1.",
        "equal weights collapse": (
            ":- center(C), 9 = #sum { X : galaxy((X,_),C) }, { galaxy(_,C) } > 3."
        ),
    },
    "hitori": {
        "shaded cells two apart": ":- shaded((X,Y)), shaded((X+4,Y)).",
        "three shaded cells": ":- { shaded(_) } > 2.",
    },
    "nurikabe": {
        "a straight sea": ":- shaded((X,Y)), shaded((X+2,Y)), shaded((X+4,Y)).",
        "a white diagonal": (
            ":- cell((X,Y)), cell((X+2,Y+2)), not shaded((X,Y)), not shaded((X+2,Y+2))."
        ),
    },
    "akari": {
        "two lamps on a diagonal": ":- lamp((X,Y)), lamp((X+2,Y+2)).",
        "no lamp in the last column": ":- width(W), W > 2, lamp((2*W-1,_)).",
    },
    "shikaku": {"a wide rectangle": ":- number((X,Y),4), not wall((X+1,Y)), X > 1."},
    "masyu": {"a loop around one cell": ":- { line(_) } = 4."},
    "slitherlink": {"a loop around two cells": ":- { loop(_) } = 6."},
    "heyawake": {
        "shaded cells a knight's move apart": (":- shaded((X,Y)), shaded((X+4,Y+2)).")
    },
    "star-battle": {"two stars far apart": ":- star((X,Y)), star((X+6,_))."},
    "tents": {"tents a knight's move apart": ":- tent((X,Y)), tent((X+4,Y+2))."},
}
"""Rules that forbid an answer, by the type and the name of the fault."""


def found(family: str, path: Path) -> dict[str, str]:
    """Return what `lab compare` finds, a line of JSON; nothing if it finds nothing."""
    first = compared_family(family).known_encodings[0]
    first = "grow" if family == "galaxies" else first
    command = [sys.executable, "-m", "galaxies_asp", "lab", "compare", first, str(path)]
    command += ["--family", family, "--seeds", "0", "-f", "json"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    if said.returncode not in (0, 1, 3):
        raise SystemExit(f"{' '.join(command)}: {said.stderr}")
    lines = (json.loads(line) for line in said.stdout.splitlines())
    return next((line for line in lines if "facts" in line), {})


def is_smallest(family: str, path: Path, facts: str) -> bool | None:
    """Return whether no board has fewer cells; None if this is not decided."""
    subject, given = compared_family(family), facts_of(facts)
    first = "grow" if family == "galaxies" else subject.known_encodings[0]
    cells, names = prod(size_of(given)), {fact.signature for fact in given}
    without = {one for one in subject.optional.values() if one not in names}
    without |= irrelevant(subject, [first, str(path)])
    longest = min(cells, LONGEST)
    boards = proof_boards(subject, longest, longest, without=without)
    fewer = [board for board in boards if prod(sides(board.name)) < cells]
    requests = steps(subject, (first, str(path)), fewer)
    result = sweep(Campaign(), requests, limit=SECONDS)
    if result.counterexample:
        return False
    return None if result.open or result.skipped else True


def lines(types: Iterable[str]) -> Iterator[str]:
    """Yield a line for each fault of some types."""
    with tempfile.TemporaryDirectory() as folder:
        for family in types:
            subject = compared_family(family)
            name = "grow" if family == "galaxies" else subject.known_encodings[0]
            text = subject.source(name).text
            for number, (fault, rule) in enumerate(FAULTS[family].items()):
                path = Path(folder, f"{family}-{number}.lp")
                path.write_text(f"{text}\n{rule}\n")
                before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
                line = found(family, path)
                seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
                shown = "not found"
                if line:
                    width, height = size_of(facts_of(line["facts"]))
                    smallest = is_smallest(family, path, line["facts"])
                    said: dict[bool | None, str] = {
                        True: "the smallest",
                        False: "not the smallest",
                    }
                    shown = f"{width}x{height}, {said.get(smallest, 'open')}"
                yield f"{family:<13}{fault:<40}{shown:<24}{seconds:>6.1f} s"


if __name__ == "__main__":
    for each in lines(sys.argv[1:] or FAULTS):
        print(each, flush=True)

"""How many questions the site answers as the local page does.

    python -m tests.harness.site TABLE

Asks about boards of all types and variants, and about programs of users: this Python
with clingo and the kernel, and Python with clingo-wasm, without kernel and numpy, as in
a browser. Writes the numbers of questions and of equal answers of each kind to TABLE,
and prints the other ones.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.played import SIZES, TYPES, made
from support.site_answers import GROW, PAGES, SITE, asked

from galaxies_asp.families import shipped
from galaxies_asp.play.answers import answer

SOLVING = ("load", "number", "solutions", "count", "forced", "strokes")
EXPLAINING = ("hint", "walkthrough", "grade", "wrong")
NAMES = ("idp-5x5", "idp-7x7", "heart", "tatham-normal-7x7", "random-hard-12x12")
SEVERAL = {"schema": 1, "width": 4, "height": 3, "centers": [[4, 3], [7, 1]]}
BOARD = {"schema": 1, "width": 3, "height": 2, "centers": [[1, 2], [4, 2]]}
MORE = PAGES | {
    "a projection": "#project galaxy/2.",
    "a last part": "#program base. :- galaxy((1,1),(4,2)).",
    "shown terms": "#show first(C): galaxy((1,1),C).",
    "maximization": "#maximize{X: galaxy((1,1),(X,Y))}.",
}
EXACT = {"solutions": ("count", "complete", "status"), "convert": ("texts",)}
"""The fields that are compared; of other questions all but those of `HOW`."""
HOW = {"seconds", "decided_by", "encoding", "verified", "forced_cells", "open_cells"}
"""Who has found an answer, and what the kernel tells besides; the page shows none."""


def questions() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield questions with their kinds."""
    for name in NAMES:
        board = answer({"ask": "load", "text": name})["puzzles"][0]["board"]
        for ask in (*SOLVING[:-1], *EXPLAINING, "convert"):
            yield "standard", {"ask": ask, "board": board}
        yield "standard", {"ask": "why", "board": board, "at": [1, 1]}
    for ask in ("number", "solutions", "count", "forced"):
        yield "several solutions", {"ask": ask, "board": SEVERAL}
    for rules in TYPES:
        board = made(rules, SIZES.get(rules, (4, 4)), seed=1)
        for ask in (*SOLVING, *EXPLAINING) if "family" in board else EXPLAINING:
            yield rules, {"ask": ask, "board": board}
    for name in shipped.examples():
        yield "shipped examples", {"ask": "load", "text": name}
    for text in MORE.values():
        program = {"program": GROW + text}
        yield "own programs", {"ask": "experiment", "board": BOARD} | program
        for ask in ("number", "count", "load", "hint"):
            yield "own programs", {"ask": ask, "board": BOARD, "under": program}


def is_equal(ask: str, one: Any, other: Any) -> bool:
    """Tell whether two answers are equal."""
    if "error" in one or "error" in other:
        return one.get("error") == other.get("error")
    keys = EXACT.get(ask, {*one, *other} - HOW)
    return all(one.get(key) == other.get(key) for key in keys)


def main(path: str) -> None:
    listed = [*questions()]
    requests = [request for _, request in listed]
    both = asked("requests", requests), asked("requests", requests, *SITE)
    numbers: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for (kind, request), one, other in zip(listed, *both, strict=True):
        equal = is_equal(request["ask"], one, other)
        numbers[kind][0] += 1
        numbers[kind][1] += equal
        if not equal:
            print(kind, json.dumps(request)[:300])
            for key in sorted({*one, *other}):
                if one.get(key) != other.get(key):
                    print(f"  {key}: {one.get(key)}\n  site: {other.get(key)}"[:600])
    numbers["all"] = [sum(column) for column in zip(*numbers.values(), strict=True)]
    lines = [
        f"| {kind} | {number} | {same} |" for kind, (number, same) in numbers.items()
    ]
    head = ["| about | questions | equal |", "| --- | --- | --- |"]
    Path(path).write_text("\n".join([*head, *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])

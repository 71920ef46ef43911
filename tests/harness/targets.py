"""What is fuzzed: each reader of text or files that a user may have from elsewhere.

A target takes bytes. It may raise `GalaxiesError`, and nothing else; what a notation
has written, it must read again.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

from galaxies_asp.core.asp.atoms import facts_of, parsed
from galaxies_asp.core.board.errors import GalaxiesError
from galaxies_asp.core.board.grid import Point
from galaxies_asp.core.board.puzzle import Position, Puzzle
from galaxies_asp.core.notation import valid
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.families.reading import sheets
from galaxies_asp.families.registry import (
    family_named,
    folders,
    is_shipped,
)
from galaxies_asp.generating.lines import continued
from galaxies_asp.generating.recipe import Recipe
from galaxies_asp.lab.asking import Answers, Question
from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.instances import Instance
from galaxies_asp.lab.store import Store
from galaxies_asp.notation import NOTATIONS, by_name, parse, parse_all, write
from galaxies_asp.play.answers import PLACES, QUICK, answer
from galaxies_asp.play.workers import lane_of
from galaxies_asp.processes.checkpoint import Checkpoint
from galaxies_asp.processes.pool import RequestLimits

Target = Callable[[bytes], None]

PUZZLES = (
    Puzzle(3, 2, [(1, 2), (4, 2)], black=[(1, 2)], name="two"),
    Puzzle(4, 3, [(1, 1), (5, 4), (7, 1)], holes=[(1, 5)], walls=[(2, 1)]),
    parse("7x7:cghsppedzzaccdtce"),
)
FENCES = " 2 .\n. 3 1\n 2 .\n"
CLUES = ("ring-ring\n....\n.#..\n....\n", "two-not-touch 1\naabb\naabb\nccdd\nccdd\n")
PENCILBOX = "2\n3\n..1..\n.....\n....2\n2\n0 0 1\n0 0 0\n"
SKETCH = "o . .\n. . o\n"
SAVE = "".join(
    f"{key:8}:{len(value)}:{value}\n"
    for key, value in (
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        ("VERSION", "1"),
        ("GAME", "Galaxies"),
        ("PARAMS", "3x2dn"),
        ("CPARAMS", "3x2dn"),
        ("DESC", "ac"),
        ("NSTATES", "2"),
        ("STATEPOS", "2"),
        ("MOVE", "E2,1;A1,1,4,1"),
    )
)
BOARD = Instance("board", "width(1). height(1). center((1,1)).")
JOB = Job("galaxies", "grow", BOARD)
QUESTION = Question("galaxies", "grow", BOARD)
RECIPE = Recipe(3, 3, seed=1)
PARAMETERS = {"rows": 2}


FAMILIES = {name: family_named(name) for name in folders()}
JSON_FACTS = {
    "hexagonal-fences": "side(2). post((5,5),1).\0fence((5,4))",
    "square-fences": "side(2). post((5,5),1).\0fence((5,4))",
    "akari": "width(2). height(2). wall((1,1),2).\0lamp((1,3))",
    "masyu": "width(2). height(2). black((1,1)).\0line((1,2))",
    "heyawake": 'width(1). height(1). region((1,1),"a").\0shaded((1,1))',
    "kakuro": "width(2). height(1). across((-1,1),3).\0number((1,1),2)",
    "tents": "width(2). height(2). tree((1,1)). count((-1,1),1).\0tent((3,1))",
    "ring-ring": "width(3). height(3). black((3,3)).\0line((2,1))",
    "circuit-board": "width(2). height(1). given((2,1)).\0edge((2,1))",
    "nurikabe": "width(2). height(2). number((1,1),2).\0shaded((3,3))",
    "slitherlink": "width(2). height(2). number((1,1),2).\0loop((1,0))",
    "hitori": "width(2). height(1). number((1,1),2).\0shaded((3,1))",
    "shikaku": "width(2). height(2). number((1,1),2).\0wall((2,1))",
    "star-battle": 'width(1). height(1). stars(1). region((1,1),"a").\0star((1,1))',
}
PAGE = {
    "board": {"width": 2, "height": 1, "centers": [[1, 1], [3, 1]]},
    "text": "2x1:a",
    "width": 2,
    "height": 2,
    "at": [1, 1],
    "add": [[2, 1]],
    "under": {"encoding": "grow"},
    "change": "dot",
    "program": "a.",
    "to": "json",
}
TERMS = 'a(1,-2,(3,4),f(5),"six\\n",#sup,0x7f). % %* b\nb(1..2;3). %* %* *% c *%'


@cache
def _folder() -> Path:
    return Path(mkdtemp(prefix="galaxies-fuzz-"))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _notation(name: str | None, data: bytes) -> None:
    for position in parse_all(_text(data), name)[:20]:
        write(position, "json")
        if name is not None and by_name(name).writable:
            try:
                text = write(position, name)
            except GalaxiesError:  # the notation cannot hold all that it reads
                continue
            (again,) = parse_all(text, name)
            assert set(again.puzzle.centers) == set(position.puzzle.centers)


def _fences(data: bytes) -> None:
    list(family_named("hexagonal-fences").read(_text(data)))


def _clues(data: bytes) -> None:
    text = _text(data)
    list(family_named((text.split() or ["ring-ring"])[0]).read(text))


def _json_facts(family: AnyFamily, data: bytes) -> None:
    """Read facts and drawn atoms from JSON; NUL stands between them. Write them."""
    facts, *atoms = _text(data).split("\0")
    fields = {"family": family.name, "facts": facts, "attempt": {"atoms": atoms}}
    given = None if is_shipped(family.name) else family
    for sheet in sheets(json.dumps(fields), family=given):
        board = valid(sheet)
        board.written("json")
        board.written("facts")


def _program(data: bytes) -> None:
    """Read a text as a program, as facts and as a term."""
    with suppress(RuntimeError):
        parsed(_text(data))
    facts_of(_text(data))


def _asked(data: bytes) -> None:
    """Ask as the page does: quick requests only."""
    try:
        request = json.loads(_text(data))
    except (ValueError, RecursionError):
        return
    lane_of(request)
    ask = request.get("ask") if isinstance(request, dict) else None
    if PLACES.get(str(ask), ("", ""))[1] in ("", QUICK):
        json.dumps(answer(request))


def _checkpoint(data: bytes) -> None:
    path = _folder() / "checkpoint"
    path.write_bytes(data)
    Checkpoint(path, "fuzzing", PARAMETERS).read()
    assert path.read_bytes() == data


def _store(data: bytes) -> None:
    path = _folder() / "store"
    for name in ("store", "store-wal", "store-shm"):
        (_folder() / name).unlink(missing_ok=True)
    path.write_bytes(data)
    with Store(path) as store:
        store.get(JOB, RequestLimits())
        store.get(QUESTION, RequestLimits())


def _generated(data: bytes) -> None:
    path = _folder() / "made.jsonl"
    path.write_bytes(data)
    try:
        with continued(path, RECIPE):
            pass
    except GalaxiesError:
        assert path.read_bytes() == data


TARGETS: dict[str, Target] = {
    **{one.name: partial(_notation, one.name) for one in NOTATIONS},
    "detect": partial(_notation, None),
    "fences": _fences,
    "clues": _clues,
    **{f"json-{name}": partial(_json_facts, one) for name, one in FAMILIES.items()},
    "program": _program,
    "page": _asked,
    "checkpoint": _checkpoint,
    "store": _store,
    "generated": _generated,
}


def accepted(name: str, data: bytes) -> bool:
    """Tell whether a target accepts an input, or refuses it with an error."""
    try:
        TARGETS[name](data)
    except GalaxiesError:
        return False
    return True


def seeds(name: str) -> list[bytes]:
    """Return valid inputs of a target."""
    if name == "fences":
        return [FENCES.encode()]
    if name == "clues":
        return [text.encode() for text in CLUES]
    if name.startswith("json-"):
        return [JSON_FACTS[name.removeprefix("json-")].encode()]
    if name == "program":
        return [TERMS.encode(), b"a(1)"]
    if name == "page":
        return [json.dumps({"ask": ask, **PAGE}).encode() for ask in PLACES]
    if name == "save":
        return [SAVE.encode()]
    if name == "sketch":
        return [SKETCH.encode(), b"o.>.\nx..v\n....\n", b"o.<>\n12.^\n34.v\n"]
    if name == "pencilbox":
        return [PENCILBOX.encode(), PENCILBOX.replace("\n", "/").encode()]
    if name == "checkpoint":
        path = _folder() / "seed"
        Checkpoint(path, "fuzzing", PARAMETERS).write({"a": np.arange(3)})
        return [path.read_bytes()]
    if name == "store":
        path = _folder() / "seed.sqlite"
        with Store(path) as store:
            store.put(JOB, Run("unique"), RequestLimits())
            store.put(QUESTION, Answers(why="refused", message="why"), RequestLimits())
        return [path.read_bytes()]
    if name == "generated":
        return [b'{"schema":1,"id":"', b'{"recipe": "", "index": 0, "canonical": ""}\n']
    return _of_notations([name] if name != "detect" else [n.name for n in NOTATIONS])


def _of_notations(names: list[str]) -> list[bytes]:
    found = []
    for name in names:
        for puzzle in PUZZLES:
            try:
                walled = Position(puzzle, frozenset({Point(2, 3)}))
                found.append(write(walled, name).encode())
            except GalaxiesError:
                continue
    return found

"""Compare the verdicts of `galaxies lab` on random pairs with plain clingo.

    python benchmarks/proofs.py 2000

The encodings mark cells of boards of 2x1 cells. `lab prove` searches for a difference,
`lab compare --exhaustive` lists the answers on all boards, and the second method runs
plain clingo on the file that `lab export` writes for each board. Printed are the
verdicts by construct, and the CPU time.
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import clingo

from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.lab.asking import Question, ask
from galaxies_asp.lab.export import export
from galaxies_asp.lab.prove import Proof, ProofRequest
from galaxies_asp.lab.subject import Instance
from galaxies_asp.lab.subjects import subject_named

FILES = {
    "interface.lp": "#show mark/1.\n",
    "boards.lp": "{ clue((1..W,1..H)) } :- width(W), height(H).\n",
    "instances/one.lp": "width(1). height(1). clue((1,1)).\n",
}
FRAME = "width(2). height(1).\n"
START = (
    "cell((1..W,1..H)) :- width(W), height(H).\n"
    "next((X,Y),(X+1,Y)) :- cell((X,Y)), cell((X+1,Y)).\n"
    "next((X,Y),(X,Y+1)) :- cell((X,Y)), cell((X,Y+1)).\n"
)
GENERATE = (
    *["{ mark(P) : cell(P) }."] * 5,
    "mark(P) :- cell(P), not mark(Q) : next(P,Q).",
    "mark(P) :- cell(P), not k(P). k(P) :- cell(P), not mark(P).",
    "mark(P) ; no(P) :- cell(P).",
    "#external mark(P) : cell(P). [free]",
)
CELLS = ("(1,1)", "(2,1)")
CONSTRUCTS = {
    "rule": (
        "h(P) :- clue(P).",
        "h(P) :- mark(P), next(P,_).",
        "h(Q) :- h(P), next(P,Q).",
    ),
    "external": (
        "#external e(P) : cell(P).\n:- e(P), mark(P).",
        "#external e. [true]\n:- e, mark({0}), mark({1}).",
        "#external e. [free]\n:- e, mark({0}). :- not e, mark({1}).",
        "#external h({0}). [true]",
        "#external clue({0}). [true]\n:- clue({0}), mark({1}).",
        "#external mark({0}) : clue({1}). [true]",
        "#external h(P) : clue(P). [free]\nmark(P) :- h(P).",
    ),
    "derived input": (
        "clue(P) :- mark(P), next(P,_).",
        "clue({0}) :- not mark({1}).",
        "{{ clue(P) : cell(P) }}.",
        "clue({0}) ; k({0}) :- cell({1}).",
        "width(3) :- mark({0}).\n:- width(W), W > 2, clue({0}).",
        "clue(P) :- h(P). mark(P) :- clue(P).",
    ),
    "sign": (
        "-mark({0}) :- clue({1}).",
        "-clue({0}) :- mark({1}).",
        "-h(P) :- clue(P), not mark(P). h(P) :- mark(P).",
        "mark(-P) :- clue(P), next(P,_).",
        "mark(-P) :- mark(P), clue(P).",
        ":- mark(P), mark(-P).",
    ),
    "part": (
        "#program step(t).\n:- mark({0}), t > 0.\n#program base.",
        "#program extra.\nmark(P) :- clue(P).\n#program base.",
        "mark({0}) :- clue(@f({1})).",
        "#program base.",
    ),
    "choice": (
        "{{ h(P) : cell(P) }} = {n}.",
        "{{ h(P); k(P) }} :- clue(P).",
        "1 {{ k(P) : next(P,Q) }} :- mark(Q), clue(Q).",
    ),
    "aggregate": (
        ":- #count {{ P : mark(P) }} > {n}.",
        ":- #sum {{ X,Y : h((X,Y)) }} = {n}, mark({0}).",
        "h({0}) :- #count {{ P : h(P) }} >= {n}, clue({1}).",
        "k({0}) :- #count {{ P : k(P); P : mark(P) }} != {n}.",
    ),
    "shown": (
        "#show t(P) : mark(P).",
        "#show mark(P) : mark(P).",
        "#show (P,1) : h(P).",
    ),
    "disjunction": (
        "h(P) | k(P) :- clue(P).",
        "h({0}) | k({0}) | w.\nh({0}) :- w. k({0}) :- w. w :- h({0}), mark({1}).",
        "mark({0}) | h({1}) :- clue({0}).",
    ),
    "negative loop": (
        "h(P) :- not k(P), cell(P). k(P) :- not h(P), cell(P).",
        "w :- not w, clue({0}), mark({1}).",
        "k({0}) :- not not k({0}).",
        "h({0}) :- not k({1}). k({1}) :- not h({0}), mark({1}).",
    ),
    "test": (
        ":- mark({0}), not h({0}), clue({1}).",
        ":- k({0}), mark({1}).",
        ":- h(P), h(Q), next(P,Q).",
        ":- w, mark({0}).",
        ":- not k({1}), clue({0}).",
    ),
}


def random_program(rng: Random) -> tuple[str, list[str]]:
    """Return a program and the constructs that it has."""
    kinds = rng.choices([*CONSTRUCTS], k=rng.randint(1, 3)) + ["test"] * rng.randint(
        0, 2
    )
    rules = []
    for kind in kinds:
        rule = rng.choice(CONSTRUCTS[kind])
        is_form = "{0}" in rule or "{1}" in rule or "{{" in rule
        cells = rng.sample(CELLS, 2)
        rules.append(rule.format(*cells, n=rng.randint(0, 3)) if is_form else rule)
    defined = "#defined h/1. #defined k/1. #defined w/0. #defined clue/1.\n"
    rules.insert(0, rng.choice(GENERATE))
    return START + defined + "\n".join(rules) + "\n#show mark/1.\n", kinds


def variant(rng: Random, text: str) -> str:
    """Return a program with more statements, or another program."""
    other, _ = random_program(rng)
    lines, more = text.splitlines(), other.splitlines()[len(START.splitlines()) + 1 :]
    match rng.randrange(3):
        case 0:
            return "\n".join([*lines, *more[:-1]]) + "\n"
        case 1:
            return other
    return text + ":- h((9,9)).\n{ spare }.\n"


Answers = set[tuple[frozenset[str], frozenset[str]]]
"""Pairs of a board and an output."""


def plain(family: str, encoding: str) -> Answers:
    """Return the answers of plain clingo to the exported files, board by board."""
    found = set()
    text = export(subject_named(family), encoding, Instance("a board", FRAME))
    for clues in chain.from_iterable(combinations(CELLS, n) for n in range(3)):
        control = clingo.Control(["0", "--project=project"], logger=lambda *_: None)
        control.add("base", [], text + "".join(f"clue({cell})." for cell in clues))
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:
            for model in handle:
                shown = map(str, model.symbols(shown=True))
                marks = frozenset(one for one in shown if one.startswith("mark("))
                found.add((frozenset(clues), marks))
    return found


def listed(family: str, encoding: str, board: Instance) -> Answers:
    """Return the answers that `lab compare --exhaustive` lists."""
    found = ask(Question(family, encoding, board)).found
    texts = ((map(str, one.given), map(str, one.atoms)) for one in found)
    return {
        (frozenset(c for c in CELLS if f"clue({c})" in given), frozenset(atoms))
        for given, atoms in ((frozenset(g), a) for g, a in texts)
    }


def verdict(family: str, names: Sequence[str], board: Instance) -> str:
    """Return the common verdict about a pair: equal or different; or wrong."""
    ours, theirs = (plain(family, name) for name in names)
    lists = [listed(family, name, board) for name in names]
    found: Proof
    *_, found = ProofRequest(family, *names, board).answer()
    is_wrong = bool(found.message) or lists != [ours, theirs]
    if found.facts is None:
        return "wrong" if is_wrong or not ours <= theirs else "equal"
    clues = frozenset(c for c in CELLS if f"clue({c})" in found.facts)
    is_wrong |= (clues, frozenset(found.atoms)) not in ours - theirs
    return "wrong" if is_wrong else "different"


def written(folder: Path, texts: Sequence[str]) -> tuple[str, list[str], Instance]:
    """Write a family and encodings; return their names, and the set of all boards."""
    family = folder / "marks"
    (family / "instances").mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (family / name).write_text(text)
    paths = [folder / f"{number}.lp" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    board = Instance("all boards of 2x1", FRAME, FILES["boards.lp"])
    return str(family), [*map(str, paths)], board


def compare(pairs: int, seed: int = 1) -> tuple[Counter[str], list[str]]:
    """Compare the verdicts on random pairs; return their numbers, and wrong pairs."""
    rng, verdicts, wrong = Random(seed), Counter[str](), list[str]()
    with TemporaryDirectory() as folder:
        for _ in range(pairs):
            text, kinds = random_program(rng)
            texts = [text, variant(rng, text)]
            try:
                found = verdict(*written(Path(folder), texts))
            except EncodingError as error:
                found = "refused"
                verdicts[f"refused: {str(error).rpartition(':')[2]}"] += 1
            verdicts[found] += 1
            verdicts.update(f"{kind}: {found}" for kind in {*kinds})
            wrong += ["\n%%\n".join(texts)] if found == "wrong" else []
    return verdicts, wrong


if __name__ == "__main__":
    started = time.process_time()
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("pairs", type=int, help="the number of random pairs")
    counts, faults = compare(parser.parse_args().pairs)
    print(*(f"{name}: {number}" for name, number in sorted(counts.items())), sep="\n")
    print(f"{time.process_time() - started:.0f} CPU seconds")
    print(*faults[:3], sep="\n====\n")

"""Compare the verdicts of `galaxies lab prove` on random pairs with plain clingo.

    python benchmarks/proofs.py 2000

The encodings mark cells of boards of 2x2 cells. The second method runs plain clingo on
each single board. Printed are the verdicts by construct, and the CPU time.
"""

import argparse
import time
from collections import Counter
from itertools import chain, combinations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import clingo

from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.lab.prove import Proof, ProofRequest
from galaxies_asp.lab.subject import Instance

FILES = {
    "interface.lp": "#show mark/1.\n",
    "boards.lp": "{ clue((1..W,1..H)) } :- width(W), height(H).\n",
    "instances/one.lp": "width(1). height(1). clue((1,1)).\n",
}
FRAME = "width(2). height(2).\n"
START = (
    "cell((1..W,1..H)) :- width(W), height(H).\n"
    "next((X,Y),(X+1,Y)) :- cell((X,Y)), cell((X+1,Y)).\n"
    "next((X,Y),(X,Y+1)) :- cell((X,Y)), cell((X,Y+1)).\n"
    "{ mark(P) : cell(P) }.\n"
)
CELLS = ("(1,1)", "(1,2)", "(2,1)", "(2,2)")
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


def answers(text: str) -> set[tuple[frozenset[str], frozenset[str]]]:
    """Return the pairs of a board and an output, board by board."""
    found = set()
    for clues in chain.from_iterable(combinations(CELLS, n) for n in range(5)):
        facts = "".join(f"clue({cell})." for cell in clues)
        control = clingo.Control(["0"], logger=lambda *_: None)
        control.add("base", [], f"{text}{FRAME}{facts}")
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:
            for model in handle:
                shown = map(str, model.symbols(shown=True))
                marks = frozenset(one for one in shown if one.startswith("mark("))
                found.add((frozenset(clues), marks))
    return found


def compare(pairs: int, seed: int = 1) -> tuple[Counter[str], list[str]]:
    """Compare the verdicts on random pairs; return their numbers, and wrong pairs."""
    rng, verdicts, wrong = Random(seed), Counter[str](), list[str]()
    with TemporaryDirectory() as folder:
        family = Path(folder, "marks")
        (family / "instances").mkdir(parents=True)
        for name, text in FILES.items():
            (family / name).write_text(text)
        board = Instance("all boards of 2x2", FRAME, FILES["boards.lp"])
        for number in range(pairs):
            text, kinds = random_program(rng)
            texts = [text, variant(rng, text)]
            names = [str(Path(folder, f"{number}{side}.lp")) for side in "ab"]
            for name, one in zip(names, texts, strict=True):
                Path(name).write_text(one)
            ours, theirs = map(answers, texts)
            try:
                found: Proof
                *_, found = ProofRequest(str(family), *names, board).answer()
            except EncodingError as error:
                verdicts["refused"] += 1
                verdicts[f"refused: {str(error).rpartition(':')[2]}"] += 1
                continue
            is_wrong = bool(found.message) or (found.facts is None) != (ours <= theirs)
            if found.facts is not None and not is_wrong:
                clues = frozenset(c for c in CELLS if f"clue({c})" in found.facts)
                is_wrong = (clues, frozenset(found.atoms)) not in ours - theirs
            verdict = (
                "wrong" if is_wrong else "equal" if ours <= theirs else "different"
            )
            verdicts[verdict] += 1
            verdicts.update(f"{kind}: {verdict}" for kind in {*kinds})
            wrong += ["\n%%\n".join(texts)] if is_wrong else []
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

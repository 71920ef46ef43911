"""Compare the verdicts of `galaxies lab` on random pairs with plain clingo.

    python benchmarks/proofs.py 1000
    python benchmarks/proofs.py 1000 --shipped

The encodings mark cells of boards of 2x1 cells; with `--shipped` they are mutants of
shipped encodings, with more rules. `lab prove` searches for a difference, `lab compare
--exhaustive` lists the answers on all boards, and the second method runs plain clingo
on the file that `lab export` writes for each board. Printed are the verdicts by
construct, and the CPU time.
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import chain, combinations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import clingo

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.lab.asking import Question, ask
from galaxies_asp.lab.boards import choice, each
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.instances import Instance, program_of
from galaxies_asp.lab.mutants import mutants
from galaxies_asp.lab.proof import proof_boards
from galaxies_asp.lab.prove import Proof, ProofRequest
from galaxies_asp.lab.source import export

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
        "#external t. [true]\n:- t, mark({0}), mark({1}).",
        "#external f. [free]\n:- f, mark({0}). :- not f, mark({1}).",
        "#external h({0}). [free]",
        "#external clue({0}). [true]\n:- clue({0}), mark({1}).",
        "#external t({0}) : clue({1}). [true]\nmark(P) :- t(P).",
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


SHIPPED = {"hitori": (2, 1), "nurikabe": (2, 1), "shikaku": (2, 1), "galaxies": (1, 1)}
"""The sizes of the boards of shipped types, of which there are few."""

ADDED = {
    "derived input": (
        "{f} :- {o}.",
        "{f} :- not {o}.",
        "{{ {f} }}.",
        "width(3) :- {o}.",
    ),
    "external": (
        "#external {o} : {f}. [true]",
        "#external {f}. [true]",
        "#external t. [true]\n:- t, {o}, {f}.",
        "#external x. [free]\n:- x, {o}. :- not x, {p}.",
        "#external e.\n:- not e, {f}.",
    ),
    "sign": ("-{o} :- {f}.", "-{f} :- {o}.", ":- {o}, not -{p}.", "-{f}."),
    "part": (
        "#program step(t).\n:- {o}, t > 0.\n#program base.",
        ":- {o}, a(@f({n})).",
        "#program extra.\n{o} :- {f}.\n#program base.",
    ),
    "choice": (
        "{{ h(1..{n}) }} = 1.\n:- h({n}), {o}.",
        "1 {{ h({n}); k }} :- {o}.\n:- h({n}), {f}.",
        "h(1) | k :- {o}.\n:- k, {f}.",
    ),
    "negative loop": (
        "k :- not h(1). h(1) :- not k. :- h(1), {o}. :- k, {p}.",
        "w :- not w, {o}, {f}.",
        "k :- not not k. :- k, {o}.",
    ),
    "test": (":- {o}, {f}.", ":- {o}, not {p}.", "{o} :- {f}.", ":- {f}, not {o}."),
}
"""Rules with facts of boards and atoms of outputs in their places."""


@cache
def shipped(name: str) -> tuple[Instance, list[Instance], list[str], list[str]]:
    """Return all boards of a type, one by one, their facts, and all outputs."""
    subject = compared_family(name)
    board = proof_boards(subject, *SHIPPED[name])[-1]
    singles = list(each(subject, board))
    facts = {str(fact) for one in singles for fact in facts_of(one.facts)}
    answers = ask(Question(name, studied(name), board)).found
    atoms = {str(atom) for answer in answers for atom in answer.atoms}
    return board, singles, sorted(facts), sorted(atoms)


def studied(name: str) -> str:
    """Return the encoding of a type that is changed."""
    return "choice+any" if name == "galaxies" else "encoding.lp"


@cache
def changed(name: str) -> list[str]:
    """Return the mutants of the encoding of a type, in random order."""
    subject = compared_family(name)
    made = [one.text for one in mutants(subject, studied(name))]
    Random(1).shuffle(made)
    return made


@cache
def is_taken(name: str, text: str) -> bool:
    """Return whether clingo takes an encoding, and it has outputs of the type."""
    subject, (board, *_) = compared_family(name), shipped(name)
    control = clingo.Control(logger=lambda *_: None)
    try:
        control.add("base", [], text + choice(subject, board))
        control.ground([("base", [])])
    except RuntimeError:
        return False
    atoms = (one.symbol for one in control.symbolic_atoms)
    return any(f"{a.name}/{len(a.arguments)}" in subject.outputs for a in atoms)


def shipped_program(rng: Random, name: str) -> tuple[str, list[str]]:
    """Return a mutant of a type, or its encoding, with more rules; and their kinds."""
    _, _, facts, atoms = shipped(name)
    kinds = rng.choices([*ADDED], k=rng.randint(0, 2))
    rules = [
        rng.choice(ADDED[kind]).format(
            f=rng.choice(facts),
            o=rng.choice(atoms),
            p=rng.choice(atoms),
            n=rng.randint(1, 2),
        )
        for kind in kinds
    ]
    subject = compared_family(name)
    text = subject.source(studied(name)).text
    if rng.random() < 0.5:
        text = rng.choice([one for one in changed(name)[:40] if is_taken(name, one)])
    return "\n".join((text, *rules, "")), kinds


Answers = set[tuple[frozenset[str], frozenset[str]]]
"""Pairs of a board and an output."""


def plain(family: str, encoding: str, boards: Sequence[Instance]) -> Answers:
    """Return the answers of plain clingo to the exported files, board by board."""
    subject, found = compared_family(family), set()
    text = export(subject, encoding, Instance("a board", ""))
    for board in boards:
        given = frozenset(map(str, facts_of(board.facts)))
        control = clingo.Control(["0", "--project=project"], logger=lambda *_: None)
        control.add("base", [], text + program_of(subject, board))
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:
            for model in handle:
                shown = model.symbols(shown=True)
                named = ((one, len(one.arguments)) for one in shown if one.positive)
                found.add(
                    (
                        given,
                        frozenset(
                            str(one)
                            for one, arity in named
                            if f"{one.name}/{arity}" in subject.outputs
                        ),
                    )
                )
    return found


def listed(family: str, encoding: str, board: Instance) -> Answers:
    """Return the answers that `lab compare --boards exhaustive=WxH` lists."""
    common = frozenset(map(str, facts_of(board.facts)))
    return {
        (common.union(map(str, one.given)), frozenset(map(str, one.atoms)))
        for one in ask(Question(family, encoding, board)).found
    }


def verdict(
    family: str, names: Sequence[str], board: Instance, singles: Sequence[Instance]
) -> str:
    """Return the common verdict about a pair: equal or different; or wrong."""
    one, other = names
    ours, theirs = (plain(family, name, singles) for name in names)
    lists = [listed(family, name, board) for name in names]
    found: Proof
    *_, found = ProofRequest(family, one, other, board).answer()
    is_wrong = bool(found.message) or lists != [ours, theirs]
    if found.facts is None:
        return "wrong" if is_wrong or not ours <= theirs else "equal"
    given = frozenset(map(str, facts_of(found.facts)))
    is_wrong |= (given, frozenset(found.atoms)) not in ours - theirs
    return "wrong" if is_wrong else "different"


def saved(folder: Path, texts: Sequence[str]) -> list[str]:
    """Write encodings; return their names."""
    paths = [folder / f"{number}.lp" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return [*map(str, paths)]


def written(
    folder: Path, texts: Sequence[str]
) -> tuple[str, list[str], Instance, list[Instance]]:
    """Write a type and encodings; return their names, and all boards in two forms."""
    family = folder / "marks"
    (family / "instances").mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (family / name).write_text(text)
    every = chain.from_iterable(combinations(CELLS, n) for n in range(3))
    clues = ("".join(f"clue({cell})." for cell in cells) for cells in every)
    singles = [Instance("a board", FRAME + one) for one in clues]
    board = Instance("all boards of 2x1", FRAME, FILES["boards.lp"])
    return str(family), saved(folder, texts), board, singles


Pair = tuple[str, Sequence[str], Instance, Sequence[Instance]]


def marks(rng: Random, folder: Path) -> tuple[Pair, list[str]]:
    """Write a random pair, and return its constructs."""
    text, kinds = random_program(rng)
    return written(folder, [text, variant(rng, text)]), kinds


def of_shipped(rng: Random, folder: Path) -> tuple[Pair, list[str]]:
    """Write a random pair of a shipped type, and return its constructs."""
    name = rng.choice([*SHIPPED])
    both = [shipped_program(rng, name) for _ in range(2)]
    texts, kinds = zip(*both, strict=True)
    return (name, saved(folder, texts), *shipped(name)[:2]), [name, *chain(*kinds)]


def compare(
    pairs: int, seed: int = 1, *, is_shipped: bool = False
) -> tuple[Counter[str], list[str]]:
    """Compare the verdicts on random pairs; return their numbers, and wrong pairs."""
    rng, verdicts, wrong = Random(seed), Counter[str](), list[str]()
    with TemporaryDirectory() as folder:
        for _ in range(pairs):
            pair, kinds = (of_shipped if is_shipped else marks)(rng, Path(folder))
            try:
                found = verdict(*pair)
            except EncodingError as error:
                found = "refused"
                verdicts[f"refused: {str(error).rpartition(':')[2]}"] += 1
            verdicts[found] += 1
            verdicts.update(f"{kind}: {found}" for kind in {*kinds})
            texts = (Path(name).read_text() for name in pair[1])
            wrong += ["\n%%\n".join(texts)] if found == "wrong" else []
    return verdicts, wrong


if __name__ == "__main__":
    started = time.process_time()
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("pairs", type=int, help="the number of random pairs")
    parser.add_argument("--seed", type=int, default=1, help="of the pairs (default: 1)")
    parser.add_argument("--shipped", action="store_true", help="pairs of shipped types")
    given = parser.parse_args()
    counts, faults = compare(given.pairs, given.seed, is_shipped=given.shipped)
    print(*(f"{name}: {number}" for name, number in sorted(counts.items())), sep="\n")
    print(f"{time.process_time() - started:.0f} CPU seconds")
    print(*faults[:3], sep="\n====\n")

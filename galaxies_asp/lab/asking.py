"""The answers of an encoding on a board: its models, projected and verified."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from galaxies_asp.core.asp import clingo
from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.asp.clingo import ast
from galaxies_asp.core.asp.models import note_others, require_output, require_shown
from galaxies_asp.core.asp.program import Program, statements
from galaxies_asp.core.asp.search import GroundProgram
from galaxies_asp.core.asp.sources import Text
from galaxies_asp.core.asp.symbols import atom_of, signature_of
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.family import projected_to
from galaxies_asp.core.sheet import AnyFamily
from galaxies_asp.lab import boards
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.galaxies import ground_fast
from galaxies_asp.lab.instances import (
    Instance,
    Output,
    faults_of,
    normalized,
    program_of,
)
from galaxies_asp.lab.source import comparable, shuffled
from galaxies_asp.lab.statements import depends_on_board
from galaxies_asp.lab.store import EncodingRequest, StoredResult

MODELS = 20_000
"""The largest number of answers to compare."""

_AUXILIARY = 1000
"""The largest number of further models that are counted for each board."""


@dataclass(frozen=True, slots=True)
class Answers(StoredResult):
    """The answers to a question, or the reason why there are none.

    The reason may also be `unasked`: the encoding does not support such boards.
    """

    found: frozenset[Output] = frozenset()
    """The answers."""
    complete: bool = False
    """Whether there are no others."""
    models: int = 0
    """The number of models of an instance, more than one for an answer where there are
    auxiliary choices; 0 if they were not counted."""
    wrong: Output | None = None
    """An answer that the verifier rejects, with few chosen facts."""
    messages: tuple[str, ...] = ()
    """The warnings of clingo."""


@dataclass(frozen=True, slots=True)
class Question(EncodingRequest[Answers]):
    """A request for the answers of an encoding on a board, at most `models`."""

    board: Instance
    models: int = MODELS

    kept = Answers

    @property
    def title(self) -> str:
        """What the progress counts."""
        return f"solutions on {self.board.name}"

    def result(self) -> Answers:
        """Return the answers, unless the encoding does not support such boards."""
        if self.board.choices and self.encoding in compared_family(self.family).native:
            message = f"{self.encoding!r} takes one board at a time"
            return Answers(why="unasked", message=message)
        started = time.process_time()
        return replace(ask(self), seconds=time.process_time() - started)


def ask(question: Question) -> Answers:
    """Return the answers; `EncodingError` if clingo refuses, or no output is shown."""
    family, board = compared_family(question.family), question.board
    answers = listed(family, question.encoding, board, question.models)
    if not family.has_verifier:
        return answers
    in_order = sorted(answers.found, key=Output.cost)
    wrong = (answer for answer in in_order if faults_of(family, board, answer))
    return replace(answers, wrong=next(wrong, None))


def listed(
    family: AnyFamily, encoding: str, board: Instance, models: int = 0
) -> Answers:
    """Return the answers, by default all of them, without a verdict of the verifier.

    The boards of a set are asked about in one program, or else one by one.
    """
    if is_asked_one_by_one(family, encoding, board):
        return _listed_one_by_one(family, encoding, board, models)
    # A question is answered in a worker process, which handles no Ctrl-C.
    options = [str(models), "--project=project"]
    grounded = ground(family, encoding, board, options)
    program = grounded.program
    answers = frozenset(map(grounded.read, program.models()))
    complete, number = program.exhausted, 0
    if isinstance(program, Program) and answers and complete and not board.choices:
        program.settings.project = "no"
        program.settings.models = len(answers) + _AUXILIARY
        number = sum(1 for _ in program.models())
    return Answers(answers, complete, number, messages=program.messages)


def is_asked_one_by_one(family: AnyFamily, encoding: str, board: Instance) -> bool:
    """Tell whether the boards of a set cannot be asked about in one program."""
    if not board.choices:
        return False
    source, inputs = comparable(family, encoding), boards.inputs_on(family, board)
    return boards.PREFIX in source.program.text or depends_on_board(source, inputs)


def _listed_one_by_one(
    family: AnyFamily, encoding: str, board: Instance, models: int
) -> Answers:
    """Return the answers on the boards of a set, each in a program of its own."""
    found = set[Output]()
    messages: dict[str, None] = {}
    common = {*facts_of(board.facts)}
    for one in boards.each(family, board):
        known = listed(family, encoding, one, models and models - len(found))
        given = frozenset(facts_of(one.facts)) - common
        found |= {normalized(family, Output(a.atoms, given)) for a in known.found}
        messages |= dict.fromkeys(known.messages)
        if not known.complete or len(found) == models > 0:
            return Answers(frozenset(found), False, messages=tuple(messages))
    return Answers(frozenset(found), True, messages=tuple(messages))


def ground(
    family: AnyFamily,
    encoding: str,
    board: Instance,
    options: Sequence[str],
    seed: int = 0,
) -> GroundProgram[Output]:
    """Ground an encoding on a board.

    `options`: options of clingo's command line. `seed`: the seed of a random order of
    facts and rules; 0 is that of the texts. Raises `EncodingError` if clingo refuses
    the encoding.
    """
    if encoding in family.native:
        facts = shuffled(board.facts, seed) if seed else board.facts
        return ground_fast(replace(board, facts=facts), options)
    name = f"the encoding {encoding}"
    source = family.source(encoding)
    texts = source.text, *added(family, board)
    shuffle = shuffled("\n".join(texts), seed) if seed else None
    program = Program(
        options, None if shuffle else source, name=name, short_searches=True
    )
    program.add(shuffle or "".join(texts[1:]))
    program.ground()
    return GroundProgram(program, _reader(family, encoding, board, program))


def added(family: AnyFamily, board: Instance) -> tuple[str, str]:
    """Return what is projected to, and the facts or choices of a board."""
    if not board.choices:
        return projected_to(family.outputs), program_of(family, board)
    chosen = boards.private_inputs(family, board)
    choice = boards.private_choice(family, board)
    return projected_to([*family.outputs, *chosen]), choice


def _reader(
    family: AnyFamily, encoding: str, board: Instance, program: Program
) -> Callable[[clingo.Model], Output]:
    """Return a function that reads models, and interprets each shown symbol once."""
    # Facts are part of the board unless they are chosen.
    inputs = boards.private_facts(family, board, program) if board.choices else []
    hides = _may_hide(family.source(encoding), family.outputs)
    is_checked = False

    @cache
    def output(symbol: clingo.Symbol) -> Atom | None:
        return atom_of(symbol) if signature_of(symbol) in family.outputs else None

    def read(model: clingo.Model) -> Output:
        nonlocal is_checked
        given = frozenset(atom for literal, atom in inputs if model.is_true(literal))
        symbols = model.symbols(shown=True)
        if hides or not is_checked:
            is_checked = True
            require_shown(program, model, family.outputs)
            note_others(program, encoding, symbols, family.outputs)
        require_output(program, model, family.outputs)
        atoms = frozenset(filter(None, map(output, symbols)))
        return normalized(family, Output(atoms, given))

    return read


@lru_cache(maxsize=64)
def _may_hide(source: Text, outputs: tuple[str, ...]) -> bool:
    """Tell whether a model may not show an atom of the output that is true in it."""
    if "#show" not in source.text:
        return False
    shown = {
        f"{one.name}/{one.arity}"
        for one in statements(source, "the encoding")
        if one.ast_type == ast.ASTType.ShowSignature and one.positive
    }
    return not shown.issuperset(outputs)

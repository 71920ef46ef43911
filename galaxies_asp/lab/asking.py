"""The answers of an encoding on a board: its models, projected and verified."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import ClassVar

import clingo

from galaxies_asp.asp import sources
from galaxies_asp.asp.atoms import Atoms
from galaxies_asp.asp.models import note_others, require_shown
from galaxies_asp.asp.program import Program
from galaxies_asp.asp.search import GroundProgram, Searchable
from galaxies_asp.board.errors import EncodingError
from galaxies_asp.families.family import Answer, Board, Family
from galaxies_asp.families.registry import family_named
from galaxies_asp.lab.store import Request
from galaxies_asp.processes.progress import (
    LimitReachedError,
    SolverCrashedError,
    WorkerDiedError,
)

MODELS = 20_000
"""The largest number of answers to compare."""

_AUXILIARY = 1000
"""The largest number of further models that are counted for each board."""

_WRONG = 50
"""The number of rejected answers among which a small one is looked for."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a question.

    Attributes
    ----------
    found
        The answers.
    complete
        Whether there are no others.
    models
        The number of models of an instance, more than one for an answer where there are
        auxiliary choices; 0 if they were not counted.
    wrong
        An answer that the verifier rejects, with few chosen facts.
    messages
        The warnings of clingo.
    """

    found: frozenset[Answer]
    complete: bool
    models: int = 0
    wrong: Answer | None = None
    messages: tuple[str, ...] = ()

    stopped_by: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class MissingAnswers:
    """The reason why a question has no answer.

    Attributes
    ----------
    why
        `time` or `memory` where a limit was reached; `refused` where the encoding is
        faulty; `died` where the process was killed; `unasked` if the encoding does not
        support such boards.
    message
        The reason as a sentence.
    """

    why: str
    message: str

    @property
    def stopped_by(self) -> str:
        """The limit that was reached, or `died`."""
        return self.why if self.why in ("time", "memory", "died") else ""


@dataclass(frozen=True, slots=True)
class Question(Request):
    """A request for the answers of an encoding on a board, at most `models`."""

    family: str
    encoding: str
    board: Board
    models: int = MODELS

    results = Answers, MissingAnswers

    @property
    def title(self) -> str:
        """What the progress counts."""
        return f"solutions on {self.board.name}"

    @property
    def is_out_of_reach(self) -> bool:
        """Whether the encoding does not support such boards."""
        native = family_named(self.family).native
        return self.encoding in native and bool(self.board.choices)

    def answer(self) -> Iterator[Answers]:
        """Yield the answers."""
        yield ask(self)

    def failed(self, error: Exception) -> MissingAnswers:
        """Return the reason why there is no answer."""
        if isinstance(error, LimitReachedError):
            return MissingAnswers(error.limit, f"the {error.limit} limit was reached")
        is_dead = isinstance(error, (SolverCrashedError, WorkerDiedError))
        why = "died" if is_dead else "refused"
        return MissingAnswers(why, str(error))


def ask(question: Question, text: str | None = None) -> Answers:
    """Return the answers of the encoding, or of a text in its place.

    Raises
    ------
    EncodingError
        If clingo refuses it, or it does not show the output.
    """
    family, board = family_named(question.family), question.board
    # A question is answered in a worker process, which handles no Ctrl-C.
    options = [str(question.models), "--project=project"]
    if text is not None:
        text += family.projection(board) + family.program(board)
    grounded = ground(family, question.encoding, board, options, text)
    answers = frozenset(map(grounded.read, grounded.program.models()))
    complete = grounded.program.exhausted
    wrong = islice((a for a in answers if family.faults(board, a)), _WRONG)
    return Answers(
        answers,
        complete,
        0 if board.choices else _models(grounded.program, len(answers)),
        min(wrong, key=Answer.cost, default=None),
        grounded.program.messages,
    )


def _models(program: Searchable, answers: int) -> int:
    """Count the models without projection, up to a limit."""
    if not (isinstance(program, Program) and answers and program.exhausted):
        return 0
    settings = program.control.configuration.solve
    assert isinstance(settings, clingo.Configuration)
    settings.project = "no"
    settings.models = answers + _AUXILIARY
    return sum(1 for _ in program.models())


def ground(
    family: Family,
    encoding: str,
    board: Board,
    options: Sequence[str],
    text: str | None = None,
) -> GroundProgram[Answer]:
    """Ground an encoding on a board.

    Parameters
    ----------
    options
        Options of clingo's command line.
    text
        The program, facts included, to take instead of the encoding's.

    Raises
    ------
    EncodingError
        If clingo refuses the encoding.
    """
    if encoding in family.native:
        return family.native[encoding](encoding, board, options)
    name = f"the encoding {encoding}"
    if text is None:
        source = family.text(encoding)
    else:
        lines = range(1, text.count("\n") + 2)
        source = sources.Text(text, tuple((Path(encoding), line) for line in lines))
    program = Program(options, source, name=name, short_searches=True)
    if text is None:
        program.add(family.projection(board) + family.program(board))
    program.ground()
    reader = _Reader(family, encoding, board, program, source)
    return GroundProgram(program, reader.answer)


class _Reader:
    """Reads models; interprets each shown symbol once."""

    def __init__(
        self,
        family: Family,
        encoding: str,
        board: Board,
        program: Program,
        source: sources.Text,
    ) -> None:
        self._family, self._board, self._encoding = family, board, encoding
        self._program, self._source = program, source
        control = program.control
        self._outputs = _literals(control, family.outputs)
        # Facts are part of the board unless they are chosen.
        inputs = family.inputs if board.choices else ()
        self._inputs = _literals(control, inputs, without=board.facts)
        known = {text for _, text in self._outputs}
        self._texts = _Texts(known)
        self._first = True

    def answer(self, model: clingo.Model) -> Answer:
        """Return the answer of a model."""
        given = frozenset(text for lit, text in self._inputs if model.is_true(lit))
        if self._first:
            self._first = False
            self._require_output(model, given)
        texts = map(self._texts.__getitem__, model.symbols(shown=True))
        answer = Answer(frozenset(filter(None, texts)), given)
        return self._family.normalize(answer)

    def _require_output(self, model: clingo.Model, given: Atoms) -> None:
        """Check that the encoding has the output, and shows it and nothing else."""
        family = self._family
        require_shown(self._program, model, family.outputs)
        symbols = model.symbols(shown=True)
        note_others(self._program, self._encoding, symbols, family.outputs)
        if self._outputs or _mentions(self._source, family.outputs):
            return
        if family.faults(self._board, Answer(frozenset(), given)):
            meaning = (
                f"{' or '.join(family.outputs)}, which is the output of {family.name}"
            )
            raise EncodingError(
                f"a model of the encoding {self._encoding} shows no "
                f"{family.output_meaning or meaning}"
            )


def _mentions(source: sources.Text, signatures: Sequence[str]) -> bool:
    """Return whether rules mention one of the signatures."""
    program = Program((), source)
    program.ground()
    atoms = program.control.symbolic_atoms
    return any(f"{name}/{arity}" in signatures for name, arity, _ in atoms.signatures)


class _Texts(dict[clingo.Symbol, str]):
    """The texts of symbols; that of a symbol which is no output is empty."""

    def __init__(self, known: set[str]) -> None:
        super().__init__()
        self._known = known

    def __missing__(self, symbol: clingo.Symbol) -> str:
        text = str(symbol)
        self[symbol] = text if text in self._known else ""
        return self[symbol]


def _literals(
    control: clingo.Control, signatures: Sequence[str], without: str = ""
) -> list[tuple[int, str]]:
    literals = []
    for signature in signatures:
        name, _, arity = signature.partition("/")
        for atom in control.symbolic_atoms.by_signature(name, int(arity)):
            text = str(atom.symbol)
            if not without or f"{text}." not in without:
                literals.append((atom.literal, text))
    return literals

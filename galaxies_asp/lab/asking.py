"""The answers of an encoding on a board: its models, projected and verified."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

import clingo

from galaxies_asp.asp import sources
from galaxies_asp.asp.models import note_others, require_shown
from galaxies_asp.asp.program import Program
from galaxies_asp.asp.search import GroundProgram
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
    """The answers to a question, or the reason why there are none.

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
    why
        `time` or `memory` where a limit was reached; `refused` where the encoding is
        faulty; `died` where the process was killed; `unasked` if the encoding does not
        support such boards; empty if there are answers.
    message
        The same as a sentence.
    """

    found: frozenset[Answer] = frozenset()
    complete: bool = False
    models: int = 0
    wrong: Answer | None = None
    messages: tuple[str, ...] = ()
    why: str = ""
    message: str = ""

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

    kept = Answers

    @property
    def title(self) -> str:
        """What the progress counts."""
        return f"solutions on {self.board.name}"

    @property
    def is_out_of_reach(self) -> bool:
        """Whether the encoding does not support such boards."""
        native = family_named(self.family).native
        return self.encoding in native and bool(self.board.choices)

    def result(self) -> Answers:
        """Return the answers."""
        return ask(self)

    def failed(self, error: Exception) -> Answers:
        """Return the reason why there is no answer."""
        if isinstance(error, LimitReachedError):
            message = f"the {error.limit} limit was reached"
            return Answers(why=error.limit, message=message)
        is_dead = isinstance(error, (SolverCrashedError, WorkerDiedError))
        return Answers(why="died" if is_dead else "refused", message=str(error))


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
    program = grounded.program
    answers = frozenset(map(grounded.read, program.models()))
    complete, models = program.exhausted, 0
    if isinstance(program, Program) and answers and complete and not board.choices:
        models = _without_projection(program, len(answers) + _AUXILIARY)
    wrong = islice((a for a in answers if family.faults(board, a)), _WRONG)
    least = min(wrong, key=Answer.cost, default=None)
    return Answers(answers, complete, models, least, program.messages)


def _without_projection(program: Program, most: int) -> int:
    """Count the models without projection, up to a limit."""
    settings = program.control.configuration.solve
    assert isinstance(settings, clingo.Configuration)
    settings.project = "no"
    settings.models = most
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
    if text is None:
        source = family.text(encoding)
    else:
        lines = range(1, text.count("\n") + 2)
        source = sources.Text(text, tuple((Path(encoding), line) for line in lines))
    name = f"the encoding {encoding}"
    program = Program(options, source, name=name, short_searches=True)
    if text is None:
        program.add(family.projection(board) + family.program(board))
    program.ground()
    return GroundProgram(program, _Reader(family, encoding, board, program, source))


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
        # Facts are part of the board unless they are chosen.
        self._inputs = [
            (atom.literal, str(atom.symbol))
            for atom in _atoms(program, family.inputs if board.choices else ())
            if f"{atom.symbol}." not in board.facts
        ]
        outputs = {str(atom.symbol) for atom in _atoms(program, family.outputs)}
        self._outputs = outputs

        @cache
        def text(symbol: clingo.Symbol) -> str:
            return found if (found := str(symbol)) in outputs else ""

        self._text = text
        self._first = True

    def __call__(self, model: clingo.Model) -> Answer:
        """Return the answer of a model."""
        given = frozenset(text for lit, text in self._inputs if model.is_true(lit))
        if self._first:
            self._first = False
            self._require_output(model, Answer(frozenset(), given))
        texts = map(self._text, model.symbols(shown=True))
        return self._family.normalize(Answer(frozenset(filter(None, texts)), given))

    def _require_output(self, model: clingo.Model, empty: Answer) -> None:
        """Check that the encoding has the output, and shows it and nothing else."""
        family, outputs = self._family, self._family.outputs
        require_shown(self._program, model, outputs)
        symbols = model.symbols(shown=True)
        note_others(self._program, self._encoding, symbols, outputs)
        if self._outputs:
            return
        alone = Program((), self._source)
        alone.ground()
        known = alone.control.symbolic_atoms.signatures
        if any(f"{name}/{arity}" in outputs for name, arity, _ in known):
            return
        if family.faults(self._board, empty):
            meaning = f"{' or '.join(outputs)}, which is the output of {family.name}"
            raise EncodingError(
                f"a model of the encoding {self._encoding} shows no "
                f"{family.output_meaning or meaning}"
            )


def _atoms(program: Program, signatures: Sequence[str]) -> list[clingo.SymbolicAtom]:
    return [
        atom
        for name, _, arity in (signature.partition("/") for signature in signatures)
        for atom in program.control.symbolic_atoms.by_signature(name, int(arity))
    ]

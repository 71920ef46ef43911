"""From a puzzle and an encoding to a ground program and what its literals say."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

import clingo
import numpy as np

from galaxies_asp import fast
from galaxies_asp.encodings import BUILT_IN, FAST, find
from galaxies_asp.errors import EncodingError, OptionError
from galaxies_asp.grid import Point
from galaxies_asp.labeling import Labeling
from galaxies_asp.notation import facts
from galaxies_asp.puzzle import NO_DOT, Puzzle

INTERRUPT_CHECK_SECONDS = 0.1


@dataclass(frozen=True)
class Grounded:
    """A control that is ready to be solved.

    `messages` are clingo's warnings about an encoding.
    """

    control: clingo.Control
    labeling: Labeling
    messages: tuple[str, ...] = ()


def ground(puzzle: Puzzle, encoding: str, options: list[str]) -> Grounded:
    """Ground a puzzle with an encoding: `fast`, a built-in name, or a path.

    Parameters
    ----------
    options
        Options of clingo's command line.

    Raises
    ------
    OptionError
        If clingo refuses an option.
    EncodingError
        If clingo refuses the encoding, or the encoding does not keep the contract.
    fast.NoSolutionError
        If `fast` finds that there is no solution.
    """
    if encoding == FAST:
        return _ground_fast(puzzle, options)
    return _ground_file(puzzle, encoding, options)


def _ground_fast(puzzle: Puzzle, options: list[str]) -> Grounded:
    program = fast.ground(puzzle)
    control = _control(options, [])
    control.add("base", [], program.aspif)
    control.ground()
    number = np.arange(len(program.dots))
    labeling = Labeling(
        base=program.labels,
        literals=tuple(range(1, len(number) + 1)),
        which=np.concatenate([number, number]),
        cells=program.cells.T.ravel(),
        dots=np.concatenate([program.dots, program.dots]),
    )
    return Grounded(control, labeling)


def _ground_file(puzzle: Puzzle, encoding: str, options: list[str]) -> Grounded:
    path = find(encoding)
    log: list[str] = []
    own = encoding not in BUILT_IN
    if own:
        # Auxiliary choices of a user's encoding must not multiply the solutions.
        options = [*options, "--project=project"]
    control = _control(options, log)
    try:
        control.load(str(path))
        if own:
            control.add("base", [], f"#project {facts.GALAXY}/2.")
        control.add("base", [], facts.program(puzzle))
        _interruptibly(control.ground)
    except RuntimeError as error:
        details = "\n".join(message.strip() for message in log) or str(error)
        raise EncodingError(
            f"clingo refuses the encoding {encoding}:\n{details}"
        ) from None
    messages = tuple(message.strip() for message in log)
    return Grounded(control, _read_atoms(puzzle, control, encoding), messages)


def _control(options: list[str], log: list[str]) -> clingo.Control:
    """Return a control whose messages go to the log."""
    try:
        return clingo.Control(options, logger=lambda _, message: log.append(message))
    except RuntimeError as error:
        raise OptionError(f"clingo refuses its options: {error}") from None


def _interruptibly(work: Callable[[], object]) -> None:
    """Do work that hears no Ctrl-C in a thread, and listen meanwhile.

    After a KeyboardInterrupt the thread still works on, until the process ends.
    """
    raised: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(INTERRUPT_CHECK_SECONDS)
    if raised:
        raise raised[0]


def _read_atoms(puzzle: Puzzle, control: clingo.Control, encoding: str) -> Labeling:
    """Find out which literal puts which cell into the region of which dot."""
    dots = {
        clingo.Function("", [clingo.Number(x), clingo.Number(y)]): dot
        for dot, (x, y) in enumerate(puzzle.centers)
    }
    cells: dict[clingo.Symbol, int | None] = {}
    literals: dict[int, int] = {}
    rows: list[tuple[int, int, int]] = []
    for atom in control.symbolic_atoms.by_signature(facts.GALAXY, 2):
        point, center = atom.symbol.arguments
        if point not in cells:
            cells[point] = _cell_index(puzzle, point)
        cell = cells[point]
        dot = dots.get(center)
        if cell is None or dot is None:
            fault = (
                f"{center} is not a dot" if dot is None else f"{point} is not a cell"
            )
            raise EncodingError(
                f"the encoding {encoding} derives {atom.symbol}, but {fault} of the "
                "puzzle"
            )
        rows.append((literals.setdefault(atom.literal, len(literals)), cell, dot))
    if not rows and puzzle.centers:
        raise EncodingError(
            f"the encoding {encoding} derives no atom {facts.GALAXY}(P,C), which would "
            "say that the cell P = (X,Y) belongs to the dot C; see encodings/README.md"
        )
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    return Labeling(
        base=np.full((puzzle.height, puzzle.width), NO_DOT, dtype=np.int32),
        literals=tuple(literals),
        which=table[:, 0],
        cells=table[:, 1],
        dots=table[:, 2],
    )


def _cell_index(puzzle: Puzzle, point: clingo.Symbol) -> int | None:
    """Return the index of a cell in the flat labels; None if it is no cell."""
    try:
        x, y = (argument.number for argument in point.arguments)
    except (RuntimeError, ValueError):
        return None
    if not puzzle.has_cell(Point(x, y)):
        return None
    return (y // 2) * puzzle.width + x // 2

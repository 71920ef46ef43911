"""From a puzzle and an encoding to a ground program and what its literals say."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

import clingo
import numpy as np

from galaxies_asp import fast, lazy
from galaxies_asp.atoms import AtomReader
from galaxies_asp.encodings import BUILT_IN, FAST, require_labels, text
from galaxies_asp.errors import EncodingError, OptionError
from galaxies_asp.fixpoint import open_pairs
from galaxies_asp.labeling import Labeling
from galaxies_asp.notation import facts
from galaxies_asp.puzzle import Labels, Puzzle

INTERRUPT_CHECK_SECONDS = 0.1


@dataclass(frozen=True)
class Grounded:
    """A control that is ready to be solved.

    `labels` reads a model; `messages` are clingo's warnings about an encoding.
    """

    control: clingo.Control
    labels: Callable[[clingo.Model], Labels]
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
    NoSolutionError
        If `fast` finds that there is no solution.
    """
    if encoding == FAST:
        return _ground_fast(puzzle, options)
    return _ground_file(puzzle, encoding, options)


def _ground_fast(puzzle: Puzzle, options: list[str]) -> Grounded:
    pairs = open_pairs(puzzle)
    control = _control(options, [])
    control.add("base", [], fast.aspif(pairs))
    control.ground()
    number = np.arange(len(pairs.dots), dtype=np.int32)
    labeling = Labeling(
        base=pairs.labels,
        literals=tuple(range(1, len(number) + 1)),
        which=np.concatenate([number, number]),
        cells=np.concatenate([pairs.cells, pairs.images]),
        dots=np.concatenate([pairs.dots, pairs.dots]),
    )
    return Grounded(control, lambda model: labeling.labels(model.is_true))


def _ground_file(puzzle: Puzzle, encoding: str, options: list[str]) -> Grounded:
    program = text(encoding)
    require_labels(encoding)
    log: list[str] = []
    own = encoding not in BUILT_IN
    if own:
        # Auxiliary choices of a user's encoding must not multiply the solutions.
        options = [*options, "--project=project"]
    control = _control(options, log)
    try:
        control.add("base", [], program.text)
        if own:
            control.add("base", [], program.followed_by(f"#project {facts.GALAXY}/2."))
        control.add("base", [], program.followed_by(facts.program(puzzle)))
        _interruptibly(control.ground)
    except RuntimeError as error:
        details = "\n".join(map(program.located, log)) or str(error)
        raise EncodingError(
            f"clingo refuses the encoding {encoding}:\n{details}"
        ) from None
    lazy.register(control)
    messages = tuple(map(program.located, log))
    reader = AtomReader(puzzle, control, encoding)
    return Grounded(control, reader.labels, messages)


def check_options(options: list[str]) -> None:
    """Raise OptionError where clingo refuses options of its command line."""
    _control(options, [])


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

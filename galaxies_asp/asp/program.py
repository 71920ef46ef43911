"""From a puzzle and an encoding to a ground program and what its literals say."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

import clingo

from galaxies_asp import facts
from galaxies_asp.asp import connectivity
from galaxies_asp.asp.encodings import BUILT_IN, require_labels, text
from galaxies_asp.asp.models import AtomReader
from galaxies_asp.errors import EncodingError, OptionError
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
    """Ground a puzzle with an encoding: a built-in name, a mix, or a path.

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
    """
    program = text(encoding)
    require_labels(encoding)
    log: list[str] = []
    own = encoding not in BUILT_IN
    if own:
        # Auxiliary choices of a user's encoding must not multiply the solutions.
        options = [*options, "--project=project"]
    control = control_of(options, log)
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
    connectivity.register(control)
    messages = tuple(map(program.located, log))
    reader = AtomReader(puzzle, control, encoding)
    return Grounded(control, reader.labels, messages)


def check_options(options: list[str]) -> None:
    """Raise OptionError where clingo refuses options of its command line."""
    control_of(options, [])


def control_of(options: list[str], log: list[str]) -> clingo.Control:
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

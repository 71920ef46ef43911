"""Commands: what they share is declared by a decorator, and given to them as a `Run`.

A command names its options in the order of the help text; a text stands for options of
`options.NAMED`. Those that are fields of `Run` are passed in it, the others by name:

    @on_puzzles("count", "rules limits", json_option("Print JSON with components."))
    def command(run: Run) -> int: ...
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from galaxies_asp.cli import exits
from galaxies_asp.cli.inputs import Inputs, sources_options
from galaxies_asp.cli.options import Limits, Option, all_of, declared
from galaxies_asp.cli.output import Progress, echo, warn, write_output
from galaxies_asp.core.board.puzzle import Position
from galaxies_asp.core.drawing.text_style import TextStyle
from galaxies_asp.core.galaxies import is_galaxies
from galaxies_asp.core.sheet import Sheet

if TYPE_CHECKING:
    from galaxies_asp.core.asp.rules import Rules
    from galaxies_asp.core.board.answer import Answer
    from galaxies_asp.explaining.pictures import Figure
    from galaxies_asp.processes.sharing import Sharing

Decorator = Callable[[Callable[..., int]], click.Command]

ABSENT: Any = None
"""The value of the options that a command does not have."""


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """The inputs of a command, and its values of the options of several commands."""

    sources: Inputs = ABSENT
    rules: "Rules" = ABSENT
    limits: Limits = ABSENT
    sharing: "Sharing" = ABSENT
    style: TextStyle = ABSENT
    output: str | None = None
    format_: str = ABSENT
    seed: int = ABSENT
    count: int = ABSENT
    as_json: bool = False
    quiet: bool = False
    verbose: bool = False
    color: bool = False
    of: str = ""

    def answer_each(self, answer: Callable[[Sheet[Any]], int]) -> int:
        """Answer for each puzzle; return the exit code for all."""
        return self.sources.answer_each(answer)

    def answer_single(self, answer: Callable[[Sheet[Any]], int]) -> int:
        """Answer for each puzzle; there may only be one if its picture is written.

        With `-o -` the picture is printed instead of the answer.
        """
        self.check_single()
        if self.output is not None and not self.output.endswith((".svg", "-")):
            raise click.UsageError(
                f"{self.output}: the drawing is SVG; use a name in .svg"
            )
        return self.sources.answer_each(answer)

    def check_single(self) -> None:
        """Raise `click.UsageError` if pictures have no place of their own."""
        if self.as_json and self.output == "-":
            raise click.UsageError("--json and -o - both print; give -o a file")
        self.sources.check_single(self.output)

    def progress(self) -> Progress:
        """Return a display of progress."""
        return Progress(self.quiet)

    def print(self, answer: "Answer") -> None:
        """Print an answer as JSON."""
        echo(answer.json())

    def draw(self, position: Position) -> None:
        """Print a drawing of a position of Galaxies."""
        echo(self.style.draw(position), nl=False, color=True)

    def show(self, entry: Sheet[Any]) -> None:
        """Print a drawing of a board of any family."""
        echo(entry.text(self.style), nl=False, color=True)

    def figure(self, figure: "Figure") -> str:
        """Return a figure as text: what follows, the board, why, and the what-ifs."""

        def drawing(shown: "Figure") -> str:
            return "" if self.quiet else shown.text(color=self.color)

        return "".join(f"{line}\n" for line in figure.lines(drawing))

    def write(self, data: str | bytes) -> None:
        """Write a result to the output file, or to standard output."""
        write_output(data, self.output)

    def answer(self, answer: "Answer", text: str) -> int:
        """Write an answer, as JSON if that is asked for; return the exit code."""
        self.write(f"{answer.json()}\n" if self.as_json else text)
        return exits.ANSWERED

    def print_decision(self, name: str, source: Any) -> None:
        """Print which encoding decided, and how, on standard error."""
        if self.verbose:
            note(name, f"decided by {source.decided_by}, encoding {source.encoding}")


def note(name: str, message: object) -> None:
    """Print a message about a puzzle on standard error."""
    warn(f"{name}: {message}")


def command(name: str, *options: Option | str, kind: type[Run] = Run) -> Decorator:
    """Return a decorator that makes a command of a function of a run.

    Parameters
    ----------
    options
        Decorators that add options and arguments, in the order of the help text.
    kind
        The class of the run, whose fields are the shared options.
    """
    shared = {field.name for field in fields(kind)}

    def decorate(function: Callable[..., int]) -> click.Command:
        @functools.wraps(function)
        def call(**values: Any) -> int:
            if values.get("as_json") and _is_given("format_"):
                raise click.UsageError("choose one of --json and -f")
            given = {option: values.pop(option) for option in shared & values.keys()}
            run = kind(**given)
            if run.sources is not ABSENT:
                run.sources.admit = _admit
            return function(run, **values)

        made = all_of(*declared(function), *options)(call)
        summary, *_ = (function.__doc__ or "").splitlines()  # is not shortened
        return click.command(name=name, short_help=summary)(made)

    return decorate


def on_puzzles(name: str, *options: Option | str, kind: type[Run] = Run) -> Decorator:
    """Return a decorator that makes a command on puzzles, its `sources`."""
    return command(name, sources_options, *options, kind=kind)


_WITHOUT_EFFECT = {
    True: ({"of", "atom"}, "no puzzles of Galaxies"),
    False: (
        {
            *("verifier", "with_", "confirm", "smallest", "unfinished"),
            *("violations", "width", "by", "weights", "keep"),
        },
        "puzzles of Galaxies only",
    ),
}
"""Parameters without effect on puzzles of Galaxies, and of other families."""


def refuse_options(is_refused: Callable[[str], bool], takes: str) -> None:
    """Raise `click.UsageError` if a parameter is given that has no effect."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        if _is_given(name) and is_refused(name):
            raise click.UsageError(f"{parameter.opts[-1]} takes {takes}")


def _is_given(parameter: str) -> bool:
    """Tell whether the command line gives a parameter."""
    source = click.get_current_context().get_parameter_source(parameter)
    return source is ParameterSource.COMMANDLINE


def _admit(entry: Sheet[Any]) -> None:
    """Raise `click.UsageError` at options without effect on a puzzle."""
    without_effect, takes = _WITHOUT_EFFECT[is_galaxies(entry)]
    refuse_options(without_effect.__contains__, takes)

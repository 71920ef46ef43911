"""What `galaxies hex` prints about a puzzle and its solutions."""

import json
from typing import Any

import click

from galaxies_asp.fences.notation import (
    Board,
    attempt_fields,
    write_drawing,
    write_json,
)
from galaxies_asp.fences.solve import Of, Result
from galaxies_asp.fences.svg import svg
from galaxies_asp.fences.symmetry import symmetries
from galaxies_asp.fences.text import text

KINDS: tuple[Of, ...] = ("solutions", "loops", "fences")
"""What can be asked for; see `hexfence.solve.Request`."""

_STOPPED = {
    "time": "the time limit was reached",
    "interrupt": "interrupted",
    "models": "the search was not exhausted",
}


def draw(board: Board, style: str, color: bool) -> str:
    """Return the board in a style: text, svg, drawing, or json."""
    if style == "svg":
        return svg(board)
    if style == "drawing":
        return write_drawing(board)
    if style == "json":
        return write_json(board)
    return text(board, color=color)


class Report:
    """Print the answer about one puzzle."""

    def __init__(
        self, as_json: bool, show: bool, attempts: bool, quiet: bool, color: bool
    ) -> None:
        self.as_json = as_json
        self.show = show
        self.attempts = attempts
        self.quiet = quiet
        self.color = color

    def print(self, name: str, result: Result) -> None:
        """Print the result in the form that was asked for."""
        if self.attempts:
            for solution in result.solutions:
                click.echo(write_json(solution), nl=False)
            if not result.complete or not result.solutions:
                click.echo(f"{name}: {verdict(result)}", err=True)
        elif self.as_json:
            click.echo(json.dumps(answer(name, result, self.show)))
        else:
            self._print_drawings(name, result)

    def _print_drawings(self, name: str, result: Result) -> None:
        click.echo(f"{name}: {verdict(result)}")
        if self.quiet:
            return
        if not result.solutions:
            click.echo(text(result.request.puzzle, color=self.color), nl=False)
        for solution in result.solutions:
            click.echo(text(solution, color=self.color), nl=False, color=True)
            found = symmetries(solution.puzzle.lattice, solution.loop)
            click.echo(f"answer {solution.answer}; " + "; ".join(map(str, found)))


def verdict(result: Result) -> str:
    """Say in words how many there are, and how far this is known."""
    count = len(result.solutions)
    noun = {"solutions": "solution", "loops": "loop", "fences": "set of fences"}
    what = noun[result.request.of]
    if result.complete and not count:
        return "no solution" + (f": {result.reason}" if result.reason else "")
    if not count:
        return f"no solution found: {_STOPPED[result.stopped_by or 'interrupt']}"
    if count > 1:
        what = what.replace("set", "sets") if " " in what else what + "s"
    text = f"{count} {what}"
    if result.request.of == "solutions":
        loops = len(result.loops)
        text += f" with {loops} loop" + ("s" if loops > 1 else "")
    if result.complete:
        return f"exactly {text}, verified"
    return f"at least {text}, verified; {_STOPPED[result.stopped_by or 'interrupt']}"


def answer(name: str, result: Result, show: bool) -> dict[str, Any]:
    """Return the answer as an object for JSON, schema 1.

    What was not asked for is null: `solutions`, if the question was for different
    loops or fences only.
    """
    of = result.request.of
    fields: dict[str, Any] = {
        "schema": 1,
        "id": name,
        "status": result.status,
        "loops": len(result.loops) if of != "fences" else None,
        "solutions": len(result.solutions) if of == "solutions" else None,
        "fence_sets": len(result.solutions) if of == "fences" else None,
        "complete": result.complete,
        "stopped_by": result.stopped_by,
        "reason": result.reason,
        "answers": result.answers,
        "seconds": {
            "ground": round(result.seconds.ground, 6),
            "solve": round(result.seconds.solve, 6),
            "total": round(result.seconds.total, 6),
        },
    }
    if show:
        fields["attempts"] = [attempt_fields(found) for found in result.solutions]
    return fields

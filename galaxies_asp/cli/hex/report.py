"""What `galaxies hex` prints about a puzzle and its solutions."""

import json
from dataclasses import dataclass
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
"""What can be counted; see `fences.solve.Request`."""

FORMATS = ("text", "svg", "drawing", "json")

_STOPPED = {
    "time": "the time limit was reached",
    "interrupt": "interrupted",
    "models": "the search was not exhausted",
}


def draw(board: Board, format_: str, color: bool) -> str:
    """Return the board in one of the formats."""
    if format_ == "svg":
        return svg(board)
    if format_ == "drawing":
        return write_drawing(board)
    if format_ == "json":
        return write_json(board)
    return text(board, color=color)


@dataclass(frozen=True)
class Report:
    """Print the answer about one puzzle; no format stands for the complete answer."""

    format_: str
    quiet: bool
    color: bool

    def print(self, name: str, result: Result) -> None:
        """Print the result."""
        if not self.format_:
            click.echo(json.dumps(answer(name, result)))
        elif self.format_ == "text":
            self._print_drawings(name, result)
        else:
            for solution in result.solutions:
                click.echo(draw(solution, self.format_, self.color), nl=False)
            if not result.complete or not result.solutions:
                click.echo(f"{name}: {verdict(result)}", err=True)

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
    """Return the number of results in words, and whether it is exact."""
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


def answer(name: str, result: Result) -> dict[str, Any]:
    """Return the answer as an object for JSON, schema 1.

    A number that was not determined is null: `solutions`, if only the loops or the
    fences have to differ.
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
    fields["attempts"] = [attempt_fields(found) for found in result.solutions]
    return fields

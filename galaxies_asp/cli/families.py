"""Answers of the commands about puzzles of families other than Galaxies.

The questions are asked on the atoms of the encoding; see `galaxies_asp.families`.
"""

import json
import random
from collections.abc import Callable
from typing import Any

import click

from galaxies_asp.asp.encodings import AUTO
from galaxies_asp.asp.search import SearchInterrupted
from galaxies_asp.board.errors import GalaxiesError
from galaxies_asp.cli import exits
from galaxies_asp.cli.check import print_judgment
from galaxies_asp.cli.commands import Run, note
from galaxies_asp.cli.making import Making
from galaxies_asp.cli.output import collected, format_of, write_output
from galaxies_asp.cli.render import SUFFIXES, numbered
from galaxies_asp.cli.solutions import exit_code, verdict
from galaxies_asp.families.answers import (
    FamilyCountAnswer,
    FamilyForcedAnswer,
    FamilyRepair,
    FamilyRepairAnswer,
    FamilySolveAnswer,
)
from galaxies_asp.families.family import Sheet
from galaxies_asp.families.formats import fields, picture, written
from galaxies_asp.families.making import cheapest_repairs, generate
from galaxies_asp.families.registry import family_named
from galaxies_asp.families.search import FamilyResult, consequences, solve
from galaxies_asp.verifying.answers import Fault


def answer(command: str, run: Run, values: dict[str, Any]) -> int:
    """Answer a command for the puzzles of a run; return the exit code."""
    if command not in _ANSWERS:
        names = {sheet.family.name for sheet in run.sources}
        raise click.UsageError(
            f"{command} takes puzzles of Galaxies, not of {', '.join(sorted(names))}"
        )
    return _ANSWERS[command](run, **values)


def _encoding(run: Run) -> str:
    """Return the encoding that is named, or else the empty name."""
    if run.rules is None or run.rules.encoding == AUTO:
        return ""
    return run.rules.encoding


def _solve(run: Run, of: str = "", **_: Any) -> int:
    with collected(run.output) as show:

        def answer(sheet: Sheet) -> int:
            try:
                result = _solved(run, sheet, run.count, of)
            except SearchInterrupted as stop:
                _print_result(run, stop.result, show)
                raise
            _print_result(run, result, show)
            return exit_code(result, run.count)

        return run.answer_each(answer)


def _solved(run: Run, sheet: Sheet, models: int, of: str = "") -> FamilyResult:
    progress = run.progress()
    result = solve(
        sheet,
        models,
        of=of,
        seed=run.seed,
        encoding=_encoding(run),
        **run.limits.keywords(),
        progress=lambda count: progress(f"{sheet.name}: {of or 'solutions'}", count),
    )
    progress.clear()
    return result


def _print_result(run: Run, result: FamilyResult, show: Callable[[str], None]) -> None:
    sheet = result.request.sheet
    family, name = sheet.family, sheet.name
    if run.as_json:
        show(FamilySolveAnswer.about(result).json() + "\n")
        return
    if run.format_ != "text":
        for position in result.solutions:
            show(written(family, position, run.format_))
        if result.status != "unique":
            note(name, _verdict(result))
        return
    show(f"{name}: {_verdict(result)}\n")
    for position in () if run.quiet else result.solutions or (sheet.position,):
        show(family.written(position, color=run.style.color))
        if result.solutions and (remark := family.remark(position)):
            show(f"{remark}\n")


def _verdict(result: FamilyResult) -> str:
    count, of = len(result.solutions), result.request.of
    said = f"{count} {'solution' if count == 1 else 'solutions'}"
    if of:
        said += f" that differ in their {of}"
    elif count > 1 and (parts := result.request.sheet.family.parts):
        numbers = (f"different {part}: {result.different(part)}" for part in parts)
        said += f" ({', '.join(numbers)})"
    return verdict(result, said)


def _check(run: Run, unfinished: bool = False, **_: Any) -> int:
    if unfinished:
        raise click.UsageError("--unfinished takes the rules of Galaxies only")

    def judge(sheet: Sheet) -> int:
        family, position = sheet.family, sheet.position
        if family.is_blank(position):
            raise GalaxiesError("this is a puzzle without an attempt")
        if family.violations is None:
            raise GalaxiesError(f"{family.name} has no verifier")
        faults = [
            Fault("rule", (), one) if isinstance(one, str) else one
            for one in family.violations(position)
        ]
        is_drawn = faults and not run.quiet and not run.as_json
        drawing = family.written(position, color=run.style.color) if is_drawn else ""
        return print_judgment(sheet.name, faults, drawing, run.as_json)

    return run.answer_each(judge)


def _render(run: Run, solution: bool = False, **_: Any) -> int:
    format_ = run.format_ or format_of(run.output, SUFFIXES, "text")
    sheets = list(run.sources)
    numbers = iter(range(1, len(sheets) + 1))

    def draw(sheet: Sheet) -> int:
        number, position = next(numbers), sheet.position
        if solution and sheet.family.is_blank(position):
            result = solve(sheet, 2, encoding=_encoding(run))
            if not result.solutions:
                note(sheet.name, _verdict(result))
                return exits.NEGATIVE
            position = result.solutions[0]
        drawn: str | bytes = sheet.family.written(position, color=run.style.color)
        if format_ != "text":
            drawn = picture(sheet.family, position, format_)
        write_output(drawn, numbered(run.output, number, len(sheets)))
        return exits.ANSWERED

    return run.sources.print_each(sheets, draw)


def _convert(run: Run, **_: Any) -> int:
    texts: list[str] = []

    def convert(sheet: Sheet) -> int:
        texts.append(written(sheet.family, sheet.position, run.format_))
        return exits.ANSWERED

    code = run.answer_each(convert)
    write_output(("" if run.format_ == "json" else "\n").join(texts), run.output)
    return code


def _enumerate(run: Run, sampled: bool = False, of: str = "", **_: Any) -> int:
    if sampled:
        raise click.UsageError("--sample takes puzzles of Galaxies only")
    with collected(run.output) as show:

        def answer(sheet: Sheet) -> int:
            result = _solved(run, sheet, run.count, of)
            for position in result.solutions:
                line = json.dumps(fields(sheet.family, position), ensure_ascii=False)
                if run.format_ != "json":
                    line = written(sheet.family, position, run.format_).rstrip()
                show(f"{line}\n")
            if run.as_json:
                show(FamilySolveAnswer.about(result).json() + "\n")
            return exit_code(result, run.count)

        return run.answer_each(answer)


def _count(run: Run, of: str = "", **_: Any) -> int:
    def answer(sheet: Sheet) -> int:
        result = _solved(run, sheet, 0, of)
        count = len(result.solutions)
        if run.as_json:
            run.print(
                FamilyCountAnswer.of(
                    result,
                    id=sheet.name,
                    family=sheet.family.name,
                    count=count,
                    part=of,
                    verified=result.outcome.verified,
                )
            )
        else:
            click.echo(count if result.complete else f">= {count}")
        return exits.ANSWERED if result.complete else exits.LIMIT_REACHED

    return run.answer_each(answer)


def _forced(run: Run, **_: Any) -> int:
    def answer(sheet: Sheet) -> int:
        family = sheet.family
        shared = run.limits.call(consequences, sheet, _encoding(run))
        if shared is None:
            note(sheet.name, "no solution")
            return exits.NEGATIVE
        drawing = family.drawn(sheet.position, shared.forced)
        if run.output is not None:
            write_output(picture(family, drawing, "svg"), run.output)
        elif run.as_json:
            run.print(FamilyForcedAnswer.about(sheet, shared))
        else:
            click.echo(
                f"{sheet.name}: {len(shared.forced)} atoms are in all solutions, "
                f"{len(shared.excluded)} in none, {len(shared.free)} in some"
            )
            click.echo(family.written(drawing, color=run.style.color), nl=False)
        return exits.ANSWERED

    return run.answer_each(answer)


def _take_no_picture(run: Run) -> None:
    if run.output is not None:
        raise click.UsageError("-o: pictures of reasons are drawn for Galaxies only")


def _repair(run: Run, **_: Any) -> int:
    def answer(sheet: Sheet) -> int:
        family = sheet.family
        found = run.limits.call(cheapest_repairs, sheet, _encoding(run), run.count)
        if run.as_json:
            listed = [FamilyRepair.about(repair) for repair in found]
            run.print(FamilyRepairAnswer(sheet.name, listed, family=family.name))
            return exits.ANSWERED if found else exits.NEGATIVE
        if not found:
            click.echo(f"{sheet.name}: no change of the clues gives exactly 1 solution")
            return exits.NEGATIVE
        for repair in found:
            said = [f"remove {clue}" for clue in sorted(repair.removed)]
            said += [f"add {clue}" for clue in sorted(repair.added)]
            changes = "; ".join(said) or "it has exactly 1 solution"
            if run.format_ == "text":
                click.echo(f"{sheet.name}: {changes}")
                solved = family.written(repair.solved.position, color=run.style.color)
                click.echo("" if run.quiet else solved, nl=False)
            else:
                note(sheet.name, changes)
                puzzle = family.puzzle(repair.solved.facts)
                click.echo(written(family, puzzle, run.format_), nl=False)
        return exits.ANSWERED

    _take_no_picture(run)
    return run.answer_each(answer)


def make(run: Making, name: str | None, size: tuple[int, int]) -> int:
    """Make puzzles of a family; their seeds follow each other."""
    family = family_named(name or "")
    format_ = run.format_ or [*family.notations, "facts"][0]
    progress = run.progress()
    texts = []
    for seed in range(run.recipes.seed, run.recipes.seed + run.count):
        made = generate(family, size, random.Random(seed), progress)
        position = made.position
        if not run.solution:
            position = family.puzzle(made.facts)
        texts.append(written(family, position, format_))
    progress.clear()
    write_output(("" if format_ == "json" else "\n").join(texts), run.output)
    return exits.ANSWERED


_ANSWERS: dict[str, Callable[..., int]] = {
    "solve": _solve,
    "check": _check,
    "render": _render,
    "convert": _convert,
    "enumerate": _enumerate,
    "count": _count,
    "forced": _forced,
    "repair": _repair,
}

"""`galaxies lab show`, `lint`, `mutants` and `ground`: one encoding."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Annotated

import click

from galaxies_asp.all_solutions import possible as possibilities
from galaxies_asp.cli import exits
from galaxies_asp.cli.commands import Argument, Option, command, note, refuse_options
from galaxies_asp.cli.inputs import InputNames, NotationName
from galaxies_asp.cli.lab import options as lab
from galaxies_asp.cli.lab.report import few
from galaxies_asp.cli.options import DrawingStyle, Json, OutputFile, output_file
from galaxies_asp.cli.output import echo, print_drawing, write_output
from galaxies_asp.cli.values import complete_encoding_or_input, dot_at
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.core.board.errors import GalaxiesError, counted
from galaxies_asp.core.board.facts import GALAXY
from galaxies_asp.core.board.fields import Range
from galaxies_asp.core.board.grid import dot_name
from galaxies_asp.core.drawing import painted
from galaxies_asp.core.drawing.text_style import TextStyle
from galaxies_asp.core.possibilities import CellPossibilities
from galaxies_asp.lab import profiling
from galaxies_asp.lab.changes import RuleReport, Scope, study_mutants
from galaxies_asp.lab.cost import NAME
from galaxies_asp.lab.equivalence import Judge
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.galaxies import puzzle_of
from galaxies_asp.lab.instances import Instance, instances_of
from galaxies_asp.lab.lint import RULES, lint
from galaxies_asp.lab.mutants import mutants
from galaxies_asp.lab.proof import Equality, proof_boards
from galaxies_asp.lab.source import page
from galaxies_asp.lab.store import Campaign
from galaxies_asp.processes.errors import WorkerDiedError
from galaxies_asp.processes.files import make_folder, replace_file
from galaxies_asp.processes.pool import RequestLimits
from galaxies_asp.processes.worker import Worker

_LIMITS = RequestLimits(10, 1_000_000_000)
_OF_CANDIDATES = ("output", "dot")
"""The parameters that are about the candidates of cells."""
_SMALL = "width(2). height(2). center((2,2))."


@command("new")
def new_command(path: Annotated[str, Argument(metavar="FOLDER")]) -> int:
    """Begin a puzzle type: write an encoding with an instance and a witness.

    It is Mosaic; change its rules. Every command takes the folder as --family FOLDER.
    """
    if Path(path).exists():
        raise click.UsageError(f"{path}: there is one already; name another folder")
    source = data_folder("encodings") / "lab" / "new"
    for file in sorted(source.rglob("*.lp")):
        target = Path(path) / file.relative_to(source)
        make_folder(target.parent)
        replace_file(target, file.read_bytes())
        echo(str(target))
    return exits.ANSWERED


@command("show")
def show_command(
    encoding: lab.EncodingName,
    family: lab.FamilyName,
    output: Annotated[OutputFile, "Write the page to FILE, itself an encoding."],
) -> int:
    """Print an encoding, such as a mix, as one readable page.

    Included files stand in place of their includes, each after its name.
    """
    write_output(page(compared_family(family), encoding), output)
    return exits.ANSWERED


@command("lint")
def lint_command(
    lists_rules: Annotated[bool, Option("--rules"), "List the rules."],
    arguments: Annotated[
        tuple[str, ...],
        Argument(
            metavar="ENCODING... [INPUT]", shell_complete=complete_encoding_or_input
        ),
    ],
    family: lab.FamilyName,
) -> int:
    """Find probable mistakes in encodings, and what their readers miss.

    Each is named with file, line, column and rule. The comment "% lint: off RULE"
    switches a rule off, in its file, or in its line if it stands behind a rule.

    Each encoding is grounded on a small instance, and the warnings of clingo are shown.
    On an instance that is given, the cost of products is shown, and idle rules.
    """
    if lists_rules:
        for name, meaning in RULES.items():
            echo(f"{name:<14}{meaning}")
        return exits.ANSWERED
    given = lab.subject(family, arguments, others=True)
    judged = given.family
    lines: list[str] = []
    smallest = min(judged.instances.values(), key=len, default=_SMALL)
    board = next(iter(given.boards), Instance("a small instance", smallest))
    with Worker(NAME) as worker:
        for encoding in given.encodings:
            report = None
            try:
                report = _LIMITS.ask(
                    worker, profiling.GroundRequest(judged.name, encoding, board)
                )
            except GalaxiesError as error:
                lines.append(str(error))
            except (LimitReachedError, WorkerDiedError) as error:
                lines.append(f"{encoding}: grounding {board.name}: {error}")
            found = lint(judged, encoding, report if given.boards else None)
            lines += [*map(str, found), *(report.messages if report else ())]
    for line in dict.fromkeys(lines):
        echo(line)
    codes = [exits.DATA_ERROR] * given.faulty + [exits.NEGATIVE] * bool(lines)
    return exits.worst(codes)


@command("mutants")
def mutants_command(
    sample: Annotated[
        int | None, Range(1), "Check a random sample of N mutants (default: all)."
    ],
    encoding: lab.EncodingName,
    family: lab.FamilyName,
    checks: Annotated[lab.CheckedBoards, lab.Boards],
    run: lab.CampaignOptions,
) -> int:
    """Plant one fault at a time into an encoding, and count those that checks find.

    A mutant is the encoding with a literal or a rule left out, a sign, a comparison or
    a bound changed, a constant shifted, or two arguments exchanged. The score is by
    method: the boards that are tried, and with prove=4x4 the search of `lab prove`.
    Mutants that no method shows are listed: they are equivalent, or the checks are too
    weak.
    """
    judged = compared_family(family)
    tried = checks.of(judged) or instances_of(judged)
    if not tried and checks.prove is None:
        said = "give boards, as with --boards exhaustive=3x2,random=100"
        raise click.UsageError(said)
    every = mutants(judged, encoding)
    most = min(sample or len(every), len(every))
    chosen = sorted(Random(checks.seed).sample(range(len(every)), most))
    searched = proof_boards(judged, *checks.prove) if checks.prove else []
    scope = Scope(tried, searched=searched, report=run.progress())
    with run.campaign() as work:
        judge, planted = Judge(judged.name, work), [every[number] for number in chosen]
        _print_score([*study_mutants(judge, encoding, scope, planted)], work)
    return exits.ANSWERED


def _print_score(reports: Sequence[RuleReport], work: Campaign) -> None:
    """Print the score without refused mutants, and the mutants that nothing shows."""
    born = [report for report in reports if report.verdict.why != "refused"]
    others, reports = len(reports) - len(born), born
    shown = [_shown_by(report) for report in reports]
    number = len(reports) - shown.count("")
    share = f" ({number / len(reports):.1%})" if reports else ""
    searches = [report.searched for report in reports if report.searched]
    open_ = sum(bool(one.open) for one in searches)
    equal = sum(not (one.open or one.counterexample) for one in searches)
    proved = f", {equal} proved equal, {open_} open" if searches else ""
    echo(
        f"{number} of {len(reports)} mutants shown{share}{proved}; "
        f"{work.seconds:.1f} s of CPU time"
    )
    echo(f"{counted(others, 'other mutant')} refused by clingo")
    for kind, times in Counter(filter(None, shown)).most_common():
        echo(f"{times:>6}  {kind}")
    for report, kind in zip(reports, shown, strict=True):
        if not kind:
            searched = report.searched and f" ({_said(report.searched)})"
            echo(f"not found: {report.rule}{searched or ''}")


def _shown_by(report: RuleReport) -> str:
    """Return what shows a fault, or nothing."""
    if report.searched and report.searched.counterexample:
        return "search"
    if report.difference is not None:
        board = report.difference.board.name
        return "random boards" if board.startswith("random board ") else board
    return report.verdict.why and "a limit"


def _said(searched: Equality) -> str:
    """Return where a search found no difference."""
    for reason in searched.open.values():
        return f"open: {reason}"
    return f"equal to the encoding on {few(searched.equal_on)}"


@command("ground")
def ground_command(
    *,
    top: Annotated[int, Range(1), "Show the N largest rules."] = 10,
    dot: Annotated[
        str | None,
        Option(metavar="DOT"),
        "Draw the candidate cells of one dot: its letter, or its place such as 7,4.",
    ],
    encoding: lab.EncodingName,
    inputs: InputNames,
    family: lab.FamilyName,
    from_: NotationName,
    limits: lab.RunLimits,
    as_json: Json,
    output: Annotated[
        str | None, output_file(".svg", ".png"), "Draw the candidates as .svg or .png."
    ],
    style: DrawingStyle,
) -> int:
    """Show where the size of a ground program comes from.

    Shown are the instances of each rule, the matches of its positive literals before
    other ones decide, most first, and the CPU time of its body; the possible atoms of
    predicates and facts; and the candidates of cells: a cell shows its dot, or their
    number. In the map (-o), lines in an open cell point to them.
    """
    judged = compared_family(family)
    has_candidates = f"{GALAXY}/2" in judged.outputs
    if not has_candidates:
        refuse_options(_OF_CANDIDATES.__contains__, "puzzles of Galaxies only")
    if output is not None and Path(output).suffix.lower() not in (".svg", ".png"):
        raise click.UsageError(f"{output}: the name of a map ends in .svg or .png")
    names = inputs or (() if judged.instances else ("-",))
    given = lab.subject(family, (encoding, *names), from_, alone=True)
    if output is not None and len(given.boards) > 1:
        message = f"-o draws one instance, but {len(given.boards)} were given"
        raise click.UsageError(message)
    codes = [exits.DATA_ERROR] * given.faulty
    with Worker(NAME) as worker:
        for board in given.boards:
            number = None if dot is None else _number(board, dot)
            asked = profiling.GroundRequest(given.family.name, encoding, board)
            try:
                report = limits.ask(worker, asked)
            except (LimitReachedError, WorkerDiedError) as error:
                note(board.name, error)
                codes.append(exits.LIMIT_REACHED)
                continue
            for message in report.messages:
                echo(f"{encoding}: clingo warns: {message}", err=True)
            if as_json:
                echo(report.json())
            else:
                _print_sizes(board.name, report, top)
            if not has_candidates:
                continue
            candidates = profiling.candidate_map(puzzle_of(board.facts), report)
            if output is not None:
                _draw_candidates(candidates, number, output)
            elif not as_json:
                _print_candidates(candidates, number, style)
    return exits.worst(codes)


def _draw_candidates(
    candidates: CellPossibilities, dot: int | None, output: str
) -> None:
    shown = candidates if dot is None else possibilities.of_dot(candidates, dot)
    scene = possibilities.candidates_scene(shown)
    write_output(painted(scene, Path(output).suffix.lower()[1:]), output)


def _number(board: Instance, name: str) -> int:
    puzzle = puzzle_of(board.facts)
    dot = dot_at(puzzle, name)
    if dot is None:
        dots = enumerate(puzzle.centers)
        names = ", ".join(f"{dot_name(index)} at {center}" for index, center in dots)
        raise GalaxiesError(f"{board.name}: there is no dot {name}; the dots: {names}")
    return puzzle.centers.index(dot)


def _print_sizes(name: str, report: profiling.GroundAnswer, top: int) -> None:
    total = sum(rule.instances for rule in report.rules)
    echo(f"{name}: {total} instances of {len(report.rules)} rules")
    echo(f"{'instances':>10}  {'matches':>10}  {'time':>10}")
    for rule in report.rules[:top]:
        sizes = f"{rule.instances:>10}  {rule.matches:>10}  {1000 * rule.seconds:>7.1f}"
        echo(f"{sizes} ms  {rule.place:<24}  {rule.text}")
    echo(f"{'possible':>10}  {'facts':>10}")
    for predicate in report.predicates:
        echo(f"{predicate.possible:>10}  {predicate.facts:>10}  {predicate.name}")


def _print_candidates(
    candidates: CellPossibilities, dot: int | None, style: TextStyle
) -> None:
    counts = Counter(len(dots) for dots in candidates.dots.values())
    pairs = sum(map(len, candidates.dots.values()))
    echo(
        f"{pairs} candidates for {len(candidates.dots)} cells: {counts[1]} cells have "
        "one" + (f", {counts[0]} have none" if counts[0] else "")
    )
    if dot is None:
        echo(possibilities.possible_text(candidates, rulers=style.rulers), nl=False)
        return
    cells = [cell for cell, dots in candidates.dots.items() if dot in dots]
    alone = sum(len(candidates.dots[cell]) == 1 for cell in cells)
    center = f"dot {dot_name(dot)} at {candidates.puzzle.centers[dot]}"
    echo(f"{center}: {len(cells)} cells, {alone} of them of no other dot")
    print_drawing(style.draw(possibilities.of_dot(candidates, dot).position()))

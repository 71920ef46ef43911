"""`galaxies solve`: solutions, drawn or as JSON, and what is known about others."""

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any

from galaxies_asp.cli import options
from galaxies_asp.cli.commands import on_puzzles
from galaxies_asp.cli.output import SOLVABLE, collected
from galaxies_asp.cli.solutions import Solving
from galaxies_asp.families.entry import Entry
from galaxies_asp.solving.search import WORKER

if TYPE_CHECKING:
    from galaxies_asp.processes.worker import Worker


@on_puzzles(
    "solve",
    *options.declared(Solving),
    options.solutions_option,
    options.rules_options,
    options.limits_options,
    options.sharing_options(default=1),
    options.seed_option(
        "Random seed of the search (default: not random).", default=None
    ),
    options.json_option(),
    options.format_option(
        ["text", *SOLVABLE], "Format of the solutions", default="text"
    ),
    options.output_option(),
    options.verbose_option,
    options.quiet_option,
    options.style_options,
    kind=Solving,
)
def command(run: Solving) -> int:
    """Solve puzzles; by default, also decide whether the solution is unique.

    The encoding auto grounds and solves `grow.lp` on boards of up to 900 cells, and
    takes fast, a grounder for this program that propagates first, on larger ones. Of
    several puzzles, it solves the first with `grow.lp` and the others with fast, and
    `grow.lp` confirms one answer in 100. With --jobs or --scheduler, answers keep the
    order of the puzzles, and a limit holds for each puzzle, its confirmation included.
    """
    settings = run.without_sources()
    with collected(run.output) as show:
        if run.sharing.is_shared:
            from galaxies_asp.cli.batch import answer_all

            return answer_all(run.sources, settings, run.sharing, show)
        with run.limits.worker(WORKER) as worker:
            numbers = count()
            return run.answer_each(
                lambda entry: _answer(entry, settings, next(numbers), show, worker)
            )


def _answer(
    entry: Entry,
    settings: Solving,
    number: int,
    show: Callable[[str], None],
    worker: "Worker | None",
) -> int:
    """Search, report what was found even when interrupted, and return the exit code."""
    search = settings.search(entry, number, worker)
    progress = settings.progress()
    solutions: list[Any] = []
    try:
        for solution in search:
            solutions.append(solution)
            progress(f"{entry.name}: solutions", len(solutions))
    except KeyboardInterrupt:
        settings.print_result(entry, search.result(solutions), show)
        raise
    return settings.conclude(entry, search, search.result(solutions), show)

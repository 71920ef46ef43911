"""`galaxies count`: the exact number of solutions."""

from galaxies_asp.all_solutions.count import count
from galaxies_asp.cli import exits, options
from galaxies_asp.cli.commands import Run, note, on_puzzles
from galaxies_asp.cli.output import echo
from galaxies_asp.families.entry import Entry
from galaxies_asp.solving.result import Count


@on_puzzles(
    "count",
    options.rules_options,
    options.limits_options,
    options.sharing_options(default=1),
    options.verbose_option,
    options.quiet_option,
    options.json_option("Print JSON with components and timing."),
)
def command(run: Run, of: str) -> int:
    """Count the solutions of puzzles without listing them.

    Prints the exact number, or `>= N` (exit code 3) if a limit is reached first.
    Under the standard rules the number comes from a decision diagram; under any other
    encoding all models are enumerated.
    """

    def answer(entry: Entry) -> int:
        progress = run.progress()
        counted = count(
            entry.puzzle,
            part=of,
            rules=run.rules,
            **run.limits.keywords(),
            workers=workers,
            report=lambda number: progress(f"{entry.name}: solutions", number),
        )
        if counted.verified is not None and (
            run.verbose or counted.verified < counted.total
        ):
            note(entry.name, _verified(counted))
        run.print_decision(entry.name, counted.encoding, counted.decided_by)
        if run.as_json:
            from galaxies_asp.all_solutions.answers import CountAnswer

            run.print(
                CountAnswer.of(
                    counted,
                    id=entry.name,
                    family=entry.family_name,
                    count=counted.total,
                    seconds=round(counted.seconds, 6),
                    part=of or None,
                )
            )
        else:
            echo(counted.total if counted.complete else f">= {counted.total}")
        if counted.stopped_by == "interrupt":
            raise KeyboardInterrupt
        return exits.ANSWERED if counted.complete else exits.LIMIT_REACHED

    with run.sharing.executor() as workers:
        return run.answer_each(answer)


def _verified(count: Count) -> str:
    if not count.verified and count.total:
        return "no solution was verified: no verifier for these rules"
    if count.verified == count.total:
        return f"all {count.total:,} solutions were verified"
    return f"only {count.verified:,} solutions were verified, the others counted"

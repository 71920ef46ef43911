"""Many puzzles under the standard rules, solved and verified in one call."""

from collections.abc import Sequence

from galaxies_asp.core.asp.encodings import FAST
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.board.effort import Seconds
from galaxies_asp.core.board.puzzle import Puzzle, Solution
from galaxies_asp.core.result import AnyResult, Result
from galaxies_asp.core.sheet import AnySheet
from galaxies_asp.fast.kernel import solve_many
from galaxies_asp.solving.plan import is_solved_with_others
from galaxies_asp.solving.verdicts import keep_the_rules


def results(
    sheets: Sequence[AnySheet], rules: Rules, models: int
) -> list[AnyResult | None]:
    """Return the answer about each puzzle; None where `Search` has to answer.

    The answers are those of `Search` for puzzles of a batch behind the first one. CPU
    time is that of the search alone.
    """
    answers: list[AnyResult | None] = [None] * len(sheets)
    chosen = [
        number
        for number, sheet in enumerate(sheets)
        if is_solved_with_others(sheet, rules, models)
    ]
    if not chosen:
        return answers
    puzzles: list[Puzzle] = [sheets[number].position.puzzle for number in chosen]
    many = solve_many(puzzles, models)
    is_right = keep_the_rules(many.boards, len(puzzles), many.found, many.labels)
    labels, start = memoryview(many.labels).cast("B"), 0
    for n, (number, puzzle) in enumerate(zip(chosen, puzzles, strict=True)):
        size = 4 * puzzle.width * puzzle.height
        stop = start + size * many.found[n]
        listed = [labels[one : one + size] for one in range(start, stop, size)]
        start = stop
        if listed and is_right[n]:
            is_all, seconds = bool(many.is_all[n]), many.seconds[n]
            answers[number] = Result(
                exhausted=is_all,
                seconds=Seconds(solve=seconds, total=seconds),
                stopped_by=None if is_all else "models",
                encoding=FAST,
                decided_by="search" if many.is_open[n] else "propagation",
                sheet=sheets[number],
                solutions=tuple(
                    Solution.of_bytes(puzzle, bytes(one)) for one in listed
                ),
            )
    return answers

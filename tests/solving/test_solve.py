"""Searching: limits, options, interruption, and what a result says of itself."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.marks import NEEDS_LIBRARY, others_nightly
from support.waiting import PATIENCE, after_work

from galaxies_asp import (
    EncodingError,
    Puzzle,
    count,
    enumerate_solutions,
    is_unique,
    parse,
    solve,
)
from galaxies_asp.all_solutions.count import forced
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.search import SearchInterrupted
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.engine import SolveRequest
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.core.verifying.rules import verify
from galaxies_asp.explaining import hint
from galaxies_asp.processes.errors import WorkerDiedError
from galaxies_asp.processes.worker import Worker
from galaxies_asp.repairing import repair
from galaxies_asp.solving.kernel_engine import KernelEngine
from galaxies_asp.solving.search import WORKER, Search

UNIQUE = parse("7x7:cghsppedzzaccdtce")
SEVERAL = parse("6x6:pzizizcf")  # seven solutions
NONE = parse("5x4:fucgdm")

# Nobody has seen the end of the search on this board: one dot for every 25 cells.
SPARSE = Puzzle(40, 40, [(x, y) for x in range(5, 80, 10) for y in range(5, 80, 10)])


def test_equal_requests_have_equal_answers() -> None:
    puzzle = parse("3x3:m")
    assert solve(puzzle) == solve(puzzle)
    assert count(puzzle) == count(puzzle)
    assert repair(puzzle) == repair(puzzle)


def test_status() -> None:
    assert solve(UNIQUE).status == "unique"
    assert solve(NONE).status == "none"
    several = solve(SEVERAL)
    assert (several.status, several.complete) == ("multiple", False)
    assert several.stopped_by == "models"
    one = solve(SEVERAL, 1)
    assert (one.status, len(one.solutions), one.complete) == ("unknown", 1, False)
    everything = solve(SEVERAL, 0)
    assert (len(everything.solutions), everything.complete) == (7, True)
    assert everything.stopped_by is None


def test_verdicts_name_an_encoding_that_is_not_usual() -> None:
    found = solve(UNIQUE)
    assert found.verdict() == "exactly 1 solution, verified"
    other = replace(found, encoding="mine.lp")
    assert other.verdict() == "exactly 1 solution under the encoding mine.lp, verified"


def test_notebooks_show_what_is_known() -> None:
    for text, caption in (("6x6:pzizizcf", "at least 2 "), ("5x4:fucgdm", "no ")):
        assert f"<p>{caption}" in solve(parse(text))._repr_html_()


def test_is_unique() -> None:
    assert is_unique(UNIQUE)
    assert not is_unique(SEVERAL)
    assert not is_unique(NONE)


def test_enumeration_is_a_stream() -> None:
    search = enumerate_solutions(SEVERAL)
    solutions = list(search)
    assert len(set(solutions)) == 7
    assert not any(map(verify, solutions))
    assert search.result().complete


@NEEDS_LIBRARY
def test_all_solutions_are_found_wherever_the_kernel_gives_up() -> None:
    sheet = sheet_of(SEVERAL)
    for work in range(0, 1500, 50):
        engine = KernelEngine(sheet, Rules("fast"), lambda *_: "search", work)
        *solutions, _ = engine.solutions(SolveRequest(sheet, 0))
        assert len(solutions) == 7, work


@pytest.mark.parametrize("solutions", [0, 1])
def test_enumeration_that_is_left_is_not_complete(solutions: int) -> None:
    search = enumerate_solutions(SEVERAL)
    for _ in range(solutions):
        next(iter(search))
    result = search.result()
    assert not result.complete
    assert result.status == "unknown"


@NEEDS_LIBRARY
@pytest.mark.parametrize("encoding", ["fast", "grow", "assign", "idp"])
def test_reason_of_contested_cell(encoding: str) -> None:
    result = solve(Puzzle(2, 1, [(1, 1), (2, 1), (3, 1)]), rules=encoding)
    assert result.status == "none"
    assert result.reason is not None
    assert "dot A at (1,1) and dot B at (2,1) both claim" in result.reason
    assert "c1r1" in result.reason


@NEEDS_LIBRARY
@pytest.mark.parametrize("encoding", ["fast", "grow", "assign", "idp"])
def test_reason_of_unreachable_cell(encoding: str) -> None:
    result = solve(Puzzle(3, 1, [(1, 1)]), rules=encoding)
    assert result.status == "none"
    assert result.reason == "no dot can reach c2r1"


def test_no_dots() -> None:
    assert solve(Puzzle(7, 7)).status == "none"


def test_seeds_are_reproducible() -> None:
    def order(seed: int) -> list[bytes]:
        found = solve(SEVERAL, 0, seed=seed).solutions
        return [solution.labels.tobytes() for solution in found]

    assert order(1) == order(1)
    assert set(order(1)) == set(order(2))
    assert len({tuple(order(seed)) for seed in range(8)}) > 1


def test_threads_statistics_and_options() -> None:
    result = solve(
        SEVERAL,
        0,
        threads=2,
        statistics=True,
        options=("--configuration=jumpy",),
    )
    assert len(set(result.solutions)) == 7
    assert result.statistics["summary"]["models"]["enumerated"] == 7
    assert solve(SEVERAL).statistics == {}


@pytest.mark.parametrize(
    "options", [("--nonsense",), ("-n5",), ("--enum-mode=brave",), ("--project=no",)]
)
def test_options_that_cannot_be(options: tuple[str, ...]) -> None:
    with pytest.raises(OptionError):
        solve(UNIQUE, options=options)


@pytest.mark.parametrize("encoding", ["fast", "grow"])
def test_there_is_no_negative_number_of_solutions(encoding: str) -> None:
    with pytest.raises(OptionError, match="models is -1: at least 0"):
        solve(UNIQUE, -1, rules=encoding)


def test_seconds_add_up() -> None:
    seconds = solve(SEVERAL, 0, rules="grow").seconds
    assert 0 < seconds.ground + seconds.solve <= seconds.total


@pytest.mark.slow
def test_time_limit_keeps_what_was_found() -> None:
    result = solve(SPARSE, 0, time_limit=1.0)
    assert (result.complete, result.stopped_by) == (False, "time")
    assert result.seconds.total > 0


@pytest.mark.slow
def test_time_limit_covers_grounding(tmp_path: Path) -> None:
    encoding = tmp_path / "slow.lp"
    encoding.write_text("p(1..100000). q(X,Y) :- p(X), p(Y). galaxy(1,1) :- q(1,1).")
    result = solve(UNIQUE, rules=str(encoding), time_limit=1.0)
    assert (result.status, result.stopped_by) == ("unknown", "time")


@pytest.mark.slow
def test_memory_limit(tmp_path: Path) -> None:
    encoding = tmp_path / "large.lp"
    encoding.write_text("p(1..100000). q(X,Y) :- p(X), p(Y). galaxy(1,1) :- q(1,1).")
    result = solve(UNIQUE, rules=str(encoding), memory_limit=100_000_000)
    assert (result.status, result.stopped_by) == ("unknown", "memory")


def test_limits_that_are_not_reached() -> None:
    result = solve(SEVERAL, 0, time_limit=600, memory_limit=2_000_000_000)
    assert len(result.solutions) == 7
    assert result.complete
    assert set(result.solutions) == set(solve(SEVERAL, 0).solutions)


@pytest.mark.slow
def test_worker_serves_many_and_recovers() -> None:
    with Worker(WORKER) as worker:
        for models, expected in ((0, 7), (2, 2), (0, 7)):
            search = Search[Any](
                SolveRequest(sheet_of(SEVERAL), models), time_limit=600, worker=worker
            )
            assert len(list(search)) == expected
        hard = Search[Any](
            SolveRequest(sheet_of(SPARSE), 0), time_limit=0.3, worker=worker
        )
        list(hard)
        assert hard.result().stopped_by == "time"
        again = Search[Any](
            SolveRequest(sheet_of(UNIQUE)), time_limit=600, worker=worker
        )
        assert len(list(again)) == 1


@pytest.mark.slow
def test_errors_of_a_worker_arrive() -> None:
    with pytest.raises(EncodingError, match="no encoding 'nowhere'"):
        solve(UNIQUE, rules="nowhere", time_limit=600)
    with (
        pytest.raises(WorkerDiedError),
        Worker("galaxies_asp.core.board.errors:missing") as worker,
    ):
        list(worker.stream(None))


@contextmanager
def interrupted() -> Iterator[None]:
    """Interrupt what runs in the block; again if Python has missed the signal."""
    ended = threading.Event()

    def send() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        while not ended.wait(60):
            os.kill(os.getpid(), signal.SIGINT)

    with after_work(2, send):
        try:
            yield
        finally:
            ended.set()


@pytest.mark.slow
@pytest.mark.parametrize("limit", others_nightly([10_000.0, None]))
def test_interruption_carries_the_result(limit: float | None) -> None:
    with interrupted(), pytest.raises(SearchInterrupted) as stop:
        solve(SPARSE, 0, time_limit=limit)
    result = stop.value.result
    assert (result.complete, result.stopped_by) == (False, "interrupt")


@pytest.mark.slow
def test_interruption_while_grounding() -> None:
    program = textwrap.dedent(
        """
        import os, signal, sys, threading, time
        from galaxies_asp import SearchInterrupted, parse, solve
        end = time.process_time() + 1
        def interrupt():
            while time.process_time() < end:
                time.sleep(0.02)
            os.kill(os.getpid(), signal.SIGINT)
        try:
            threading.Thread(target=interrupt).start()
            solve(parse("3x1:c"), rules=sys.argv[1])
        except SearchInterrupted as stop:
            print(stop.result.stopped_by, flush=True)
            os._exit(0)
        """
    )
    path = Path(__file__).parent.parent / "support" / "slow-to-ground.lp"
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stdout == "interrupt\n"


def test_own_encoding(tmp_path: Path) -> None:
    encoding = tmp_path / "mine.lp"
    encoding.write_text(
        """
        cell((2*I-1,2*J-1)) :- width(W), height(H), I = 1..W, J = 1..H.
        { galaxy(P,C) : center(C) } = 1 :- cell(P).
        {aux}.  % must not double the solutions
        reach(P,C) :- center(C), cell(P), near(P,C).
        near((X,Y),(CX,CY)) :- cell((X,Y)), center((CX,CY)), |X-CX| < 2, |Y-CY| < 2.
        reach((X+DX,Y+DY),C) :- reach((X,Y),C), (DX,DY) = ((2,0);(-2,0);(0,2);(0,-2)),
            galaxy((X+DX,Y+DY),C).
        :- near(P,C), not galaxy(P,C).
        :- galaxy(P,C), not reach(P,C).
        :- galaxy((X,Y),(CX,CY)), not galaxy((2*CX-X,2*CY-Y),(CX,CY)).
        """
    )
    result = solve(SEVERAL, 0, rules=str(encoding))
    assert set(result.solutions) == set(solve(SEVERAL, 0).solutions)
    assert len(result.solutions) == 7


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("galaxy(P,C) :- cell(P)", r"bad.lp:\d+:\d+-\d+: error: syntax error"),
        ("a.", r"shows no galaxy\(P,C\)"),
        ("galaxy(P,C) :- hole(P), center(C).", "shows no galaxy"),
        ("galaxy((1,1),C) :- center(C). #show.", "#show galaxy/2 is missing"),
        ("g(C) :- center(C). #show galaxy((1,1),C) : g(C).", "no rule derives it"),
        ("galaxy((2,2),C) :- center(C).", r"\(2,2\) is not a cell"),
        ("galaxy(1,C) :- center(C).", "1 is not a cell"),
        ("galaxy((1,1),(1,1)).", r"\(1,1\) is not a dot"),
        ("galaxy((1,1),C) :- center(C).", "to two dots"),
        ("{a}. galaxy((1,1),C) :- center(C), C = (3,1).", "uncovered cell"),
        ("#script (python)\nimport os\n#end.", "scripts are not run"),
        ("#script (lua)\nprint(1)\n#end.", "scripts are not run"),
        ('#include "missing.lp".', "missing.lp"),
        ("a(@f(1)). galaxy((1,1),C) :- center(C).", "two dots|f"),
    ],
)
def test_faulty_encodings(text: str, message: str, tmp_path: Path) -> None:
    encoding = tmp_path / "bad.lp"
    encoding.write_text(text)
    with pytest.raises(EncodingError, match=message):
        solve(UNIQUE, rules=str(encoding))


def test_a_hidden_dot_of_a_faulty_encoding(tmp_path: Path) -> None:
    encoding = tmp_path / "bad.lp"
    encoding.write_text("galaxy((1,1),(1,1)). hidden(5).")
    with pytest.raises(EncodingError, match=r"has hidden\(5\), where 5 is not a point"):
        solve(Puzzle(1, 1, variants={"hidden-dots"}), rules=f"{encoding}+hidden-dots")


def test_consequences_need_outputs_that_rules_derive(tmp_path: Path) -> None:
    encoding = tmp_path / "bad.lp"
    encoding.write_text("g(C) :- center(C). #show galaxy((1,1),C) : g(C).")
    with pytest.raises(EncodingError, match="no rule derives it"):
        forced(Puzzle(1, 1, [(1, 1)]), rules=str(encoding))


def test_warnings_are_passed_on(tmp_path: Path) -> None:
    encoding = tmp_path / "odd.lp"
    encoding.write_text(
        "galaxy((1,1),C) :- center(C), nowhere(C). galaxy((1,1),C) :- center(C)."
        "#show galaxy/2. #show one(C) : center(C)."
    )
    result = solve(Puzzle(1, 1, [(1, 1)]), rules=str(encoding))
    assert any("nowhere" in message for message in result.messages)
    assert "one((1,1)) is shown, which is no output; the output is galaxy/2" in (
        result.messages
    )
    assert result.solutions[0].labels.tolist() == [[0]]


@pytest.mark.slow
def test_numbers_and_strings_may_be_shown(tmp_path: Path) -> None:
    encoding, size = tmp_path / "counted.lp", '#include "grow.lp".\n'
    encoding.write_text(
        f'{size}#show N : N = {{ cell(_) }}. #show "text". #show (1,2).'
    )
    rules = str(encoding)
    result = solve(UNIQUE, rules=rules)
    assert result.solutions == solve(UNIQUE).solutions
    assert "49 is shown, which is no output; the output is galaxy/2" in result.messages
    assert forced(UNIQUE, rules=rules).dots == forced(UNIQUE).dots
    assert hint(UNIQUE, rules=rules) is not None
    two = parse("6x6:pzizizcf")
    assert repair(two, rules=Rules(rules)).repairs


def test_labels_are_int32_in_rows() -> None:
    (solution,) = solve(UNIQUE).solutions
    assert solution.labels.shape == (7, 7)
    assert solution.labels.dtype == np.int32


@pytest.mark.parametrize(
    ("models", "option"), [(0, "0"), (2, "2"), (2**31 - 1, "2147483647"), (2**31, "0")]
)
def test_more_models_than_clingo_can_count_are_all(models: int, option: str) -> None:
    request = SolveRequest(sheet_of(UNIQUE), models=models)
    assert request.clingo_options()[0] == option


def test_a_projection_of_the_encoding_multiplies_no_solution(tmp_path: Path) -> None:
    encoding = tmp_path / "mine.lp"
    encoding.write_text('#include "grow.lp".\n{ extra }.\n#project extra/0.\n')
    puzzle = Puzzle(2, 1, [(1, 1), (3, 1)])
    assert solve(puzzle, rules=str(encoding)).status == "unique"


def test_a_shown_output_is_true(tmp_path: Path) -> None:
    encoding = tmp_path / "mine.lp"
    puzzle = Puzzle(2, 1, [(1, 1), (3, 1)])
    shown = "#show galaxy(P,C) : galaxy(P,C).\n"
    encoding.write_text(f'#include "grow.lp".\n{shown}')
    assert solve(puzzle, rules=str(encoding)).status == "unique"
    encoding.write_text(encoding.read_text().replace("(P,C).", "(P,_), center(C)."))
    with pytest.raises(EncodingError, match="no rule derives it"):
        solve(puzzle, rules=str(encoding))

"""The lab's measuring: processes, resuming, references, sweeps."""

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import AbstractContextManager
from pathlib import Path

import psutil
import pytest
from support.commands import lab
from support.lab import all_dots, board_of
from support.marks import others_nightly
from support.puzzles import IDP_5X5, IDP_7X7, IDP_15X15, SLOW_TO_GROUND
from support.waiting import PATIENCE, descendants, have_ended, started, until

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.lab.cost import NAME, Job, Plan, Run, variants
from galaxies_asp.lab.equivalence import Judge, agree
from galaxies_asp.lab.store import Campaign, Store
from galaxies_asp.lab.table import aligned, cost_rows, written
from galaxies_asp.processes.pool import Pool, RequestLimits


def _job(
    encoding: str, puzzle: Puzzle, seed: int = 0, options: tuple[str, ...] = ()
) -> Job:
    return Job("galaxies", encoding, board_of(puzzle), seed, options)


@pytest.mark.slow
def test_what_a_run_takes_is_not_the_peak_of_the_next() -> None:
    with Pool(1, NAME) as pool:
        runs = [
            Campaign(pool, RequestLimits(600)).result(_job(encoding, puzzle))
            for encoding, puzzle in (
                ("grow", IDP_5X5),
                ("choice+any", IDP_15X15),
                ("grow", IDP_5X5),
            )
        ]
    before, large, after = (run.peak for run in runs)
    assert large > before + 10_000_000
    assert abs(after - before) < 2_000_000


@pytest.mark.slow
def test_a_limit_is_the_cpu_time_of_this_run_alone() -> None:
    with Pool(1, NAME) as pool:
        before = Campaign(pool, RequestLimits(600)).result(
            _job("choice+any", IDP_15X15)
        )
        stopped = Campaign(pool, RequestLimits(0.1)).result(
            _job(SLOW_TO_GROUND, IDP_5X5)
        )
    assert before.finished
    assert stopped.status == "time"
    assert 0.1 <= stopped.cpu < 0.5
    assert (stopped.ground, stopped.solve, stopped.counts) == (None, None, None)


@pytest.mark.slow
def test_the_time_of_grounding_is_kept_where_the_search_is_stopped(
    tmp_path: Path,
) -> None:
    path = tmp_path / "pigeons.lp"
    path.write_text(
        '#include "grow.lp".\n{ in(P,1..12) } = 1 :- P = 1..13.\n'
        ":- in(P,H), in(Q,H), P < Q.\n"
    )
    with Pool(1, NAME) as pool:
        stopped = Campaign(pool, RequestLimits(0.5)).result(_job(str(path), IDP_5X5))
    assert stopped.status == "time"
    assert stopped.ground is not None
    assert 0 < stopped.ground < stopped.cpu
    assert stopped.solve is None


def test_each_seed_has_its_turn() -> None:
    boards = (board_of(IDP_5X5),)
    plan = Plan(
        "galaxies", (), boards, ((),), (0, 1), "unique", "shuffle", RequestLimits()
    )
    order = [(job.seed, job.encoding) for job in plan.jobs(["grow", "assign"])]
    assert order == [(0, "grow"), (0, "assign"), (1, "grow"), (1, "assign")]


SEEDS = 16
RUNS = 2 * SEEDS


def compare(store: Path) -> "AbstractContextManager[subprocess.Popen[str]]":
    return started(
        [
            *(sys.executable, "-m", "galaxies_asp", "lab", "compare"),
            *("choice+level", "choice+any", "idp-7x7", "--boards", "exhaustive=2x1"),
            *("--seeds", str(SEEDS), "--jobs", "1", "--store", str(store)),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def stored(store: Path, request: str) -> dict[str, str]:
    """Return the results by their keys; none while there is no table."""
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
            query = "select key, result from answers where request = ?"
            return dict(database.execute(query, (request,)))
    except sqlite3.OperationalError:
        return {}


@pytest.mark.slow("a process is killed while it works")
@pytest.mark.parametrize("how", others_nightly(["SIGKILL", "SIGINT"]))
def test_an_interrupted_comparison_goes_on(tmp_path: Path, how: str) -> None:
    store = tmp_path / "runs.sqlite"
    with compare(store) as process:
        until(process, lambda: len(stored(store, "Job")) >= 2)
        children = descendants(process.pid)
        process.send_signal(signal.Signals[how])
        _, said = process.communicate(timeout=PATIENCE)
    if how == "SIGINT":
        assert process.returncode == 130
        assert "the same command continues" in said
    before = stored(store, "Job"), stored(store, "Question")
    assert 2 <= len(before[0]) < RUNS
    assert have_ended(children)

    with compare(store) as process:
        table, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    measured = RUNS - len(before[0])
    assert f"{measured} runs measured, {len(before[0])} remembered" in said
    after = stored(store, "Job"), stored(store, "Question")
    assert len(after[0]) == RUNS
    for old, new in zip(before, after, strict=True):
        assert {key: new[key] for key in old} == old
    assert after[1].keys() == before[1].keys(), "solutions were compared before"
    assert table.count("unique") == 2


@pytest.mark.slow
def test_a_worker_does_not_outlive_a_killed_parent() -> None:
    code = (
        "from galaxies_asp.lab.cost import Job\n"
        "from galaxies_asp.lab.instances import Instance\n"
        "from galaxies_asp.processes.pool import RequestLimits\n"
        "from galaxies_asp.processes.worker import Worker\n"
        f"worker = Worker({NAME!r})\n"
        "print(worker.start().pid, flush=True)\n"
        "board = Instance('', 'width(1). height(1). center((1,1)).')\n"
        f"RequestLimits().ask(worker, Job('galaxies', {SLOW_TO_GROUND!r}, board))\n"
    )
    command = [sys.executable, "-c", code]
    with started(command, stdout=subprocess.PIPE, text=True) as parent:
        worker = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
        parent.communicate()
    assert have_ended([worker])


@pytest.mark.slow
def test_nothing_is_measured_twice(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    jobs = [_job(name, IDP_5X5, seed) for name in ("grow", "fast") for seed in (0, 1)]
    done: list[tuple[int, int | None]] = []

    def run(jobs: list[Job]) -> dict[Job, Run]:
        done.clear()
        with Pool(2, NAME) as workers, Store(path) as store:
            return Campaign(workers, RequestLimits(600), store).run(
                jobs, lambda _, count, total: done.append((count, total))
            )

    first = run(jobs[:3])
    assert done == [(1, 3), (2, 3), (3, 3)]
    both = run(jobs)
    assert done == [(4, 4)]
    assert {job: both[job] for job in first} == first
    assert all(result.status == "unique" for result in both.values())


@pytest.mark.slow
def test_a_stopped_run_is_no_number(tmp_path: Path) -> None:
    job = _job(SLOW_TO_GROUND, IDP_5X5)
    with Pool(1, NAME) as workers, Store(tmp_path / "runs.sqlite") as store:
        runs = Campaign(workers, RequestLimits(0.3), store).run([job])
        assert runs[job].status == "time"
        assert store.get(job, RequestLimits(0.2)) == runs[job]
        assert store.get(job, RequestLimits(0.4)) is None, "a higher limit asks again"
    text = aligned(cost_rows(runs, limit=0.3))
    assert "> time limit (1/1)" in text
    assert "600.0" in text, "PAR-2 is twice the limit"
    (fields,) = map(json.loads, written(runs, {}, 0.3, "json").splitlines())
    assert (fields["ground"], fields["solve"], fields["rules"]) == (None, None, None)
    assert "time,,," in written(runs, {}, 0.3, "csv")


def test_totals_add_up_and_keep_what_was_stopped() -> None:
    def run(seconds: float) -> Run:
        return Run("unique", seconds, seconds, 2 * seconds, 10, {"rules": 3})

    runs = {_job("grow", IDP_5X5): run(0.5), _job("grow", IDP_7X7): run(1.0)}
    _, row = cost_rows(runs, add_up=True)
    assert row[:5] == ("grow", "all 2", "unique", "1500.0", "1500.0")
    runs[_job("grow", IDP_7X7)] = Run("time", cpu=9.0)
    _, row = cost_rows(runs, add_up=True)
    assert row[2:5] == ("> time limit (1/1)", "?", "?")
    _, row = cost_rows(runs, limit=10.0, add_up=True)
    assert row[5] == "21000.0", "1 s, and twice the limit of the run that was stopped"


@pytest.mark.slow
def test_another_reference_where_the_first_is_stopped() -> None:
    with Pool(1, NAME) as workers:
        judge = Judge("galaxies", Campaign(workers, RequestLimits(0.5)))
        boards = [board_of(IDP_5X5), all_dots(1, 1)[0]]
        found = agree(judge, [SLOW_TO_GROUND, "grow", "assign"], boards)
    assert found.sound == (SLOW_TO_GROUND, "grow", "assign")
    references = found.references()
    assert references["assign", boards[0].name] == "grow"
    assert references["grow", boards[0].name] == "grow"
    assert references[SLOW_TO_GROUND, boards[0].name] is None


@pytest.mark.nightly
def test_rows_say_what_they_agree_with() -> None:
    code, out, err = lab(
        *("compare", SLOW_TO_GROUND, "grow", "assign", "idp-5x5", "--seeds", "1"),
        *("--cpu-limit", "0.5", "--jobs", "2"),
    )
    assert code == 3
    rows = [line.split() for line in out.splitlines()]
    assert rows[0][:5] == ["encoding", "instance", "same", "as", "answer"]
    assert rows[1][1:7] == ["idp-5x5", "?", ">", "time", "limit", "(1/1)"]
    assert rows[2][:4] == ["grow", "idp-5x5", "reference", "unique"]
    assert rows[3][:4] == ["assign", "idp-5x5", "grow", "unique"]
    assert "grow and assign have the same 1 solution" in err
    assert "could not be compared: the time limit was reached" in err


@pytest.mark.slow
def test_nobody_finished() -> None:
    code, out, err = lab(
        *(
            "compare",
            SLOW_TO_GROUND,
            "idp",
            "idp-15x15",
            "--seeds",
            "0",
            "--cpu-limit",
            "0.1",
        )
    )
    assert (code, out) == (3, "")
    assert "no encoding has answered on idp-15x15: nothing is compared" in err


@pytest.mark.slow
def test_fast_first_does_not_hide_differences_on_all_boards(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.lp"
    wrong.write_text(
        f'#include "{data_folder("encodings") / "galaxies" / "grow.lp"}".\n'
        ":- center((2,1)).\n"
    )
    code, out, _ = lab(
        *(
            "compare",
            "fast",
            "grow",
            str(wrong),
            "idp-5x5",
            "--boards",
            "exhaustive=2x1",
        ),
        "--seeds",
        "0",
    )
    assert code == 1
    assert "wrong.lp misses this solution" in out


def test_options_have_short_names() -> None:
    found = variants(["", "--configuration=frumpy --eq=0", "--restarts=no", ""])
    names = [_job("grow", IDP_5X5, options=options).label for options in found]
    assert names == ["grow", "grow frumpy eq=0", "grow restarts=no"]
    assert variants([]) == [()]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-n0", "the option -n0 is set by this program itself"),
        ("--models=0", "is set by this program itself"),
        ("--mod=0", "is set by this program itself"),
        ("--proj=show", "is set by this program itself"),
        ("--supp-models", "is set by this program itself"),
        ("--seed=3", "is set by this program itself"),
        ("--configuration=foo", "--configuration=foo: "),
        ("--nosuch", "unknown option"),
        ("0", "multiple occurrences"),
        ('"', "No closing quotation"),
    ],
)
def test_options_that_cannot_be_are_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        variants([text])


def test_options_may_change_what_a_seed_sets() -> None:
    assert variants(["--sign-def=asp --rand-freq=0.5"])


@pytest.mark.slow
def test_a_sweep_on_the_command_line() -> None:
    code, out, _ = lab(
        *("compare", "grow", "idp-5x5", "--seeds", "1", "--jobs", "1"),
        *("--options=--eq=0", "--options=--configuration=frumpy --eq=0"),
        *("--format", "json"),
    )
    assert code == 0
    found = [json.loads(line)["options"] for line in out.splitlines()]
    assert found == [["--eq=0"], ["--configuration=frumpy", "--eq=0"]]

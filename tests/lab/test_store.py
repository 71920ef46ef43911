"""The store of the lab: what it keeps, and what it refuses."""

import sqlite3
import zlib
from concurrent.futures import Future
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from support.lab import all_dots, board_of
from support.puzzles import IDP_5X5, SLOW_TO_GROUND

from galaxies_asp.core.board.effort import LimitReachedError
from galaxies_asp.core.board.errors import InputError, OutputError
from galaxies_asp.lab import store as stores
from galaxies_asp.lab.asking import Answers, Question
from galaxies_asp.lab.changes import Scope, study_mutants
from galaxies_asp.lab.cost import NAME, Job, Run
from galaxies_asp.lab.equivalence import Judge
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.mutants import mutants
from galaxies_asp.lab.store import Campaign, Store
from galaxies_asp.processes.pool import UNLIMITED, Pool, RequestLimits

JOB = Job("galaxies", "grow", board_of(IDP_5X5))
QUESTION = Question("galaxies", "grow", board_of(IDP_5X5))


@pytest.mark.slow
def test_answers_are_remembered(tmp_path: Path) -> None:
    limits = RequestLimits(60)
    size = all_dots(2, 1)[-1]
    with Pool(2, NAME) as workers, Store(tmp_path / "s.sqlite") as store:
        judge = Judge("galaxies", Campaign(workers, limits, store))
        judge.prepare(["grow", "assign"], [board_of(IDP_5X5), size])
        known = judge.known("grow", size)
    with Store(tmp_path / "s.sqlite") as store:
        again = Judge("galaxies", Campaign(Pool(1), limits, store))
        assert again.known("grow", size) == known
        assert not known.why


def test_limits_of_answers_are_remembered_up_to_higher_ones(tmp_path: Path) -> None:
    question = Question("galaxies", SLOW_TO_GROUND, board_of(IDP_5X5), 10)
    stopped = Answers(why="time", message="the time limit was reached")
    with Store(tmp_path / "s.sqlite") as store:
        store.put(question, stopped, RequestLimits(2.0, 10))
        assert store.get(question, RequestLimits(1.0, 10)) == stopped
        assert store.get(question, RequestLimits(3.0, 10)) is None
        assert store.get(replace(question, models=11), RequestLimits(1.0, 10)) is None


class _Measured(Pool):
    """A pool whose requests take 4 CPU seconds each, or what they may take."""

    def ask(
        self, request: object, limits: RequestLimits = UNLIMITED, kind: object = None
    ) -> Future[Answers]:
        """Answer at once."""
        done, may = Future[Answers](), limits.seconds or 99.0
        if may < 4:
            done.set_exception(LimitReachedError("time", may))
        else:
            done.set_result(Answers(seconds=4.0))
        return done


def test_requests_share_the_seconds_of_a_block() -> None:
    work = Campaign(_Measured(1), RequestLimits(60))
    boards = [replace(QUESTION, models=number) for number in range(5)]
    with work.within(10):
        found = work.run(boards)
    assert [one.seconds for one in found.values()] == [4, 4, 2, 0, 0]
    assert [one.why for one in found.values()] == ["", "", "time", "time", "time"]
    assert work.run([QUESTION])[QUESTION].why == ""


def test_a_killed_worker_is_not_remembered(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        store.put(QUESTION, Answers(why="died", message="killed"), RequestLimits())
        store.put(JOB, Run("died", message="killed"), RequestLimits())
        assert store.get(QUESTION, RequestLimits()) is None
        assert store.get(JOB, RequestLimits()) is None


def test_a_locked_store_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "PATIENCE", 0.1)
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        other = sqlite3.connect(path)
        other.execute("begin exclusive")
        with pytest.raises(OutputError, match="another process has locked it"):
            store.put(JOB, Run("unique"), RequestLimits())
        other.close()


def test_a_file_that_is_no_store_stays(tmp_path: Path) -> None:
    text = tmp_path / "text.sqlite"
    text.write_text("no database, but long enough to be read as one" * 100)
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("create table bookmarks (address text)")
    for path, reason in ((text, "no usable database"), (other, "another program")):
        before = path.read_bytes()
        with pytest.raises(InputError, match=reason):
            Store(path)
        assert path.read_bytes() == before
        assert [one.name for one in tmp_path.glob(f"{path.name}*")] == [path.name]


@pytest.mark.parametrize("suffix", ["", "-wal", "-journal"])
def test_a_folder_in_the_place_of_a_file_stays(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"s.sqlite{suffix}").mkdir()
    with pytest.raises(OutputError, match="cannot be written"):
        Store(tmp_path / "s.sqlite")


@pytest.mark.parametrize("damage", [b"", b"x", zlib.compress(b"[" * 100_000), "text"])
def test_a_damaged_entry_is_not_replaced(tmp_path: Path, damage: bytes | str) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        store.put(JOB, Run("unique"), RequestLimits())
        store.put(QUESTION, Answers(why="refused", message="faulty"), RequestLimits())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("update answers set result = ?", (damage,))
    with Store(path) as store:
        with pytest.raises(InputError, match="an entry is damaged"):
            store.get(JOB, RequestLimits())
        with pytest.raises(InputError, match="an entry is damaged"):
            store.get(QUESTION, RequestLimits())
    with closing(sqlite3.connect(path)) as connection:
        kept = connection.execute("select result from answers").fetchall()
    assert kept == [(damage,), (damage,)]


def test_a_damaged_store_is_named(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        store.put(QUESTION, Answers(why="time", message="too slow"), RequestLimits(1.0))
    data = bytearray(path.read_bytes())
    data[100:] = bytes(len(data) - 100)  # the header stays
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"s\.sqlite: no usable database"), Store(path):
        pass
    assert path.read_bytes() == data


@pytest.mark.slow
def test_a_changed_byte_of_a_store_gives_no_other_answer(tmp_path: Path) -> None:
    """It is noticed, or what it belongs to is not found."""
    path, job = tmp_path / "store", Job("galaxies", "grow", board_of(IDP_5X5))
    with Store(path) as store:
        store.put(job, Run("unique", cpu=1.5), RequestLimits())
    whole, wrong = path.read_bytes(), []
    for at in range(0, len(whole), 37):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with suppress(InputError, OutputError), Store(path) as store:
            if store.get(job, RequestLimits()) not in (None, Run("unique", cpu=1.5)):
                wrong.append(at)
    assert not wrong


@pytest.mark.slow
def test_trials_of_mutants_are_remembered(tmp_path: Path) -> None:
    planted = mutants(compared_family("galaxies"), "assign")[:3]
    asked: list[str] = []
    scope = Scope(all_dots(2, 1), report=lambda title, *_: asked.append(title))
    found, numbers = [], []
    for _ in range(2):
        with Pool(1, NAME) as workers, Store(tmp_path / "s.sqlite") as store:
            judge = Judge("galaxies", Campaign(workers, RequestLimits(60), store))
            reports = list(study_mutants(judge, "assign", scope, planted))
        found.append([report.verdict.why for report in reports])
        numbers.append(len(asked))
    assert found[0] == found[1]
    assert numbers[0] == numbers[1] > 3, "nothing is tried again"

"""A cache of answers and measured runs."""

import hashlib
import json
import platform
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, fields
from functools import cache
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from galaxies_asp import facts
from galaxies_asp.errors import GalaxiesError
from galaxies_asp.grid import Point
from galaxies_asp.lab.answers import Answer, Answers, MissingAnswers, Question, name_of
from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.lab.source import clingo_version, fingerprint
from galaxies_asp.processes.pool import Limits
from galaxies_asp.puzzle import Puzzle

_T = TypeVar("_T")

_TABLES = """
create table if not exists runs (
    key text primary key,
    encoding text not null,
    puzzle text not null,
    seed integer,
    options text not null,
    time_limit real,
    memory_limit integer,
    run text not null
);
create table if not exists answers (
    key text primary key,
    encoding text not null,
    board text not null,
    time_limit real,
    memory_limit integer,
    answers blob not null
);
"""

_MOST_BYTES = 10_000_000
"""Larger answers are not stored."""


class Store:
    """A cache in SQLite, keyed by encoding text, puzzle, seed, options and versions.

    Each entry is durable as soon as it is stored.

    Parameters
    ----------
    path
        The file, created if missing; None for a cache in memory.

    Raises `GalaxiesError` if the file cannot be used.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._fingerprints: dict[str, str] = {}
        try:
            self._database = sqlite3.connect(path or ":memory:")
            self._database.execute("pragma journal_mode = wal")
            self._database.execute("pragma synchronous = normal")
            self._database.executescript(_TABLES)
        except sqlite3.Error as error:
            raise GalaxiesError(f"{path}: no usable store: {error}") from None

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _value: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._database.close()

    def get(self, job: Job, limits: Limits) -> Run | None:
        """Return the run of a job; None if it is not stored.

        A run that a limit stopped counts only where the limit is not higher now.
        """
        row = self._row("select time_limit, memory_limit, run from runs", self.key(job))
        if row is None:
            return None
        try:
            run = Run(**json.loads(row[2]))
        except (TypeError, ValueError):  # an earlier version wrote it
            return None
        return run if _still_true(run.status, row, limits) else None

    def put(self, job: Job, run: Run, limits: Limits) -> None:
        """Store a run; replace an earlier one of the same job."""
        self._write(
            "runs",
            *(self.key(job), job.encoding, job.puzzle.name, job.seed),
            *(json.dumps(job.options), limits.seconds, limits.memory),
            json.dumps(asdict(run)),
        )

    def answers(
        self, question: Question, limits: Limits
    ) -> Answers | MissingAnswers | None:
        """Return the answers to a question; None if they are not stored."""
        row = self._row(
            "select time_limit, memory_limit, answers from answers",
            self.key(question),
        )
        if row is None:
            return None
        try:
            known = _unpacked(row[2])
        except (TypeError, ValueError, KeyError, zlib.error):
            return None
        if isinstance(known, MissingAnswers) and not _still_true(
            known.why, row, limits
        ):
            return None
        return known

    def put_answers(
        self, question: Question, known: Answers | MissingAnswers, limits: Limits
    ) -> None:
        """Store the answers to a question."""
        packed = _packed(known)
        if len(packed) <= _MOST_BYTES:
            self._write(
                "answers",
                *(self.key(question), question.encoding, name_of(question.board)),
                *(limits.seconds, limits.memory, packed),
            )

    def key(self, what: Job | Question) -> str:
        """Return the key of a job or a question."""
        if what.encoding not in self._fingerprints:
            self._fingerprints[what.encoding] = fingerprint(what.encoding)
        parts: list[object] = [self._fingerprints[what.encoding], versions()]
        if isinstance(what, Job):
            parts += [facts.program(what.puzzle), what.seed, what.options]
        elif isinstance(what.board, Puzzle):
            parts += [facts.program(what.board), what.models]
        else:
            parts += [str(what.board), what.models]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def _row(self, query: str, key: str) -> tuple[Any, ...] | None:
        def read() -> tuple[Any, ...] | None:
            found: tuple[Any, ...] | None = self._database.execute(
                f"{query} where key = ?", (key,)
            ).fetchone()
            return found

        return self._query(read)

    def _write(self, table: str, *values: object) -> None:
        def write() -> None:
            marks = ", ".join("?" * len(values))
            self._database.execute(
                f"insert or replace into {table} values ({marks})", values
            )
            self._database.commit()

        self._query(write)

    def _query(self, query: Callable[[], _T]) -> _T:
        try:
            return query()
        except sqlite3.Error as error:
            raise GalaxiesError(f"{self._path}: {error}") from None


@cache
def versions() -> dict[str, str]:
    """Return the versions that a measurement depends on."""
    return {
        "galaxies-asp": version("galaxies-asp"),
        "clingo": clingo_version(),
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


def _still_true(why: str, row: tuple[Any, ...], limits: Limits) -> bool:
    """Tell whether a censored result also holds for the current limits."""
    if why == "time":
        return _covers(row[0], limits.seconds)
    return why != "memory" or _covers(row[1], limits.memory)


def _covers(before: float | None, now: float | None) -> bool:
    """Tell whether a limit that was reached is at least the current one."""
    return before is not None and now is not None and now <= before


def _packed(known: Answers | MissingAnswers) -> bytes:
    """Return compressed JSON; points are numbers two by two."""
    data: object
    if isinstance(known, MissingAnswers):
        data = asdict(known)
    else:
        data = {
            "complete": known.complete,
            "answers": [
                [
                    list(chain.from_iterable(_flat(getattr(answer, field.name))))
                    for field in fields(Answer)
                ]
                for answer in known.found
            ],
        }
    return zlib.compress(json.dumps(data).encode(), 1)


def _flat(items: Iterable[Any]) -> Iterator[Point]:
    """Yield points, or the points of pairs."""
    for item in items:
        if isinstance(item, Point):
            yield item
        else:
            yield from item


def _unpacked(packed: bytes) -> Answers | MissingAnswers:
    data = json.loads(zlib.decompress(packed))
    if "why" in data:
        return MissingAnswers(**data)
    found = set()
    for numbers in data["answers"]:
        values: dict[str, frozenset[Any]] = {}
        for field, row in zip(fields(Answer), numbers, strict=True):
            points = list(map(Point, row[::2], row[1::2]))
            pairs = zip(points[::2], points[1::2], strict=False)
            values[field.name] = frozenset(pairs if field.name == "belongs" else points)
        found.add(Answer(**values))
    return Answers(frozenset(found), data["complete"])

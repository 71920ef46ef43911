"""Requests about encodings: worker processes answer them, and a file caches results."""

import hashlib
import json
import sqlite3
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import partial
from math import inf
from pathlib import Path
from types import UnionType
from typing import (
    Any,
    ClassVar,
    Generic,
    NoReturn,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from galaxies_asp.core.asp.atoms import parsed
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.effort import LimitReachedError, Report, silent
from galaxies_asp.core.board.errors import GalaxiesError, InputError, OutputError
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.machine import versions
from galaxies_asp.lab.source import fingerprint
from galaxies_asp.processes.errors import SolverCrashedError, WorkerDiedError
from galaxies_asp.processes.pool import UNLIMITED, Pool, RequestLimits

_PREPARATION = (
    "pragma journal_mode = wal",
    "pragma synchronous = full",
    "create table if not exists answers "
    "(key text primary key, request text not null, result blob not null)",
)

_MALFORMED = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
_MOST_BYTES = 10_000_000
"""Larger results are not stored."""

PATIENCE = 30.0
"""Seconds to wait for a file that another process has locked."""

_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredResult:
    """A result that is stored."""

    why: str = ""
    """Why there is no answer: `time` or `memory` where a limit was reached, `died`
    where the process was killed, `refused` where the encoding is faulty."""
    message: str = ""
    """The same as a sentence."""
    seconds: float = field(default=0.0, compare=False)
    """The CPU seconds that it took."""


R = TypeVar("R")
"""The type of the result of a request."""


@dataclass(frozen=True, slots=True)
class EncodingRequest(Generic[R]):
    """A request about an encoding, which a worker answers."""

    family: str
    encoding: str

    kept: ClassVar[Any] = None
    """The type of results that are stored, such as a `StoredResult`."""

    @property
    def title(self) -> str:
        """What the progress counts."""
        return ""

    @property
    def kind(self) -> object:
        """Requests of one kind need about the same memory; see `Pool.ask`."""
        return None

    def result(self) -> R:
        """Return the result."""
        raise NotImplementedError

    def answer(self) -> Iterator[R]:
        """Yield intermediate results, and the result at last."""
        yield self.result()

    def failed(self, error: Exception) -> R:
        """Return the result if a limit or a fault stopped the work.

        `error`: a `LimitReachedError`, `WorkerDiedError` or `GalaxiesError`.
        """
        is_dead = isinstance(error, (SolverCrashedError, WorkerDiedError))
        why = getattr(error, "limit", "died" if is_dead else "refused")
        seconds = getattr(error, "cpu_seconds", 0.0)
        stopped: R = self.kept(why=why, message=str(error), seconds=seconds)
        return stopped

    def identity(self) -> list[object]:
        """Return what the result depends on beside encoding and versions, for JSON."""
        names = {field.name for field in fields(self)} - {"family", "encoding"}
        return [getattr(self, name) for name in sorted(names)]


class Store:
    """A cache in SQLite, keyed by encoding text, puzzle, seed, options and versions.

    Each entry is on the disk as soon as it is stored; a crash loses at most the entry
    that is being written. A file that is no database, or a database of another program,
    is never changed.

    `path`: the file, created if missing. Raises `InputError` if the file or an entry is
    damaged, or the file is no store. Raises `OutputError` if it cannot be written, or
    stays locked. All methods raise both.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fingerprints: dict[tuple[str, str], str] = {}
        with self._reported():
            self._connection = sqlite3.connect(path, timeout=PATIENCE)
        try:
            tables = self._execute("select name from sqlite_master where type='table'")
            if tables and ("answers",) not in tables:
                raise InputError(f"{path}: a database of another program or version")
            for command in _PREPARATION:
                self._execute(command)
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def get(self, request: EncodingRequest[R], limits: RequestLimits) -> R | None:
        """Return the result of a request; None if it is not stored.

        A result that a limit stopped counts only where the limit is not higher now.
        """
        rows = self._execute(
            "select result from answers where key = ?", self.key(request)
        )
        if not rows:
            return None
        try:
            stored = json.loads(zlib.decompress(rows[0][0]))
            result: R = decoded(request.kept, dict(stored["result"]))
            why = getattr(result, "why", "")
            before = stored["limits"].get(why, 0)
        except (*_MALFORMED, zlib.error):
            raise InputError(
                f"{self._path}: an entry is damaged; remove the file to measure anew"
            ) from None
        now = _limits(limits).get(why, 0)
        holds = before is not None and now is not None and now <= before
        return result if holds else None

    def put(
        self, request: EncodingRequest[R], result: R, limits: RequestLimits
    ) -> None:
        """Store a result, unless its process was killed; replace an earlier one."""
        if getattr(result, "why", "") == "died":
            return
        stored = {"limits": _limits(limits), "result": result}
        packed = zlib.compress(json.dumps(stored, default=_encoded).encode(), 1)
        if len(packed) <= _MOST_BYTES:
            self._execute(
                "insert or replace into answers values (?, ?, ?)",
                self.key(request),
                type(request).__name__,
                packed,
            )

    def key(self, request: EncodingRequest[R]) -> str:
        """Return the key of a request."""
        named = request.family, request.encoding
        if named not in self._fingerprints:
            self._fingerprints[named] = fingerprint(compared_family(named[0]), named[1])
        known = self._fingerprints[named], versions(), type(request).__name__
        # What an object in a request is called does not matter.
        text = json.dumps(
            [*known, *request.identity()], default=partial(_encoded, without="name")
        )
        return hashlib.sha256(text.encode()).hexdigest()

    def _execute(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a statement, whose effect is on the disk afterwards."""
        with self._reported(), self._connection:
            return self._connection.execute(statement, values).fetchall()

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Report errors of SQLite by their kind."""
        try:
            yield
        except sqlite3.Error as error:
            # The module itself raises errors without a code, for text that is no UTF-8.
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            if code in _LOCKED:
                raise OutputError(
                    f"{self._path}: another process has locked it for over "
                    f"{PATIENCE:.0f} seconds; try again when it has ended"
                ) from None
            if code in _DAMAGED:
                raise InputError(f"{self._path}: no usable database: {error}") from None
            raise OutputError(f"{self._path}: cannot be written: {error}") from None


def _limits(limits: RequestLimits) -> dict[str, float | None]:
    """Return the limits by what they are called where one is reached."""
    return {"time": limits.seconds, "memory": limits.memory}


class Campaign:
    """Results of requests: from memory, from a store, or from workers under limits.

    Without workers, this process does the work, without limits.

    `known`: the results in memory.
    """

    def __init__(
        self,
        workers: Pool | None = None,
        limits: RequestLimits = UNLIMITED,
        store: Store | None = None,
    ) -> None:
        self._workers, self._limits, self._store = workers, limits, store
        self._until = inf
        self.known: dict[EncodingRequest[Any], Any] = {}

    @property
    def seconds(self) -> float:
        """The CPU seconds of all results, also of those that a store remembers."""
        return float(sum(result.seconds for result in self.known.values()))

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Let the requests of a block take at most these CPU seconds together."""
        before = self._until
        self._until = min(before, self.seconds + seconds)
        try:
            yield
        finally:
            self._until = before

    def _limits_of(self, number: int) -> RequestLimits:
        """Return the limits of each of some requests that are answered together."""
        left = max(0.0, self._until - self.seconds) / number
        least = min(left, self._limits.seconds or inf)
        return replace(self._limits, seconds=None if least == inf else least)

    def recalled(self, request: EncodingRequest[R]) -> R | None:
        """Return a result without work; None if it is not known."""
        if request not in self.known and self._store is not None:
            result = self._store.get(request, self._limits_of(1))
            if result is not None:
                self.known[request] = result
        return self.known.get(request)

    def result(self, request: EncodingRequest[R]) -> R:
        """Return the result of a request."""
        (result,) = self.run([request]).values()
        return result

    def run(
        self,
        requests: Sequence[EncodingRequest[R]],
        report: Report = silent,
        later: int = 0,
    ) -> dict[Any, R]:
        """Answer the requests that are not known, and return the results of all.

        `later`: the number of requests that may follow, for the report.
        """
        missing = [r for r in dict.fromkeys(requests) if self.recalled(r) is None]
        total = len(self.known) + len(missing) + later
        for request, limits, answered in self._answers(missing):
            try:
                result = answered()
            except (LimitReachedError, WorkerDiedError, GalaxiesError) as error:
                result = request.failed(error)
            self.known[request] = result
            if self._store is not None:
                self._store.put(request, result, limits)
            report(request.title, len(self.known), total)
        return {request: self.known[request] for request in requests}

    def _answers(
        self, requests: Sequence[EncodingRequest[R]]
    ) -> Iterator[tuple[EncodingRequest[R], RequestLimits, Callable[[], R]]]:
        """Yield each request, its limits, and what returns its result, or raises."""
        if self._workers is None:
            yield from ((request, UNLIMITED, request.result) for request in requests)
            return
        # Those that share a limit are sent when it is known how much of it is left.
        width = len(requests) if self._until == inf else self._workers.width
        for first in range(0, len(requests), width or 1):
            group = requests[first : first + width]
            limits = self._limits_of(len(group))
            if limits.seconds == 0:
                error = LimitReachedError("time", 0.0)
                yield from ((one, limits, partial(_raise, error)) for one in group)
                continue
            futures = {self._workers.ask(r, limits, r.kind): r for r in group}
            for future in as_completed(futures):
                yield futures[future], limits, future.result


def _raise(error: Exception) -> NoReturn:
    raise error


def decoded(kind: object, value: Any) -> Any:
    """Return a value of a type, such as a dataclass, from its JSON."""
    if value is None:
        return value
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        parts = {name: decoded(hints[name], part) for name, part in value.items()}
        return cast(Callable[..., object], kind)(**parts)
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Atom:
        return parsed(value)
    if origin in (UnionType, Union):
        return decoded(arguments[0], value)
    if origin in (tuple, frozenset):
        return origin(decoded(arguments[0], part) for part in value)
    return sys.intern(value) if isinstance(value, str) else value


def _encoded(value: object, without: str = "") -> object:
    """Return a set, or an object without one of its fields, for JSON."""
    if isinstance(value, frozenset):
        return [str(part) if isinstance(part, Atom) else part for part in value]
    assert is_dataclass(value)
    names = sorted({field.name for field in fields(value)} - {without})
    return {name: getattr(value, name) for name in names}

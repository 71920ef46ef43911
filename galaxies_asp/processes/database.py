"""Read and write SQLite databases, with the promises of `files` for other files.

An entry is on the disk when `write` returns; a crash loses at most the entry that is
being written. A database that another process has locked is waited for. A file that is
no database, or a database of another program, is never changed.
"""

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from galaxies_asp.board.errors import InputError, OutputError
from galaxies_asp.processes.files import opened

PATIENCE = 30.0
"""Seconds to wait for a database that another process has locked."""

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
_BESIDE = {
    "": b"SQLite format 3\0",
    "-wal": b"\x37\x7f\x06",
    "-journal": b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7",
    "-shm": (3_007_000).to_bytes(4, sys.byteorder),
}
"""The suffixes of the files of a database, and how each starts unless it is empty."""
_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class Database:
    """Tables in a file. Use it as a context manager.

    Parameters
    ----------
    path
        The file, created if missing; None for a database in memory.
    tables
        The definition of each table by its name.

    Raises
    ------
    InputError
        If the file is no database with these tables, or is damaged.
    OutputError
        If it cannot be written, or stays locked. All methods raise both.
    """

    def __init__(self, path: Path | None, tables: dict[str, str]) -> None:
        self._path = path
        if path is not None:
            _check_files(path)
        with self._reported():
            name = ":memory:" if path is None else path
            self._connection = sqlite3.connect(name, timeout=PATIENCE)
        try:
            execute = self._connection.execute
            with self._reported():
                found = execute("select name from sqlite_master where type = 'table'")
                names = {name for (name,) in found}
            if names and not set(tables) <= names:
                raise InputError(f"{path}: a database of another program")
            with self._reported(), self._connection:
                execute("pragma journal_mode = wal")
                execute("pragma synchronous = full")
                for name, columns in tables.items():
                    execute(f"create table if not exists {name} ({columns})")
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def row(self, query: str, *values: object) -> tuple[Any, ...] | None:
        """Return the first row of a query; None if there is none."""
        with self._reported():
            found = self._connection.execute(query, values)
            row: tuple[Any, ...] | None = found.fetchone()
        return row

    def write(self, statement: str, *values: object) -> None:
        """Execute a statement; its effect is on the disk afterwards."""
        with self._reported(), self._connection:
            self._connection.execute(statement, values)

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


def _check_files(path: Path) -> None:
    """Raise InputError where SQLite would use a file that is none of its own."""
    for suffix, start in _BESIDE.items():
        file = Path(f"{path}{suffix}")
        if not os.path.lexists(file):
            continue
        try:
            with opened(file, os.O_RDONLY) as content:
                begins = content.read(len(start))
        except OSError as error:
            raise InputError(f"{file}: no usable database: {error.strerror}") from None
        if begins.strip(b"\0") and begins != start:
            raise InputError(f"{file}: no usable database: a file of another kind")

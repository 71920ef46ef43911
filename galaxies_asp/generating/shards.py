"""Many puzzles in the files of a folder: shards, and an index of them.

The shards, one after another, are the file that `lines.continued` would write. A folder
holds

- `index.jsonl`: a line about the recipe, and one for each complete shard, with its
  number of puzzles, bytes, and SHA-256;
- `0000000.jsonl`, `0000001.jsonl`, ...: lines as in `lines`, `MOST_PUZZLES` in each
  complete shard, or fewer if they are long;
- `0000000.hashes`, ...: the canonical hashes of a complete shard, sorted, 8 bytes each,
  the first byte being the highest. They are all that a later run reads of it.

The index is locked while puzzles are added.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from galaxies_asp.core.board.answer import Answer, Part
from galaxies_asp.core.board.errors import InputError
from galaxies_asp.generating.lines import Series, continued, recipe_hash
from galaxies_asp.processes.files import (
    AppendedFile,
    appending,
    make_folder,
    read_file,
    replace_file,
)

MOST_PUZZLES = 10_000
"""Number of puzzles after which a shard is complete."""
_MOST_BYTES = 50_000_000
"""Number of bytes after which a shard is complete."""
_INDEX = "index.jsonl"
_MOST_INDEX_BYTES = 1_000_000_000
_HASHES = np.dtype(">u8")

Hashes = NDArray[np.uint64]


@dataclass(frozen=True)
class _About(Answer):
    """The first line of the index."""

    recipe: str
    width: int
    height: int
    seed: int
    options: Mapping[str, object]
    version: str


@dataclass(frozen=True)
class Shard(Part):
    """A complete shard: a line of the index."""

    file: str
    puzzles: int
    bytes: int
    sha256: str


class SeenHashes:
    """A set of canonical hashes: new ones, and those of complete shards in an array.

    A hash in the array takes 8 bytes, and twice as much while others are added.
    """

    def __init__(self, complete: Sequence[Hashes] = ()) -> None:
        self._new: set[int] = set()
        self._complete = np.concatenate([np.empty(0, np.uint64), *complete])
        self._complete.sort(kind="stable")

    def __contains__(self, canonical: object) -> bool:
        number = np.uint64(int(str(canonical), 16))
        place = np.searchsorted(self._complete, number)
        return int(number) in self._new or number in self._complete[place : place + 1]

    def __len__(self) -> int:
        return len(self._new) + self._complete.size

    def add(self, canonical: str) -> None:
        """Add a hash, given by its hexadecimal digits."""
        self._new.add(int(canonical, 16))

    def freeze(self) -> Hashes:
        """Move the new hashes to the array, and return them, sorted."""
        new = np.array(sorted(self._new), dtype=np.uint64)
        self._new.clear()
        places = np.searchsorted(self._complete, new)
        self._complete = np.insert(self._complete, places, new)
        return new


class _Writer:
    """Adds lines to the last shard, and begins a new one when it is complete.

    Attributes
    ----------
    seen
        The canonical hashes of the puzzles so far.
    """

    def __init__(
        self, folder: Path, recipe: Series, index: AppendedFile, open_: ExitStack
    ) -> None:
        self._folder, self._recipe, self._index = folder, recipe, index
        self._open = open_
        shards = _complete_shards(folder, recipe, index)
        self.seen = SeenHashes([_hashes_of(folder, shard) for shard in shards])
        self._begin(len(shards))

    def _begin(self, number: int) -> None:
        """Open the shard with a number, which may hold puzzles already."""
        path = self._folder / f"{number:07}.jsonl"
        opened = continued(path, self._recipe, len(self.seen))
        seen, self._file = self._open.enter_context(opened)
        for canonical in seen:
            self.seen.add(canonical)
        self._puzzles, self._bytes = len(seen), path.stat().st_size
        self._end_if_full()

    def add(self, line: bytes) -> None:
        """Add the line of the next puzzle."""
        self._file.add(line)
        self._puzzles += 1
        self._bytes += len(line)
        self._end_if_full()

    def _end_if_full(self) -> None:
        if self._puzzles < MOST_PUZZLES and self._bytes < _MOST_BYTES:
            return
        path = self._file.path
        digest = hashlib.sha256(self._file.read()).hexdigest()
        self._open.close()
        hashes = self.seen.freeze()
        replace_file(path.with_suffix(".hashes"), hashes.astype(_HASHES).tobytes())
        self._index.add(_line(Shard(path.name, self._puzzles, self._bytes, digest)))
        self._begin(int(path.stem) + 1)


@contextmanager
def continued_folder(
    folder: Path, recipe: Series
) -> Iterator[tuple[SeenHashes, _Writer]]:
    """Open a folder of puzzles of a recipe to add more; see `lines.continued`.

    Raises
    ------
    InputError
        If the folder holds something else, or a shard is damaged.
    OutputError
        If it cannot be written, or another process adds to it.
    """
    make_folder(folder)
    with appending(folder / _INDEX) as index, ExitStack() as open_:
        writer = _Writer(folder, recipe, index, open_)
        yield writer.seen, writer


def shard_files(folder: Path) -> list[Path]:
    """Return the files with the puzzles of a folder, in order.

    Raises
    ------
    InputError
        If it is not such a folder.
    """
    try:
        lines = read_file(folder / _INDEX, _MOST_INDEX_BYTES).split(b"\n")
        files = [folder / Path(json.loads(line)["file"]).name for line in lines[1:-1]]
    except (InputError, ValueError, KeyError, TypeError):
        raise InputError(
            f"this is a folder without an index of puzzles; name its files, as in "
            f"{folder}/*.txt"
        ) from None
    last = folder / f"{len(files):07}.jsonl"
    return [*files, last] if last.is_file() and last.stat().st_size else files


def _complete_shards(folder: Path, recipe: Series, index: AppendedFile) -> list[Shard]:
    """Return the shards of the index; a line that was cut off is removed."""
    hashed, data = recipe_hash(recipe), index.read()
    *lines, rest = data.split(b"\n")
    if not lines:
        if rest or any(folder.glob("0000000.*")):
            raise InputError(f"{folder}: its files are not in an index; name another")
        about = _About.of(recipe, recipe=hashed, version=version("galaxies-asp"))
        index.add(_line(about))
        return []
    index.truncate(len(data) - len(rest))
    try:
        stated = json.loads(lines[0])["recipe"]
        shards = [Shard(**json.loads(line)) for line in lines[1:]]
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{folder / _INDEX}: this is no index of puzzles") from None
    if stated != hashed:
        raise InputError(
            f"{folder}: its puzzles are of another request; name another folder, or "
            "remove this one"
        )
    return shards


def _hashes_of(folder: Path, shard: Shard) -> Hashes:
    path = folder / shard.file
    hashes = read_file(path.with_suffix(".hashes"), 8 * shard.puzzles)
    if len(hashes) != 8 * shard.puzzles or path.stat().st_size != shard.bytes:
        raise InputError(f"{path}: the shard is damaged; remove the folder")
    return np.frombuffer(hashes, dtype=_HASHES).astype(np.uint64)


def _line(part: Part) -> bytes:
    return part.json(is_compact=True).encode("ascii") + b"\n"

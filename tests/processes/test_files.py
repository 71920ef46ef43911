"""Atomic files and checkpoints."""

import errno
import hashlib
import io
import json
import os
import pickle
import socket
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from support.marks import POSIX

from galaxies_asp.core.board.errors import InputError, OutputError
from galaxies_asp.processes import files
from galaxies_asp.processes.checkpoint import (
    SECONDS_BETWEEN,
    Checkpoint,
    CheckpointError,
)
from galaxies_asp.processes.files import (
    appending,
    read_file,
    replace_file,
    replacing,
)

ARRAYS = {
    "keys": np.arange(12, dtype=np.uint64).reshape(6, 2),
    "limbs": np.array([[1 << 61, 0, 7]], dtype=np.int64),
    "none": np.zeros((0, 3), dtype=np.int32),
    "digits": np.arange(5, dtype=np.uint8),
}
COMPUTATION = "test", {"rows": 3}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.checkpoint"


def test_a_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    replace_file(path, b"old")

    def fail() -> None:
        with replacing(path) as file:
            file.write(b"half of the new content")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert path.read_bytes() == b"old"
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path], "no temporary file is left"
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask


def test_a_link_stays(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"old")
    link.symlink_to(path)
    replace_file(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def test_a_full_disk_leaves_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Checkpoint(path, *COMPUTATION).write(ARRAYS)
    before = path.read_bytes()

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match=r"a\.checkpoint.*No space left"):
        Checkpoint(path, *COMPUTATION).write({})
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


@POSIX  # locks tell who is alive
def test_leftovers_are_removed_but_not_files_in_use(tmp_path: Path) -> None:
    path = tmp_path / "file"
    dead = tmp_path / ".file.dead1234.galaxies-tmp"
    dead.mkdir()
    (dead / "new").write_bytes(b"of a killed process")
    (dead / "galaxies-asp").write_bytes(files._MARK)
    with replacing(path) as first:
        first.write(b"slow")
        replace_file(path, b"fast")
        assert len(list(tmp_path.iterdir())) == 2
    assert path.read_bytes() == b"slow"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["old", ".old.mine.tmp", ".old.abcdefgh.galaxies-tmp"])
@pytest.mark.parametrize(
    "kind",
    [pytest.param("fifo", marks=POSIX), "socket", "folder", "link", "file"],
)
def test_foreign_entries_neither_block_nor_vanish(
    name: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the target itself is of another kind, writing is refused at once."""
    monkeypatch.chdir(tmp_path)
    if kind == "fifo":
        os.mkfifo(name)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(name)
    elif kind == "folder":
        Path(name, "galaxies-asp").mkdir(parents=True)
    elif kind == "link":
        Path(name).symlink_to(name)
    else:
        Path(name).write_text("mine")
    before = os.lstat(name).st_mode
    with suppress(OutputError):
        replace_file(Path("old"), b"new")
    assert os.lstat(name).st_mode == before
    if name != "old" or kind == "file":
        assert Path("old").read_bytes() == b"new"


def test_a_replaced_file_keeps_its_mode(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b"old")
    (tmp_path / "hard").hardlink_to(path)
    path.chmod(0o600)
    replace_file(path, b"new")
    assert path.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "hard").read_bytes() == b"old"


@POSIX
def test_a_pipe_is_written_to_if_it_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OutputError, match="cannot be written"):
        replace_file(pipe, b"nobody reads")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    replace_file(pipe, b"new")
    assert os.read(reader, 10) == b"new"
    os.close(reader)


@POSIX
def test_only_regular_files_are_added_to(path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(OutputError, match="not a regular file"), appending(path):
        pass
    with pytest.raises(CheckpointError, match="not a regular file"):
        Checkpoint(path, *COMPUTATION).read()


@POSIX
def test_two_processes_do_not_add_to_a_file(path: Path) -> None:
    with (
        appending(path),
        pytest.raises(OutputError, match="another process"),
        appending(path),
    ):
        pass


def test_a_line_is_in_the_file_at_once(path: Path) -> None:
    with appending(path) as file:
        file.add(b"one\n")
        assert path.read_bytes() == b"one\n"


def test_a_line_is_added_completely_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lines"
    with appending(path) as file:
        file.add(b"one\n")

    class Full(io.FileIO):
        def write(self, data: object) -> int:
            if self.tell() > 6:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return super().write(bytes(data)[:3])

    with monkeypatch.context() as patch:
        patch.setattr(os, "fdopen", lambda handle, *_, **__: Full(handle, "a+"))
        with pytest.raises(OutputError, match="No space"), appending(path) as file:
            file.add(b"another\n")
    assert path.read_bytes() == b"one\n"


def test_reading_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_file(path, 5) == b"12345"
    with pytest.raises(InputError, match="longer than 4 bytes"):
        read_file(path, 4)
    with pytest.raises(InputError, match="cannot be read"):
        read_file(tmp_path, 4)


def test_arrays_come_back(path: Path) -> None:
    assert Checkpoint(path, *COMPUTATION).read() is None
    Checkpoint(path, *COMPUTATION).write(ARRAYS)
    found = Checkpoint(path, *COMPUTATION).read()
    assert found is not None
    assert found.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert found[name].dtype == array.dtype
        assert np.array_equal(found[name], array)


def test_a_checkpoint_is_not_written_all_the_time(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    checkpoint = Checkpoint(path, *COMPUTATION)
    checkpoint.write_sometimes(lambda: ARRAYS)
    assert not path.exists()
    now += 2 * SECONDS_BETWEEN
    checkpoint.write_sometimes(lambda: ARRAYS)
    path.unlink()
    checkpoint.write_sometimes(lambda: ARRAYS)
    assert not path.exists()


def test_every_change_is_noticed(path: Path) -> None:
    Checkpoint(path, *COMPUTATION).write(ARRAYS)
    data = path.read_bytes()
    changed = [
        data[:i] + bytes([data[i] ^ 1]) + data[i + 1 :] for i in range(len(data))
    ]
    cut = [data[:end] for end in range(0, len(data), 7)]
    for other in (*changed, *cut, data + b"\n"):
        path.write_bytes(other)
        with pytest.raises(CheckpointError) as caught:
            Checkpoint(path, *COMPUTATION).read()
        assert str(caught.value).startswith(f"{path}: ")
        assert "\n" not in str(caught.value)


def test_a_checkpoint_of_another_computation_is_refused(path: Path) -> None:
    Checkpoint(path, *COMPUTATION).write(ARRAYS)
    for other in (("test", {"rows": 4}), ("tests", {"rows": 3}), ("test", {})):
        with pytest.raises(CheckpointError, match=r"\(test rows=3\).*another file"):
            Checkpoint(path, *other).read()


@pytest.mark.parametrize(
    "header",
    [
        {"arrays": [["a", "<i8", [1 << 60]]]},
        {"arrays": [["a", "<i8", [-1]]]},
        {"arrays": [["a", "|O", [1]]]},
        {"arrays": [["a", "<i8"]]},
        {"arrays": 3},
        [],
    ],
)
def test_a_header_is_not_believed(path: Path, header: object) -> None:
    """A file with a right checksum, but with a header that does not fit it."""
    if isinstance(header, dict):
        header = {"kind": "test", "parameters": {"rows": 3}, **header}
    content = b"galaxies-asp checkpoint 3\n" + json.dumps(header).encode() + b"\n"
    path.write_bytes(content + hashlib.sha256(content).digest())
    with pytest.raises(CheckpointError, match="damaged"):
        Checkpoint(path, *COMPUTATION).read()


def test_foreign_files_are_refused(path: Path) -> None:
    path.write_bytes(pickle.dumps(ARRAYS))
    with pytest.raises(CheckpointError, match="not a checkpoint"):
        Checkpoint(path, *COMPUTATION).read()
    path.write_bytes(b"galaxies-asp checkpoint 2\n{}\n")
    with pytest.raises(CheckpointError, match="another version"):
        Checkpoint(path, *COMPUTATION).read()
    path.unlink()
    path.mkdir()
    with pytest.raises(CheckpointError, match="cannot be read"):
        Checkpoint(path, *COMPUTATION).read()

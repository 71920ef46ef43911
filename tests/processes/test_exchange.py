"""States that are exchanged between processes; processes that are killed."""

import threading
from pathlib import Path

import numpy as np
import pytest

from galaxies_asp.counting.boards import galaxies
from galaxies_asp.counting.boards.word_board import WordBoard
from galaxies_asp.processes.checkpoint import Checkpoint
from galaxies_asp.processes.exchange import Exchange, FileExchange


@pytest.mark.slow
def test_killed_processes_are_replaced() -> None:
    """Kill the workers again and again while they work."""
    killed = []
    is_over = threading.Event()
    with FileExchange(2) as exchange:

        def kill() -> None:
            while not is_over.wait(1.0) and len(killed) < 3:
                process = exchange._pool._workers[0]._process
                if process is not None and process.poll() is None:
                    process.kill()
                    killed.append(process.pid)

        thread = threading.Thread(target=kill)
        thread.start()
        try:
            while thread.is_alive():
                assert galaxies.count(WordBoard(4, 4), exchange=exchange) == 112459
        finally:
            is_over.set()
        assert galaxies.count(WordBoard(4, 4), exchange=exchange) == 112459


@pytest.mark.slow
def test_files_are_removed_with_their_last_user() -> None:
    with FileExchange(2) as exchange:
        galaxies.count(WordBoard(3, 3), exchange=exchange)
        folder = exchange._folder
        assert not list(folder.iterdir())
        assert exchange.traffic.moved > 0
    assert not folder.exists()


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_stages_with_checkpoints(processes: int, tmp_path: Path) -> None:
    folder = Checkpoint(tmp_path, "squares", {})
    make = (
        (lambda: FileExchange(2, folder)) if processes > 1 else lambda: Exchange(folder)
    )
    with make() as exchange:
        assert not exchange.has("first")
        inputs = [({"a": np.arange(part + 3)},) for part in range(exchange.parts)]
        arrays = exchange.run("first", dict, inputs)
        assert exchange.has("first")
        assert [len(exchange.read(part)["a"]) for part in arrays] == [3, 4][:processes]
    with make() as exchange:
        fails = [(1, 0)] * exchange.parts
        arrays = exchange.run("first", divmod, fails)
        assert len(exchange.read(arrays[0])["a"]) == 3
        exchange.forget("first")
        assert not exchange.has("first")

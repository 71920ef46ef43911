"""Puzzles of all types as players get them, and the page with its server."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from support.waiting import PATIENCE, started

from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.families.registry import folders
from galaxies_asp.play.answers import answer

SIZES = {
    "circuit-board": (3, 2),
    "hexagonal cells": (2, 2),
    "hexagonal-fences": (1, 1),
    "kakuro": (3, 2),
    "masyu": (3, 3),
    "ring-ring": (3, 3),
    "slitherlink": (3, 2),
    "square-fences": (2, 2),
}
"""The sizes of small puzzles; those of other types have four columns and rows."""
TYPES = [*folders(), *RuleVariant, "standard", "hexagonal cells"]
MOST = 400


def made(rules: str, size: tuple[int, int], **more: object) -> dict[str, Any]:
    width, height = size
    request = {"ask": "generate", "rules": rules, "width": width, "height": height}
    puzzles: list[dict[str, Any]] = answer(request | more)["puzzles"]
    return {k: v for k, v in puzzles[0]["board"].items() if k != "attempt"}


def hints_of(board: dict[str, Any]) -> tuple[int, bool]:
    """Take each hint, and press "Do it"; return their number, and if that solves."""
    for steps in range(1, MOST):
        found = answer({"ask": "hint", "board": board})
        drawn = found["draw"].get("board")
        assert drawn, f"nothing can be drawn: {found['head']}"
        assert drawn != board, f"nothing new is drawn: {found['head']}"
        board = drawn
        (shown,) = answer({"ask": "load", "board": board})["puzzles"]
        assert not shown["progress"]["faults"], found["head"]
        if shown["progress"]["solved"]:
            return steps, True
    return MOST, False


@contextmanager
def served(*options: str) -> Iterator[str]:
    """Start `galaxies play`; give its address; end it with Ctrl-C."""
    command = [sys.executable, "-m", "galaxies_asp", "play", "--no-browser"]
    with started(
        [*command, "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as process:
        yield process.stdout.readline().strip()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert "Traceback" not in errors

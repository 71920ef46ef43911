"""`galaxies doctor`: what is installed, and whether it works."""

import re
import sys

import pytest
from support.commands import text

from galaxies_asp.cli import doctor


def test_a_well_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_USERS_EXTRAS", ("", "png"))  # others are slow
    done = text("doctor")
    assert done.returncode == 0, done.stdout
    assert "clingo " in done.stdout
    assert "draw a PNG (extra png)" in done.stdout


@pytest.mark.parametrize("library", ["starlette", "uvicorn", "h11"])
def test_play_names_its_extra_before_an_address(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    done = text("play", "--no-browser")
    assert (done.returncode, done.stdout) == (69, "")
    assert done.stderr == (
        f"galaxies: this needs the library {library}: pip install 'galaxies-asp[play]'"
        "\n"
    )


def test_a_missing_library_and_a_failed_check(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = {"clingo": None, "resvg-py": None}
    monkeypatch.setattr(doctor, "_USERS_EXTRAS", ("", "png"))
    monkeypatch.setattr(doctor, "_version", lambda name: versions.get(name, "1.0"))
    wrong = ("", lambda: False)
    monkeypatch.setitem(doctor._CHECKS, "count all boards of 4x4 cells", wrong)
    done = text("doctor")
    assert done.returncode == 1
    libraries, checks = done.stdout.split("Self-test")
    assert "clingo         missing      required: pip install" in libraries
    assert "pip install 'galaxies-asp[png]'" in libraries
    assert re.search("4x4 cells +FAILED: wrong result\n", checks)
    assert "png" not in checks, "no check of what is missing"

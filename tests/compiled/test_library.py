"""Without a library that suits, the package works, and says why it has none."""

from pathlib import Path
from shutil import copy

import pytest
from support.commands import text

import hatch_build
from galaxies_asp import solve
from galaxies_asp.cli import doctor
from galaxies_asp.compiled import library
from galaxies_asp.core.board.errors import MissingLibraryError
from galaxies_asp.counting import count
from galaxies_asp.counting.compiled import functions
from galaxies_asp.fast import kernel
from galaxies_asp.notation import parse

PUZZLE = parse("7x7:cghsppedzzaccdtce")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the C files, from which the library is loaded."""
    for path in hatch_build.FOLDER.glob("*.[ch]"):
        copy(path, tmp_path)
    monkeypatch.setattr(library, "_FOLDER", tmp_path)
    monkeypatch.setattr(hatch_build, "FOLDER", tmp_path)
    monkeypatch.setattr(hatch_build, "REASON", tmp_path / "reason.txt")
    library._opened.cache_clear()
    monkeypatch.delenv("GALAXIES_PURE", raising=False)
    yield tmp_path
    monkeypatch.undo()
    library._opened.cache_clear()


def check(reason: str) -> None:
    """Check that the package works, and what it says."""
    assert reason in library.missing()
    assert solve(PUZZLE, rules="fast").status == "unique"
    assert not kernel.has_kernel()


def test_it_is_not_built(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check("it is not built")
    functions.cache_clear()
    with pytest.raises(MissingLibraryError, match="it is not built; install a C comp"):
        count("galaxies", 3, 3)
    monkeypatch.setattr(doctor, "_CHECKS", {})
    said = "Compiled functions: no; slower, and boards cannot be counted: it is not"
    assert said in text("doctor").stdout


def test_there_is_no_compiler(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(folder))
    assert hatch_build.compiled(folder / "galaxies.so").name == "reason.txt"
    check("the build found no C compiler")


@pytest.mark.slow
def test_the_compiler_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "galaxies.so").write_bytes(b"of an older build")
    (folder / "kernel.c").write_text("#error of a compiler\n")
    assert hatch_build.compiled(folder / "galaxies.so").name == "reason.txt"
    check("kernel.c:1:2: error: #error of a compiler")


def test_there_is_no_such_compiler(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    hatch_build.compiled(folder / "galaxies.so")
    check("no-such-compiler")


def test_the_pure_package_is_asked_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GALAXIES_PURE", "1")
    hatch_build.compiled(folder / "galaxies.so")
    check("GALAXIES_PURE is set")


def test_it_is_of_another_processor(folder: Path) -> None:
    header = b"\x7fELF\2\1\1" + bytes(9) + b"\3\0\xb7\0" + bytes(44)
    (folder / "galaxies.so").write_bytes(header)
    check("cannot be loaded")


@pytest.mark.slow
def test_a_built_library_is_used_until_a_source_changes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CFLAGS", "-O0")
    target = folder / "galaxies.so"
    if hatch_build.compiled(target) != target:
        pytest.skip("no compiler")
    assert library.missing() == ""
    assert kernel.has_kernel()
    assert not (folder / "reason.txt").exists()
    with (folder / "kernel.c").open("a") as file:
        file.write("/* changed */\n")
    library._opened.cache_clear()
    check("is of another version")


@pytest.mark.slow
def test_two_builds_have_the_same_bytes(folder: Path) -> None:
    target = folder / "galaxies.so"
    if hatch_build.compiled(target) != target:
        pytest.skip("no compiler")
    first = target.read_bytes()
    hatch_build.compiled(target)
    assert target.read_bytes() == first

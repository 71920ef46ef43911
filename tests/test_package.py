"""The source distribution and the wheel, and what is installed from them."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from support.documents import ROOT

import galaxies_asp


@pytest.mark.slow
def test_the_installed_package(programs: Path, tmp_path: Path) -> None:
    for encoding in ("fast", "grow", "idp"):
        done = subprocess.run(
            [programs / "galaxies", "solve", "-q", "-e", encoding, "idp-7x7"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == "idp-7x7: exactly 1 solution, verified\n"
    page = "from galaxies_asp.play.server import STATIC; open(STATIC / 'index.html')"
    subprocess.run([programs / "python", "-c", page], cwd=tmp_path, check=True)


@pytest.mark.slow
def test_two_builds_have_the_same_bytes(tmp_path: Path) -> None:
    for name in ("first", "second"):
        command = [sys.executable, "-m", "build", "--outdir", tmp_path / name, ROOT]
        subprocess.run(command, check=True, capture_output=True)
    first, second = (
        sorted((tmp_path / name).iterdir()) for name in ("first", "second")
    )
    assert [path.name for path in first] == [path.name for path in second]
    assert [path.read_bytes() for path in first] == [
        path.read_bytes() for path in second
    ]


@pytest.mark.slow
def test_file_names_suit_all_systems(package: Path) -> None:
    """No two names differ in case alone, and none is reserved on Windows."""
    names = zipfile.ZipFile(package).namelist()
    assert len({name.lower() for name in names}) == len(names)
    for part in {part for name in names for part in Path(name).parts}:
        assert not set(part) & set('<>:"|?*\\')
        assert not part.endswith((".", " "))
        assert part.partition(".")[0].lower() not in {"con", "prn", "aux", "nul"}


def test_the_version_has_one_source() -> None:
    version = galaxies_asp.__version__
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {version}\n" in citation
    heading = "Unreleased" if "dev" in version else version
    assert f"\n## {heading}" in (ROOT / "CHANGELOG.md").read_text("utf-8")

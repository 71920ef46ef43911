"""The source distribution and the wheel, and what is installed from them."""

import subprocess
import sys
import zipfile
from pathlib import Path
from shutil import copy, copytree

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
def test_a_checkout_beside_the_installed_package(
    programs: Path, tmp_path: Path
) -> None:
    """Encodings of a checkout, and copies of them, include those of the package."""
    copytree(ROOT / "encodings", tmp_path / "encodings")
    copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")
    copytree(ROOT / "encodings" / "families" / "nurikabe", tmp_path / "mine")
    galaxies = "encodings/galaxies"
    copy(ROOT / galaxies / "mixes" / "walls.lp", tmp_path / "mine.lp")
    mixes = sorted((ROOT / galaxies / "mixes").glob("*.lp"))
    known = [f"{galaxies}/mixes/{mix.name}" for mix in mixes]
    known += [f"{galaxies}/{name}.lp" for name in ("grow", "assign", "idp")]
    nurikabe = "encodings/families/nurikabe"
    labels = "docs/examples/nurikabe-labels.lp"
    for command in (
        *(f"solve -q -e {name} idp-5x5" for name in (*known, "mine.lp")),
        f"solve -q --family {nurikabe} {nurikabe}/instances/five.lp",
        "solve -q --family mine mine/instances/five.lp",
        f"lab prove --family {nurikabe} encoding.lp {labels} --size 2x1",
        f"lab prove --family mine encoding.lp {labels} --size 2x1",
    ):
        run = [programs / "galaxies", *command.split()]
        done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, (command, done.stderr)


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

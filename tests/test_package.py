"""The wheel and the source distribution work from a directory without the checkout."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest
from support.documents import ROOT, commands, prepare

import galaxies_asp

EXTRAS = "png,pdf,picture,plot"

GROUPS = ("solve", "check", "convert", "render", "hint", "explain", "forced", "repair")
GROUPS += ("enumerate", "picture", "strip terms", "boards count", "lab lint")
GROUPS += ("lab export", "book", "count 6x6")
"""The commands that the installed package runs: the first of each group."""


def install(folder: Path) -> Path:
    """Build a source distribution, install it, and return where its programs are.

    The installation builds a wheel from the source distribution.
    """
    build = [sys.executable, "-m", "build", "--sdist", "--outdir", folder, ROOT]
    subprocess.run(build, check=True, capture_output=True)
    (package,) = folder.iterdir()
    venv.create(folder / "env", with_pip=True)
    binaries = folder / "env" / "bin"
    pip = [binaries / "pip", "install", "-q", f"{package}[{EXTRAS}]"]
    subprocess.run(pip, check=True)
    return binaries


@pytest.mark.slow
def test_the_installed_package(tmp_path: Path) -> None:
    """Run commands in folders that contain only the files that they name."""
    package, empty = tmp_path / "package", tmp_path / "empty"
    package.mkdir()
    empty.mkdir()
    binaries = install(package)
    for encoding in ("fast", "grow", "idp"):
        done = subprocess.run(
            [binaries / "galaxies", "solve", "-q", "-e", encoding, "idp-7x7"],
            cwd=empty,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == "idp-7x7: exactly 1 solution, verified\n"
    page = "from galaxies_asp.play.server import STATIC; open(STATIC / 'index.html')"
    subprocess.run([binaries / "python", "-c", page], cwd=empty, check=True)
    for group in GROUPS:
        command = next(one for one in commands() if one.verb.startswith(group))
        folder = tmp_path / group.replace(" ", "-")
        folder.mkdir()
        prepare(command, folder)
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", f"PATH={binaries}:$PATH; {command.line}"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode in command.codes, (command, done.stderr)


def test_the_version_has_one_source() -> None:
    version = galaxies_asp.__version__
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {version}\n" in citation
    assert f"\n## {version}" in (ROOT / "CHANGELOG.md").read_text("utf-8")

"""The wheel and the source distribution work from a directory without the checkout."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest
from support.documents import ROOT, commands, prepare

import galaxies_asp

EXTRAS = "png,pdf,picture,plot"


def install(kind: str, folder: Path, extras: str = "") -> Path:
    """Build the package, install it in a new environment, and return its programs."""
    dist = folder / "dist"
    build = [sys.executable, "-m", "build", f"--{kind}", "--outdir", str(dist)]
    subprocess.run([*build, str(ROOT)], check=True, capture_output=True)
    (package,) = dist.iterdir()
    venv.create(folder / "env", with_pip=True)
    binaries = folder / "env" / "bin"
    pip = [binaries / "pip", "install", "-q", f"{package}{extras}"]
    subprocess.run(pip, check=True)
    return binaries


@pytest.mark.slow
def test_source_distribution(tmp_path: Path) -> None:
    binaries = install("sdist", tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    for encoding in ("fast", "grow", "idp"):
        done = subprocess.run(
            [binaries / "galaxies", "solve", "-q", "-e", encoding, "idp-7x7"],
            cwd=empty,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == "idp-7x7: exactly 1 solution, verified\n"


QUICK = ("solve", "check", "convert", "render", "hint", "explain", "forced", "repair")
QUICK += ("enumerate", "picture", "strip", "boards count", "lab lint", "lab export")
QUICK += ("book", "hex render", "count 6x6")
"""The commands that the installed wheel runs: some of each group."""


@pytest.mark.long
def test_commands_of_the_documents_with_an_installed_wheel(tmp_path: Path) -> None:
    """Run them in a folder that contains only the files that they name."""
    binaries = install("wheel", tmp_path, f"[{EXTRAS}]")
    chosen = [
        command
        for command in commands()
        if command.verb.startswith(QUICK)
        and not any(word in command.line for word in ("--scheduler", "seven/"))
    ]
    assert len(chosen) > 40
    for number, command in enumerate(chosen):
        folder = tmp_path / f"{number}"
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

    page = "from galaxies_asp.play.server import STATIC; open(STATIC / 'index.html')"
    subprocess.run([binaries / "python", "-c", page], cwd=tmp_path, check=True)


LESSONS = sorted((ROOT / "docs" / "lessons").glob("*.md"))


@pytest.mark.long
def test_lessons_with_an_installed_wheel(tmp_path: Path) -> None:
    """Follow each lesson word for word, from an empty folder."""
    pytest.importorskip("sphinx")
    from site_extensions.console import Block, blocks_of, transcript

    assert len(LESSONS) == 4
    binaries = install("wheel", tmp_path, f"[{EXTRAS}]")
    for lesson in LESSONS:
        folder = tmp_path / lesson.stem
        folder.mkdir()
        for block in blocks_of(lesson.read_text("utf-8")):
            if isinstance(block, Block):
                transcript(block, folder, binaries)
            else:
                name, text = block
                (folder / name).write_text(text, "utf-8")


def test_the_version_has_one_source() -> None:
    version = galaxies_asp.__version__
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {version}\n" in citation
    assert f"\n## {version}" in (ROOT / "CHANGELOG.md").read_text("utf-8")

"""The source distribution and the wheel, and what is installed from them."""

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from shutil import copy, copytree

import pytest
from packaging.requirements import Requirement
from support.documents import ROOT

import galaxies_asp
from galaxies_asp.families.registry import all_names


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
    listed = subprocess.run(
        [programs / "galaxies", "list"], cwd=tmp_path, capture_output=True, text=True
    )
    types = listed.stdout.partition("\nfamily")[2].splitlines()[1:]
    assert [line.split()[0] for line in types] == all_names()
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
    known = [f"{galaxies}/mixes/walls.lp", f"{galaxies}/idp.lp"]
    nurikabe = "encodings/families/nurikabe"
    labels = "docs/examples/nurikabe-labels.lp"
    for command in (
        *(f"solve -q -e {name} idp-5x5" for name in (*known, "mine.lp")),
        f"solve -q --family {nurikabe} {nurikabe}/instances/five.lp",
        "solve -q --family mine mine/instances/five.lp",
        f"lab prove --family mine encoding.lp {labels} --size 2x1",
    ):
        run = [programs / "galaxies", *command.split()]
        done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, (command, done.stderr)


@pytest.mark.nightly
def test_two_builds_have_the_same_bytes(tmp_path: Path) -> None:
    for name in ("first", "second"):
        command = [ROOT / ".ci" / "build", sys.executable, tmp_path / name]
        subprocess.run(command, check=True, capture_output=True)
    first, second = (
        sorted((tmp_path / name).iterdir()) for name in ("first", "second")
    )
    assert [path.name for path in first] == [path.name for path in second]
    bill = json.loads(first[0].read_text("utf-8"))
    assert bill["metadata"]["component"]["name"] == "galaxies-asp"
    assert "clingo" in {component["name"] for component in bill["components"]}
    assert [path.read_bytes() for path in first] == [
        path.read_bytes() for path in second
    ]


README = (ROOT / "README.md").read_text("utf-8")
LOCK = (ROOT / ".ci" / "requirements.txt").read_text("utf-8")
PAGE_LOCK = ROOT / "tests" / "page" / "package-lock.json"


def test_the_lock_has_what_the_project_asks_for() -> None:
    """Each library and tool, in a version that it allows, with hashes."""
    locked = dict(re.findall(r"^([\w.-]+)==(\S+)", LOCK, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = ["dev", "docs"]
    asked = [*map(Requirement, project["dependencies"])]
    for extra in extras:  # which names others
        asked += map(Requirement, project["optional-dependencies"][extra])
        for one in asked:
            if one.name == project["name"]:
                extras += sorted(one.extras.difference(extras))
    for one in asked:
        if one.name != project["name"]:
            assert locked[one.name.lower()] in one.specifier, one
    for pinned in re.split(r"\n(?=\S)", LOCK.partition(".ci/lock\n")[2]):
        assert "--hash=sha256:" in pinned, pinned


def test_the_lock_of_the_page_has_what_its_tools_are() -> None:
    asked = json.loads(PAGE_LOCK.with_name("package.json").read_text("utf-8"))
    locked = json.loads(PAGE_LOCK.read_text("utf-8"))["packages"]
    assert locked[""]["devDependencies"] == asked["devDependencies"]
    assert all("integrity" in one for name, one in locked.items() if name)


def test_the_locks_name_no_registry() -> None:
    assert "://" not in LOCK
    assert '"resolved"' not in PAGE_LOCK.read_text("utf-8")


def test_ci_installs_and_tests_as_the_readme_says() -> None:
    """CI runs the line of the README itself, in an environment of its own."""
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    (pattern,) = re.findall(
        r"^command=\$\(grep '(.*)' README.md\)$", script, re.MULTILINE
    )
    (command,) = re.findall(f"{pattern}.*", README, re.MULTILINE)
    assert command.count(".venv") == 3
    assert 'eval "${command//.venv/$environment}"' in script.splitlines()


@pytest.mark.slow
def test_file_names_suit_all_systems(package: Path) -> None:
    """No two names differ in case alone, and none is reserved on Windows."""
    names = zipfile.ZipFile(package).namelist()
    assert len({name.lower() for name in names}) == len(names)
    for part in {part for name in names for part in Path(name).parts}:
        assert not set(part) & set('<>:"|?*\\')
        assert not part.endswith((".", " "))
        assert part.partition(".")[0].lower() not in {"con", "prn", "aux", "nul"}


def test_the_version_and_the_address_have_one_source() -> None:
    version = galaxies_asp.__version__
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {version}\n" in citation
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "urls"
    ]
    written = re.findall(r"^repository-code: (.*)$", citation, re.MULTILINE)
    assert written == [urls[name] for name in urls if name == "Repository"]
    heading = "Unreleased" if "dev" in version else version
    assert f"\n## {heading}" in (ROOT / "CHANGELOG.md").read_text("utf-8")

"""The wheel and the source distribution work from an empty directory."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_installed_package(kind: str, tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    build = [
        sys.executable,
        "-m",
        "build",
        f"--{kind}",
        "--outdir",
        str(dist),
        str(ROOT),
    ]
    subprocess.run(build, check=True, capture_output=True)
    (package,) = dist.iterdir()
    venv.create(tmp_path / "env", with_pip=True)
    binaries = tmp_path / "env" / "bin"
    subprocess.run([binaries / "pip", "install", "-q", str(package)], check=True)
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

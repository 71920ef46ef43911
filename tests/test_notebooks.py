"""The notebooks in `examples/`: their cells run, and show what they are about."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.documents import ROOT

NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_not_kept(path: Path) -> None:
    first, *_ = cells(path)
    assert first["cell_type"] == "markdown"
    assert first["source"][0].startswith("# ")
    code = [cell for cell in cells(path) if cell["cell_type"] == "code"]
    assert code
    assert not any(cell["outputs"] for cell in code)


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_run(path: Path) -> None:
    """Run the code as one program; a line that starts with ! is for the shell."""
    lines = ["import matplotlib", "matplotlib.use('Agg')"]
    for cell in cells(path):
        if cell["cell_type"] == "code":
            lines += "".join(cell["source"]).split("\n")
    program = "\n".join(line for line in lines if not line.startswith("!"))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr

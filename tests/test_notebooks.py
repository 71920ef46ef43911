"""The notebooks in `examples/`: they show what their cells print, and are small."""

import json
from pathlib import Path

import pytest
from support.documents import ROOT

FOLDER = ROOT / "examples"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LONG = ("comparison", "difficulty", "encodings", "generating-function")
MARKS = dict.fromkeys(LONG, pytest.mark.nightly)
BYTES = 60_000
"""A notebook is read as a page, and a change of it as a difference."""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_kept(path: Path) -> None:
    assert path.stat().st_size < BYTES
    first, *rest = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert first["cell_type"] == "markdown"
    assert first["source"][0].startswith("# ")
    code = [cell for cell in rest if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == [*range(1, len(code) + 1)]
    assert any(cell["outputs"] for cell in code)
    printed = json.dumps([cell["outputs"] for cell in code])
    assert "\\u001b" not in printed  # no codes for a terminal
    assert str(ROOT) not in printed


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=MARKS.get(path.stem, pytest.mark.slow), id=path.stem)
        for path in NOTEBOOKS
    ],
)
def test_outputs_are_those_of_the_cells(path: Path) -> None:
    pytest.importorskip("nbclient")
    import nbformat
    import notebooks

    kept = nbformat.read(path, as_version=4)
    assert not list(notebooks.faults(kept, notebooks.executed(path)))

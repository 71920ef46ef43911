"""Run the notebooks in `examples/`, and check the outputs that they show.

    python docs/notebooks.py [--update] [NOTEBOOK...]

Each runs in an empty folder, with the programs of this Python. Printed text and values
have to be as shown; seconds and bytes may differ. Of a drawing or a plot only the kind
has to be the same, since libraries draw the same figure with other bytes. A cell with
the tag `measured` prints times, and only has to run. `--update` writes the outputs,
except where they match.
"""

import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode
from outputs import ROOT, matches

NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
SECONDS = 600
KEPT = ("text/plain", "image/svg+xml", "image/png", "text/html")
"""The forms of an output that are kept."""


def executed(path: Path) -> NotebookNode:
    """Return a notebook with the outputs of its cells.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell raises an exception.
    """
    notebook = nbformat.read(path, as_version=4)
    programs = Path(sys.executable).parent
    environment = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "88",
        "NO_COLOR": "1",
    }
    with tempfile.TemporaryDirectory(prefix="notebook-") as folder:
        client = NotebookClient(
            notebook,
            timeout=SECONDS,
            kernel_name="python3",
            record_timing=False,
            resources={"metadata": {"path": folder}},
        )
        client.execute(env=environment, stderr=subprocess.DEVNULL)
    for cell in _code(notebook):
        cell.outputs = joined([_plain(output) for output in cell.outputs])
    return notebook


def joined(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Return outputs with one text in place of several printed one after another."""
    found: list[NotebookNode] = []
    for output in outputs:
        last = found[-1] if found else None
        if last and last.output_type == output.output_type == "stream":
            last.text += output.text
        else:
            found.append(output)
    return found


def _plain(output: NotebookNode) -> NotebookNode:
    """Return an output without what changes from run to run."""
    if output.output_type == "stream":
        output.text = output.text.replace("\r\n", "\n")
    if "data" in output:
        output.data = {form: output.data[form] for form in KEPT if form in output.data}
        output.metadata = {}
    return output


def _code(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def texts(cell: NotebookNode) -> list[str]:
    """Return what a cell prints and shows; of a picture its kind."""
    shown = []
    for output in cell.outputs:
        if output.output_type == "stream":
            shown.append(output.text)
        elif pictures := [form for form in output.data if form.startswith("image/")]:
            shown.append(pictures[0])
        else:
            shown.append(output.data["text/plain"])
    return shown


def is_measured(cell: NotebookNode) -> bool:
    """Tell whether the outputs of a cell are measured times."""
    return "measured" in cell.metadata.get("tags", ())


def agrees(cell: NotebookNode, again: NotebookNode) -> bool:
    """Tell whether a cell shows what it shows when it runs again."""
    shown, now = texts(cell), texts(again)
    if len(shown) != len(now):
        return False
    return is_measured(cell) or all(map(matches, shown, now))


def faults(kept: NotebookNode, again: NotebookNode) -> Iterator[str]:
    """Yield what a notebook shows otherwise than when it runs again."""
    for cell, now in zip(_code(kept), _code(again), strict=True):
        if not agrees(cell, now):
            yield f"{cell.source}\nprints\n{texts(now)}\ninstead of\n{texts(cell)}"


def updated(kept: NotebookNode, again: NotebookNode) -> NotebookNode:
    """Return a notebook with the new outputs of the cells that show others."""
    for cell, now in zip(_code(kept), _code(again), strict=True):
        if not agrees(cell, now) or is_measured(cell):
            cell.outputs = now.outputs
        cell.execution_count = now.execution_count
        cell.metadata.pop("execution", None)
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = cell.execution_count
    return kept


def main() -> int:
    """Check or update the notebooks; return the exit code."""
    parser = ArgumentParser(
        description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("--update", action="store_true", help="write the outputs")
    parser.add_argument("notebooks", nargs="*", type=Path, default=NOTEBOOKS)
    given = parser.parse_args()
    wrong = 0
    for path in given.notebooks:
        kept, again = nbformat.read(path, as_version=4), executed(path)
        if given.update:
            nbformat.write(updated(kept, again), path)
            continue
        for fault in faults(kept, again):
            wrong += 1
            print(f"{path.name}: {fault}", flush=True)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())

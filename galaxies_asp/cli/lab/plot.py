"""`--plot`: pictures of measured runs, in one file or in a folder."""

from collections.abc import Mapping
from pathlib import Path

import click

from galaxies_asp.cli.output import write_output
from galaxies_asp.lab.cost import Job, Run
from galaxies_asp.processes.files import make_folder

_FILES = {".svg": "svg", ".png": "png", ".pdf": "pdf"}
_IN_A_FOLDER = ("svg", "png")


def check_plot(path: str | None) -> None:
    """Reject a plot that cannot be drawn, before the measurement.

    Raises `MissingLibraryError` if the library for plots is missing.
    """
    if path is None:
        return
    from galaxies_asp.lab.plots import require_matplotlib

    suffix = Path(path).suffix.lower()
    if suffix and suffix not in _FILES and not Path(path).is_dir():
        known = ", ".join(_FILES)
        raise click.UsageError(f"--plot {path}: a file's name ends in one of {known}")
    require_matplotlib()


def write_plots(path: str, runs: Mapping[Job, Run]) -> None:
    """Draw all plots into one file, or each as SVG and PNG into a folder."""
    from galaxies_asp.lab.plots import PLOTS, plot

    target = Path(path)
    suffix = target.suffix.lower()
    if suffix in _FILES and not target.is_dir():
        write_output(plot(runs, list(PLOTS), _FILES[suffix]), path)
        return
    make_folder(target)
    for name in PLOTS:
        for kind in _IN_A_FOLDER:
            write_output(plot(runs, [name], kind), str(target / f"{name}.{kind}"))

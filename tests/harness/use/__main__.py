"""Run every command with every option, for every type of puzzle that it takes.

    python -m tests.harness.use [--command NAME] [--type NAME] [--most 2] [--short]
    python -m tests.harness.use --short --type galaxies --missing png --missing pdf
    python -m tests.harness.use --sum FILE

A run has to end with a documented exit code and without a traceback. Where an option
should not change the answer, it is that of the run without the option. Each fault is
printed with its command. `--most` is the number of values of an option for each type;
other types get other ones. `--short` puts several options into a run, so that each
occurs with each type. `--missing` takes away an extra, or `all`. `--idle` lists the
options that change nothing. `--sum` keeps the numbers of runs in a file: what a file
has is not run again, and all is printed as a table.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from tests.harness.use import calls, running
from tests.harness.use.subjects import prepared
from tests.harness.use.table import Table


def main() -> None:
    """Run the command of this package; exit with 1 if there are faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--command", action="append")
    parser.add_argument("--type", action="append")
    extras = calls.EXTRAS
    parser.add_argument("--missing", action="append", default=[], choices=extras)
    parser.add_argument("--most", type=int, default=2)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--idle", action="store_true")
    parser.add_argument("--sum", type=Path)
    given = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).parents[2]))
    running.preload()
    known = {}
    if given.sum and given.sum.exists():
        known = json.loads(given.sum.read_text("utf-8"))
    table = Table(known)
    before = table.faults
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        missing = [module for extra in given.missing for module in extras[extra]]
        for path, text in calls.files(missing).items():
            (folder / path).write_text(text, "utf-8")
        environment = {"PYTHONPATH": name} if missing else {}
        subjects = [*prepared(folder)]
        plan = calls.short_plan if given.short else calls.plan
        for field in plan(subjects, given.most):
            is_known = field.name in known.get(field.row, {})
            is_asked = not given.command or field.name in given.command
            is_asked = is_asked and (not given.type or field.row in given.type)
            if is_known or not is_asked:
                continue
            found = running.field_runs(field, folder, missing, environment)
            table.add(field, found, given.idle)
            if given.sum:
                given.sum.write_text(json.dumps(table.numbers) + "\n", "utf-8")
    print(table.text())
    sys.exit(table.faults > before)


if __name__ == "__main__":
    main()

"""Measure what the start and the end of the command save; see `galaxies_asp/_start.py`.

    python benchmarks/start_and_end.py

Each command runs with all measures, and with all but one. The least and the median CPU
time are printed in milliseconds.
"""

import resource
import statistics
import subprocess
import sys
from itertools import product

RUNS = 7
COMMANDS = ("solve idp-7x7", "count idp-10x10", "generate --size 8x8 --seed 3")

THREAD = "import os\nos.environ['OPENBLAS_NUM_THREADS'] = '1'\n"
COLLECTIONS = "import gc\ngc.set_threshold(100_000)\n"
RUN = "from galaxies_asp.cli import main\nmain()"
LEAVE = """
import atexit, os, sys
from galaxies_asp.cli import main
try:
    main()
finally:
    sys.stdout.flush()
    atexit._run_exitfuncs()
    os._exit(0)
"""
PROGRAMS = {
    "all measures": THREAD + COLLECTIONS + LEAVE,
    "threads of OpenBLAS": COLLECTIONS + LEAVE,
    "usual collections": THREAD + LEAVE,
    "objects freed": THREAD + COLLECTIONS + RUN,
}
"""The first has all measures; the others are named after what they do not avoid."""


def cpu_milliseconds(program: str, command: str) -> float:
    """Return the CPU time of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-c", program, *command.split()],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user = after.ru_utime - before.ru_utime
    return 1000 * (user + after.ru_stime - before.ru_stime)


for command in COMMANDS:
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for run, name in product(range(RUNS + 1), PROGRAMS):
        found = cpu_milliseconds(PROGRAMS[name], command)
        if run:  # the first one compiles
            times[name].append(found)
    for name, values in times.items():
        middle = statistics.median(values)
        print(f"{command:30} {name:20} {min(values):6.0f} {middle:6.0f}")

"""Run the encodings with clingo 6, and compare the answers with those of clingo 5.

    python benchmarks/clingo6.py [PYTHON]

PYTHON is an interpreter with clingo 6, such as that of an environment with the package
`clingo-funasp`; by default this one. Without clingo 6 everything is skipped. Each
encoding is exported with a puzzle as one file, which both versions solve.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence

from galaxies_asp.core.asp.encodings import BUILT_IN, MIXES
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.instances import Instance
from galaxies_asp.lab.source import export

BOARDS = {
    "one": "width(2). height(2). center((2,2)).",
    "two": "width(3). height(1). center((1,1)). center((4,1)).",
    "several": "width(3). height(3). center((2,2)). center((4,4)). center((5,1)).",
    "hole": "width(3). height(2). hole((1,1)). center((4,2)). center((1,3)).",
}
LOADED = """
try:
    from clingo_funasp.control import Control
    from clingo_funasp.core import Library
except ImportError:
    from clingo.control import Control
    from clingo.core import Library
"""
PROGRAM = """
import json, sys, time
{load}
made = time.process_time()
control = Control({arguments})
control.{add}(sys.stdin.read())
control.ground({parts})
found = set()
control.solve(on_model=lambda m: found.add(
    " ".join(sorted(map(str, m.symbols(shown=True))))) or True)
print(json.dumps([sorted(found), time.process_time() - made]))
"""
OLD = PROGRAM.format(
    load="from clingo import Control",
    arguments="['0']",
    add="add",
    parts="[('base', [])]",
)
NEW = PROGRAM.format(
    load=LOADED, arguments="Library(), ['0']", add="parse_string", parts=""
)


def run(python: str, program: str, text: str = "") -> tuple[Sequence[str], float] | str:
    """Return the answers and the CPU seconds, or the last line of an error."""
    command = [python, "-I", "-c", program]
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=False
    )
    if done.returncode:
        return done.stderr.strip().rpartition("\n")[2]
    found, seconds = json.loads(done.stdout)
    return found, seconds


def main() -> int:
    """Print a line for each encoding and board; return how many differ."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("python", nargs="?", default=sys.executable, metavar="PYTHON")
    python = parser.parse_args().python
    if subprocess.run([python, "-I", "-c", LOADED], capture_output=True).returncode:
        print(f"skipped: {python} has no clingo 6")
        return 0
    family, differing = compared_family("galaxies"), 0
    for encoding in (*BUILT_IN, *MIXES):
        for name, facts in BOARDS.items():
            text = export(family, encoding, Instance(name, facts))
            old, new = run(sys.executable, OLD, text), run(python, NEW, text)
            same = not isinstance(new, str) and new[0] == old[0]
            differing += not same
            print(f"{encoding} on {name}: {'the same' if same else f'{old} and {new}'}")
    return min(differing, 1)


if __name__ == "__main__":
    sys.exit(main())

"""Compare encodings with planted faults with the default encoding.

    python benchmarks/planted.py

Each fault is found or not by `galaxies lab compare grow FILE` without options, which
searches all boards up to 3x3 and then tries random boards, for 20 CPU seconds
together. Where it is not, 200 random boards of all kinds are tried. Printed are the
fault, what is said of it, and the CPU seconds of the commands.
"""

import argparse
import re
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

DEFAULT: tuple[str, ...] = ()
RANDOM = (*DEFAULT, "--boards", "prove=no,random=200,kind=all")
GROW = '#include "grow.lp".\n'
FORBIDDEN = {
    "no region of 12 cells": ":- center(C), { galaxy(_,C) } = 12.",
    "no region of 9 cells or more": ":- center(C), { galaxy(_,C) } > 8.",
    "no region is a ring": (
        ":- galaxy((X-2,Y),C), galaxy((X+2,Y),C), galaxy((X,Y-2),C), "
        "galaxy((X,Y+2),C), cell((X,Y)), not galaxy((X,Y),C)."
    ),
    "no region of width 5": ":- galaxy((X,Y),C), galaxy((X+8,Y),C).",
    "no region of height 4": ":- galaxy((X,Y),C), galaxy((X,Y+6),C).",
    "no square of cells": (
        ":- galaxy((X,Y),C), galaxy((X+2,Y),C), galaxy((X,Y+2),C), galaxy((X+2,Y+2),C)."
    ),
    "no cell far from its dot": (":- galaxy((X,Y),(A,B)), |X-A| + |Y-B| > 8."),
    "no dot on the first vertex": ":- center((2,2)).",
    "no dots in one row far apart": ":- center((X,Y)), center((Z,Y)), Z > X+6.",
    "no two dots side by side": ":- center((X,Y)), center((X+2,Y)).",
    "no 6 dots": ":- { center(_) } = 6.",
    "no single cell in a corner": ":- center((1,1)), width(W), W > 3.",
    "no S of five cells": (
        ":- galaxy((X,Y),(X,Y)), galaxy((X,Y-2),(X,Y)), galaxy((X+2,Y-2),(X,Y)), "
        "not galaxy((X+2,Y),(X,Y)), not galaxy((X-2,Y),(X,Y))."
    ),
    "a given wall is inside a region": ":- given((X,Y)), given((X+2,Y)), X > 2.",
    "no hole beside a dot": ":- hole((X,Y)), center((X+2,Y)).",
}
REPLACED = {
    "no rule of given walls": (":- given(.|\n)*?C\\)\\.\n", ""),
    "a given wall of one direction": ("\\(1,0;0,1;-1,1\\)", "(1,0;-1,1)"),
    "a hole is a cell": ("not hole\\(.*\\)\\.", "1 = 1."),
    "dots touch no cell at a corner": ("near\\(\\(1;-1\\).*", ""),
    "dots on sides touch no cell": ("near\\(-?X,-?Y\\) :-.*", ""),
    "cells may have two dots": ("\\} = 1\\.", "} > 0."),
    "cells may have no dot": ("\\} = 1\\.", "} < 2."),
    "regions need not be closed": ("free_number\\(D-K-S\\)", "free_number(D+K+S)"),
    "regions grow in one direction": ("number_step\\(\\(S;-S\\)\\)", "number_step(S)"),
    "no step down": ("step\\(0,1\\)\\.", "step(0,1) :- width(1)."),
}


def galaxies(*arguments: str) -> str:
    """Return what a command prints, whose answer is yes or no; end if it fails."""
    command = [sys.executable, "-m", "galaxies_asp", "lab", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: {done.stderr}")
    return done.stdout + done.stderr


def texts() -> dict[str, str]:
    """Return the encodings by their faults."""
    page = galaxies("show", "grow")
    made = {name: f"{GROW}{rule}\n" for name, rule in FORBIDDEN.items()}
    for name, (old, new) in REPLACED.items():
        made[name], number = re.subn(old, new, page)
        assert number, name
    return made


def main() -> None:
    """Print a line for each fault, and how many are found."""
    raw = argparse.RawDescriptionHelpFormatter
    argparse.ArgumentParser(description=__doc__, formatter_class=raw).parse_args()
    found, planted = Counter[str](), texts()
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, text) in enumerate(planted.items()):
            path = Path(folder, f"{number}.lp")
            path.write_text(text)
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            for way, options in (("default", DEFAULT), ("random", RANDOM)):
                said = galaxies("compare", "grow", str(path), *options)
                verdict = re.search(
                    r"^\S+ (breaks a rule: [^(:]*|misses.*)", said, re.M
                )
                if verdict is not None:
                    found[way] += 1
                    break
            seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            shown = f"{way}: {verdict[1]}" if verdict else "not found"
            print(f"{name:<34}{shown:<46}{seconds:>6.1f} s", flush=True)
    print(f"{len(planted)} faults, found: {dict(found)}")


if __name__ == "__main__":
    main()

"""Answers with clingo, and with clingo-wasm in its place as on the site."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from galaxies_asp.play.export import HERE, THIN_CLINGO

PAGE = Path(__file__).parents[1] / "page"
ASKED = Path(__file__).with_name("asked.py")
SITE = str(HERE / "site" / THIN_CLINGO), str(PAGE / "clingo.js")
"""The module and the command of the site, as arguments of `asked`."""

GROW = '#include "grow.lp".\n'

PAGES = {
    "a choice without a meaning": "{aux}. #project aux/0.",
    "another part at the end": "#program extra.",
    "a comment that shows": "% #show cell/1.",
    "a hidden choice": "{_a}.",
    "no output": "#show cell/1.",
    "a syntax error": "a :-",
    "an external": "#external e. :- e.",
    "a theory": "&sum{x} <= 3.",
    "optimization": "#minimize{1,X: galaxy(X,(1,1))}.",
    "a constant": "#const n=2. :- galaxy((1,n-1),(X,Y)), X > 4.",
}
"""Statements behind an encoding."""


def asked(kind: str, questions: list[Any], *arguments: str) -> list[Any]:
    """Return the answers with a module `clingo`."""
    done = subprocess.run(
        [sys.executable, str(ASKED), kind, *arguments],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found

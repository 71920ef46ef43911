"""What a module `clingo` says: run as a script, it is asked about a list in JSON.

python asked.py KIND [FOLDER SCRIPT]: KIND is a function of `ASKED`, FOLDER that of the
module of the site, SCRIPT has clingo as a command; else the installed clingo is asked.
"""

import json
import os
import re
import subprocess
import sys
import types
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

OPTIONS = {
    "0 --project=show": "",
    "0 --project=project": "#project p/1.",
    "1": "",
    "2": "",
    "0": "",
}
"""Options, and what is added to programs."""

PLACE = re.compile(r"user\.lp:(\d+):\S*")


def use_site(folder: str, script: str) -> None:
    """Put the module of the site in the place of `clingo`."""
    command: Any = types.ModuleType("clingo_wasm")
    started = subprocess.Popen(
        ["node", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    asked, answers = started.stdin, started.stdout
    assert asked is not None
    assert answers is not None

    def run(program: str, options: str) -> Any:
        asked.write(json.dumps([program, options]) + "\n")
        asked.flush()
        return json.loads(answers.readline())

    command.run = run
    sys.modules |= {"clingo_wasm": command, "numpy": None}  # type: ignore[dict-item]
    os.environ["GALAXIES_PURE"] = "1"
    spec = spec_from_file_location("clingo", f"{folder}/__init__.py")
    assert spec is not None
    assert spec.loader is not None
    sys.modules["clingo"] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
    from galaxies_asp.core.asp import program

    program.can_wait = lambda: False  # as in a browser


def of_program(text: str) -> dict[str, Any]:
    """Return what clingo says of a program, whatever way its search takes."""
    from galaxies_asp.core.asp.program import Program
    from galaxies_asp.core.asp.sources import Text
    from galaxies_asp.core.board.errors import EncodingError

    lines = text.count("\n") + 1
    source = Text(text, tuple((Path("user.lp"), n + 1) for n in range(lines)))
    found: dict[str, Any] = {}
    for options, projected in OPTIONS.items():
        try:
            program = Program(options.split(), source)
            program.add(f"fact(10). fact(9). {projected}")
            program.ground()
            found[options] = models(program, options)
        except EncodingError as error:
            return {"refused": PLACE.findall(str(error))[:1]}
    for mode in ("brave", "cautious"):
        found[mode] = program.shared(mode, lambda model: shown(model))
    atoms = program.control.symbolic_atoms
    found["atoms"] = list(map(str, sorted(atom.symbol for atom in atoms)))
    found["facts"] = sorted(str(atom.symbol) for atom in atoms if atom.is_fact)
    found["messages"] = sorted({PLACE.sub("", one) for one in program.messages})
    return found


def models(program: Any, options: str) -> Any:
    """Return the models, or their number if a search chooses between some."""
    if options.partition("=")[2] == "project":
        return len([*program.models()])
    found = [
        [shown(one), [] if "project" in options else hidden(one)]
        for one in program.models()
    ]
    return sorted(found) if options[0] == "0" else len(found)


def shown(model: Any) -> list[str]:
    """Return what a model shows, in the order of clingo."""
    return list(map(str, sorted(model.symbols(shown=True))))


def hidden(model: Any) -> list[str]:
    """Return the true atoms of a model."""
    return list(map(str, sorted(model.symbols(atoms=True))))


def of_request(request: Any) -> Any:
    """Return the answer to a request of the page."""
    from galaxies_asp.play.answers import answer

    found = json.loads(json.dumps(answer(request)))
    return found | {"seconds": None} if "seconds" in found else found


def of_calls(seed: int) -> dict[str, Any]:
    """Return what calls of the interface give."""
    import clingo

    a = clingo.Function("a")
    random = Random(seed)

    def term(depth: int = 0) -> Any:
        kind = random.randrange(5 if depth > 1 else 8)
        few = random.randint(1, 3)
        inner = (term(depth + 1) for _ in range(few if kind > 4 else 0))
        if kind < 5:
            one = str(random.randint(-12, 12)) if kind == 0 else random.choice(TERMS)
            return clingo.parse_term(one)
        name = "" if kind == 5 else random.choice(("f", "g", "ff"))
        return clingo.Function(name, [*inner], not name or random.random() < 0.8)

    found: dict[str, Any] = {"order": [*map(str, sorted(term() for _ in range(200)))]}
    control = clingo.Control(["0"])
    control.add("base", [], "{a; b; c}.")
    control.ground([("base", [])])
    literal = next(iter(control.symbolic_atoms.by_signature("a", 0))).literal
    seen: list[int] = []

    def add_clause(model: Any) -> None:
        if not seen:
            model.context.add_clause([literal])
        seen.append(model.contains(a))

    control.solve(on_model=add_clause)
    found["clause"] = [all(seen[1:]), len(seen) - 1 + seen[0] - 3]
    found["after the clause"] = len(all_models(control))
    seen.clear()

    def go_on(_: Any) -> bool:
        seen.append(1)
        return len(seen) < 3

    control.solve(on_model=go_on)
    found["stopped"] = len(seen)
    unknown = clingo.Function("unknown")
    results = [control.solve([(unknown, value)]) for value in (True, False)]
    found["unknown atom"] = [one.satisfiable for one in results]
    control = clingo.Control(["0"], logger=lambda *_: None)
    text = "#const n=2. #external e(1..n). {x}. p(X) :- e(X). #show p/1. #show q/2."
    control.add("base", [], text)
    control.add("more", ["t"], "q(t,X) :- p(X). #external f(t). {y(t)} :- f(t).")
    control.ground([("base", [])])
    found["externals"] = [all_models(control)]
    control.assign_external(clingo.Function("e", [clingo.Number(1)]), True)
    found["externals"].append(all_models(control))
    control.ground([("more", [clingo.Number(7)])])
    found["parts"] = [all_models(control)]
    control.assign_external(clingo.Function("f", [clingo.Number(7)]), True)
    found["parts"].append(all_models(control))
    return found


TERMS = ("a", "b", "ab", "_x", '"x"', '"10"', '""', "#inf", "#sup", "-a", "()", "(1,)")


def all_models(control: Any) -> list[Any]:
    """Return all models of a control."""
    found = []
    with control.solve(yield_=True) as handle:
        for model in iter(handle.model, None):
            found.append([shown(model), hidden(model)])
            handle.resume()
    return sorted(found)


ASKED: dict[str, Callable[[Any], Any]] = {
    "programs": of_program,
    "requests": of_request,
    "calls": of_calls,
}

if __name__ == "__main__":
    asked, *site = sys.argv[1:]
    if site:
        use_site(*site)
    print(json.dumps([ASKED[asked](one) for one in json.load(sys.stdin)]))

"""The architecture: who may import whom, and what every encoding documents."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import clingo.ast
import pytest

import galaxies_asp
from galaxies_asp import witness
from galaxies_asp.encodings import BUILT_IN, MIXES, data_folder, find
from galaxies_asp.notation import facts

PACKAGE = Path(galaxies_asp.__file__).parent

# Each module imports only from those above it.
ORDER = [
    "_blas",
    "cpu_time",
    "errors",
    "files",
    "supervise",
    "caller",
    "strokes",
    "grid",
    "puzzle",
    "regions",
    "rule_variants",
    "violations",
    "verify_walls",
    "verify",
    "verify_many",
    "notation",
    "includes",
    "encodings",
    "transfer",
    "combinatorics",
    "relatives",
    "witness",
    "pairs",
    "fixpoint",
    "fast",
    "possible",
    "models",
    "completion",
    "halves",
    "links",
    "diagram",
    "count",
    "labeling",
    "atoms",
    "lazy",
    "grounding",
    "engines",
    "solve",
    "worker",
    "enumeration",
    "lab",
    "render",
    "explain",
    "book",
    "generate",
    "repair",
    "hexfence",
    "repl",
    "cli",
]
MODULES = sorted(PACKAGE.rglob("*.py"))


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported(path: Path) -> set[str]:
    """Return the full names of what a module imports, also inside functions."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def ours(path: Path) -> set[str]:
    prefix = "galaxies_asp."
    return {
        name.removeprefix(prefix).split(".")[0]
        for name in imported(path)
        if name.startswith(prefix)
    }


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_import_order(path: Path) -> None:
    part = part_of(path)
    if part in ("__init__", "__main__"):
        return
    below = set(ORDER[ORDER.index(part) + 1 :])
    if path.name == "puzzle.py":
        below.discard("render")  # for notebooks only, inside a method
    assert not ours(path) & below


def test_every_module_is_in_the_order() -> None:
    parts = {part_of(path) for path in MODULES} - {"__init__", "__main__"}
    assert parts == set(ORDER)


def test_counting_is_independent() -> None:
    allowed = {"combinatorics", "transfer", "grid", "regions", "errors"}
    for path in (PACKAGE / "combinatorics").glob("*.py"):
        assert ours(path) <= allowed, path


def test_few_modules_know_clingo() -> None:
    users = {
        part_of(path)
        for path in MODULES
        if any(name.split(".")[0] == "clingo" for name in imported(path))
    }
    assert users == {
        "grounding",
        "atoms",
        "lazy",
        "possible",
        "models",
        "transfer",
        "relatives",
        "witness",
        "hexfence",
        "lab",
        "explain",
        "generate",
        "repair",
    }


def test_in_the_lab_few_modules_know_clingo() -> None:
    users = {
        path.stem
        for path in (PACKAGE / "lab").glob("*.py")
        if any(name.split(".")[0] == "clingo" for name in imported(path))
    }
    assert users == {"source", "answers", "ground", "lint"}


def test_mixes_consist_of_includes() -> None:
    for name in MIXES:
        lines = find(name).read_text(encoding="utf-8").partition("*%\n")[2].split("\n")
        assert all(line.startswith('#include "') for line in lines if line)


def test_counts_know_no_clingo() -> None:
    users = {
        path.name
        for path in (PACKAGE / "transfer").glob("*.py")
        if any(name.split(".")[0] == "clingo" for name in imported(path))
    }
    assert users == {"column.py"}
    code = (
        "import sys; from galaxies_asp.transfer import generating_function, lumping, "
        "puzzles, series, two_not_touch_square; assert 'clingo' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_fences_have_independent_witnesses() -> None:
    folder = PACKAGE / "hexfence"
    solvers = {"clingo", "galaxies_asp.hexfence.solve.solve"}
    users = {path.stem for path in folder.glob("*.py") if imported(path) & solvers}
    assert users == {"solve", "generate"}
    for part in ("lattice", "puzzle", "symmetry", "verify", "count"):
        assert ours(folder / f"{part}.py") <= {"errors", "hexfence"}


def test_only_one_part_of_explain_knows_clingo() -> None:
    users = [
        path.name
        for path in MODULES
        if part_of(path) == "explain" and "clingo" in imported(path)
    ]
    assert users == ["guarded.py"]


def test_only_one_part_of_generate_knows_clingo() -> None:
    users = [
        path.name
        for path in MODULES
        if part_of(path) == "generate" and "clingo" in imported(path)
    ]
    assert users == ["alternatives.py"]


def test_the_verifier_is_independent() -> None:
    allowed = {"grid", "puzzle", "regions", "errors", "rule_variants"}
    assert ours(PACKAGE / "regions.py") <= allowed
    assert ours(PACKAGE / "rule_variants.py") == set()
    allowed |= {"violations", "verify_walls"}
    for part in ("violations", "verify_walls", "verify"):
        assert ours(PACKAGE / f"{part}.py") <= allowed


def test_only_one_place_prints() -> None:
    for path in MODULES:
        if part_of(path) == "cli":
            continue
        calls = [
            node.func.id
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        ]
        assert "print" not in calls, path


def test_clingo_opens_no_file() -> None:
    """It would take an included file from the working directory before ours."""
    for path in MODULES:
        assert ".load(str(" not in path.read_text(encoding="utf-8"), path


def test_files_are_short() -> None:
    for path in MODULES:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path


ENCODING_FILES = sorted(data_folder("encodings").rglob("*.lp"))


def documented(path: Path) -> set[str]:
    """Return the predicates, as name/arity, that a file documents."""
    text = path.read_text(encoding="utf-8")
    found = set()
    for name, arguments in re.findall(r"%\*! (\w+)\(([^)]*)\)", text):
        found.add(f"{name}/{arguments.count(',') + 1}")
    return found


def test_interface_documents_input_and_output() -> None:
    interface = data_folder("encodings") / "galaxies" / "interface.lp"
    described = {name.split("/")[0] for name in documented(interface)}
    assert described == {*facts.INPUTS, facts.GALAXY}
    text = interface.read_text(encoding="utf-8")
    for name in facts.INPUTS:
        assert f"#defined {name}/1." in text


@pytest.mark.parametrize("path", ENCODING_FILES, ids=lambda path: path.name)
def test_encoding_files(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("%*\n"), "a header says what the file is"
    assert max(map(len, text.splitlines())) <= 88
    assert "#script" not in text
    if path.name != "interface.lp":
        assert not re.search(r"^#show galaxy", text, re.MULTILINE)


REASONS = data_folder("encodings") / "galaxies" / "reasons.lp"
ENTRIES = [
    *map(find, (*BUILT_IN, *MIXES)),
    REASONS,
    data_folder("encodings") / "galaxies" / "repair.lp",
    *(data_folder("encodings") / name for name in witness.ENCODINGS.values()),
]


@pytest.mark.parametrize("path", ENTRIES, ids=lambda path: path.name)
def test_every_derived_predicate_is_documented(path: Path) -> None:
    heads: set[str] = set()

    def visit(node: clingo.ast.AST) -> None:
        if node.ast_type == clingo.ast.ASTType.Rule:
            heads.update(symbols_in(node.head))

    log: list[str] = []
    clingo.ast.parse_files(
        [str(path)], visit, logger=lambda _, message: log.append(message)
    )
    assert not log
    described = set().union(*map(documented, ENCODING_FILES))
    # Projections of a documented predicate need no words of their own.
    described |= {"touched/1", "place/1"}
    assert heads <= described


def symbols_in(head: clingo.ast.AST) -> set[str]:
    """Return the predicates of the atoms in a head, as name/arity."""
    if head.ast_type == clingo.ast.ASTType.Literal:
        atom = head.atom
        if atom.ast_type != clingo.ast.ASTType.SymbolicAtom:
            return set()
        symbol = atom.symbol
        return {f"{symbol.name}/{len(symbol.arguments)}"}
    if head.ast_type == clingo.ast.ASTType.Aggregate:
        return set().union(*(symbols_in(element.literal) for element in head.elements))
    return set()

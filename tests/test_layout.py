"""The architecture: who may import whom, and what every encoding documents."""

import ast
import re
from functools import cache
from pathlib import Path

import clingo.ast

import galaxies_asp
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.asp.encodings import BUILT_IN, MIXES, find
from galaxies_asp.core.board import facts
from galaxies_asp.core.board.declarations import clues_of, declared
from galaxies_asp.families.registry import names

PACKAGE = Path(galaxies_asp.__file__).parent

LAYERED = ("core", "explaining")
"""The packages whose own packages have places in the map."""

WORDS = {"core.board"}
"""The vocabulary of all packages."""

CORE = {*WORDS, "core.notation", "core.verifying", "core.asp", "core.drawing"}
ASKING = {*WORDS, "core", "core.asp", "solving"}
"""What asks questions about boards."""
TOLD = {"explaining.engine", "explaining.words"}
"""Facts about boards, and reasons in words."""

ALLOWED = {
    "core.board": set(),
    "core.verifying": WORDS,
    "core.drawing": {*WORDS, "core.verifying"},
    "core.notation": WORDS,
    "notation": {*WORDS, "core.notation", "core.drawing"},
    "core.asp": WORDS,
    "core": CORE,
    "processes": {*WORDS, "core.asp"},
    "images": {*WORDS, "core.verifying", "processes"},
    "compiled": set(),
    "fast": {*WORDS, "core.asp", "compiled"},
    "counting": {*WORDS, "compiled", "processes", "core.verifying", "core.asp"},
    "solving": {*ASKING, "core.verifying", "processes", "compiled", "fast"}
    - {"solving"},
    "all_solutions": {*ASKING, "core.drawing", "processes"},
    "families": {*ASKING, *CORE, "notation", "images", "processes"},
    "explaining.engine": {*WORDS, "core.asp"},
    "explaining.words": {
        *(*ASKING, "core.verifying", "core.drawing", "fast", "explaining.engine"),
    },
    "explaining.dots": {*ASKING, "fast", *TOLD},
    "explaining.answers": {
        *(*ASKING, "core.verifying", "core.drawing", "fast", *TOLD, "explaining.dots"),
    },
    "explaining": {*TOLD, "explaining.answers"},
    "repairing": {*ASKING, "core.drawing", "processes", "fast", "families", "notation"},
    "lab": {*ASKING, "core.verifying", "core.drawing", "processes", "families"},
    "generating": {
        *(*ASKING, "core.notation", "core.verifying", "processes", "compiled"),
        *("families", "explaining.words", "explaining.answers", "images"),
    },
    "book": {
        *(*ASKING, "core.drawing", "notation", "processes", "families", *TOLD),
        "explaining.answers",
    },
    "play": {
        *(*ASKING, "core.verifying", "core.drawing", "notation", "processes"),
        *("all_solutions", "families", "explaining", "repairing", "lab", *TOLD),
        "explaining.answers",
        *("generating", "book", "images"),
    },
}
"""The packages that each package imports; `cli` may import all of them.

`core` and `explaining` are the modules of these themselves; their packages are named
alone.
"""

MODULES = sorted({*PACKAGE.rglob("*.py")} - {*PACKAGE.glob("play/site/**/*.py")})
"""The modules; the export writes those of a site as another package."""


@cache
def syntax(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def part_of(path: Path) -> str:
    return place_of(".".join(path.relative_to(PACKAGE).with_suffix("").parts))


def place_of(module: str) -> str:
    """Return the package of a module: of some, one of their own if it is in one."""
    first, *rest = module.split(".")
    is_inner = first in LAYERED and rest and (PACKAGE / first / rest[0]).is_dir()
    return f"{first}.{rest[0]}" if is_inner else first


@cache
def imported(path: Path) -> set[str]:
    """Return the full names of what a module imports, also inside functions."""
    names = set()
    for node in ast.walk(syntax(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func):
            texts = (a.value for a in node.args if isinstance(a, ast.Constant))
            names |= {text for text in texts if isinstance(text, str)}
    return names


def ours(path: Path) -> set[str]:
    prefix = "galaxies_asp."
    return {
        place_of(name.removeprefix(prefix))
        for name in imported(path)
        if name.startswith(prefix)
    }


def test_packages_import_what_the_map_says() -> None:
    """A permission that no module uses is an error, too."""
    used: dict[str, set[str]] = {part: set() for part in ALLOWED}
    for path in MODULES:
        if (part := part_of(path)) in used:
            used[part] |= ours(path) - {part, "_lazy", "__version__"}
    assert used == ALLOWED


ASKS_FOR_THE_FAMILY = re.compile(
    r"family_name is|isinstance\([^)]*(Sheet|Puzzle)\b|BUILT_IN\[0\]"
)
"""What a line has that does for Galaxies what it does not do for another family."""


def test_hardly_a_line_asks_for_the_family() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}: {line.strip()}"
        for path in MODULES
        for line in path.read_text(encoding="utf-8").splitlines()
        if ASKS_FOR_THE_FAMILY.search(line)
    ]
    assert len(found) <= 5, found


ASKS_FOR_GALAXIES = re.compile(r"is_galaxies\(|[!=]= GALAXIES\b")
MOST = 4
"""The lines of the package that ask for Galaxies: there may be fewer, not more."""


def test_no_more_lines_ask_for_galaxies() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}: {line.strip()}"
        for path in PACKAGE.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if ASKS_FOR_GALAXIES.search(line)
    ]
    assert len(found) <= MOST, "\n".join(found)


def packages() -> set[str]:
    """Return the packages of the project, and those of the layered ones."""
    inits = [*PACKAGE.glob("*/__init__.py")]
    inits += (path for one in LAYERED for path in PACKAGE.glob(f"{one}/*/__init__.py"))
    return {module_name(path).partition(".")[2] for path in inits}


STRIPS = ("counting/strips", "cli/strip")
"""They have names of their own for what they count."""


def test_no_line_names_a_type() -> None:
    """A type is a folder: neither code nor what people read in books names it."""
    spelled = (re.escape(name).replace(r"\-", "[-_ ]?") for name in names())
    named = re.compile(rf"\b({'|'.join(spelled)})\b", re.IGNORECASE)
    assert named.search("a board of Star Battle")
    found = [
        f"{file}: {line.strip()}"
        for path in sorted({*PACKAGE.rglob("*.py"), *PACKAGE.glob("book/**/*.toml")})
        if not (file := path.relative_to(PACKAGE).as_posix()).startswith(STRIPS)
        for line in path.read_text(encoding="utf-8").splitlines()
        if named.search(line)
    ]
    assert not found


def test_the_map_names_each_package_and_has_no_cycle() -> None:
    assert packages() - {"cli"} == set(ALLOWED)
    earlier: set[str] = set()
    for package, allowed in ALLOWED.items():
        assert allowed <= earlier, package
        earlier.add(package)


def test_the_core_imports_nothing_else() -> None:
    """Also for annotations, and inside functions."""
    for path in (PACKAGE / "core").rglob("*.py"):
        for node in ast.walk(syntax(path)):
            named = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if isinstance(node, ast.Import):
                named = [alias.name for alias in node.names]
            for name in named:
                if name.split(".")[0] == PACKAGE.name:
                    assert name.startswith(f"{PACKAGE.name}.core."), path


def test_few_modules_at_the_top() -> None:
    names = {path.stem for path in PACKAGE.glob("*.py")}
    assert {name for name in names if not name.startswith("_")} == set()


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def test_no_circle_of_files() -> None:
    """Imports inside functions count, too, and those for annotations."""
    names = {module_name(path): path for path in MODULES}
    graph = {
        name: {
            target
            for found in imported(path)
            for target in (found, found.rpartition(".")[0])
            if target in names and target != name and target not in PACKAGES
        }
        for name, path in names.items()
    }
    done: set[str] = set()
    while ready := {name for name in graph if name not in done and graph[name] <= done}:
        done |= ready
    assert set(graph) - done == set()


PACKAGES = {module_name(path) for path in MODULES if path.name == "__init__.py"}


SOLVERS = {"strips/column"}
"""The modules of counting packages that ask clingo, as a second method."""


def test_counting_is_independent_of_the_encodings() -> None:
    folder = PACKAGE / "counting"
    for path in folder.rglob("*.py"):
        name = str(path.relative_to(folder).with_suffix(""))
        if name not in SOLVERS:
            assert not ours(path) & {"core.asp"}, path
            assert not uses_clingo(path), path


CLINGO = "galaxies_asp.core.asp.clingo"


def uses_clingo(path: Path) -> bool:
    return any(
        name.split(".")[0] == "clingo" or name.startswith(CLINGO)
        for name in imported(path)
    )


def test_one_module_has_the_interface_of_clingo() -> None:
    """So that another version of clingo is one change."""
    users = {
        str(path.relative_to(PACKAGE))
        for path in MODULES
        if any(re.match(r"clingo(_\w+)?\b", name) for name in imported(path))
    }
    assert users == {"core/asp/clingo.py", "lab/clingo6.py"}


def test_verification_and_drawing_know_no_clingo() -> None:
    for package in ("core/verifying", "core/drawing", "core/notation", "notation"):
        for path in (PACKAGE / package).rglob("*.py"):
            assert not uses_clingo(path), path


PARSERS = re.compile(
    r"\b(parse_term|parse_string|parse_files|parse_program)\b"
    r"|clingo\.Control\(|control\.(add|load)\("
)
"""What gives a text to clingo."""


def test_one_module_calls_the_parsers_of_clingo() -> None:
    """It checks each text before, also for clingo 6."""
    callers = [
        str(path.relative_to(PACKAGE))
        for path in MODULES
        if PARSERS.search(path.read_text(encoding="utf-8"))
    ]
    offered = "core/asp/clingo.py"
    assert callers == [offered, "core/asp/parser.py", "lab/clingo6.py"]


def test_mixes_consist_of_includes() -> None:
    for name in MIXES:
        lines = find(name).read_text(encoding="utf-8").partition("*%\n")[2].split("\n")
        assert all(line.startswith('#include "') for line in lines if line)


def test_only_one_place_prints() -> None:
    for path in MODULES:
        if part_of(path) == "cli":
            continue
        calls = [
            node.func.id
            for node in ast.walk(syntax(path))
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


TESTS = Path(__file__).parent


def test_no_file_has_marks_of_a_conflict() -> None:
    folders = ("benchmarks", "docs", "encodings", "examples", "galaxies_asp", "tests")
    for path in (
        path for folder in folders for path in (TESTS.parent / folder).rglob("*.*")
    ):
        if "node_modules" not in path.parts and path.suffix in (
            ".lp",
            ".md",
            ".py",
            ".toml",
            ".txt",
            ".yml",
        ):
            lines = path.read_text(encoding="utf-8").splitlines()
            assert not [line for line in lines if line.startswith("<<<<<<< ")], path


def test_tests_mirror_the_packages() -> None:
    support = {"broken", "golden", "harness", "oracles", "page", "support"}
    folders = {path.parent.name for path in TESTS.glob("*/*")} - {"__pycache__"}
    assert folders - support <= packages()


def test_test_modules_do_not_import_each_other() -> None:
    for path in TESTS.rglob("*.py"):
        names = {part for name in imported(path) for part in name.split(".")}
        assert not any(name.startswith("test_") for name in names), path


ENCODING_FILES = sorted(
    path
    for path in data_folder("encodings").rglob("*.lp")
    if path.parent.name != "instances"
)


def documented(path: Path) -> set[str]:
    """Return the predicates, as name/arity, that a file documents."""
    text = path.read_text(encoding="utf-8")
    found = set()
    for name, arguments in re.findall(r"%\*! (\w+)(?:\((.*)\))?", text):
        flat = re.sub(r"\([^()]*\)", "", arguments)
        found.add(f"{name}/{flat.count(',') + 1 if flat else 0}")
    return found


def test_interface_documents_input_and_output() -> None:
    interface = data_folder("encodings") / "galaxies" / "interface.lp"
    described = {name.split("/")[0] for name in documented(interface)}
    text = interface.read_text(encoding="utf-8")
    clues = {one.name for one in clues_of(declared(text))}
    assert described - clues == {*facts.INPUTS, facts.GALAXY, facts.OWN_RULES}
    for name in facts.INPUTS:
        assert f"#defined {name}/1." in text


def test_encoding_files() -> None:
    for path in ENCODING_FILES:
        text = path.read_text(encoding="utf-8")
        assert text.startswith("%*\n"), f"{path}: a header says what the file is"
        assert max(map(len, text.splitlines())) <= 88, path
        assert "#script" not in text, path
        if path.stem not in ("interface", "consequences", "cover", "repair", "sample"):
            assert not re.search(r"^#show galaxy", text, re.MULTILINE), path


INTERFACES = [path for path in ENCODING_FILES if path.name == "interface.lp"]
ENTRIES = [
    *map(find, (*BUILT_IN, *MIXES)),
    *(
        path
        for folder in (
            *("galaxies/questions", "galaxies/witnesses", "lab"),
            *("boards", "strips", "families"),
        )
        for path in sorted((data_folder("encodings") / folder).glob("*.lp"))
    ),
    *(data_folder("encodings") / "families").glob("*/encoding.lp"),
]


def test_every_derived_predicate_is_documented() -> None:
    # Projections of a documented predicate need no words of their own.
    known = {"touched/1", "place/1"}
    faults = {path: derived_but_undocumented(path) - known for path in ENTRIES}
    assert {path: names for path, names in faults.items() if names} == {}


def derived_but_undocumented(path: Path) -> set[str]:
    """Return predicates, as name/arity, of an encoding and what it includes."""
    heads: set[str] = set()
    files: set[Path] = set(INTERFACES)

    def visit(node: clingo.ast.AST) -> None:
        files.add(Path(node.location.begin.filename))
        if node.ast_type == clingo.ast.ASTType.Rule:
            heads.update(symbols_in(node.head))

    log: list[str] = []
    clingo.ast.parse_files(
        [str(path)], visit, logger=lambda _, message: log.append(message)
    )
    assert not log
    return heads.difference(*map(documented, files))


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


ARCHITECTURE = PACKAGE.parent / "docs" / "architecture.md"


def documented_imports() -> dict[str, set[str]]:
    """Return the packages that each package imports, as the document says."""
    text = ARCHITECTURE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w.]+)` \|.*\| ([^|]*) \|$", text, re.MULTILINE)
    return {name: set(re.findall(r"`([\w.]+)`", cell)) for name, cell in rows}


def test_the_architecture_document_shows_the_imports() -> None:
    known = packages()
    actual: dict[str, set[str]] = {package: set() for package in known}
    for path in MODULES:
        if part_of(path) in known:
            actual[part_of(path)] |= ours(path) & known - {part_of(path)}
    assert documented_imports() == actual


def test_the_picture_of_the_data_flow_names_files() -> None:
    picture = (ARCHITECTURE.parent / "data-flow.svg").read_text(encoding="utf-8")
    names = re.findall(r"[\w/]+\.(?:py|lp)\b", picture)
    assert len(names) >= 10
    for name in names:
        assert (PACKAGE / name).is_file() or (PACKAGE.parent / name).is_file(), name

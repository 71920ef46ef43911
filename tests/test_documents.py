"""Files, folders and headings that the documents and the encodings mention exist."""

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parent.parent
FOLDERS = (
    "benchmarks",
    "docs",
    "encodings",
    "findings",
    "galaxies_asp",
    "puzzles",
    "tests",
)
PATHS = [
    path.relative_to(ROOT)
    for place in (ROOT.glob("*"), *((ROOT / name).rglob("*") for name in FOLDERS))
    for path in place
    if "node_modules" not in path.parts
    and path.parent != ROOT / "docs" / "reference" / "commands"  # made with the site
]
PAGES = [ROOT / path for path in PATHS if path.suffix == ".md"]
ENCODINGS = [ROOT / path for path in PATHS if path.suffix == ".lp"]

EXAMPLES = {
    *("mine.lp", "cost.svg", "equal.lp"),
    *("boards.lp", "encoding.lp", "FILE.py", "instances/", "build/man/", "seven/"),
    *("programs/", "FOLDER/", "dist/", "output/lab/machine/start.py", "rings.lp"),
    *("board_test.py", "plain.lp", "viz.lp"),
}
"""Files of the reader and of other projects."""

MENTION = re.compile(
    r"(?<![\w/.?-])(?:[\w*-]+/)*[\w*-]+(?:\.(?:py|lp|md|svg)\b|/(?!\w))"
)
COMMAND = re.compile(r"(?:^ {4}| -o \S+| > \S+)", re.MULTILINE)
EXECUTED = re.compile(r"^```(console|\{file\}) *(\S*)\n.*?^```$", re.MULTILINE | re.S)
"""Commands of the reader, run when the site is built, and files that they take."""
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")


@cache
def is_there(mention: str) -> bool:
    """Tell whether some path ends with the parts of a mention."""
    return any(PurePosixPath(path).match(mention) for path in PATHS)


def test_mentioned_files_exist() -> None:
    missing = {}
    for page in [*PAGES, *ENCODINGS]:
        text = page.read_text(encoding="utf-8")
        written = {name for _, name in EXECUTED.findall(text)}
        text = COMMAND.sub("", EXECUTED.sub("", text))
        mentions = {name for name in MENTION.findall(text) if "NAME" not in name}
        mentions -= EXAMPLES | written
        missing[page] = {mention for mention in mentions if not is_there(mention)}
    assert {page: names for page, names in missing.items() if names} == {}


def headings(page: Path) -> set[str]:
    """Return the anchors of a page, as GitHub names them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_links_lead_somewhere() -> None:
    known = {page: headings(page) for page in PAGES}
    for page in PAGES:
        for target, anchor in LINK.findall(page.read_text(encoding="utf-8")):
            linked = (page.parent / target).resolve() if target else page
            assert linked.exists(), f"{page}: {target}"
            assert not anchor or anchor in known[linked], f"{page}: {target}#{anchor}"


def test_benchmarks_import_what_exists() -> None:
    imported = {
        (node.module, alias.name)
        for path in (ROOT / "benchmarks").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    for name, attribute in sorted(imported):
        if name.partition(".")[0] == "galaxies_asp":
            module = import_module(name)
            if not hasattr(module, attribute):
                import_module(f"{name}.{attribute}")

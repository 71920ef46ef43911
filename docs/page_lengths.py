"""Count the words of the pages, and of the path of each reader.

    python docs/page_lengths.py

prints the words of every page, the longest first, of every path and of all pages, and
ends with 1 if a limit is exceeded. A path is a row of the table "Where to begin" in the
README: the pages that it links to. The strokes of drawings are no words.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
MADE = {"notebooks", "commands", "_build"}
"""Folders with pages that the site makes."""

ALL, PAGE, PATH = 35_000, 2_500, 7_000
"""The most words of all pages, of a page, and of a path."""

_ROW = re.compile(r"^\| ([^|]*) \| (.*\]\(.*) \|$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)#]+\.md)")


def words(text: str) -> int:
    """Return the number of words: what has a letter or a digit between spaces."""
    return sum(re.search(r"\w", word) is not None for word in text.split())


def pages() -> dict[str, int]:
    """Return the words of each page, by its path in the project."""
    files = [ROOT / "README.md", ROOT / "encodings" / "README.md"]
    files += sorted((ROOT / "docs").rglob("*.md"))
    return {
        path.relative_to(ROOT).as_posix(): words(path.read_text(encoding="utf-8"))
        for path in files
        if not MADE & set(path.parts)
    }


def paths(readme: str) -> dict[str, list[str]]:
    """Return the pages of each reader, by what the reader wants to do."""
    table = readme.partition("\n## Where to begin\n")[2].partition("\n## ")[0]
    return {name: _LINK.findall(row) for name, row in _ROW.findall(table)}


def excesses(lengths: Mapping[str, int], ways: Mapping[str, int]) -> Iterator[str]:
    """Yield a sentence for each limit that is exceeded."""
    for kind, counts, limit in (
        ("page", lengths, PAGE),
        ("path", ways, PATH),
        ("sum", {"all pages": sum(lengths.values())}, ALL),
    ):
        for name, count in counts.items():
            if count > limit:
                yield f"{kind} {name}: {count} words, more than {limit}"


def ways_of(lengths: Mapping[str, int]) -> dict[str, int]:
    """Return the words of each path."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    return {
        name: sum(lengths.get(page, 0) for page in linked)
        for name, linked in paths(readme).items()
    }


def main() -> int:
    """Print the lengths; return the exit code."""
    lengths = pages()
    ways = ways_of(lengths)
    for name, count in sorted(lengths.items(), key=lambda item: -item[1]):
        print(f"{count:6}  {name}")
    for name, count in ways.items():
        print(f"{count:6}  to {name}")
    print(f"{sum(lengths.values()):6}  all pages")
    wrong = list(excesses(lengths, ways))
    print("\n".join(wrong), end="\n" if wrong else "")
    return min(len(wrong), 1)


if __name__ == "__main__":
    sys.exit(main())

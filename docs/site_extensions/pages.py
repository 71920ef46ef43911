"""Pages of the site that lie outside of `docs/`, and links between all pages.

The files stay where a reader of the repository expects them. A page of the site that
consists of an `{include}` shows such a file, with its links adjusted.
"""

import os
import re
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

_INCLUDE = re.compile(r"^```\{include\} (\S+)\n```$", re.MULTILINE)
_CODE = re.compile(r"(^```(?s:.*?)^```$|^(?: {4}.*\n)+)", re.MULTILINE)
_LINK = re.compile(r"(\[[^\]]*\])\(([^)\s#]+)(#[^)\s]*)?\)")
_ELSEWHERE = ("http://", "https://", "mailto:")


def included() -> dict[Path, Path]:
    """Return the files outside of `docs/` that are pages, with the page of each."""
    found = {}
    for page in DOCS.rglob("*.md"):
        for name in _INCLUDE.findall(page.read_text(encoding="utf-8")):
            found[(page.parent / name).resolve()] = page
    return found


def adjusted(text: str, origin: Path, page: Path, pages: dict[Path, Path]) -> str:
    """Return a text with its links, relative to its file, made relative to its page."""

    def link(match: re.Match[str]) -> str:
        name, target, fragment = match[1], match[2], match[3] or ""
        if target.startswith(_ELSEWHERE):
            return match[0]
        path = (origin.parent / target).resolve()
        if path.is_dir():
            return name[1:-1]
        path = pages.get(path, path)
        return f"{name}({os.path.relpath(path, page.parent)}{fragment})"

    parts = _CODE.split(text)
    parts[::2] = [_LINK.sub(link, part) for part in parts[::2]]
    return "".join(parts)


def read_source(app: Sphinx, docname: str, source: list[str]) -> None:
    """Insert files from outside, and adjust links."""
    page = DOCS / f"{docname}.md"
    if not page.is_file():
        return
    pages = included()
    text = adjusted(source[0], page, page, pages)

    def insert(match: re.Match[str]) -> str:
        origin = (page.parent / match[1]).resolve()
        return adjusted(origin.read_text(encoding="utf-8"), origin, page, pages)

    source[0] = _INCLUDE.sub(insert, text)


def setup(app: Sphinx) -> dict[str, bool]:
    """Listen to the reading of pages."""
    app.connect("source-read", read_source)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

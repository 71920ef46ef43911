"""Build the documentation: `python docs/build.py` writes `build/site` and `build/man`.

A warning is an error. Afterwards all links of the site are checked, and that it loads
nothing from other places; nothing here needs a network.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from json_schemas import write_schemas  # noqa: E402
from man_pages import write_all  # noqa: E402
from sphinx.cmd.build import main as sphinx_build  # noqa: E402

BUILD = HERE.parent / "build"
FORMER = os.environ.get("GALAXIES_VERSIONS", "").split()
"""The former versions whose documentation lies in folders of the site."""


def main() -> int:
    """Build everything; return the exit code."""
    site = BUILD / "site"
    shutil.rmtree(site, ignore_errors=True)  # the outputs of commands may have changed
    options = ["-W", "--keep-going", "-q", "-j", "auto", *sys.argv[1:]]
    if code := sphinx_build([*options, "-b", "html", str(HERE), str(site)]):
        return code
    write_schemas(site / "schemas")
    faults = list(broken_links(site))
    for fault in faults:
        print(fault, file=sys.stderr)
    pages = write_all(BUILD / "man")
    print(f"{site / 'index.html'}; {pages} manual pages in {BUILD / 'man'}")
    return 1 if faults else 0


class _Page(HTMLParser):
    """The links of a page, the anchors in it, and what it loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the attributes that name places."""
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "link" and values.get("rel") not in ("canonical",):
            self.loads.append(values.get("href", ""))
        elif "src" in values:
            self.loads.append(values["src"])


def broken_links(site: Path) -> Iterator[str]:
    """Yield a message for each link without a target, and for each foreign file."""
    pages = {path.resolve(): _Page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(site.resolve())
        for target in page.loads:
            if urlsplit(target).netloc:
                yield f"{name}: loads {target}"
        for target in (*page.links, *page.loads):
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if file.parent.name in FORMER:
                continue  # put there after this build
            if not file.exists():
                yield f"{name}: no file {target}"
            elif file in pages and parts.fragment:
                yield from _missing(name, target, unquote(parts.fragment), pages[file])


def _missing(name: Path, target: str, fragment: str, page: _Page) -> Iterator[str]:
    if fragment not in page.anchors:
        yield f"{name}: no anchor {target}"


if __name__ == "__main__":
    sys.exit(main())

"""Draw all pictures of the README and of the pages in `docs/` again.

    python benchmarks/pictures.py [NAME...]

A NAME is that of a picture below; without one, all are drawn. Plots of measurements are
drawn by the benchmarks that measure. Needs all extras, and Chromium for `play`.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import typst

DOCS = Path(__file__).parent.parent / "docs"
HERE = Path(__file__).parent

COMMANDS = {
    "idp-15x15.svg": "render --solution idp-15x15",
    "heart.svg": "render --solution heart",
    "hexagonal-fences.svg": "render --solution js-2024-09",
    "hexagonal-galaxies.svg": "render --solution docs/examples/hexagonal.txt",
    "boards-grown.svg": "boards sample galaxies 15x15 --engine chain:0 -n 3 -f sheet",
    "boards-uniform.svg": "boards sample galaxies 15x15 --engine chain -n 3 -f sheet",
}
"""Pictures that a command draws with `-o`."""

BOOK = (
    *("book", "--title", "Thirty galaxies", "--author", "Simon Tatham's generator"),
    *("tatham-normal-7x7", "tatham-normal-10x10", "tatham-unreasonable-10x10"),
)
PAGES = """
#set page(width: auto, height: auto, margin: 4pt, fill: gray)
#grid(
  columns: 4,
  gutter: 4pt,
  ..(1, 2, 4, 11).map(n => box(fill: white, image("book.pdf", page: n, height: 644pt)))
)
"""


def galaxies(*arguments: str) -> None:
    command = [sys.executable, "-m", "galaxies_asp", *arguments]
    subprocess.run(command, check=True)


def script(*arguments: str) -> str:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def draw_book() -> None:
    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder) / "book.pdf"
        galaxies(*BOOK, "-o", str(book))
        page = Path(folder) / "pages.typ"
        page.write_text(PAGES, encoding="utf-8")
        typst.compile(page, output=DOCS / "booklets.png", format="png", ppi=72)


def main() -> None:
    names = sys.argv[1:] or [*COMMANDS, "booklets.png", "walkthrough.svg"]
    names += [] if sys.argv[1:] else ["techniques", "play"]
    for name in names:
        print(name)
        if name in COMMANDS:
            galaxies(*COMMANDS[name].split(), "-o", str(DOCS / name))
        elif name == "booklets.png":
            draw_book()
        elif name == "walkthrough.svg":
            text = script(str(HERE / "walkthrough_picture.py"))
            (DOCS / name).write_text(text, encoding="utf-8")
        elif name == "techniques":
            script(str(HERE / "techniques.py"))
        elif name == "play":
            script(str(HERE / "page_pictures.py"), str(DOCS))
        else:
            sys.exit(f"there is no picture {name!r}")


if __name__ == "__main__":
    main()

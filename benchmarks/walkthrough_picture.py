"""Draw steps of a walkthrough side by side: the picture of the README.

python benchmarks/walkthrough_picture.py > docs/walkthrough.svg
"""

import re

from galaxies_asp import parse
from galaxies_asp.explaining import figure, walkthrough

PUZZLE = parse("7x7:bgsgqbzbfxxfzb")
FRAMES = 3
SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')


def main() -> None:
    way = walkthrough(PUZZLE)
    frames = list(zip(way.positions(), way.steps, strict=False))
    chosen = [frames[len(frames) * i // (FRAMES + 1)] for i in range(1, FRAMES + 1)]
    drawings = [figure(step).svg() for position, step in chosen]
    sizes = [next(SIZE.finditer(drawing)).groups() for drawing in drawings]
    width = max(float(width) for width, _ in sizes)
    height = max(float(height) for _, height in sizes)
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" '
        f'width="{FRAMES * width:g}" height="{height:g}">'
    )
    for index, drawing in enumerate(drawings):
        print(drawing.replace("<svg ", f'<svg x="{index * width:g}" ', 1).rstrip())
    print("</svg>")


if __name__ == "__main__":
    main()

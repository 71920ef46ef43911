"""Mixes of the parts of encodings."""

from itertools import product

CONNECTED = ("reach", "level", "edge")

FAMILY = [
    *("+".join(parts) for parts in product(("choice",), ("mirror", "pair"), CONNECTED)),
    *("+".join(parts) for parts in product(("growth", "walls"), ("mirror", "pair"))),
]

UNPRUNED = [f"{name}+any" for name in FAMILY]

REDUNDANT = [
    *("choice+neighbor", "choice+crossing", "growth+pair+reach", "growth+own-dot"),
    *("walls+dead-end", "walls+no-loose-wall", "walls+own-dot"),
]

MEMBERS = [*FAMILY, *UNPRUNED, *REDUNDANT]

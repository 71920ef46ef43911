"""Programs that clingo 5 and 6 read differently, behind an encoding of Galaxies."""

PLANTED = {
    "division": (":- galaxy((1,1),(X,Y)), (1-X)/2 < 0, X < 3.", "rounds negative"),
    "modulo": (r":- galaxy((1,1),(X,Y)), (1-X) \ 3 < 0.", "the sign of X"),
    "power": (":- galaxy((1,1),(X,Y)), X > 2, -2**2 > 0.", "-(X**Y)"),
    "negative_power": (":- galaxy((1,1),(X,Y)), X > 2, 2**-1 = 0.", "negative power"),
    "tuple": ("a(-(X,Y)) :- galaxy((1,1),(X,Y)), X > 2. :- a(_).", "of a tuple"),
    "order": (':- galaxy((1,1),(X,Y)), x < "x", X > 2.', "orders constants"),
    "sum": (
        ":- galaxy((1,1),(X,Y)), X > 2, Z = #sum{2147483647,1; 2147483647,2}, Z < 0.",
        "beyond 32 bits",
    ),
    "anonymous": (":- center(C), not galaxy((1,1),_).", "below `not`"),
    "projected": ("{aux}. #project aux: cell(_).", "does not read `#project p : q`"),
    "overflow": (
        ":- galaxy((1,1),(X,Y)), X > 2, 2147483647+1 < 0.",
        "numbers beyond 32 bits",
    ),
    "values": (":- galaxy((1,1),(X,Y)), X > 2, Z = 65536, Z*Z = 0.", ""),
}
"""Each with what lint says of it; nothing where the values decide."""

SAME = ":- galaxy((1,1),(X,Y)), X > 4."
ONLY_6 = "#const n=(1..2). :- galaxy((1,1),(X,Y)), Y = n."


def program(statement: str) -> str:
    """Return the encoding `grow` with a statement more."""
    return f'#include "grow.lp".\n{statement}\n'

"""Encodings as users write them, from the contract in `encodings/README.md` alone."""

PARENTS = """\
% Each cell has a dot and, unless it touches the dot, a parent in the same region.
#include "interface.lp".
#include "given.lp".
cell(2*I-1,2*J-1) :- width(W), height(H), I = 1..W, J = 1..H, not hole((2*I-1,2*J-1)).
next(X,Y,A,B) :- cell(X,Y), cell(A,B), |X-A| + |Y-B| = 2.
touch(X,Y,C) :- center(C), C = (CX,CY), cell(X,Y), |X-CX| <= 1, |Y-CY| <= 1.
{ galaxy((X,Y),C) : center(C) } = 1 :- cell(X,Y).
{ parent(X,Y,A,B) : next(X,Y,A,B) } = 1 :- galaxy((X,Y),C), not touch(X,Y,C).
:- parent(X,Y,A,B), galaxy((X,Y),C), not galaxy((A,B),C).
rooted(X,Y) :- galaxy((X,Y),C), touch(X,Y,C).
rooted(X,Y) :- parent(X,Y,A,B), rooted(A,B).
:- cell(X,Y), not rooted(X,Y).
:- touch(X,Y,C), not galaxy((X,Y),C).
:- galaxy((X,Y),(CX,CY)), not galaxy((2*CX-X,2*CY-Y),(CX,CY)).
"""

COLUMN_AND_ROW = """\
% The column and the row of the dot of a cell are chosen apart.
#include "interface.lp".
#include "given.lp".
#include "grid.lp".
#include "neighbors.lp".
{ column(P,X) : center((X,_)) } = 1 :- cell(P).
{ row(P,Y) : center((_,Y)) } = 1 :- cell(P).
galaxy(P,(X,Y)) :- column(P,X), row(P,Y).
:- column(P,X), row(P,Y), not center((X,Y)).
:- touching(P,C), not galaxy(P,C).
:- galaxy((X,Y),(CX,CY)), not galaxy((2*CX-X,2*CY-Y),(CX,CY)).
seen(P,C) :- touching(P,C).
seen(Q,C) :- seen(P,C), between(_,P,Q), galaxy(Q,C).
:- galaxy(P,C), not seen(P,C).
"""

OFFSETS = """\
% A region is a set of vectors from its dot, closed under negation.
#include "interface.lp".
#include "given.lp".
#include "grid.lp".
{ vector(C,X-CX,Y-CY) : cell((X,Y)) } :- center(C), C = (CX,CY).
:- vector(C,X,Y), not vector(C,-X,-Y).
galaxy((CX+X,CY+Y),(CX,CY)) :- vector((CX,CY),X,Y).
:- cell(P), not { galaxy(P,C) } = 1.
near(C,X,Y) :- vector(C,X,Y), |X| <= 1, |Y| <= 1.
near(C,X+DX,Y+DY) :- near(C,X,Y), vector(C,X+DX,Y+DY), |DX|+|DY| = 2, DX = -2..2,
    DY = -2..2, DX * DY = 0.
:- vector(C,X,Y), not near(C,X,Y).
:- touching(P,C), not galaxy(P,C).
"""

BORDERS = """\
% The neighbors that belong together are chosen, and the dots spread.
#include "interface.lp".
#include "given.lp".
#include "grid.lp".
#include "neighbors.lp".
{ open(E) } :- between(E,_,_).
galaxy(P,C) :- touching(P,C).
galaxy(Q,C) :- galaxy(P,C), between(E,P,Q), open(E).
:- cell(P), not galaxy(P,_).
:- galaxy(P,C), galaxy(P,D), C < D.
:- between(E,P,Q), not open(E), galaxy(P,C), galaxy(Q,C).
:- galaxy((X,Y),(CX,CY)), not galaxy((2*CX-X,2*CY-Y),(CX,CY)).
"""

RECTANGLES = """\
% Not Galaxies at all: each dot has a rectangle that covers it; these cover the board.
own_rules.
#include "interface.lp".
cell(2*I-1,2*J-1) :- width(W), height(H), I = 1..W, J = 1..H, not hole((2*I-1,2*J-1)).
x(2*I-1) :- width(W), I = 1..W.
y(2*J-1) :- height(H), J = 1..H.
{ box(C,L,R,T,B) : x(L), x(R), y(T), y(B), L-1 < X, X < R+1, T-1 < Y, Y < B+1 } = 1 :-
    center(C), C = (X,Y).
galaxy((X,Y),C) :- box(C,L,R,T,B), x(X), y(Y), L <= X, X <= R, T <= Y, Y <= B.
:- cell(X,Y), not { galaxy((X,Y),C) } = 1.
:- galaxy(P,_), hole(P).
:- given((X,Y)), X \\ 2 = 0, galaxy((X-1,Y),C), galaxy((X+1,Y),C).
:- given((X,Y)), Y \\ 2 = 0, galaxy((X,Y-1),C), galaxy((X,Y+1),C).
"""

EQUAL_SIZES = """\
% The rules of Galaxies, and all regions have the same number of cells.
#include "grow.lp".
size(C,N) :- center(C), N = #count { P : galaxy(P,C) }.
:- size(_,N), size(_,M), N < M.
"""

STANDARD = {
    "parents": PARENTS,
    "column-and-row": COLUMN_AND_ROW,
    "offsets": OFFSETS,
    "borders": BORDERS,
}
"""Those with the rules of the puzzle."""

OWN = {"rectangles": RECTANGLES, "equal-sizes": EQUAL_SIZES}
"""Those with rules of their own."""

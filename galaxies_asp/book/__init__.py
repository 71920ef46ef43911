"""Books of puzzles: solved, proven unique, sorted, laid out, and typeset.

`prepare` examines puzzles, and rates those that are `to_be_rated`; `in_order` sorts
them, `compose` lays them out on pages, and `pdf` typesets the book.

>>> from galaxies_asp import parse
>>> from galaxies_asp.book import Design, compose, in_order, pdf, prepare, task
>>> from galaxies_asp.book import to_be_rated
>>> tasks = to_be_rated([task("small", parse("7x7:cghsppedzzaccdtce"), {})])
>>> problems = prepare(tasks)
>>> problems[0].grade.word
'moderate'
>>> book = compose(in_order(problems, "difficulty"), Design(title="One puzzle"))
>>> len(book.puzzle_pages), pdf(book).startswith(b"%PDF")
(1, True)
"""

from galaxies_asp.book.booklet import Booklet, Design, compose
from galaxies_asp.book.paging import PAPERS, PER_PAGE, Paper
from galaxies_asp.book.pdf_writer import pdf
from galaxies_asp.book.problems import (
    Order,
    Problem,
    Task,
    UnfitError,
    in_order,
    prepare,
    task,
    to_be_rated,
)

__all__ = [
    "PAPERS",
    "PER_PAGE",
    "Booklet",
    "Design",
    "Order",
    "Paper",
    "Problem",
    "Task",
    "UnfitError",
    "compose",
    "in_order",
    "pdf",
    "prepare",
    "task",
    "to_be_rated",
]

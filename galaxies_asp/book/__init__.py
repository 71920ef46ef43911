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

from galaxies_asp.book.booklet import Booklet as Booklet
from galaxies_asp.book.booklet import Design as Design
from galaxies_asp.book.booklet import compose as compose
from galaxies_asp.book.paging import PAPERS as PAPERS
from galaxies_asp.book.paging import PER_PAGE as PER_PAGE
from galaxies_asp.book.paging import Paper as Paper
from galaxies_asp.book.pdf_writer import pdf as pdf
from galaxies_asp.book.problems import Order as Order
from galaxies_asp.book.problems import Problem as Problem
from galaxies_asp.book.problems import Task as Task
from galaxies_asp.book.problems import UnfitError as UnfitError
from galaxies_asp.book.problems import in_order as in_order
from galaxies_asp.book.problems import prepare as prepare
from galaxies_asp.book.problems import task as task
from galaxies_asp.book.problems import to_be_rated as to_be_rated

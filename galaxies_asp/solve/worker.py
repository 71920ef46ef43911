"""The process that solves under limits: `python -m galaxies_asp.solve.worker`."""

from galaxies_asp.processes.worker import serve
from galaxies_asp.solve.search import search


def main() -> None:
    """Answer requests on standard input."""
    serve(search)


if __name__ == "__main__":
    main()

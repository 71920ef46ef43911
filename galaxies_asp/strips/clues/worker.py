"""The worker process: `python -m galaxies_asp.strips.clues.worker`."""

from galaxies_asp.processes.worker import serve
from galaxies_asp.strips.clues.solve import search


def main() -> None:
    """Answer requests on standard input."""
    serve(search)


if __name__ == "__main__":
    main()

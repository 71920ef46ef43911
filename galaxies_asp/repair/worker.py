"""The process that repairs under a limit: `python -m galaxies_asp.repair.worker`."""

from galaxies_asp.processes.worker import serve
from galaxies_asp.repair.search import search


def main() -> None:
    """Answer requests on standard input."""
    serve(search)


if __name__ == "__main__":
    main()

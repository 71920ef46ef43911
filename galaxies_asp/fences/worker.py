"""The process that solves under limits: `python -m galaxies_asp.fences.worker`."""

from galaxies_asp.fences.solve import search
from galaxies_asp.processes.worker import serve


def main() -> None:
    """Answer requests on standard input."""
    serve(search)


if __name__ == "__main__":
    main()

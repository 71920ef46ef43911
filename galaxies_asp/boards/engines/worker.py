"""The process that searches under limits."""

from galaxies_asp.boards.engines.searched import search
from galaxies_asp.processes.worker import serve


def main() -> None:
    """Answer requests on standard input."""
    serve(search)


if __name__ == "__main__":
    main()

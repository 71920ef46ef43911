"""The process that solves under limits: `python -m galaxies_asp.worker`."""

from galaxies_asp.solve import search
from galaxies_asp.supervise import serve


def main() -> None:
    """Answer requests on standard input."""
    serve(search)


if __name__ == "__main__":
    main()

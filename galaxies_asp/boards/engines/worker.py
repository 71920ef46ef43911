"""The process that searches under limits: `python -m galaxies_asp.engines.worker`."""

from galaxies_asp.engines.searched import search
from galaxies_asp.supervise import serve


def main() -> None:
    """Answer requests on standard input."""
    serve(search)


if __name__ == "__main__":
    main()

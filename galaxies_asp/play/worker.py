"""The process that answers long requests: `python -m galaxies_asp.play.worker`."""

from galaxies_asp.play.answers import events
from galaxies_asp.processes.worker import serve


def main() -> None:
    """Answer requests on standard input."""
    serve(events)


if __name__ == "__main__":
    main()

"""The process that makes calls under limits: `python -m galaxies_asp.processes.caller`.

It is sent functions without arguments, such as `functools.partial` makes them, and
sends back what they yield.
"""

from galaxies_asp.processes.worker import serve


def main() -> None:
    """Answer requests on standard input."""
    serve(lambda call: call())


if __name__ == "__main__":
    main()

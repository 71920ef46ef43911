"""The process that makes calls under limits: `python -m galaxies_asp.caller`.

It is sent functions without arguments, such as `functools.partial` makes them, and
sends back what they yield.
"""

from galaxies_asp.supervise import serve


def main() -> None:
    """Answer requests on standard input."""
    serve(lambda call: call())


if __name__ == "__main__":
    main()

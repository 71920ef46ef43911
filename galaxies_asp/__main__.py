"""`python -m galaxies_asp` is the command line."""

from galaxies_asp.cli import main

if __name__ == "__main__":
    main()

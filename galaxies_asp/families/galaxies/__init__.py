"""Galaxies: its rules and their variants, implementations, random boards."""

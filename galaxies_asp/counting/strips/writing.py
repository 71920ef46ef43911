"""Generating functions as text for people and for other programs."""

from collections.abc import Sequence

from galaxies_asp.counting.strips.generating_function import Factors, GeneratingFunction

MAX_FACTORED_ORDER = 1500
"""Polynomials of larger orders are not factored: it would take minutes."""


def polynomial(
    coefficients: Sequence[int], *, times: str = "*", power: str = "**"
) -> str:
    """Write a polynomial in x, from the constant term up."""
    text = ""
    for exponent, value in enumerate(coefficients):
        if value == 0:
            continue
        size = abs(value)
        monomial = _monomial(exponent, power)
        if not monomial:
            term = str(size)
        else:
            term = monomial if size == 1 else f"{size}{times}{monomial}"
        sign = "-" if value < 0 else "+"
        text += f" {sign} {term}" if text else f"{'-' * (value < 0)}{term}"
    return text or "0"


def _monomial(exponent: int, power: str) -> str:
    if exponent < 2:
        return "x" * exponent
    return f"x^{{{exponent}}}" if power == "^{}" else f"x{power}{exponent}"


def sympy(function: GeneratingFunction) -> str:
    """Return the fraction as an expression that SymPy and Python read."""
    return f"({polynomial(function.numerator)})/({polynomial(function.denominator)})"


def latex(function: GeneratingFunction) -> str:
    """Return the fraction for LaTeX."""
    above, below = (
        polynomial(part, times=" ", power="^{}")
        for part in (function.numerator, function.denominator)
    )
    return above if below == "1" else rf"\frac{{{above}}}{{{below}}}"


def recurrence(function: GeneratingFunction) -> str:
    """Return the equation that all terms satisfy from some index on."""
    parts = ""
    for back, factor in enumerate(function.denominator[1:], start=1):
        if factor == 0:
            continue
        size = "" if abs(factor) == 1 else f"{abs(factor)} "
        sign = "-" if factor > 0 else "+"
        part = f"{size}a(n-{back})"
        parts += f" {sign} {part}" if parts else f"{'-' * (factor > 0)}{part}"
    return f"a(n) = {parts or '0'} for n >= {function.order}"


def report(function: GeneratingFunction, digits: int) -> str:
    """Return everything that is known, line by line."""
    proof = function.certificate
    lines = [
        f"numerator:   {polynomial(function.numerator, power='^')}",
        f"denominator: {polynomial(function.denominator, power='^')}",
        *_factorization(function),
        f"recurrence:  {recurrence(function)}",
        f"growth:      {function.growth(digits)} per column",
        *_average(function),
        f"degrees:     {len(function.numerator) - 1} / {len(function.denominator) - 1}",
        f"order:       {function.order}; there are {proof.states} merged states",
        f"certified:   correct modulo {_number(proof.primes)}, {proof.bits} bits; "
        f"needed: {proof.needed} bits",
    ]
    return "\n".join(lines) + "\n"


def _number(primes: int) -> str:
    return f"{primes} prime" + "s" * (primes > 1)


def _factorization(function: GeneratingFunction) -> list[str]:
    if function.order > MAX_FACTORED_ORDER:
        return []
    above, below = function.factors()
    return [f"factored:    {_factored(above)} / {_divisor(below)}"]


def _average(function: GeneratingFunction) -> list[str]:
    average = function.amplitude()
    if average is None:
        return []
    power = {0: "", 1: "n "}.get(average.power, f"n^{average.power} ")
    return [f"average:     a(n) ~ {average.constant} {power}growth^n"]


def _factored(factors: Factors) -> str:
    parts = []
    for coefficients, power in factors:
        text = polynomial(coefficients, power="^")
        if len(coefficients) > 1 and sum(map(bool, coefficients)) > 1:
            text = f"({text})"
        parts.append(text if power == 1 else f"{text}^{power}")
    return " ".join(parts) or "1"


def _divisor(factors: Factors) -> str:
    """Write the denominator; several factors need parentheses."""
    text = _factored(factors)
    return f"({text})" if len(factors) > 1 else text

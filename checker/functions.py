"""Functions of t ≥ 0: polynomials, and quotients of them.

A polynomial is a list of whole coefficients, the constant first, and none at the end that is 0.
"""

from math import lcm

from reading import fields, items, need, number

MOST_TERMS, MOST_BITS = 24, 4_096


def trim(terms):
    while terms and terms[-1] == 0:
        terms.pop()
    return terms


def plus(one, other):
    if len(one) < len(other):
        one, other = other, one
    return trim([*map(sum, zip(one, other)), *one[len(other) :]])


def times(one, other):
    if not one or not other:
        return []
    if len(other) == 1:
        return [term * other[0] for term in one]
    terms = [0] * (len(one) + len(other) - 1)
    for at, term in enumerate(one):
        for beside, factor in enumerate(other):
            terms[at + beside] += term * factor
    return terms


def scaled(one, factor):
    return [term * factor for term in one] if factor else []


def minus(one, other):
    return plus(one, scaled(other, -1))


def never_negative(one):
    return all(term >= 0 for term in one)


def shifted(terms, least):
    """The polynomial in t that a polynomial in m = least + t is."""
    found = []
    for term in reversed(terms):
        found = plus(times(found, [least, 1]), [term])
    return found


class Quotient:
    """A quotient of polynomials in t, the denominator above 0."""

    def __init__(self, block, least, den=None):
        """A number, numerator and denominator, or a numerator over the denominator of its run."""
        if den is not None:
            block = {"num": block, "den": den}
        if type(block) is dict:
            fields(block, {"num", "den"})
            parts = [[number(text) for text in items(block[key])] for key in ("num", "den")]
            sizes = [abs(term.numerator) | term.denominator for part in parts for term in part]
            fits = all(size.bit_length() <= MOST_BITS for size in sizes)
            fits = fits and all(1 <= len(part) <= MOST_TERMS for part in parts)
            need(fits, "a polynomial with too many or too long coefficients")
            need(any(parts[1]), "a denominator is 0")
        else:
            parts = [[number(block)], [1]]
        under = lcm(*(term.denominator for part in parts for term in part))
        over, below = ([int(term * under) for term in part] for part in parts)
        if trim(list(below))[-1] < 0:
            over, below = scaled(over, -1), scaled(below, -1)
        self.over, self.under = shifted(over, least), shifted(below, least)

    def above_0(self):
        return never_negative(self.under) and bool(self.under) and self.under[0] > 0

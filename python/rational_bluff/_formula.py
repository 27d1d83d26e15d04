"""The value of a game at every deck size, as one formula with its proof."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import Any, SupportsIndex

from . import _native
from ._explained import need
from ._numbers import whole

#: The maximum number of constants in a notebook.
LISTED = 30


@dataclass(frozen=True)
class Formula:
    """The value of every deck: ``v(n) = limit - c/(n(n - 1))``, ``c = constants[n % period]``.

    One deck of each residue was checked when it was made; a theorem says that all others follow.

    >>> from rational_bluff import formula
    >>> every = formula("von-neumann", b=2)
    >>> every
    Formula(label='von-neumann/b2', period=9, limit=Fraction(1, 9))
    >>> every.value(5), every.value(10**18)
    (Fraction(1, 10), Fraction(1, 9))
    """

    #: The game and its bets, without a deck.
    label: str
    #: The period of the constants.
    period: int
    #: The value that large decks approach, in antes per hand to player I.
    limit: Fraction
    #: ``n(n - 1)(limit - v(n))`` by the residue of n.
    constants: tuple[Fraction, ...] = field(repr=False)
    #: The document with the proof, byte for byte what ``bluff formula --json`` prints.
    document: str = field(repr=False)

    def constant(self, n: SupportsIndex) -> Fraction:
        """The constant of a deck, ``n(n - 1)(limit - v(n))``.

        >>> from rational_bluff import formula
        >>> formula("von-neumann/b2").constant(1000003)
        Fraction(1, 3)
        """
        return self.constants[int(whole("n", n)) % self.period]

    def value(self, n: SupportsIndex) -> Fraction:
        """The value of a deck of n cards, of any size. Raises `BluffError` below 2."""
        cards = int(whole("n", n))
        if cards < 2:
            raise _native.BluffError(f"n = {cards}, expected 2 cards or more")
        return self.limit - self.constant(cards) / (cards * (cards - 1))

    def verify(self) -> Formula:
        """Has the document checked again, from nothing. Raises `BluffError` if it is refused.

        >>> from dataclasses import replace
        >>> from rational_bluff import formula
        >>> every = formula("von-neumann/b2")
        >>> every.verify() == every
        True
        >>> wrong = every.document.replace('"-2/3"', '"-1/3"', 1)
        >>> replace(every, document=wrong).verify()  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        rational_bluff.BluffError: residue 3: the document claims the constant -1/3, but it is -2/3
        """
        _native.verify_formula(self.document)
        return self

    def form(self, name: str) -> str:
        """The formula in a form of ``bluff formula --format``: json, latex, maple, sage, pari, coq
        or svg.

        >>> from rational_bluff import formula
        >>> formula("von-neumann/b2").form("coq").splitlines()[4]
        'Theorem answer : every_deck'
        """
        return _native.formula(self.label, {}, name)

    def latex(self) -> str:
        """The formula and its constants for a paper."""
        return self.form("latex")

    def svg(self) -> str:
        """A picture of the constants over two periods."""
        return self.form("svg")

    def plot(self, axis: Any = None) -> Any:
        """The constants over two periods; hollow where a deck equals the limit. Needs matplotlib.

        Returns the axis, the given one or a new one.
        """
        if axis is None:
            axis = need("matplotlib.pyplot", "plot()").subplots(layout="constrained")[1]
        # The first period begins with the least multiple that is a deck.
        first = self.period * -(-2 // self.period)
        decks = range(first, first + 2 * self.period + 1)
        heights = [float(self.constant(n)) for n in decks]
        filled = ["#1b1d21" if height else "white" for height in heights]
        axis.plot(decks, heights, color="#8a877d", linewidth=0.8, zorder=1)
        axis.scatter(decks, heights, c=filled, edgecolors="#1b1d21", zorder=2)
        axis.set(xlabel="cards n", ylabel="c", title=f"{self.label}: n(n − 1)({self.limit} − v(n))")
        return axis

    def __str__(self) -> str:
        """The formula in words, as ``bluff formula`` prints it."""
        return _native.formula(self.label, {}, "text").rstrip("\n")

    def _repr_latex_(self) -> str:
        """The formula, for notebooks."""
        limit = f"\\frac{{{self.limit.numerator}}}{{{self.limit.denominator}}}"
        constant = f"\\frac{{c(n \\bmod {self.period})}}{{n(n-1)}}"
        return f"$\\displaystyle v(n) = {limit} - {constant} \\quad (n \\ge 2)$"

    def _repr_html_(self) -> str:
        """The formula, its constants and the picture, for notebooks."""
        shown = self.constants[:LISTED]
        more = "" if len(shown) == self.period else "<th>…</th>"
        residues = "".join(f"<th>{residue}</th>" for residue in range(len(shown))) + more
        cells = "".join(f"<td>{constant}</td>" for constant in shown)
        picture = base64.b64encode(self.svg().encode()).decode()
        alt = escape(f"The constants of {self.label}", quote=True)
        return (
            f"<p><b>{escape(self.label)}</b>: v(n) = {self.limit} − c/(n(n − 1)) for every n ≥ 2, "
            f"where c depends on n mod {self.period}</p>"
            f"<table><tr><th>n mod {self.period}</th>{residues}</tr>"
            f"<tr><th>c</th>{cells}</tr></table>"
            f'<img alt="{alt}" src="data:image/svg+xml;base64,{picture}">'
        )


def of_document(document: str) -> Formula:
    """The formula in a document of the library."""
    read = json.loads(document)
    constants = tuple(-Fraction(constant) for constant in read["formula"]["constants"])
    limit = Fraction(read["limit"])
    return Formula(read["label"], int(read["period"]), limit, constants, document)

"""The value of a game at every deck size, as one formula with its proof."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import Any, SupportsIndex, cast

from . import _native
from ._explained import need
from ._frozen import frozen
from ._game import spelled
from ._numbers import Exact, exact, whole
from ._questions import ask, written

#: The maximum number of constants in a notebook.
LISTED = 30


class _Asked:
    """The answer to a question, which it asks again for other forms of it."""

    def _fields(self) -> dict[str, Any]:
        raise NotImplementedError

    def form(self, name: str) -> str:
        """The answer in another form of the command, such as json, latex, maple or svg."""
        fields = self._fields()
        return written("pure" if "formula" in fields else "formula", fields, name)

    def __str__(self) -> str:
        """The answer in words, as the command prints it."""
        return self.form("text").rstrip("\n")


@dataclass(frozen=True)
class Formula(_Asked):
    """The value of every deck, with ``c = constants[n % period]``.

    In a one-street game ``v(n) = limit - c/(n(n - 1))``: one deck of each residue was checked when
    it was made, and a theorem says that all others follow. In other games of two players ``v(n) =
    (limit n² + linear n + c)/(n(n - 1))`` but for some exceptions, and strategies prove it.

    >>> from rational_bluff import formula
    >>> every = formula("von-neumann", b=2)
    >>> every
    Formula(label='von-neumann/b2', period=9, limit=Fraction(1, 9))
    >>> every.value(5), every.value(10**18)
    (Fraction(1, 10), Fraction(1, 9))
    >>> kuhn = formula("kuhn/b1")
    >>> kuhn.period, kuhn.linear, kuhn.exceptions, kuhn.value(3)
    (6, Fraction(-1, 18), ((2, Fraction(0, 1)),), Fraction(-1, 18))
    """

    #: The game and its bets, without a deck.
    label: str
    #: The period of the constants.
    period: int
    #: The value that large decks approach, in antes per hand to player I.
    limit: Fraction
    #: ``n(n - 1)(limit - v(n))`` by the residue of n; with strategies as proof,
    #: ``n(n - 1) v(n) - limit n² - linear n``.
    constants: tuple[Fraction, ...] = field(repr=False)
    #: The document with the proof, byte for byte what ``bluff formula --json`` prints.
    document: str = field(repr=False)
    #: The linear coefficient where strategies are the proof; otherwise ``None``.
    linear: Fraction | None = field(default=None, repr=False)
    #: Decks of another value than the formula has: cards and value.
    exceptions: tuple[tuple[int, Fraction], ...] = field(default=(), repr=False)

    def constant(self, n: SupportsIndex) -> Fraction:
        """The constant of a deck.

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
        exceptions = dict(self.exceptions)
        if cards in exceptions:
            return exceptions[cards]
        if self.linear is None:
            return self.limit - self.constant(cards) / (cards * (cards - 1))
        over = (self.limit * cards + self.linear) * cards + self.constant(cards)
        return over / (cards * (cards - 1))

    __call__ = at = value

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
        if "limit" not in ask("verify", document=self.document):
            raise _native.BluffError("a solution, expected a formula")
        return self

    def _fields(self) -> dict[str, Any]:
        return {"game": self.label, "certificate": self.linear is not None}

    def latex(self) -> str:
        """The formula and its constants for a paper.

        >>> from rational_bluff import formula
        >>> formula("von-neumann/b2").form("coq").splitlines()[4]
        'Theorem answer : every_deck'
        """
        return self.form("latex")

    def svg(self) -> str:
        """A picture of the constants over two periods."""
        return self.form("svg")

    def plot(self, axis: Any = None) -> Any:
        """The constants over two periods; hollow where they are 0. Needs matplotlib.

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
        axis.set(xlabel="cards n", ylabel="c", title=f"{self.label}: {self._words()}")
        return axis

    def _words(self) -> str:
        """The formula on a line."""
        if self.linear is None:
            return f"v(n) = {self.limit} − c/(n(n − 1))"
        linear = f" {'+' if self.linear > 0 else '−'} {abs(self.linear)} n" if self.linear else ""
        return f"v(n) = ({self.limit} n²{linear} + c)/(n(n − 1))"

    def _repr_latex_(self) -> str:
        """The formula, for notebooks."""
        constant = f"c(n \\bmod {self.period})"
        if self.linear is None:
            right = f"{_latex(self.limit)} - \\frac{{{constant}}}{{n(n-1)}}"
        else:
            sign = "+" if self.linear > 0 else "-"
            linear = f" {sign} {_latex(abs(self.linear))} n" if self.linear else ""
            right = f"\\frac{{{_latex(self.limit)} n^2{linear} + {constant}}}{{n(n-1)}}"
        return f"$\\displaystyle v(n) = {right} \\quad (n \\ge 2)$"

    def _repr_html_(self) -> str:
        """The formula, its constants and the picture, for notebooks."""
        shown = self.constants[:LISTED]
        more = "" if len(shown) == self.period else "<th>…</th>"
        residues = "".join(f"<th>{residue}</th>" for residue in range(len(shown))) + more
        cells = "".join(f"<td>{constant}</td>" for constant in shown)
        picture = base64.b64encode(self.svg().encode()).decode()
        alt = escape(f"The constants of {self.label}", quote=True)
        return (
            f"<p><b>{escape(self.label)}</b>: {self._words()} for every n ≥ 2, "
            f"where c depends on n mod {self.period}</p>"
            f"<table><tr><th>n mod {self.period}</th>{residues}</tr>"
            f"<tr><th>c</th>{cells}</tr></table>"
            f'<img alt="{alt}" src="data:image/svg+xml;base64,{picture}">'
        )


def _latex(number: Fraction) -> str:
    sign = "-" if number < 0 else ""
    return f"{sign}\\frac{{{abs(number.numerator)}}}{{{number.denominator}}}"


@dataclass(frozen=True)
class BetFunction(_Asked):
    """The value of a deck of von Neumann's game as a function of the bet.

    >>> from rational_bluff import every_bet
    >>> three = every_bet(3)
    >>> three.value(1), three.best[0]["bet"]["exact"]
    (Fraction(1, 18), '2√2 − 2')
    """

    #: The number of cards.
    n: int
    #: The best bets and what they are worth: exact, as roots of polynomials, and in decimals.
    best: tuple[Any, ...] = field(repr=False)
    #: The document that ``bluff formula von-neumann -n N --json`` prints.
    document: str = field(repr=False)

    def value(self, b: Exact) -> Fraction:
        """The value with a bet, in antes per hand to player I. Raises `BluffError` for b ≤ 0."""
        bet = Fraction(exact("b", b))
        if bet <= 0:
            raise _native.BluffError(f"b = {b}, expected b > 0")
        pieces = json.loads(self.document)["pieces"]
        piece = next(one for one in pieces if bet <= Fraction(one.get("to", bet)))
        constant, slope = Fraction(piece["constant"]), Fraction(piece["slope"])
        over = Fraction(piece["reciprocal"]) / (bet + 2)
        return (constant + slope * bet + over) / (self.n * (self.n - 1))

    def _fields(self) -> dict[str, Any]:
        return {"game": f"von-neumann/n{self.n}"}


@dataclass(frozen=True)
class WholeBets(_Asked):
    """Newman's game with all whole bets: ``v(n)`` is about ``limit - rate n**(-3/2)``.

    >>> from rational_bluff import whole_bets
    >>> law = whole_bets(14)
    >>> law.rate, law.value, law.saturation
    ('0.31987462229404540942…', Fraction(13, 98), 5)
    >>> whole_bets(10**100).value is None, "·10^−151" in str(whole_bets(10**100))
    (True, True)
    """

    #: The value that large decks approach, in digits that are certain.
    limit: str
    #: The rate, in digits that are certain.
    rate: str
    #: The deck that was asked for; its value and saturation size are `None` where it is too large.
    n: int | None
    value: Fraction | None
    saturation: int | None
    #: Bounds of ``limit - value`` of the deck.
    distance: tuple[Fraction, Fraction] | None
    #: The document that ``bluff formula newman -b max --json`` prints.
    document: str = field(repr=False)

    def _fields(self) -> dict[str, Any]:
        return {"game": "newman/bmax", "at": None if self.n is None else str(self.n)}


@dataclass(frozen=True)
class PureCounts(_Asked):
    """The number of pure equilibria of von Neumann's game at every deck size, for a whole bet.

    >>> from rational_bluff import pure_counts
    >>> counts = pure_counts(2)
    >>> counts.label, counts.period, counts.count(18)
    ('von-neumann/b2', 9, 143)
    """

    #: The bet.
    b: str = field(repr=False)
    #: The game and its bet, without a deck.
    label: str
    #: The period of the decks that have some.
    period: int
    #: The document that ``bluff pure von-neumann -b B --formula --json`` prints.
    document: str = field(repr=False)

    def count(self, n: SupportsIndex) -> int:
        """The number of a deck. Raises `BluffError` below 2 and above 100000 cards."""
        found = ask("pure", game=self.label, n=whole("n", n), formula=True)
        return cast(int, found["at"]["count"])

    def _fields(self) -> dict[str, Any]:
        return {"game": self.label, "formula": True}


def formula(
    name: str,
    *,
    b: Exact | None = None,
    s: str | Sequence[Exact] | None = None,
    raise_: Exact | None = None,
    flip: Exact | None = None,
    certificate: bool = False,
) -> Formula:
    """The value of a game of two players at every deck size, as one formula with its proof.

    ``name`` is a game with its bets beside it, or a label without a deck. One-street games have a
    closed form; with ``certificate`` strategies prove it too, as they do in other games. Raises
    `BluffError` where no formula was proved, and for a period of more than 20000 residues.

    >>> formula("one-street", s=[1, 3]).period
    86
    >>> formula("newman/b3").limit
    Fraction(67, 517)
    >>> formula("borel", b=1).value(10**9)
    Fraction(-166666667, 1500000000)
    """
    stakes = spelled(dict(b=b, s=s, raise_=raise_, flip=flip))
    document = written("formula", {"game": name, "certificate": certificate, **stakes})
    read = json.loads(document)
    if "formula" not in read:
        words = "expected finitely many, such as b=2; all whole bets: whole_bets()"
        raise _native.BluffError(f"the bets of {read['label']}, {words}")
    by_strategies = "modulus" in read
    sign = 1 if by_strategies else -1
    constants = tuple(sign * Fraction(constant) for constant in read["formula"]["constants"])
    return Formula(
        read["label"],
        int(read["period"]),
        Fraction(read["limit"]),
        constants,
        document,
        Fraction(read["formula"]["n1"]) if by_strategies else None,
        tuple((int(deck["n"]), Fraction(deck["value"])) for deck in read["exceptions"]),
    )


def every_bet(n: int | str) -> BetFunction:
    """The value of a deck of von Neumann's game as a function of the bet, and its best bet.

    >>> print(str(every_bet(5)).splitlines()[-3])
    Best bet  2
    """
    document = written("formula", {"game": "von-neumann", "n": whole("n", n)})
    read = json.loads(document)
    return BetFunction(int(read["n"]), frozen(read["best"]), document)


def whole_bets(n: int | str | None = None) -> WholeBets:
    """Newman's game with all whole bets: limit, rate, and one deck of up to 10^300 cards.

    >>> whole_bets().limit
    '0.13753886357926601149…'
    """
    at = None if n is None else whole("n", n)
    try:
        document = written("formula", {"game": "newman/bmax", "at": at})
    except _native.BluffError as error:
        # The deck has another name here.
        raise _native.BluffError(str(error).replace("at = ", "n = ", 1)) from None
    read = json.loads(document)
    deck = read.get("at", {})
    low_high = [Fraction(bound) for bound in deck.get("distance", [])]
    return WholeBets(
        read["limit"]["decimal"],
        read["rate"]["decimal"],
        int(deck["n"]) if deck else None,
        Fraction(deck["value"]) if "value" in deck else None,
        int(deck["saturation"]) if "saturation" in deck else None,
        (low_high[0], low_high[1]) if low_high else None,
        document,
    )


def pure_counts(b: int | str) -> PureCounts:
    """The number of pure equilibria of von Neumann's game at every deck size, for a whole bet.

    >>> print(pure_counts(2).form("latex").splitlines()[0])
    % von-neumann/b2
    """
    document = written("pure", {"game": "von-neumann", "b": str(b), "formula": True})
    read = json.loads(document)
    return PureCounts(str(b), read["label"], int(read["period"]), document)

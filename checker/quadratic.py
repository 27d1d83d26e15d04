"""Equilibria with irrational probabilities: numbers a + b√d with fractions a and b.

The document has the probabilities rounded to millionths beside them.
"""

from fractions import Fraction
from math import lcm

import equilibrium
from reading import agree, fields, items, need, number

PARTS = 10**6  # of 1, within which the rounded probabilities are


class Surd:
    """The number a + b√d, of one d of at least 0 for all numbers of a document."""

    __slots__ = ("a", "b", "d")

    def __init__(self, a, b, d):
        self.a, self.b, self.d = a, b, d

    @property
    def denominator(self):
        return lcm(self.a.denominator, self.b.denominator)

    @property
    def numerator(self):
        return self * self.denominator

    def of(self, other):
        return other if isinstance(other, Surd) else Surd(other, 0, self.d)

    def __add__(self, other):
        other = self.of(other)
        return Surd(self.a + other.a, self.b + other.b, self.d)

    def __mul__(self, other):
        other = self.of(other)
        a = self.a * other.a + self.b * other.b * self.d
        return Surd(a, self.a * other.b + self.b * other.a, self.d)

    __radd__, __rmul__ = __add__, __mul__

    def __sub__(self, other):
        return self + -1 * self.of(other)

    def __rsub__(self, other):
        return self * -1 + other

    def __truediv__(self, rational):
        return self * (1 / Fraction(rational))

    def sign(self):
        """Above 0, 0 or below, as the number is."""
        a, b = self.a, self.b if self.d else 0
        if a * b >= 0:
            return a or b
        larger = a * a - b * b * self.d
        return larger if a > 0 else -larger

    def __eq__(self, other):
        return (self - other).sign() == 0

    def __gt__(self, other):
        return (self - other).sign() > 0

    def __lt__(self, other):
        return (self - other).sign() < 0


def check(block, game, strategies):
    """Refused unless the block is an equilibrium, and `strategies` that rounded."""
    fields(block, {"root", "probabilities"})
    d, exact = number(block["root"]), {}
    agree(game.players > 2 and d >= 0, "a root below 0, or of two players")
    blocks = items(block["probabilities"])
    agree(len(blocks) == len(game.views), "a view without irrational probabilities")
    for view, rows in zip(game.views, blocks):
        _, actions = game.views[view]
        rounded = iter(strategies[view])
        first, last, near = next(rounded)
        exact[view] = []
        agree(len(items(rows)) == game.n, "a card without irrational probabilities")
        for card, row in enumerate(rows, 1):
            pairs = [items(pair, 2) for pair in items(row)]
            agree(len(pairs) == len(actions), "an action without an irrational probability")
            numbers = [Surd(number(a), number(b), d) for a, b in pairs]
            agree(sum(numbers) == 1, f"card {card}: irrational probabilities do not sum to 1")
            if card > last:
                first, last, near = next(rounded)
            for action, probability in zip(actions, numbers):
                agree(not probability < 0, f"card {card}: an irrational probability below 0")
                off = (probability - near.get(action, 0)) * PARTS
                agree(off < 1 and off > -1, f"card {card}: a probability is badly rounded")
            exact[view].append((card, card, dict(zip(actions, numbers))))
    _, gains = equilibrium.gains(game, exact)
    agree(all(gain == 0 for gain in gains), "the irrational probabilities: somebody gains")

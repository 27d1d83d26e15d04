"""Push or fold at every stack at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ._frozen import Frozen
from ._numbers import Exact, exact
from ._questions import ask

#: The probability of a plan that is none of chance.
PURE = {"always": Fraction(1), "never": Fraction(0)}


def chart(ante: Exact = 0) -> Chart:
    """Push or fold at every stack from 1 to 25 big blinds, with exact ends.

    >>> found = chart()
    >>> last = found["hands"]["Q6s"]["call"][-2]
    >>> last["plan"], found["ends"][last["to"]]["decimal"]
    ('mixed', '10.042695777823…')
    >>> found.at(10)["call"]["Q6s"]
    Fraction(4948399, 12285638)
    """
    return Chart(ask("chart", game="push-fold", ante=ante))


class Chart(Frozen):
    """Push or fold at every stack.

    ``hands`` has for each hand its plans to ``push`` and to ``call``, each ``from`` one of ``ends``
    ``to`` another. A piece lies between two ends; inside no hand changes its plan.
    """

    def at(self, stack: Exact) -> Mapping[str, Any]:
        """The equilibrium at a stack, in big blinds: its value, and probabilities by hand.

        At an end, that of the piece which ends there. Raises `ValueError` beyond the chart.
        """
        at = Fraction(exact("stack", stack))
        ends = self["ends"]
        above = [place for place, end in enumerate(ends) if not _before(end, at)]
        if at < Fraction(ends[0]["decimal"]) or not above:
            raise ValueError(f"stack = {stack}, expected 1 to {ends[-1]['decimal']}")
        piece = max(above[0] - 1, 0)
        found = self["pieces"][piece]
        denominator = _value(found["denominator"], at)

        def plays(action: str) -> Frozen:
            def probability(hand: str, plans: Sequence[Mapping[str, Any]]) -> Fraction:
                plan = next(plan for plan in plans if piece < plan["to"])["plan"]
                mixed = found[action].get(hand)
                return PURE[plan] if mixed is None else _value(mixed, at) / denominator

            hands = self["hands"].items()
            return Frozen({hand: probability(hand, plans[action]) for hand, plans in hands})

        value = _value(found["value"], at) / denominator
        return Frozen(stack=at, value=value, push=plays("push"), call=plays("call"))


def _value(polynomial: Sequence[Any], at: Fraction) -> Fraction:
    value = Fraction(0)
    for coefficient in reversed(polynomial):
        value = value * at + Fraction(coefficient)
    return value


def _before(end: Mapping[str, Any], at: Fraction) -> bool:
    """True if an end lies before a stack: it is the one root between two numbers."""
    low, high = map(Fraction, end["between"])
    if low == high or not low < at < high:
        return high < at
    beyond = _value(end["polynomial"], at) * _value(end["polynomial"], high)
    return beyond > 0

"""Continuous games, alone and beside decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

from ._frozen import NUMBER, Frozen, number
from ._game import spelled
from ._native import BluffError
from ._numbers import Exact, whole
from ._questions import ask
from ._types import Comparison, Continuum, Number


def continuous(
    name: str,
    *,
    b: Exact | None = None,
    s: str | Sequence[Exact] | None = None,
    grid: Exact | None = None,
    between: str | Sequence[Exact] | None = None,
    players: int | str | None = None,
    raise_: Exact | None = None,
    flip: Exact | None = None,
    win: Exact | None = None,
    digits: int | str = 20,
) -> Continuum:
    """The game that large decks approach: hands uniform on [0, 1].

    Without bets newman allows every real one; ``b="max"`` is every whole one, ``b="best"`` the one
    that pays most, ``grid`` all multiples of a step, ``between`` every real one from one limit to
    another. Numbers are `Fraction`, or `Decimal` cut after so many ``digits``, every one of them
    certain. An entry that is not known of a game is ``None``.

    >>> continuous("von-neumann", b=2)["cuts"]
    (Fraction(1, 9), Fraction(7, 9), Fraction(5, 9))
    >>> continuous("kuhn/b1")["value"]
    Fraction(-1, 18)
    >>> continuous("newman", b="max", digits=10)["value"]
    Decimal('0.1375388635')
    """
    stakes = dict(b=b, s=s, grid=grid, between=between)
    stakes.update(players=players, raise_=raise_, flip=flip, win=win)
    found = ask("continuous", game=name, digits=whole("digits", digits), **spelled(stakes))
    value, cuts, sizes = _real(found["value"]), found.get("cuts"), found.get("sizes")
    exact, strategies = found["value"].get("exact"), found.get("strategies")
    bet = _real(found["best_bet"]) if "best_bet" in found else None
    if bet is None and cuts and not sizes:
        # The label names the only bet.
        bet = Fraction(found["label"].split("/b")[1].split("-")[0].replace("_", "/"))
    answer = dict(value=value, formula=exact if isinstance(value, Decimal) else None, bet=bet)
    answer.update(cuts=cuts and tuple(map(_real, cuts.values())), sizes=sizes)
    answer["strategies"] = strategies and tuple(map(_by_hand, strategies))
    answer["endgame"] = found.get("endgame")
    return cast(Continuum, Frozen(answer))


def compare(
    name: str,
    decks: range | tuple[int, int],
    *,
    b: Exact | None = None,
    s: str | Sequence[Exact] | None = None,
    players: int | str | None = None,
    raise_: Exact | None = None,
    flip: Exact | None = None,
) -> Comparison:
    """Decks beside the continuous game that they approach.

    ``decks`` is a range, or the first and the last number of cards, both included.

    >>> beside = compare("von-neumann", (17, 19), b=2)
    >>> [str(deck["difference"]) for deck in beside["decks"]]
    ['-1/1224', '0', '0']
    >>> compare("von-neumann/b2", (17, 19)) == beside
    True
    """
    if not isinstance(decks, (range, tuple, list)):
        given = f"decks = {decks!r}, of type {type(decks).__name__}"
        raise TypeError(f"{given}; expected a range, or two numbers of cards")
    if len(decks) == 0 or (decks.step != 1 if isinstance(decks, range) else len(decks) != 2):
        expected = "a range of all decks from a first to a last, or these two"
        raise BluffError(f"decks = {decks}, expected {expected}")
    stakes = dict(b=b, s=s, players=players, raise_=raise_, flip=flip)
    n = f"{whole('n', decks[0])}..{whole('n', decks[-1])}"
    found = ask("compare", game=name, n=n, **spelled(stakes))

    def deck(row: Mapping[str, Any]) -> Frozen:
        value, difference = _real(row["value"]), _real(row["difference"])
        values = row.get("values", (value, -value))
        return Frozen(n=row["n"], values=values, difference=difference, cuts=row.get("cuts"))

    beside = tuple(map(deck, found["decks"]))
    limit = continuous(name, b=b, s=s, players=players, raise_=raise_, flip=flip)
    return cast(Comparison, Frozen(continuous=limit, decks=beside))


def _real(shown: Mapping[str, str]) -> Number:
    """A fraction, or the digits that are certain."""
    exact = shown.get("exact", "")
    digits = shown["decimal"].rstrip("…") or "NaN"
    return number(exact) if NUMBER.fullmatch(exact) else Decimal(digits)


def _by_hand(strategy: Mapping[str, Any]) -> Frozen:
    """Actions at a view, each with the least hand that takes it."""
    hands = tuple((number(hands["from"]), hands["action"]) for hands in strategy["hands"])
    return Frozen(strategy, hands=hands)

"""Answers that are dictionaries. None can be changed; lists are tuples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypedDict, Union

#: An exact number, or one of which every digit is certain.
Number = Union[Fraction, Decimal]

#: The names of players, in order.
PLAYERS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


class Run(TypedDict):
    """Cards that are played alike: first and last, and the probability of each action."""

    cards: tuple[int, int]
    actions: Mapping[str, Fraction]


class Strategy(TypedDict):
    """A player's strategy at one view; the runs cover all cards in order."""

    player: str
    view: str
    runs: Sequence[Run]


class PureEquilibrium(TypedDict):
    """The cards with which I bets, those with which II calls, and the value to I."""

    bets: tuple[int, ...]
    calls: tuple[int, ...]
    value: Fraction


class PureEquilibria(TypedDict):
    """The number of pure equilibria, and the first of them."""

    count: int
    equilibria: tuple[PureEquilibrium, ...]


class MatrixEquilibrium(TypedDict):
    """The value to the player of the rows, and the probability of each row and each column."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


class _Weighted(TypedDict, total=False):
    deals: int


class Equity(_Weighted):
    """Deals won, tied and lost, all of them, and the share of the pot.

    Where hands have different weights, the counts are sums of weights, and ``deals`` the number of
    deals.
    """

    win: int
    tie: int
    lose: int
    boards: int
    equity: Fraction


class Continuum(TypedDict):
    """A continuous game; an entry that is not known of it is ``None``."""

    value: Number
    formula: Union[str, None]
    bet: Union[Number, None]
    cuts: Union[tuple[Number, Number, Number], None]
    sizes: Union[tuple[Mapping[str, Number], ...], None]
    strategies: Union[tuple[Mapping[str, Any], ...], None]
    endgame: Union[Mapping[str, Number], None]


class Deck(TypedDict):
    """A deck beside the continuous game: values by player, and what I has more than there."""

    n: int
    values: tuple[Fraction, ...]
    difference: Number
    cuts: Union[tuple[Fraction, ...], None]


class Comparison(TypedDict):
    """Decks beside the continuous game that they approach."""

    continuous: Continuum
    decks: tuple[Deck, ...]


class Mistake(TypedDict):
    """The action with weight on it that falls furthest behind, by ``gap`` antes."""

    player: str
    view: str
    card: int
    #: The name of the hand; ``None`` where cards are numbers.
    hand: Union[str, None]
    action: str
    probability: Fraction
    better: str
    gap: Fraction


class _ReplyRun(Run, total=False):
    #: Actions that pay as much.
    also: tuple[str, ...]


class BestReply(TypedDict):
    """A best reply at one view; of several best actions one that gains most if others err."""

    player: str
    view: str
    runs: Sequence[_ReplyRun]


class Payoff(TypedDict):
    """What strategies pay, and how far they are from an equilibrium. Units: antes per hand."""

    label: str
    payoffs: tuple[Fraction, ...]
    best_responses: tuple[Fraction, ...]
    gains: tuple[Fraction, ...]
    nash_conv: Fraction
    exploitability: Fraction
    max_regret: Fraction
    worst_mistake: Union[Mistake, None]
    #: By player, and view.
    best_replies: tuple[tuple[BestReply, ...], ...]


class Fairness(TypedDict, total=False):
    """The fairness of a protocol, or what a game pays whose cards it deals."""

    protocol: str
    players: int
    #: Of a protocol alone.
    cards: int
    hand: int
    variant: str
    fair: bool
    outcomes: int
    views: tuple[tuple[str, str], ...]
    offenders: tuple[str, ...]
    witness: tuple[str, ...]
    tests: tuple[Mapping[str, Any], ...]
    untested: tuple[str, ...]
    #: Of deals of your own.
    seats: tuple[Mapping[str, Any], ...]
    farthest: Union[Mapping[str, Any], None]
    power: tuple[Mapping[str, Any], ...]
    #: Of a game; numbers by player.
    game: str
    value: tuple[Fraction, ...]
    dealt: tuple[Fraction, ...]
    equal: bool
    mean: tuple[Fraction, ...]
    standard_error: tuple[float, ...]
    p_value: tuple[float, ...]
    level: tuple[float, ...]
    #: Of both.
    branches: int
    unfinished: Union[Fraction, int]
    illegal: Union[Fraction, int]
    deals: int
    seed: int
    rejected: Union[bool, tuple[bool, ...]]

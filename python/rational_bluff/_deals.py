"""Deals without a dealer, and the fairness of those who make them."""

from __future__ import annotations

import json
from functools import partial
from typing import Any, Union, cast

from . import _native
from ._explained import Deal
from ._frozen import Frozen, number
from ._game import Game, asked
from ._native import BluffError
from ._numbers import whole
from ._questions import ask
from ._types import Fairness


def protocols() -> dict[str, str]:
    """The protocols by name, with a line about each.

    >>> "barany-furedi" in protocols()
    True
    """
    return dict(_native.protocols())


def deal(
    protocol: str,
    *,
    players: int = 3,
    cards: int = 52,
    hand: int = 1,
    variant: str | None = None,
    plant: str | None = None,
    seed: str | None = None,
) -> Deal:
    """A deal over real ciphers, with the record of every message.

    This process plays all parties: it shows the protocol and makes records for tests. ``hand`` is
    the number of cards for each player; ``variant`` is text that the protocol reads, such as sizes
    of groups; ``seed`` has 64 hexadecimal digits and is random by default.

    >>> three = deal("barany-furedi", cards=10, seed="00" * 32)
    >>> sorted(three.hands), check_deal(three)["honest"]
    (['P1', 'P2', 'Q'], True)
    >>> deal("grouping", players=3, variant="3").hands["P2"]
    ('group 1: P1+P2+P3',)
    """
    counts = whole("players", players), whole("cards", cards), whole("hand", hand)
    document, text, told = _native.deal(protocol, counts, (plant, variant), seed)
    answer = json.loads(document)
    hands = {seat["party"]: tuple(hand) for seat, hand in zip(answer["seats"], told)}
    return Deal(partial(str, text), answer["protocol"], Frozen(hands), document)


def check_deal(deal: Union[Deal, str]) -> dict[str, Union[str, bool]]:
    """A deal, or its document, played again on its revealed coins.

    ``honest`` is true if every message is what the coins make it; otherwise ``party``, ``at`` and
    ``what`` name the first that is not, as far as they are known.
    """
    return cast("dict[str, Union[str, bool]]", ask("deal", verify=deal))


def fairness(
    protocol: str | None = None,
    game: Union[Game, str, None] = None,
    *,
    players: int | None = None,
    cards: int | None = None,
    hand: int | None = None,
    variant: str | None = None,
    plant: str | None = None,
    deals: int | None = None,
    seed: int | None = None,
    hands: str | None = None,
) -> Fairness:
    """The fairness of a protocol or of your deals, or payoffs of a game whose cards they deal.

    Without a game, ``cards`` are dealt to the players, 3 by default, ``hand`` to each: ``fair``
    says that nobody can know more than is due, whatever the coins.

    With a game, its payoffs stand beside those of its certified equilibrium; each player has one
    card. The payoffs are over every sequence of coins, as fractions.

    With ``deals`` the answer is of a sample, which can reject the protocol and never proves that it
    is fair: fair deals are rejected with probability 10⁻⁶ at most. ``players`` counts helpers too
    where a game is dealt, and ``plant`` names a bug for the check to find.

    ``hands`` are deals of yours instead of a protocol, with ``cards`` or a game: a line a deal,
    seats apart by ``;``, cards as numbers or as ``As``, ``-`` for not seen. ``power`` says which
    bias so many deals would have shown.

    >>> found = fairness("barany-furedi", "kuhn/n3-b1")
    >>> found["equal"], found["branches"], found["dealt"]
    (True, 1296, (Fraction(-1, 18), Fraction(1, 18)))
    >>> fairness("verified-deck", "kuhn/n13-b1", deals=2_000, seed=1)["rejected"]
    (False, False)
    >>> fairness("padlocks", players=2, cards=3)["fair"]
    True
    >>> fairness(hands="1 2;3 4\\n" * 400, cards=8)["rejected"]
    True
    """
    exact = deals is None and hands is None
    if exact and seed is not None:
        expected = "expected both: every sequence of coins needs no seed"
        raise BluffError(f"seed = {seed} without deals, {expected}")
    numbers = dict(players=players, cards=cards, hand=hand, deals=deals, seed=seed)
    texts = {key: whole(key, number) for key, number in numbers.items() if number is not None}
    of = None if game is None else asked(game, {})
    fields: dict[str, Any] = dict(protocol=protocol, game=of, plant=plant, hands=hands)
    fields.update(variant=variant, exact=exact or None)
    found = ask("fairness", **fields, **texts)
    if of is not None:
        found = Frozen(found, value=tuple(map(number, found["value"])))
    return cast(Fairness, found)

"""Exact Nash equilibria of finite poker games, each with a certificate.

>>> from rational_bluff import solve
>>> bluff = solve("von-neumann", n=28, b=4)
>>> bluff.values[0]
Fraction(113, 1134)
>>> bluff.verify() == bluff
True

`print` shows an equilibrium as the command does; a notebook shows its picture and tables. What to
ask next:

- ``bluff.explain(3)``: the value of each action with card 3, and the sum behind it;
- ``bluff.tidy()``, ``bluff.plot()``, ``bluff.svg()``: data frame, plot and picture;
- `payoff`: what your own strategy loses; `face`: all optimal strategies; `pure`: those without
  chance;
- `continuous`, `compare`: the game that large decks approach; `table`: values of many games;
- `formula`: the value at every deck size at once, proved; `every_bet`: one deck with every bet;
  `whole_bets`: Newman's game with all of them; `pure_counts`: pure equilibria of every deck;
- `Game.export`, `Solution.form`: files for Gambit, LP solvers, LaTeX and computer algebra;
- `equity`: hands of hold'em against each other, exactly;
- `chart`: push or fold at every stack at once;
- `deal`, `fairness`: cards dealt without a dealer;
- `ask`: any question of the command in any of its forms.

Numbers are exact: `fractions.Fraction` comes out; int, str such as ``"5/2"``, `Fraction` and
`Decimal` go in. A game is a `Game`, a label such as ``"kuhn/n3-b1"``, or a name with its stakes
beside it. Answers cannot be changed and can be hashed. Bad input raises `BluffError`. Long calls
let other threads go on, and Ctrl-C ends them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union, cast

from . import _native
from ._deals import check_deal, deal, fairness, protocols
from ._explained import Deal, Explanation, Face, PayTable, optimal_face
from ._explained import pay_table as _pay_table
from ._formula import (
    BetFunction,
    Formula,
    PureCounts,
    WholeBets,
    law_of_document,
    of_document,
)
from ._frozen import frozen, read
from ._game import Game, Stakes, asked, spelled
from ._grid import Grid, table
from ._native import BluffError, __version__
from ._numbers import Exact, count, exact, whole
from ._questions import ask, named
from ._solution import Solution, profile_document
from ._solution import of_document as solution_of_document
from ._types import (
    Comparison,
    Continuum,
    Equity,
    Fairness,
    MatrixEquilibrium,
    Number,
    Payoff,
    PureEquilibria,
    Run,
    Strategy,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "BetFunction", "BluffError", "Comparison", "Continuum", "Deal", "Equity", "Exact",
    "Explanation", "Face", "Fairness", "Formula", "Game", "Grid", "MatrixEquilibrium", "Number",
    "PayTable", "Payoff", "PureCounts", "PureEquilibria", "Run", "Solution", "Stakes", "Strategy",
    "WholeBets", "__version__", "ask", "chart", "check_deal", "compare", "continuous", "deal",
    "equity", "every_bet", "explain", "face", "fairness", "forms", "formula", "games", "matrix", "pay_table",
    "payoff", "protocols", "pure", "pure_counts", "solve", "solve_all", "table", "verify",
    "whole_bets",
]  # fmt: skip


def _starts(starts: int | None, seed: int | None) -> tuple[int, int] | None:
    if starts is None and seed is None:
        return None
    starts = count("starts", 64 if starts is None else starts, least=1)
    return starts, count("seed", 0 if seed is None else seed)


def games() -> dict[str, dict[str, str]]:
    """The families of games by name: title, rules, and the label of one of its games.

    >>> games()["kuhn"]["label"]
    'kuhn/n3-b1'
    """
    return {
        name: {"title": title, "about": about, "label": label}
        for name, title, about, label in _native.games()
    }


def forms() -> dict[str, dict[str, str]]:
    """The forms of `Solution.form` by name: ending of files, media type, and a line about each.

    >>> ", ".join(forms())
    'json, csv, lprint, latex, maple, sage, pari'
    >>> forms()["latex"]["suffix"]
    'tex'
    """
    return {
        name: {"suffix": suffix, "media": media, "about": about}
        for name, suffix, media, about in _native.forms()
    }


def solve(
    game: Union[Game, str],
    *,
    method: str = "auto",
    starts: int | None = None,
    seed: int | None = None,
    **stakes: Unpack[Stakes],
) -> Solution:
    """A Nash equilibrium of a game, certified.

    ``method`` is auto, threshold, readable, lp, runs, normal-form or search; ``starts`` and
    ``seed`` are for a search.

    >>> solve("kuhn/n3-b1").values
    (Fraction(-1, 18), Fraction(1, 18))
    >>> solve("newman", n=10**18, b=2, method="threshold").label
    'newman/n1000000000000000000-b2'
    """
    return Solution(_native.solve(asked(game, stakes), method, _starts(starts, seed)))


def solve_all(
    game: Union[Game, str],
    *,
    method: str = "auto",
    starts: int | None = None,
    seed: int | None = None,
    **stakes: Unpack[Stakes],
) -> list[Solution]:
    """The equilibria of three or more players that a method finds. There may be others.

    >>> {str(found.values[0]) for found in solve_all("three-player/n7-b2")}
    {'2/21'}
    """
    found = _native.solve_all(asked(game, stakes), method, _starts(starts, seed))
    return [Solution(each) for each in found]


def verify(document: str) -> Solution:
    """Checks a solution document from nothing: the rules, the strategies, every number.

    Raises `BluffError` if it is refused.

    >>> verify(solve("kuhn/n3-b1").document.replace('"1/3"', '"1/4"', 1))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    rational_bluff.BluffError: ...card 1: probabilities sum to 11/12, expected 1
    """
    return solution_of_document(document)


def pure(
    game: Union[Game, str], *, cuts: bool = False, limit: int = 1000, **stakes: Unpack[Stakes]
) -> PureEquilibria:
    """The pure equilibria of von Neumann's game.

    ``count`` is their number; ``equilibria`` are the first ``limit`` of them, each certified. With
    ``cuts``, only those in which I checks the cards from A to B and II calls from C up.

    >>> few = pure("von-neumann/n7-b2")
    >>> few["count"], few["equilibria"][0]
    (3, {'bets': (1, 6, 7), 'calls': (3, 6, 7), 'value': Fraction(2, 21)})
    """
    found = _native.pure(asked(game, stakes), cuts, count("limit", limit))
    return cast(PureEquilibria, frozen({**found, "count": int(found["count"])}))


def face(game: Union[Game, str], **stakes: Unpack[Stakes]) -> Face:
    """The optimal face of a two-player game: the extent of its optimal strategies.

    Each least and greatest probability is the optimum of a linear program of its own.

    >>> face("kuhn/n3-b1").unique
    False
    >>> face("kuhn/n3-b1").views[0]["runs"][0]["actions"]["bet 1"]
    (Fraction(0, 1), Fraction(1, 3))
    """
    return optimal_face(asked(game, stakes))


def pay_table(game: Union[Game, str], **stakes: Unpack[Stakes]) -> PayTable:
    """Payoffs of player I for every pair of pure strategies of a small two-player game.

    >>> pay_table("von-neumann/n3-b1").cells[0][0]
    Fraction(0, 1)
    """
    return _pay_table(asked(game, stakes))


def matrix(rows: Iterable[Iterable[Exact]]) -> MatrixEquilibrium:
    """An equilibrium of any two-player zero-sum game, given by its matrix.

    An entry is what the player of the columns pays the player of the rows. Both mixtures are
    checked against every row and column, without the solver.

    >>> matrix([[3, -1], ["-1/2", 1]])["rows"]
    (Fraction(3, 11), Fraction(8, 11))
    """
    if isinstance(rows, str):
        raise TypeError(f"rows = {rows!r} is a str; expected rows of numbers, such as [[3, -1]]")
    texts = [[exact("entry", entry) for entry in row] for row in rows]
    value, row_mixture, column_mixture = _native.matrix(texts)
    answer = {"value": value, "rows": row_mixture, "columns": column_mixture}
    return cast(MatrixEquilibrium, frozen(answer))


def equity(hand: str, range: str, board: str | None = None) -> Equity:
    """The exact equity of a hand of hold'em, or a range, against a range.

    Hands are written as players write them: ``"AhKd"``, ``"22+,A2s+,76s:1/2"``, ``"all"``. A deal
    is a hand of each side and the cards that the board lacks; ``boards`` counts all. Where the
    hands of a range have different weights, the counts are sums of weights: a deal counts as the
    product of its hands' weights, taken as whole numbers without a common divisor. Then ``deals``
    is the number of deals.

    >>> equity("AhAd", "KsKc", "2c7d9hJs")["equity"]
    Fraction(21, 22)
    >>> equity("AhKd", "76s")["boards"]
    6849216
    """
    (win, tie, lose, boards), deals, share = _native.equity(hand, range, board)
    counts = {"win": int(win), "tie": int(tie), "lose": int(lose), "boards": int(boards)}
    if deals is not None:
        counts["deals"] = int(deals)
    return cast(Equity, frozen({**counts, "equity": share}))


def chart(ante: Exact = 0) -> Mapping[str, Any]:
    """Push or fold at every stack from 1 to 25 big blinds, with exact ends.

    ``hands`` has for each hand its plans to ``push`` and to ``call``, each ``from`` one of ``ends``
    ``to`` another. A piece lies between two ends; inside no hand changes its plan.

    >>> found = chart()
    >>> last = found["hands"]["Q6s"]["call"][-2]
    >>> last["plan"], found["ends"][last["to"]]["decimal"]
    ('mixed', '10.042695777823…')
    """
    return cast(Mapping[str, Any], read(_native.chart(exact("ante", ante))))


def explain(
    game: Union[Game, Solution, str],
    card: int | str,
    view: str | None = None,
    **stakes: Unpack[Stakes],
) -> Explanation:
    """A card of a game's equilibrium, or of a `Solution`, explained; see `Solution.explain`.

    >>> explain("kuhn/n3-b1", 2).views[0]["actions"][1]["gap"]
    Fraction(1, 6)
    """
    if not isinstance(game, Solution):
        return solve(game, **stakes).explain(card, view)
    if stakes:
        words = f"expected no {', '.join(stakes)} beside it"
        raise BluffError(f"a solution of {game.label} has its own deck and bets, {words}")
    return game.explain(card, view)


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
    found = _native.continuous(name, spelled(stakes), whole("digits", digits))
    return cast(Continuum, frozen(found))


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
    first, last = decks[0], decks[-1]
    stakes = dict(b=b, s=s, players=players, raise_=raise_, flip=flip)
    found = _native.compare(name, (whole("n", first), whole("n", last)), spelled(stakes))
    return cast(Comparison, frozen(found))


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
    return of_document(_native.formula(name, stakes, certificate, "json"))


def every_bet(n: int | str) -> BetFunction:
    """The value of a deck of von Neumann's game as a function of the bet, and its best bet.

    >>> print(str(every_bet(5)).splitlines()[-3])
    Best bet  2
    """
    deck = whole("n", n)
    document = _native.every_bet(deck, "json")
    return BetFunction(int(_native.number(deck)), frozen(json.loads(document)["best"]), document)


def whole_bets(n: int | str | None = None) -> WholeBets:
    """Newman's game with all whole bets: limit, rate, and one deck of up to 10^300 cards.

    >>> whole_bets().limit
    '0.13753886357926601149…'
    """
    number = None if n is None else str(whole("n", n))
    return law_of_document(_native.whole_bets(number, "json"))


def pure_counts(b: int | str) -> PureCounts:
    """The number of pure equilibria of von Neumann's game at every deck size, for a whole bet.

    >>> print(pure_counts(2).form("latex").splitlines()[0])
    % von-neumann/b2
    """
    document = _native.pure_counts(str(b), None, "json")
    read = json.loads(document)
    return PureCounts(str(b), read["label"], int(read["period"]), document)


def payoff(
    game: Union[Game, str],
    profile: Union[Solution, Sequence[Strategy], str, None] = None,
    *,
    bets: Iterable[int] | None = None,
    calls: Iterable[int] | None = None,
    **stakes: Unpack[Stakes],
) -> Payoff:
    """Payoffs of any strategies, best responses, the gain of each player by one, the worst mistake.

    ``profile`` is a `Solution`, strategies as it has them, or the text of a document with
    strategies. For games with one bet, ``bets`` and ``calls`` may say instead with which cards I
    bets and II calls. All gains are 0 exactly at an equilibrium.

    >>> timid = payoff("von-neumann/n9-b2", bets=[1, 8, 9], calls=[9])
    >>> timid["payoffs"][0], timid["gains"], timid["worst_mistake"]["card"]
    (Fraction(5, 36), (Fraction(4, 9), Fraction(1, 36)), 2)
    """
    of = asked(game, stakes)
    if profile is not None and bets is None and calls is None:
        document = profile if isinstance(profile, str) else profile_document(profile)
        return cast(Payoff, frozen(_native.payoff(of, document)))
    if profile is None and bets is not None and calls is not None:
        found = _native.payoff_of_sets(of, _cards("bets", bets), _cards("calls", calls))
        return cast(Payoff, frozen(found))
    raise BluffError("expected a profile, or bets and calls")


def _cards(name: str, cards: Iterable[int]) -> list[int]:
    if isinstance(cards, str):
        raise TypeError(f"{name} = {cards!r} is a str; expected whole numbers, such as [1, 8, 9]")
    return [count(name, card) for card in cards]


# The questions that no function above asks.
grid: Callable[..., Any]
for _question in _native.questions():
    globals().setdefault(_question["name"], named(_question))
    __all__ += [_question["name"]] * (_question["name"] not in __all__)


def __dir__() -> list[str]:
    return list(__all__)

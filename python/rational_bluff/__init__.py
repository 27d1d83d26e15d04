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
- `payoff`: what your own strategy loses; `face`: bounds of all optimal strategies, and
  ``equilibria("kuhn/n3-b1")`` these strategies; `pure`: those without chance;
- `continuous`, `compare`: the game that large decks approach; `table`: values of many games;
- `formula`: the value at every deck size at once, proved; `every_bet`: one deck with every bet;
  `whole_bets`: Newman's game with all of them; `pure_counts`: pure equilibria of every deck;
- `Game.export`, `Solution.form`: files for Gambit, LP solvers, LaTeX and computer algebra;
- `equity`: hands of hold'em against each other, exactly; `audit`: strategies of spots;
  `drill`: decisions of a solved spot;
- `chart`: push or fold at every stack at once;
- `deal`, `fairness`: cards dealt without a dealer;
- `ask`: any question of the command in any of its forms.

Numbers are exact: `fractions.Fraction` comes out; int, str such as ``"5/2"``, `Fraction` and
`Decimal` go in. A game is a `Game`, a label such as ``"kuhn/n3-b1"``, or a name with its stakes
beside it. Answers cannot be changed and can be hashed. Bad input raises `BluffError`. Long calls
let other threads go on, and Ctrl-C ends them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union, cast, overload

from . import _native
from ._chart import Chart, chart
from ._deals import check_deal, deal, fairness, protocols
from ._continuous import compare, continuous
from ._explained import Deal, Explanation, Face, PayTable, face, pay_table
from ._formula import (
    BetFunction,
    Formula,
    PureCounts,
    WholeBets,
    every_bet,
    formula,
    pure_counts,
    whole_bets,
)
from ._frozen import Frozen, number
from ._game import Game, Stakes, asked, spelled
from ._grid import Grid, table
from ._native import BluffError, __version__
from ._numbers import Exact, Rows, is_pasted, table_text, whole
from ._questions import ask, named, written
from ._range import Range, equity
from ._sliders import sliders
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
    "BetFunction", "BluffError", "Chart", "Comparison", "Continuum", "Deal", "Equity", "Exact",
    "Explanation", "Face", "Fairness", "Formula", "Game", "Grid", "MatrixEquilibrium", "Number",
    "PayTable", "Payoff", "PureCounts", "PureEquilibria", "Range", "Run", "Solution", "Stakes",
    "Strategy", "WholeBets", "__version__", "ask", "audit", "chart", "check_deal", "compare",
    "continuous", "deal", "drill", "equity", "every_bet", "explain", "face", "fairness", "forms",
    "formula", "games", "matrix", "pay_table", "payoff", "protocols", "pure", "pure_counts",
    "sliders", "solve", "solve_all", "table", "verify", "whole_bets",
]  # fmt: skip


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


@overload
def solve(
    game: Union[Game, str],
    *n_and_b: Exact,
    method: str = ...,
    starts: int | None = ...,
    seed: int | None = ...,
    lock: str | Sequence[Strategy] | None = ...,
    **stakes: Unpack[Stakes],
) -> Solution: ...


@overload
def solve(
    game: Rows | None = ...,
    *,
    path: str | os.PathLike[str] | None = ...,
    text: str | None = ...,
    method: str = ...,
    starts: int | None = ...,
    seed: int | None = ...,
    lock: str | Sequence[Strategy] | None = ...,
    within: Exact | None = ...,
    seconds: int | None = ...,
) -> Any: ...


def solve(
    game: Union[Game, Rows, None] = None,
    *n_and_b: Exact,
    path: str | os.PathLike[str] | None = None,
    text: str | None = None,
    method: str = "auto",
    starts: int | None = None,
    seed: int | None = None,
    lock: str | Sequence[Strategy] | None = None,
    within: Exact | None = None,
    seconds: int | None = None,
    **stakes: Unpack[Stakes],
) -> Any:
    """A Nash equilibrium of a game, certified.

    ``method`` is auto, threshold, readable, lp, runs, normal-form or search; ``starts`` and
    ``seed`` are for a search. ``lock`` has probabilities that are rules: strategies of some views
    with some cards, or the text of a lock. Instead of a game, ``path`` is a game file, one for
    Gambit or a matrix, and ``text`` what stands in it; rows, and text of several lines, may stand
    in place of the game. The answer for Gambit's files and for matrices is the document, frozen.

    A spot of hold'em with ``within``, a part of the pot, has two bounds on its value, which
    ``seconds`` may cut short: the document, frozen. ``ask("verify", document=...)`` judges one.

    >>> solve(text='NFG 1 R "pennies" { "I" "II" } { 2 2 } 1 -1 -1 1 -1 1 1 -1')["values"]
    (Fraction(0, 1), Fraction(0, 1))
    >>> solve([[3, -1], ["-1/2", 1]]).values
    (Fraction(5, 11), Fraction(-5, 11))
    >>> never = [{"cards": (1, 1), "actions": {"check": 1}}]
    >>> lock = [{"player": "I", "view": "first to act", "runs": never}]
    >>> solve("kuhn/n3-b1", lock=lock).values
    (Fraction(-1, 18), Fraction(1, 18))
    >>> solve("kuhn/n3-b1").values
    (Fraction(-1, 18), Fraction(1, 18))
    >>> solve("newman", n=10**18, b=2, method="threshold").label
    'newman/n1000000000000000000-b2'
    >>> solve("kuhn", 3, 1).label
    'kuhn/n3-b1'
    """
    if len(n_and_b) > 2:
        raise TypeError(f"{len(n_and_b)} numbers after the game, expected n and b at most")
    given = {**dict(zip(("n", "b"), n_and_b)), **stakes}
    if len(given) < len(n_and_b) + len(stakes):
        raise TypeError("n or b a second time, expected each once")
    search = spelled({"starts": starts, "seed": seed})
    if sum(source is not None for source in (game, path, text)) != 1:
        raise TypeError("expected one of: game, path, text")
    if is_pasted(game):
        text = table_text(game)
    if path is not None:
        text = Path(path).read_text(encoding="utf-8-sig")
    rules = lock if lock is None or isinstance(lock, str) else profile_document(lock, "lock")
    is_file = text is not None and text.lstrip("\ufeff \t\r\n").startswith("{")
    is_bounded = within is not None or seconds is not None
    if is_bounded or text is not None and not is_file:
        fields: dict[str, Any] = {"game": text, **given}
        if text is None:
            fields = {"game": asked(cast(Union[Game, str], game), given)}
        fields |= {"method": method, "lock": rules, "within": within, "seconds": seconds, **search}
        return ask("solve", **fields)
    if text is not None:
        game = Game.from_text(text)
    one = asked(cast(Union[Game, str], game), given)
    if rules is not None:
        fields = {"game": one, "method": method, "lock": rules, **search}
        return solution_of_document(written("solve", fields))
    return Solution(_native.solve(one, method, search))


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
    search = spelled({"starts": starts, "seed": seed})
    return [Solution(each) for each in _native.solve_all(asked(game, stakes), method, search)]


@overload
def verify(document: Solution) -> Solution: ...
@overload
def verify(document: str) -> Any: ...
def verify(document: Union[str, Solution]) -> Any:
    """Checks a solution, or any document, from nothing: the rules, the strategies, every number.

    The document of a solution comes back as a `Solution`; of a tree, of bounds and of a formula,
    what was checked. Raises `BluffError` if it is refused.

    >>> verify(solve("kuhn/n3-b1").document.replace('"1/3"', '"1/4"', 1))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    rational_bluff.BluffError: ...card 1: probabilities sum to 11/12, expected 1
    """
    if isinstance(document, Solution):
        return document.verify()
    try:
        return solution_of_document(document)
    except BluffError:
        return ask("verify", document=document)


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
    # The question lists one at least, or counts.
    listed = {"count": True} if limit == 0 else {"limit": whole("limit", limit)}
    found = ask("pure", game=asked(game, stakes), cuts=cuts, **listed)
    answer = {"count": found["count"], "equilibria": found.get("equilibria", ())}
    return cast(PureEquilibria, Frozen(answer))


def matrix(rows: Rows) -> MatrixEquilibrium:
    """An equilibrium of any two-player zero-sum game, given by its matrix.

    An entry is what the player of the columns pays the player of the rows; a pasted text has a row
    in each line. Both mixtures are checked against every row and column, without the solver.
    `solve` and ``equilibria(game=rows)`` take the same rows, and prove what they list.

    >>> matrix([[3, -1], ["-1/2", 1]])["rows"]
    (Fraction(3, 11), Fraction(8, 11))
    """
    found = ask("matrix", matrix=table_text(rows))
    mixtures = {side: tuple(map(number, found[side])) for side in ("rows", "columns")}
    return cast(MatrixEquilibrium, Frozen(found, **mixtures))


def audit(game: str, strategy: str) -> Mapping[str, Any]:
    """Exact bounds on the value of a spot of hold'em that a strategy proves.

    ``game`` is the text of a game file. ``strategy`` is a document of bounds, CSV with view, hand,
    action and probability, a dump of TexasSolver, or passive, last or mix. ``exploitability`` is
    half of what both players gain by best responses, in chips.
    """
    return cast(Mapping[str, Any], ask("audit", game=game, strategy=strategy))


def drill(document: str, answers: str = "", **settings: Any) -> Mapping[str, Any]:
    """Decisions of a solved spot, dealt by exact weights, and what your answers lose, in chips.

    ``document`` is that of a spot between bounds. ``answers`` are actions with commas between
    them; until ``over``, the last decision waits for one. Settings: ``seat``, ``hands``, ``seed``,
    and ``above``, the part of the pot above which a loss brings a decision back.
    """
    return cast(Mapping[str, Any], ask("drill", document=document, answers=answers, **settings))


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


def payoff(
    game: Union[Game, Rows],
    profile: Union[Solution, Mapping[str, Any], Sequence[Strategy], str, None] = None,
    *,
    bets: Iterable[int] | None = None,
    calls: Iterable[int] | None = None,
    **stakes: Unpack[Stakes],
) -> Payoff:
    """Payoffs of any strategies, best responses, the gain of each player by one, the worst mistake.

    ``profile`` is a `Solution`, strategies as it has them, or a document with strategies. The game
    may be rows or a text for `solve`, whose answer is such a document. For games with one bet,
    ``bets`` and ``calls`` may say instead with which cards I bets and II calls. All gains are 0
    exactly at an equilibrium.

    >>> timid = payoff("von-neumann/n9-b2", bets=[1, 8, 9], calls=[9])
    >>> timid["payoffs"][0], timid["gains"], timid["worst_mistake"]["card"]
    (Fraction(5, 36), (Fraction(4, 9), Fraction(1, 36)), 2)
    >>> rows = [[3, -1], ["-1/2", 1]]
    >>> payoff(rows, solve(rows))["exploitability"]
    Fraction(0, 1)
    """
    of = table_text(game) if is_pasted(game) else asked(cast(Union[Game, str], game), stakes)
    if profile is not None and bets is None and calls is None:
        document = profile if isinstance(profile, str) else profile_document(profile)
        found = ask("payoff", game=of, profile=document)
    elif profile is None and bets is not None and calls is not None:
        sets = {"bets": _cards("bets", bets), "calls": _cards("calls", calls)}
        found = ask("payoff", game=of, **sets)
    else:
        raise BluffError("expected a profile, or bets and calls")
    # Games without cards have none.
    mistake = found.get("worst_mistake")
    if mistake is not None:
        hands = _native.hands(cast(Game, of))
        mistake = Frozen(mistake, hand=hands[mistake["card"] - 1] if hands else None)
    return cast(Payoff, Frozen(found, worst_mistake=mistake))


def _cards(name: str, cards: Iterable[int]) -> str:
    if isinstance(cards, str):
        raise TypeError(f"{name} = {cards!r} is a str; expected whole numbers, such as [1, 8, 9]")
    return ",".join(whole(name, card) for card in cards)


# The questions that no function above asks.
grid: Callable[..., Any]
for _question in _native.questions():
    globals().setdefault(_question["name"], named(_question))
    __all__ += [_question["name"]] * (_question["name"] not in __all__)


def __dir__() -> list[str]:
    return list(__all__)

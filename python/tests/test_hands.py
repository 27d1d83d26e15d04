"""Hands of real cards by name: in text, tables, frames and grids."""

import json
import re
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from pathlib import Path

import pytest

from rational_bluff import BluffError, Game, explain, face, payoff, solve

RIVER = Path(__file__).parents[2] / "data/games/river.json"


def solved():
    return solve(Game.from_file(RIVER))


def test_hands_have_names_and_stand_in_a_grid():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    for solution, hand in [(solved(), "JcTc"), (solve("push-fold/s10"), "43s")]:
        assert hand in solution.hands and hand in {row["hand"] for row in solution.records()}
        assert ElementTree.fromstring(solution.svg()).tag.endswith("svg")
        assert solution.svg() == solution.svg("grid")
        axes = solution.plot()
        named = {text.get_text() for text in axes[0].texts}
        assert len(named) == 169 and {"AA", "AKs", "AKo", "22"} <= named
        pyplot.close("all")
    rows = [row for row in solve("push-fold/s10").records() if row["hand"] == "43s"]
    assert rows[1]["probability"] == Fraction(8731989, 12285638)


def test_no_answer_calls_a_hand_by_its_number():
    pandas = pytest.importorskip("pandas")
    leduc, river = solve("leduc"), solved()
    assert leduc.hands == ("J", "Q", "K") and solve("kuhn/n4-b1").hands == ()
    frames = [leduc.frame(), river.frame(), face("leduc").frame()]
    for frame, hands in zip(frames, [leduc.hands, river.hands, leduc.hands]):
        ends = frame["hands"].str.split(" to ").explode()
        assert isinstance(frame, pandas.DataFrame) and set(ends) <= set(hands)
    assert "hands" not in solve("kuhn/n4-b1").frame()
    for shown in [str(river), river._repr_html_(), str(face("leduc"))]:
        assert "antes" not in shown and not re.search(r"card \d|<td>\d+ to \d+</td>", shown)
    assert "<th>hands</th>" in river._repr_html_() and "<td>JcTc" in river._repr_html_()
    queen = leduc.explain("Q", "first to act")
    assert (queen.card, queen.hand) == (2, "Q") and "hand Q" in str(queen)
    assert explain("push-fold/s10", "22", "first to act").card == 169
    assert explain("kuhn/n3-b1", 2).hand == "Q" and explain("kuhn/n4-b1", 2).hand is None
    first = [next(iter(block["runs"][0]["actions"])) for block in leduc.strategies]
    always = [
        {**block, "runs": [{"cards": (1, 3), "actions": {action: 1}}]}
        for block, action in zip(leduc.strategies, first)
    ]
    assert payoff("leduc", always)["worst_mistake"]["hand"] in leduc.hands


@pytest.mark.parametrize(
    ("part", "given", "words"),
    [
        ("board", ["Ks", "9d"], "has 2 cards, expected the 5 of a river"),
        ("board", ["Ks", "9d", "6h", "3c", "2s", "2h"], "has 6 cards"),
        ("board", ["Ks", "9d", "Ks", "3c", "2s"], "Ks is given twice"),
        ("ranges", {"I": "KsKd", "II": "all"}, "on the board Ks9d6h3c2s"),
        ("ranges", {"I": "AsAs", "II": "all"}, "As"),
        ("ranges", {"I": "AA," * 3_000_000, "II": "all"}, "expected at most"),
        ("betting", {"pot": "10", "stacks": "40", "river": {"bets": ["41"]}}, "41"),
    ],
)
def test_rivers_that_are_none_are_refused(part, given, words):
    river = {**json.loads(RIVER.read_text()), part: given}
    with pytest.raises(BluffError, match=re.escape(words)):
        solve(Game.from_text(json.dumps(river)))


def test_hands_that_are_not_there_are_refused():
    with pytest.raises(BluffError, match="hand “A”, expected one that some player holds: J, Q, K"):
        solve("leduc").explain("A")
    with pytest.raises(BluffError, match="Ks is in the hand KsQs and on the board"):
        solved().explain("KsQs")
    with pytest.raises(BluffError, match="a grid of leduc, expected .* hands of hold'em"):
        solve("leduc").svg("grid")

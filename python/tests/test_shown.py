"""A solution shown: text, pictures, tidy data, a card explained."""

import re
import subprocess
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from pathlib import Path

import pytest

from rational_bluff import BluffError, explain, games, sliders, solve

BLUFF = Path(__file__).parents[2] / "target/release/bluff"
LABELS = [family["label"] for family in games().values()]


@pytest.mark.parametrize("label", LABELS)
def test_every_family_has_text_picture_table_and_explanation(label):
    solution = solve(label)
    assert str(solution).startswith(f"{label}\n") and "Certificate" in str(solution)
    picture = ElementTree.fromstring(solution._repr_svg_())
    assert picture.tag.endswith("svg") and label in solution.svg("strip")
    html = solution._repr_html_()
    assert label in html and "data:image/svg+xml" in html and "Certificate" in html
    card = solution.hands[0] if solution.hands else 1
    assert [view["player"] for view in solution.explain(card).views]
    drawn = "auto" if label == "leduc" or len(solution.players) > 3 else "tree"
    ElementTree.fromstring(solution.svg(drawn))


@pytest.mark.skipif(not BLUFF.exists(), reason="bluff is not built")
@pytest.mark.parametrize("label", LABELS)
def test_print_shows_what_the_command_prints(label):
    command = [BLUFF, "solve", label, "--format", "text"]
    printed = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    said = str(solve(label)).splitlines()
    # The command counts pivots.
    assert [line.split(", ")[0] for line in printed.splitlines()] == [
        line.split(", ")[0] for line in said
    ]


def test_pictures_that_a_game_does_not_have_are_refused():
    with pytest.raises(BluffError, match="expected a game with several sizes of one bet"):
        solve("kuhn/n3-b1").svg("matrix")
    with pytest.raises(BluffError, match="expected one of: auto, strip, matrix, grid, tree"):
        solve("kuhn/n3-b1").svg("pie")
    assert solve("newman/n14-b5").svg() == solve("newman/n14-b5").svg("matrix")


def test_html_shows_decimals_and_escapes_nothing_twice():
    html = solve("von-neumann/n28-b4")._repr_html_()
    assert "I: 113/1134 ≈ 0.099647" in html and "&amp;amp;" not in html
    assert re.search(r"<caption>Player I, first to act</caption>", html)
    menu = solve("newman", n=60, b=30)._repr_html_()
    assert menu.count("<table>") == 8 and "more views" in menu


def test_records_say_what_every_action_pays():
    solution = solve("kuhn/n5-b1")
    rows = solution.records()
    assert len(rows) == 5 * sum(2 for _ in solution.strategies)
    first = [row for row in rows if row["view"] == "first to act"]
    paid = sum(row["probability"] * row["value"] for row in first) / 5
    assert paid == solution.value
    for row in rows:
        same = [r for r in rows if (r["card"], r["view"]) == (row["card"], row["view"])]
        assert sum(r["probability"] for r in same) == 1
        if row["value"] is not None and row["probability"] > 0:
            assert row["value"] == max(r["value"] for r in same)


def test_a_tidy_frame_has_numbers_to_plot():
    pytest.importorskip("pandas")
    for label in LABELS:
        solution = solve(label)
        frame = solution.tidy()
        hand = ["hand"] if solution.hands else []
        columns = ["card", *hand, "player", "view", "action", "probability", "value"]
        assert list(frame) == columns
        assert frame["probability"].dtype == frame["value"].dtype == float
        groups = frame.groupby(["card", "player", "view"])["probability"].sum()
        assert groups.tolist() == pytest.approx([1.0] * len(groups))
    with pytest.raises(BluffError, match="expected at most 1000000"):
        solve("von-neumann/n1000000000-b2").records()


def test_a_plot_has_titled_axes_for_each_view():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    axes = solve("three-player/n4-b1").plot()
    titles = [axis.get_title(loc="left") for axis in axes]
    assert len(titles) == len(set(titles)) == 3 and titles[0] == "Player I, first to act"
    assert "three-player/n4-b1: value to I 1/24" in axes[0].figure.get_suptitle()
    assert solve("kuhn/n3-b1").plot(axes) == tuple(axes)
    pyplot.close("all")


def test_an_explanation_has_the_numbers_behind_a_value():
    card = solve("von-neumann/n28-b4").explain(3, "FIRST to act")
    (view,) = card.views
    bet = view["actions"][1]
    assert (bet["value"], bet["gap"]) == (Fraction(-23, 27), 0)
    total = sum(term["weight"] * term["payoff"] for term in bet["terms"])
    assert total / view["weight"] == bet["value"]
    assert "So check and bet 4 pay the same" in str(card) and "<pre>" in card._repr_html_()
    assert explain("von-neumann", 3, "first to act", n=28, b=4) == card
    assert hash(card) == hash(explain(solve("von-neumann/n28-b4"), 3, "first to act"))


@pytest.mark.parametrize(
    ("given", "words"),
    [((29,), "card = 29, expected a whole number from 1 to 28"), ((3, "river"), "expected one of")],
)
def test_cards_and_views_that_are_not_there_are_refused(given, words):
    with pytest.raises(BluffError, match=words):
        solve("von-neumann/n28-b4").explain(*given)


def test_sliders_follow_the_hand_and_say_what_is_no_game():
    widget = sliders("von-neumann", n=9, b=2)
    cards, bet, shown = widget.children
    assert "1/9" in shown.value and "von-neumann/n9-b2" in shown.value
    cards.value, bet.value = Fraction(7), Fraction(1, 4)
    assert "von-neumann/n7-b1_4" in shown.value and "certif" in shown.value.lower()
    kuhn = sliders("callers", n=5, b=1, players=3)
    kuhn.children[2].value = Fraction(10)
    assert "<p>" in kuhn.children[3].value and "n = 5" in kuhn.children[3].value

"""Formulas for all decks: values, forms, verification, and what is refused."""

import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from rational_bluff import (
    BluffError,
    every_bet,
    formula,
    pure,
    pure_counts,
    solve,
    verify,
    whole_bets,
)

BLUFF = Path(__file__).parents[2] / "target/release/bluff"


@pytest.mark.parametrize("game", [{"name": "von-neumann", "b": "1/2"}, {"name": "newman", "b": 3}])
def test_the_value_of_every_deck_is_that_of_its_solution(game):
    every = formula(**game)
    for n in [2, 3, 14, 28, 10**18]:
        stakes = {key: value for key, value in game.items() if key != "name"}
        assert every.value(n) == solve(game["name"], n=n, **stakes).value, n
    # Reciprocity: the constants read the same from c(1) backwards.
    assert all(every.constant(r) == every.constant(1 - r) for r in range(every.period))


@pytest.mark.parametrize(
    "label", ["kuhn/b2", "borel/b1", "hand-flip/b2-flip1_6", "one-raise/b1-raise2"]
)
def test_strategies_prove_the_value_of_every_deck(label):
    every = formula(label)
    for n in [2, 3, 4, 29, 101]:
        assert every.value(n) == solve(label.replace("/", f"/n{n}-", 1)).value, n
    assert every.verify() is every and hash(every) == hash(formula(label))
    wrong = every.document.replace(f'"n1":"{every.linear}"', '"n1":"5/7"', 1)
    with pytest.raises(BluffError):
        replace(every, document=wrong).verify()
    assert "n^2" in every._repr_latex_() and "c" in every._repr_html_()


def test_a_certificate_proves_the_closed_form_again():
    closed, proved = formula("von-neumann/b2"), formula("von-neumann", b=2, certificate=True)
    assert proved.verify() is proved
    assert verify(proved.document)["certified"]
    assert all(closed.value(n) == proved.value(n) for n in range(2, 60))


def test_the_value_of_a_deck_is_a_function_of_the_bet():
    five = every_bet(5)
    for bet in ["1/3", 1, "5/2", 6, 9]:
        assert five.value(bet) == solve("von-neumann", n=5, b=bet).value, bet
    assert every_bet(3).best[0]["bet"]["exact"] == "2√2 − 2"
    assert "Best bet" in str(five) and five.form("pari").startswith("\\\\ von-neumann/n5")
    with pytest.raises(BluffError, match="expected b > 0"):
        five.value(0)


def test_pure_equilibria_are_counted_at_every_deck():
    counts = pure_counts(2)
    for n in [7, 9, 12, 20]:
        assert counts.count(n) == pure("von-neumann", n=n, b=2)["count"], n
    assert "R(3, 2j + 1), from n = 7" in str(counts)
    assert "binomial(3*m + k[3], m)" in counts.form("pari")
    with pytest.raises(BluffError, match="format coq, expected one of: text, json, latex"):
        counts.form("coq")


def test_all_whole_bets_have_a_rate():
    deck = whole_bets(1000)
    assert deck.value == solve("newman", n=1000, b="max").value and deck.saturation == 57
    assert whole_bets(10**100).value is None and "10^−151" in str(whole_bets(10**100))
    assert whole_bets().form("svg").startswith("<svg")
    for n, words in [(1, "n = 1, expected a whole number from 2"), (10**300, "below 10\\^300")]:
        with pytest.raises(BluffError, match=words):
            whole_bets(n)


def test_names_labels_and_sets_mean_the_same():
    every = formula("one-street", s=["5/2", 1])
    assert every == formula("one-street/s1-5_2") == formula("one-street", s="1,5/2")
    assert every.label == "one-street/s1-5_2"
    assert every.verify() == every


def test_a_damaged_document_is_refused():
    every = formula("von-neumann", b=2)
    assert every.constants[3] == Fraction(2, 3)
    with pytest.raises(BluffError, match="residue 3: the document claims the constant"):
        replace(every, document=every.document.replace('"-2/3"', '"-1/3"', 1)).verify()


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ({"name": "in-turn", "b": 1}, "3 players, expected a game of two players"),
        ({"name": "newman", "b": 5}, "the period is 25481, expected at most 20000"),
        ({"name": "kuhn", "b": f"1/{10**40}"}, "which repeat after 10.120 or more cards"),
        ({"name": "von-neumann", "b": f"1/{10**40}"}, "the period is 10.80 or more"),
        ({"name": "newman", "b": "max"}, "expected finitely many, such as b=2"),
        ({"name": "von-neumann", "b": 0}, "expected b > 0"),
    ],
)
def test_what_has_no_formula_is_refused(game, words):
    with pytest.raises(BluffError, match=words):
        formula(**game)


def test_decks_of_fewer_than_two_cards_are_refused():
    with pytest.raises(BluffError, match="n = 1, expected 2 cards or more"):
        formula("von-neumann", b=2).value(1)


def test_a_notebook_shows_formula_constants_and_picture():
    every = formula("von-neumann", b=2)
    assert every._repr_latex_().startswith("$\\displaystyle v(n) = \\frac{1}{9} - ")
    html = every._repr_html_()
    assert "<td>2/9</td>" in html and "data:image/svg+xml" in html
    assert len(every.plot().collections[0].get_offsets()) == 19
    assert "\\frac{2}{3}" in every.latex() and every.svg().startswith("<svg")
    with pytest.raises(BluffError, match="format pdf, expected one of: text, json"):
        every.form("pdf")


@pytest.mark.skipif(not BLUFF.exists(), reason="bluff is not built")
@pytest.mark.parametrize("form", ["text", "json", "latex", "maple", "sage", "pari", "coq", "svg"])
def test_every_form_has_the_bytes_of_the_command(form):
    command = [BLUFF, "formula", "von-neumann/b2", "--format", form]
    printed = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert formula("von-neumann/b2").form(form) == printed

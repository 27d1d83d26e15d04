"""Formulas for all decks: values, forms, verification, and what is refused."""

import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from rational_bluff import BluffError, formula, solve

BLUFF = Path(__file__).parents[2] / "target/release/bluff"


@pytest.mark.parametrize("game", [{"name": "von-neumann", "b": "1/2"}, {"name": "newman", "b": 3}])
def test_the_value_of_every_deck_is_that_of_its_solution(game):
    every = formula(**game)
    for n in [2, 3, 14, 28, 10**18]:
        stakes = {key: value for key, value in game.items() if key != "name"}
        assert every.value(n) == solve(game["name"], n=n, **stakes).value, n
    # Reciprocity: the constants read the same from c(1) backwards.
    assert all(every.constant(r) == every.constant(1 - r) for r in range(every.period))


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
        ({"name": "kuhn", "b": 1}, "no formula for all decks of kuhn"),
        ({"name": "newman", "b": 5}, "the period is 25481, expected at most 20000"),
        ({"name": "newman", "b": "max"}, "expected finitely many"),
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
    with pytest.raises(BluffError, match="form “pdf”, expected one of: json, latex"):
        every.form("pdf")


@pytest.mark.skipif(not BLUFF.exists(), reason="bluff is not built")
@pytest.mark.parametrize("form", ["text", "json", "latex", "maple", "sage", "pari", "coq", "svg"])
def test_every_form_has_the_bytes_of_the_command(form):
    command = [BLUFF, "formula", "von-neumann/b2", "--format", form]
    printed = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert formula("von-neumann/b2").form(form) == printed

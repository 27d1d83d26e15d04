"""Python is a door to every family of games and to every form of a solution."""

import json
import keyword
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from rational_bluff import (
    BluffError,
    Game,
    chart,
    compare,
    continuous,
    equity,
    every_bet,
    explain,
    fairness,
    formula,
    forms,
    games,
    matrix,
    payoff,
    pure,
    pure_counts,
    solve,
    table,
    verify,
    whole_bets,
)

BLUFF = Path(__file__).parents[2] / "target/release/bluff"
LABELS = [family["label"] for family in games().values()]
# The others have decks of their own, with which programs for computer algebra cannot reckon.
RANKED = [label for label in LABELS if "/n" in label]


def stakes_of(game):
    """The keyword arguments that name the game of a solution document."""
    given = {key: game[key] for key in game.keys() - {"name", "bets"}}
    if "bets" not in game:
        del given["n"]
    elif game["name"] == "one-street":
        given["s"] = game["bets"][1:]
    else:
        given["b"] = game["bets"][-1]
    return {f"{key}_" if keyword.iskeyword(key) else key: given[key] for key in given}


LOCKS = json.loads((Path(__file__).parents[2] / "tests/locks/doors.json").read_text())


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock["game"])
def test_a_lock_is_the_same_as_by_the_command(lock, tmp_path):
    file = tmp_path / "lock.csv"
    file.write_text(lock["lock"])
    solution = solve(lock["game"], lock=lock["lock"])
    assert json.loads(solution.document)["locked"]
    if BLUFF.exists():
        command = [BLUFF, "solve", lock["game"], "--json", "--lock", file]
        text = subprocess.run(command, capture_output=True, check=True).stdout
        assert solution.form("json").encode() == text


@pytest.mark.parametrize("name", games())
def test_every_family_is_solved_by_label_and_by_name(name):
    family = games()[name]
    solution = solve(family["label"])
    game = json.loads(solution.document)["game"]
    assert (solution.label, game["name"]) == (family["label"], name)
    assert Game.named(name, **stakes_of(game)) == Game.from_label(family["label"])
    assert solve(name, **stakes_of(game)) == verify(solution.document) == solution
    assert payoff(name, solution, **stakes_of(game))["nash_conv"] == 0
    assert family["title"] and family["about"].count(".") >= 2


def test_every_form_says_what_it_is():
    for name, form in forms().items():
        assert all(form[key] for key in ("suffix", "media", "about")), name
    assert len({form["suffix"] for form in forms().values()}) == len(forms())


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("name", forms())
def test_every_form_of_every_family_is_written(name, label):
    solution = solve(label)
    if label not in RANKED and name in ("maple", "sage", "pari"):
        with pytest.raises(BluffError, match="has a deck of its own"):
            solution.form(name)
        return
    text = solution.form(name)
    assert text.endswith("\n")
    if BLUFF.exists():
        command = [BLUFF, "solve", label, "--format", name]
        assert text.encode() == subprocess.run(command, capture_output=True, check=True).stdout


@pytest.mark.parametrize("label", RANKED)
def test_forms_say_what_the_solution_says(label):
    solution = solve(label)
    assert solution.form("json") == solution.document
    # Without Sage the program takes Python's fractions. Six players have too many deals for it.
    program = solution.form("sage")
    command = [sys.executable, "-c", program]
    said = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    paid = f"{label}: the strategies pay {', '.join(map(str, solution.values))}\n"
    assert said == ("" if label.startswith("callers/") else paid)
    assert ("# Too many cases to sum up here" in program) == (said == "")


def test_the_game_of_a_file_has_every_form():
    file = Path(__file__).parents[2] / "data/games/half-street-kuhn.json"
    solution = solve(Game.from_file(file))
    assert all(solution.form(name) for name in forms())


def test_cards_are_named_as_people_name_them():
    kuhn = solve("kuhn/n3-b1")
    assert kuhn["I", "first to act", "j"] == kuhn["I", "first to act", 1]
    assert [row["hand"] for row in kuhn.records()[:5:2]] == ["J", "Q", "K"]
    assert solve("leduc")["I", "first to act", "Q"]["check"] < 1
    for of, card in [(kuhn, "A"), (kuhn, 4), (solve("von-neumann/n3-b1"), "J")]:
        with pytest.raises(KeyError, match="expected"):
            of["I", "first to act", card]


def test_a_spot_has_bounds():
    file = {
        "format": 2, "name": "turn", "players": 2, "deck": "hold'em", "board": "Ks9d6h3c",
        "ranges": {"I": "AA,QJs", "II": "KQs"},
        "betting": {"pot": "10", "stacks": "10", "turn": {"bets": ["pot"]}, "river": {}},
    }  # fmt: skip
    bounds = solve(text=json.dumps(file), within="1/100")["certificate"]
    assert bounds["lower"] < bounds["upper"] <= bounds["lower"] + Fraction(2, 10)
    with pytest.raises(BluffError, match="within = 2, expected a part of the pot"):
        solve(text=json.dumps(file), within=2)


def test_a_form_is_written_of_what_is_certified_only():
    solution = solve("kuhn/n3-b1")
    with pytest.raises(BluffError, match="probabilities sum to 11/12"):
        verify(solution.document.replace('"1/3"', '"1/4"', 1))
    with pytest.raises(TypeError, match="Certified"):
        type(solution._certified)()
    with pytest.raises(TypeError):
        solution.form(None)


# Doors that read a number. Command, HTTP and pages: server/bluff/tests/spellings.rs.
NUMBERS = json.loads((Path(__file__).parents[2] / "tests/spellings.json").read_text())
DOORS = {
    "b": lambda number: solve("kuhn", n=3, b=number),
    "n": lambda number: solve("kuhn", n=number, b=1),
    "s": lambda number: solve("one-street", n=3, s=f"0,{number}"),
    "sizes": lambda number: solve("one-street", n=3, s=[0, number]),
    "raise": lambda number: solve("one-raise", n=4, b=2, raise_=number),
    "flip": lambda number: solve("hand-flip", n=4, b=2, flip=number),
    "stack": lambda number: solve("push-fold", stack=number),
    "players": lambda number: solve("callers", n=12, b=2, players=number),
    "copies": lambda number: solve("kuhn", n=3, b=1, copies=number),
    "card": lambda number: explain("kuhn/n12-b1", number),
    "chart": lambda number: chart(ante=number),
    "compare": lambda number: compare("von-neumann", (2, 4), b=number),
    "last": lambda number: compare("von-neumann", (2, number), b=1),
    "continuous": lambda number: continuous("von-neumann", b=number),
    "equity": lambda number: equity("AA", f"KK:{number},QQ", "Ks9d6h3c2s"),
    "fairness": lambda number: fairness("padlocks", players=2, cards=number),
    "formula": lambda number: formula("von-neumann", b=number),
    "every_bet": lambda number: every_bet(number),
    "whole_bets": lambda number: whole_bets(number),
    "matrix": lambda number: matrix([[number, -1], [0, 2]]),
    "pure": lambda number: pure("von-neumann", n=9, b=number),
    "pure_counts": lambda number: pure_counts(number),
    "table": lambda number: table("von-neumann", n="2..3", b=number),
    "decks": lambda number: table("von-neumann", n=f"2..{number}", b=1),
}


def answer(door, number):
    try:
        return str(DOORS[door](number))
    except BluffError:
        return None


@pytest.mark.parametrize("door", DOORS)
def test_every_argument_reads_every_spelling(door):
    expected = {number: answer(door, number) for number in NUMBERS}
    assert any(expected.values())
    for number, spellings in NUMBERS.items():
        for spelling in spellings:
            assert answer(door, spelling) == expected[number], f"{spelling} for {number}"

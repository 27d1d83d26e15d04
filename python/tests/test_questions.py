"""Questions about games and deals: faces, tables, grids, files, fairness."""

import subprocess
from fractions import Fraction
from operator import mul
from pathlib import Path

import pytest

import rational_bluff
from rational_bluff import (
    BluffError,
    Game,
    check_deal,
    compare,
    continuous,
    deal,
    equilibria,
    face,
    fairness,
    matrix,
    pay_table,
    payoff,
    protocols,
    pure,
    solve,
    table,
)

BLUFF = Path(__file__).parents[2] / "target/release/bluff"


def test_the_version_and_every_public_name_are_there():
    assert rational_bluff.__version__ == "0.1.0"
    assert all(hasattr(rational_bluff, name) for name in rational_bluff.__all__)


def test_a_face_holds_every_equilibrium():
    optimal = face("kuhn/n3-b1")
    assert (optimal.value, optimal.unique) == (Fraction(-1, 18), False)
    played = {(block["player"], block["view"]): block for block in solve("kuhn/n3-b1").strategies}
    for view in optimal.views:
        for run in played[view["player"], view["view"]]["runs"]:
            for other in view["runs"]:
                if other["cards"][0] <= run["cards"][0] <= other["cards"][1]:
                    for action, (least, greatest) in other["actions"].items():
                        assert least <= run["actions"].get(action, 0) <= greatest
    assert face("von-neumann", n=3, b=1).unique and hash(optimal) == hash(face("kuhn/n3-b1"))
    assert "least..greatest" in str(optimal)


def test_a_face_as_a_frame():
    pytest.importorskip("pandas")
    frame = face("kuhn/n4-b1").frame()
    assert list(frame) == ["player", "view", "first", "last", "action", "least", "greatest"]
    assert (frame["least"] <= frame["greatest"]).all()


def test_a_pay_table_has_a_saddle_between_its_values():
    found = pay_table("von-neumann/n3-b1")
    value = solve("von-neumann/n3-b1").value
    assert max(map(min, found.cells)) <= value <= min(map(max, zip(*found.cells)))
    assert (len(found.rows), len(found.columns)) == (len(found.cells), len(found.cells[0]))
    pytest.importorskip("pandas")
    assert found.frame().shape == (8, 8)
    with pytest.raises(BluffError):
        pay_table("von-neumann/n28-b4")


def test_a_matrix_is_solved_and_checked():
    poker = pay_table("von-neumann/n3-b1")
    found = matrix(poker.cells)
    assert found["value"] == solve("von-neumann/n3-b1").value
    assert sum(found["rows"]) == sum(found["columns"]) == 1
    for column in zip(*poker.cells):
        assert sum(map(mul, found["rows"], column)) >= found["value"]
    pasted = "\n".join(" ".join(map(str, row)) for row in poker.cells)
    for rows in poker.cells, pasted, pasted.splitlines():
        assert matrix(rows) == found
        assert solve(rows)["values"] == (found["value"], -found["value"])
    whole = equilibria(game=poker.cells)
    assert whole["complete"] and whole["values"][0] == found["value"]
    for bad, words in [
        ([], "an empty matrix"),
        ([[1, 2], [3]], "row 2 has 1 entry"),
        ([[1], []], "row 2 has 0 entries"),
        (["x"], "x"),
    ]:
        with pytest.raises(BluffError, match=words):
            matrix(bad)
    with pytest.raises(TypeError):
        matrix([[0.5]])


def test_a_grid_has_the_values_of_its_games():
    grid = table("von-neumann", n=range(2, 9), b=[1, "5/2"])
    assert len(grid.cells) == 14 and hash(grid) == hash(grid)
    for cell in grid.cells:
        assert cell["value"] == solve(cell["label"]).value
        assert cell["label"] == Game.named("von-neumann", n=cell["n"], b=cell["b"]).label
    with pytest.raises(BluffError, match="a grid of 1000000 games"):
        table("von-neumann", n=range(1000), b=range(1000))
    pytest.importorskip("pandas")
    assert grid.frame().pivot(index="n", columns="b", values="value").shape == (7, 2)


@pytest.mark.parametrize("form", ["json", "efg", "nfg", "lp", "mps"])
def test_a_game_is_written_as_the_command_writes_it(form):
    text = Game.from_label("von-neumann/n3-b1").export(form)
    assert text.endswith("\n")
    if BLUFF.exists():
        command = [BLUFF, "game", "von-neumann/n3-b1", "--format", form]
        assert text == subprocess.run(command, capture_output=True, check=True, text=True).stdout


def test_a_game_file_is_the_same_game(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(Game.from_label("kuhn/n3-b1").export("json"))
    assert solve(Game.from_file(path)).values == solve("kuhn/n3-b1").values
    with pytest.raises(BluffError, match="expected one of: json, efg, nfg, lp, mps"):
        Game.from_label("kuhn/n3-b1").export("xls")
    with pytest.raises(BluffError):
        Game.from_label("kuhn/n3000-b1").export("efg")


def test_a_deal_is_checked_and_a_change_is_found():
    dealt = deal("barany-furedi", players=3, cards=10, hand=2, seed="07" * 32)
    assert dealt == deal("barany-furedi", players=3, cards=10, hand=2, seed="07" * 32)
    cards = [card for hand in dealt.hands.values() for card in hand]
    assert len(cards) == len(set(cards)) == 6
    assert check_deal(dealt) == check_deal(dealt.document)
    assert check_deal(dealt)["honest"] is True and str(dealt).startswith("barany-furedi")
    hand = dealt.document.index('"hand": [') + len('"hand": [')
    forged = dealt.document[:hand] + dealt.document[hand:].replace(cards[0], "99", 1)
    assert check_deal(forged)["honest"] is False
    assert deal("padlocks", players=2, cards=3) != deal("padlocks", players=2, cards=3)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: deal("poker"), "expected one of: barany-furedi"),
        (lambda: deal("padlocks", seed="1"), "64"),
        (lambda: deal("padlocks", players=1), "players = 1, expected a whole number from 2"),
        (lambda: check_deal("{}"), "missing field"),
        (lambda: fairness("padlocks"), "no cards, expected a number or a game"),
        (
            lambda: fairness("padlocks", "kuhn/n3-b1", cards=3),
            "cards = 3, expected none beside a game",
        ),
        (lambda: deal("barany-furedi", players=33), "players = 33, expected a whole number"),
        (lambda: deal("barany-furedi", seed="15"), "seed = 15, expected 64 hexadecimal digits"),
    ],
)
def test_bad_questions_about_deals(ask, words):
    with pytest.raises(BluffError) as refused:
        ask()
    assert words in str(refused.value)


def test_a_protocol_is_fair_and_a_planted_bug_is_not():
    assert "padlocks" in protocols()
    found = fairness("padlocks", players=2, cards=3)
    assert found["fair"] and found["offenders"] == () and found["branches"] > 1
    bug = "constant-places-lowest-free"
    assert not fairness("barany-furedi", players=3, cards=4, plant=bug)["fair"]
    assert fairness("padlocks", players=2, cards=4, deals=500, seed=1)["rejected"] is False


@pytest.mark.parametrize(
    "ask",
    [
        lambda: pure("von-neumann/n7-b2"),
        lambda: continuous("newman", b="max"),
        lambda: continuous("kuhn", b=1),
        lambda: compare("von-neumann", (17, 19), b=2),
        lambda: payoff("von-neumann/n9-b2", bets=[1, 9], calls=[9]),
        lambda: fairness("padlocks", "kuhn/n3-b1"),
        lambda: fairness("padlocks", players=2, cards=3),
        lambda: pay_table("von-neumann/n3-b1"),
        lambda: matrix([[1, -1], [-1, 1]]),
        lambda: table("kuhn", n=[3, 4], b=1),
    ],
)
def test_answers_are_hashable_and_cannot_be_changed(ask):
    answer = ask()
    assert answer == ask() and hash(answer) == hash(ask())
    with pytest.raises(TypeError):
        answer["label"] = "mine"

"""The values and documents of the library, as Python sees them."""

import copy
import json
import pickle
import subprocess
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from rational_bluff import (
    BluffError,
    Game,
    compare,
    continuous,
    fairness,
    payoff,
    pure,
    solve,
    solve_all,
    verify,
)

ROOT = Path(__file__).parents[2]
BLUFF = ROOT / "target/release/bluff"
DOCUMENTS = sorted((ROOT / "data/documents").glob("*.json"))
KNOWN = [
    ("von-neumann/n3-b1", Fraction(1, 18)),
    ("von-neumann/n28-b4", Fraction(113, 1134)),
    ("von-neumann/n7-b2", Fraction(2, 21)),
    ("kuhn/n3-b1", Fraction(-1, 18)),
    ("three-player/n4-b1", Fraction(1, 24)),
    ("three-player/n65-b2", Fraction(402733, 3357900)),
    ("von-neumann/n1000000000000000000-b2", None),
]


@pytest.mark.parametrize(("label", "value"), KNOWN)
def test_known_values(label, value):
    solution = solve(label)
    assert solution.label == label
    assert all(isinstance(number, Fraction) for number in solution.values)
    assert value is None or solution.values[0] == value
    assert sum(solution.values) == 0
    assert solution.verify() == solution == pickle.loads(pickle.dumps(solution))


@pytest.mark.parametrize("protocol", ["barany-furedi", "padlocks", "verified-deck", "two-servers"])
def test_fair_deals_pay_the_value(protocol):
    found = fairness(protocol, "kuhn/n3-b1")
    value = (Fraction(-1, 18), Fraction(1, 18))
    assert found["equal"] and found["dealt"] == found["value"] == value
    assert found["unfinished"] == found["illegal"] == 0


def test_the_cards_of_a_game_file_are_dealt():
    game = Game.from_file(ROOT / "data/games/half-street-kuhn.json")
    assert fairness("padlocks", game)["dealt"] == solve(game).values


def test_a_planted_bug_shows_in_the_winnings_and_fair_deals_do_not():
    table = ("barany-furedi", "von-neumann/n4-b2")
    bug = "constant-places-lowest-free"
    found = fairness(*table, plant=bug)
    assert not found["equal"] and found["value"][0] == Fraction(1, 12)
    sampled = fairness(*table, plant=bug, deals=5_000, seed=1)
    assert sampled["rejected"] == (True, True)
    assert all(isinstance(mean, Fraction) for mean in sampled["mean"])
    assert fairness(*table, deals=5_000, seed=1)["rejected"] == (False, False)


@pytest.mark.parametrize("method", ["threshold", "lp", "normal-form"])
def test_methods_agree(method):
    found = solve("von-neumann", n=6, b="1/2", method=method)
    assert found.values == solve("von-neumann/n6-b1_2").values


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_stored_documents(path):
    document = path.read_text()
    solution = verify(document)
    assert solution.document == document
    assert [str(value) for value in solution.values] == json.loads(document)["values"]


@pytest.mark.skipif(not BLUFF.exists(), reason="bluff is not built")
@pytest.mark.parametrize(
    "asked", ["von-neumann -n 28 -b 4", "kuhn -n 5 -b 3/2", "three-player -n 7 -b 2"]
)
def test_the_bytes_of_the_command_line(asked):
    name, _, n, _, b = asked.split()
    command = [BLUFF, "solve", *asked.split(), "--format", "json"]
    printed = subprocess.run(command, capture_output=True, check=True)
    assert solve(name, n=n, b=b).document.encode() == printed.stdout


def test_strategies_are_those_of_the_document():
    solution = solve("one-street", n=28, s=[1, "5/2", 7])
    document = json.loads(solution.document)
    for ours, theirs in zip(solution.strategies, document["strategies"], strict=True):
        assert (ours["player"], ours["view"]) == (theirs["player"], theirs["view"])
        for run, same in zip(ours["runs"], theirs["runs"], strict=True):
            assert list(map(str, run["cards"])) == same["cards"]
            actions = [(key, Fraction(text)) for key, text in same["actions"].items()]
            assert list(run["actions"].items()) == actions


def test_a_solution_is_hashable_and_cannot_be_changed():
    solution = solve("kuhn/n5-b1")
    assert hash(solution) == hash(verify(solution.document))
    assert len({solution, copy.deepcopy(solution), pickle.loads(pickle.dumps(solution))}) == 1
    block = solution.strategies[0]
    run = block["runs"][0]
    parts = (block, block["runs"], run, run["cards"], run["actions"])
    for held in (solution.values, solution.strategies, *parts):
        assert isinstance(hash(held), int)
        place = next(iter(held)) if isinstance(held, dict) else 0
        with pytest.raises(TypeError):
            held[place] = None
        with pytest.raises(TypeError):
            del held[place]
    for change in (dict.clear, dict.popitem, dict.update):
        with pytest.raises(TypeError, match="cannot be changed"):
            getattr(run["actions"], change.__name__)()
    with pytest.raises(AttributeError):
        solution.values = ()
    assert solution == solve("kuhn/n5-b1")


def test_each_part_is_made_once():
    solution = solve("newman/n14-b5")
    for part in ("label", "method", "values", "strategies", "hands", "document"):
        assert getattr(solution, part) is getattr(solution, part), part
    again = solve("newman/n14-b5")
    assert solution.strategies is not again.strategies and solution == again


def test_a_pickle_is_checked_when_it_is_read():
    kept = pickle.dumps(solve("kuhn/n3-b1"))
    assert pickle.loads(kept) == solve("kuhn/n3-b1")
    with pytest.raises(BluffError, match="probabilities sum to 11/12"):
        pickle.loads(kept.replace(b'"1/3"', b'"1/4"', 1))


def test_labels_in_any_spelling():
    assert solve("von-neumann/n028-b8_2").label == "von-neumann/n28-b4"
    assert Game.from_label("newman/n14-bmax").label == "newman/n14-b5"
    assert solve("von-neumann/n28-b4", n=28, b="8/2") == solve("von-neumann/n28-b4")


def test_every_exact_number_goes_in():
    bets = ("5/2", "2.5", Fraction(5, 2), Decimal("2.5"), Decimal("25E-1"))
    games = [Game.named("von-neumann", n=9, b=b) for b in bets]
    assert {game.label for game in games} == {"von-neumann/n9-b5_2"}
    numpy = pytest.importorskip("numpy")
    assert Game.named("kuhn", n=numpy.int64(3), b=numpy.int32(2)).label == "kuhn/n3-b2"


def test_long_numbers_come_out():
    """Python reads no more than 4300 digits from text unless it is told to."""
    bluff = solve("von-neumann/n3-b1")
    actions = {"check": "0." + "9" * 5000, "bet 1": "0." + "0" * 4999 + "1"}
    rare = {"cards": (1, 1), "actions": actions}
    mine = {**bluff.strategies[0], "runs": [rare, *bluff.strategies[0]["runs"][1:]]}
    worth = payoff(bluff.label, [mine, bluff.strategies[1]])
    assert worth["nash_conv"].denominator > 10**4999


def test_a_game_file(tmp_path):
    game = Game.from_file(ROOT / "data/games/half-street-kuhn.json")
    solution = solve(game)
    assert sum(solution.values) == 0
    assert solve(pickle.loads(pickle.dumps(game))) == solution
    with pytest.raises(FileNotFoundError):
        Game.from_file(tmp_path / "none.json")


def test_stakes_of_every_kind():
    labels = {
        "callers/n9-b2-p4": dict(n=9, b=2, players=4),
        "one-raise/n6-b2-raise6": dict(n=6, b=2, raise_=6),
        "hand-flip/n6-b2-flip1_6": dict(n=6, b=2, flip=Fraction(1, 6)),
        "basic-endgame/n3-b2-w1_3": dict(b=2, win="1/3"),
        "kuhn/n13-b3_2-r4": dict(n=13, b="3/2", copies=4),
        "newman/n14-b5": dict(n=14, b="max"),
    }
    for label, stakes in labels.items():
        assert Game.named(label.split("/")[0], **stakes) == Game.from_label(label)


def test_pure_equilibria():
    assert pure("von-neumann", n=200, b=2, limit=0)["equilibria"] == ()
    assert pure("von-neumann", n=200, b=2, limit=0)["count"] == 16635641296703864308483436321233200
    assert len(pure("von-neumann/n200-b2", limit=5)["equilibria"]) == 5
    assert pure("von-neumann/n22-b2", cuts=True) == {"count": 0, "equilibria": ()}


def test_continuous_games():
    assert continuous("newman")["value"] == Fraction(1, 7)
    assert continuous("three-player", b="best", digits=15)["bet"] == Decimal("2.072378576395282")
    assert continuous("kuhn", b=1)["strategies"][0]["hands"][0][0] == 0
    assert continuous("basic-endgame", b=2, win="1/3")["endgame"] is not None
    limits = [Fraction(1, 2), 8]
    assert continuous("newman", between="1/2,8") == continuous("newman", between=limits)
    assert continuous("newman", grid="1/2")["formula"] is not None


def test_decks_beside_the_continuous_game():
    beside = compare("von-neumann", range(2, 19), b=2)
    assert [deck["n"] for deck in beside["decks"]] == list(range(2, 19))
    assert beside["decks"][-1]["values"][0] == beside["continuous"]["value"] == Fraction(1, 9)
    assert isinstance(compare("newman", (5, 6), b="max")["decks"][0]["difference"], Decimal)


def test_payoffs():
    solution = solve("kuhn/n5-b1")
    assert payoff("kuhn/n5-b1", solution)["worst_mistake"] is None
    assert payoff("kuhn", solution.document, n=5, b=1)["nash_conv"] == 0
    assert payoff("kuhn/n5-b1", solution.strategies) == payoff("kuhn/n5-b1", solution)
    timid = payoff("von-neumann/n9-b2", bets={1, 8, 9}, calls=range(9, 10))
    assert timid["exploitability"] * 2 == timid["nash_conv"] == sum(timid["gains"]) > 0


def test_several_equilibria():
    assert len(solve_all("three-player/n4-b1", method="search", starts=40, seed=1)) >= 1

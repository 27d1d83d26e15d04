"""Calls that people guess."""

from fractions import Fraction
from pathlib import Path

import pytest

from rational_bluff import (
    BluffError,
    Chart,
    Game,
    Range,
    Solution,
    chart,
    continuous,
    equilibria,
    equity,
    formula,
    payoff,
    solve,
    table,
    verify,
)

KUHN = solve("kuhn/n3-b1")


def test_a_game_is_made_by_its_name() -> None:
    by_words = Game("von-neumann", cards=28, bet=4)
    assert by_words == Game("von-neumann/n28-b4") == Game.named("von-neumann", n=28, b=4)
    assert Game("leduc").label == "leduc"
    assert hash(by_words) == hash(Game("von-neumann/n028-b8_2"))
    with pytest.raises(BluffError, match="nonsense"):
        Game("nonsense", n=3, b=1)


def test_numbers_may_follow_the_name() -> None:
    assert solve("kuhn", 3, 1) == KUHN == solve("kuhn", 3, b=1) == solve(game="kuhn/n3-b1")
    for numbers, stakes in [((3, 1, 2), {}), ((3,), {"n": 3})]:
        with pytest.raises(TypeError):
            solve("kuhn", *numbers, **stakes)


def test_answers_are_read_as_people_guess() -> None:
    every = formula("von-neumann/b2")
    assert every(28) == every.at(28) == every.value(28)
    assert continuous("von-neumann", b=2).value == Fraction(1, 9)
    assert equilibria("kuhn/n3-b1") == equilibria(game="kuhn/n3-b1")
    assert verify(KUHN) == KUHN
    assert verify(KUHN.to_json()).to_dict()["label"] == KUHN.label
    with pytest.raises(AttributeError, match="expected one of"):
        continuous("von-neumann", b=2).worth
    with pytest.raises(TypeError, match="expected at most"):
        equilibria(*range(99))
    grid = table("kuhn", n=3, b=1)
    assert grid.df.equals(grid.to_frame())


def test_strategies_are_read_by_player_view_and_card() -> None:
    for block in KUHN.strategies:
        player, view = block["player"], block["view"]
        assert KUHN[player][view] == KUHN.strategy(player, view) == block["runs"]
        for run in block["runs"]:
            for card in range(run["cards"][0], run["cards"][1] + 1):
                assert KUHN[player, view, card] == run["actions"]
    for place in ["IV", ("I", "nowhere"), ("I", "first to act", 4), ("I", "first to act", "As")]:
        with pytest.raises(KeyError, match="expected one"):
            KUHN[place]
    leduc = solve("leduc")
    view = leduc.strategies[0]["view"]
    assert leduc["I", view, leduc.hands[0]] == leduc["I", view, 1]


def test_a_solution_is_saved_and_loaded(tmp_path: Path) -> None:
    KUHN.save(tmp_path / "kuhn.json")
    assert Solution.load(tmp_path / "kuhn.json") == KUHN
    (tmp_path / "kuhn.json").write_text(KUHN.document.replace('"1/3"', '"1/4"', 1))
    with pytest.raises(BluffError):
        Solution.load(tmp_path / "kuhn.json")


def test_data_frames_have_the_names_of_other_libraries() -> None:
    assert KUHN.df.equals(KUHN.tidy()) and KUHN.to_frame().equals(KUHN.tidy())


@pytest.mark.parametrize("stack", [1, "7/2", 10, Fraction(201, 20), 25])
def test_a_chart_is_the_equilibrium_at_every_stack(stack: Fraction | int | str) -> None:
    found = chart()
    assert isinstance(found, Chart)
    at, solved = found.at(stack), solve("push-fold", stack=stack)
    assert at["value"] == solved.value
    profile = [
        {**block, "runs": [
            {"cards": (card, card), "actions": {"fold": 1 - plan[hand], action: plan[hand]}}
            for card, hand in enumerate(solved.hands, 1)
        ]}
        for block, action in zip(solved.strategies, ("push", "call"))
        for plan in [at[action]]
    ]  # fmt: skip
    assert payoff("push-fold", stack=stack, profile=profile)["gains"] == (0, 0)


def test_a_chart_ends() -> None:
    for stack in (0, "1/2", 26):
        with pytest.raises(ValueError, match="expected 1 to 25"):
            chart().at(stack)


def test_a_range_has_an_equity() -> None:
    assert Range("AhAd").equity("KsKc", "2c7d9hJs") == equity("AhAd", "KsKc", "2c7d9hJs")
    assert str(Range("QQ+")) == "QQ+"

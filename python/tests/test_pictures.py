"""Frames, arrays and tables of a solution, for notebooks."""

import sys

import pytest

from rational_bluff import solve


def test_a_frame_has_a_row_per_run():
    pandas = pytest.importorskip("pandas")
    solution = solve("three-player/n4-b1")
    frame = solution.frame()
    assert isinstance(frame, pandas.DataFrame)
    assert len(frame) == sum(len(block["runs"]) for block in solution.strategies)
    mine = frame[frame.player == "I"]
    assert (mine["check"] + mine["bet 1"] == 1).all()
    assert mine["call"].isna().all()


def test_an_array_has_a_number_per_card():
    numpy = pytest.importorskip("numpy")
    solution = solve("von-neumann/n28-b4")
    bets = solution.array("I", "bet 4")
    assert bets.shape == (28,) and bets.dtype == numpy.float64
    assert bets.sum() == pytest.approx(6 + 2 / 3)
    assert (bets + solution.array("I", "check") == 1).all()
    newman = solve("newman", n=60, b=30)
    names = ["check", *(f"bet {bet}" for bet in range(1, 31))]
    sizes = sum(newman.array("I", name) for name in names if _is_played(newman, name))
    assert sizes == pytest.approx(numpy.ones(60))


def _is_played(solution, name):
    return any(name in run["actions"] for run in solution.strategies[0]["runs"])


def test_a_view_tells_actions_of_one_name_apart():
    kuhn = solve("kuhn/n3-b1")
    views = [block["view"] for block in kuhn.strategies if block["player"] == "I"]
    assert [kuhn.array("I", "call", views[1]).shape, kuhn.array("I", "call").shape] == [(3,), (3,)]


@pytest.mark.parametrize(("missing", "ask"), [("pandas", "frame"), ("numpy", "array")])
def test_what_is_missing_is_named(monkeypatch, missing, ask):
    monkeypatch.setitem(sys.modules, missing, None)
    solution = solve("kuhn/n3-b1")
    with pytest.raises(ImportError, match="pip install"):
        solution.frame() if ask == "frame" else solution.array("I", "call")


def test_a_table_for_notebooks():
    shown = solve("von-neumann/n3-b1")._repr_html_()
    assert "<td>1</td><td>2/3</td><td>1/3</td>" in shown and "von-neumann/n3-b1" in shown
    assert shown.count("<table>") == shown.count("</table>") == 2

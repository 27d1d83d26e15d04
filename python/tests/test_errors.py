"""Bad input: what was given, and what is allowed."""

import os
import signal
import subprocess
import sys
import threading
import time
from decimal import Decimal
from pathlib import Path

import pytest

import rational_bluff
from rational_bluff import (
    BluffError,
    Game,
    compare,
    continuous,
    explain,
    fairness,
    formula,
    forms,
    matrix,
    payoff,
    pure,
    solve,
    solve_all,
    verify,
)

BLUFF = Path(__file__).parents[2] / "target/release/bluff"


@pytest.mark.parametrize("bet", [0.5, 2.0, float("nan"), True, None, 1j, [2]])
def test_inexact_numbers_are_refused(bet):
    with pytest.raises((TypeError, BluffError)):
        solve("von-neumann", n=3, b=bet)


def test_a_float_is_told_why():
    with pytest.raises(
        TypeError, match=r"b = 0\.1 is a float, which is only near .* expected 2, Fraction\(5, 2\)"
    ):
        continuous("von-neumann", b=0.1)
    with pytest.raises(TypeError, match="n = 3.0 is a float; expected a whole number"):
        solve("von-neumann", n=3.0, b=1)
    numpy = pytest.importorskip("numpy")
    with pytest.raises(TypeError, match="float32"):
        solve("von-neumann", n=3, b=numpy.float32(0.5))


@pytest.mark.skipif(not BLUFF.exists(), reason="bluff is not built")
@pytest.mark.parametrize(
    "asked",
    ["von-neumann -n 1 -b 2", "von-neumann -n 3 -b -1", "kuhn -n 3 -b x"],
)
def test_the_words_of_the_command_line(asked):
    name, _, n, _, b = asked.split()
    words = subprocess.run([BLUFF, "solve", *asked.split()], capture_output=True, text=True).stderr
    with pytest.raises(BluffError) as refused:
        solve(name, n=n, b=b)
    assert words == f"bluff: {refused.value}\n"


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: solve("kuhn/n3-b4", b=5), "the label kuhn/n3-b4 and b=5 contradict each other"),
        (lambda: solve("kuhn"), "n=28"),
        (lambda: solve("chess", n=3, b=1), ", push-fold, or a game file"),
        (lambda: solve("data/games/mine.json"), "Game.from_file reads a game file"),
        (lambda: explain("kuhn/n3-b1", "two"), "hand “two”, expected one that some player holds"),
        (lambda: solve("kuhn", n=3), "for instance b=2"),
        (lambda: solve("newman", n=14), 'for instance b=2, or b="max" for the saturation size'),
        (lambda: solve("hand-flip", n=9, b=2), 'for instance b=2, flip="1/6"'),
        (
            lambda: solve("three-player", n=10, b=2, players=4),
            "players is not for three-player, which takes b; it is for callers",
        ),
        (
            lambda: solve("von-neumann", n=28, b=4, raise_=3),
            "raise_ is not for von-neumann, which takes b; it is for one-raise",
        ),
        (
            lambda: solve("von-neumann", n=28, b=4, foo=3),
            "unexpected argument foo, expected one of: n, b, s",
        ),
        (lambda: solve("kuhn", n=3, b=1, method="guess"), "expected one of: auto, threshold"),
        (lambda: solve("kuhn", n=3, b=1, method="treshold"), "; did you mean threshold?"),
        (lambda: solve("newman", n=14, b="mx"), "or 0.25; did you mean max?"),
        (lambda: solve("kuhn/n3-b1").form("cvs"), "; did you mean csv?"),
        (lambda: solve("kuhn/n3-b1").svg("stripe"), "; did you mean strip?"),
        (lambda: explain("kuhn/n3-b1", 2, "facing-bet-1"), "; did you mean facing bet 1?"),
        (lambda: fairness("crepau", "kuhn/n3-b1"), "; did you mean crepeau?"),
        (lambda: solve("kuhn/n3-b1", starts=3), "takes no starts"),
        (lambda: solve("kuhn/n3-b1", method="search", starts=-1), "starts = -1"),
        (
            lambda: solve("von-neumann", n=3, b=1, s=[1]),
            "s is not for von-neumann, which takes b; it is for one-street",
        ),
        (
            lambda: solve("von-neumann", n=3, b=Decimal("1E+999999999")),
            "expected a power of ten from -1000 to 1000",
        ),
        (lambda: solve("von-neumann", n=3, b=Decimal("NaN")), "expected a number, for"),
        (lambda: solve(Game.from_label("kuhn/n3-b1"), n=4), "expected no n beside it"),
        (lambda: explain(solve("kuhn/n3-b1"), 2, n=4), "expected no n beside it"),
        (lambda: formula("von-neumann"), "such as b = 2: a formula holds for all decks"),
        (lambda: formula("leduc"), "a deck of its own"),
        (lambda: solve_all("kuhn/n3-b1"), "has 2 players"),
        (lambda: pure("kuhn/n3-b1"), "not kuhn/n3-b1"),
        (lambda: pure("von-neumann/n7-b2", limit=-1), "limit = -1"),
        (lambda: continuous("von-neumann", b=2, digits=0), "1 to 1000"),
        (lambda: continuous("newman", between=[1]), "two limits"),
        (lambda: compare("von-neumann", (5, 4), b=2), "expected the first to be at most the last"),
        (lambda: compare("von-neumann", range(0), b=2), "decks = range(0, 0)"),
        (lambda: compare("von-neumann", range(2, 9, 2), b=2), "expected a range of all decks"),
        (lambda: payoff("kuhn/n3-b1"), "expected a profile"),
        (lambda: payoff("von-neumann/n3-b1", bets=[9], calls=[]), "9"),
        (lambda: fairness("poker", "kuhn/n3-b1"), "expected one of: barany-furedi"),
        (
            lambda: fairness("voting", "kuhn/n3-b1"),
            "expected one that deals cards to players: barany-furedi",
        ),
        (lambda: fairness("padlocks", "kuhn/n3-b1-r2"), "2 copies of each card"),
        (
            lambda: fairness("padlocks", "three-player/n4-b1", players=2),
            "expected at least 3: one for each player",
        ),
        (
            lambda: fairness("padlocks", "kuhn/n3-b1", plant="luck"),
            "bug “luck”, expected for padlocks",
        ),
        (
            lambda: fairness("padlocks", "kuhn/n3-b1", deals=0),
            "deals = 0, expected a whole number from 1",
        ),
        (lambda: fairness("padlocks", "kuhn/n3-b1", seed=1), "seed = 1 without deals"),
        (lambda: verify("{}"), "not a solution document"),
        (
            lambda: solve("kuhn/n3-b1").form("word"),
            f"form “word”, expected one of: {', '.join(forms())}",
        ),
        (lambda: solve("newman/n500001-b2").form("lprint"), "numbers, expected at most 2000000"),
        (lambda: solve("kuhn/n3-b1").array("I", "bet"), "expected one of"),
        (lambda: solve("von-neumann/n1000000000-b2").array("I", "bet 2"), "at most 10000000"),
    ],
)
def test_bad_questions(ask, words):
    with pytest.raises(BluffError) as refused:
        ask()
    assert words in str(refused.value)
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ((1, "bet 1"), "player = 1, of type int"),
        (("I", 2), "action = 2, of type int"),
        (("I", "bet 1", 3), "view = 3, of type int"),
    ],
)
def test_names_of_an_array_are_text(given, words):
    pytest.importorskip("numpy")
    with pytest.raises(TypeError, match=words):
        solve("von-neumann/n3-b1").array(*given)


def test_what_is_no_game_is_refused():
    with pytest.raises(TypeError, match="game = 3 is of type int; expected a Game, a label"):
        solve(3)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: payoff("von-neumann/n9-b2", bets="1,8", calls=[9]), "bets = '1,8' is a str"),
        (lambda: compare("von-neumann", 17, b=2), "decks = 17, of type int; expected a range"),
        (lambda: matrix([[3, -1], 12]), "row 2 = 12; expected a row of numbers"),
    ],
)
def test_one_thing_in_place_of_several_is_refused(ask, words):
    with pytest.raises(TypeError, match=words):
        ask()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: solve("kuhn", n=6000, b=1, method="lp"),
        lambda: rational_bluff.ask("solve", game="kuhn", n=6000, b=1, method="lp"),
    ],
)
def test_ctrl_c_ends_a_long_solve(ask):
    """A linear program of minutes, interrupted after half a second, ends within one."""
    # A shell has what it runs in the background ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ask()
    assert time.monotonic() - start < 1.5
    assert solve("kuhn/n3-b1").values[1] > 0


def test_ctrl_c_ends_a_search_with_its_best_strategies():
    """A second Ctrl-C would end it without."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    game = Path(__file__).parents[2] / "data/games/kuhn-three-players.json"
    game = game.read_text().replace('"n": "5"', '"n": "13"')
    threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT)).start()
    found = rational_bluff.ask("solve", game=game, starts=1000000)
    assert any(found["certificate"]["gains"])


def test_other_threads_go_on():
    """While a thread solves, this one counts."""
    solving = threading.Thread(target=solve, args=("kuhn/n2000-b1",), kwargs={"method": "lp"})
    solving.start()
    counted = 0
    while solving.is_alive():
        time.sleep(0.005)
        counted += 1
    assert counted > 3


def test_several_threads_solve_at_once():
    answers = []

    def ask():
        answers.append(solve("kuhn/n20-b1"))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 8 and all(answer == answers[0] for answer in answers)


def test_an_interpreter_ends_while_a_thread_solves():
    code = """
from threading import Thread
from rational_bluff import solve
Thread(target=solve, args=("kuhn/n6000-b1",), kwargs={"method": "lp"}, daemon=True).start()
"""
    assert subprocess.run([sys.executable, "-c", code], timeout=20).returncode == 0

"""Gambit and HiGHS read our games and come to the values that bluff certifies.

Gambit reads .efg and .nfg, writes the .efg again byte for byte, and solves both in rationals: the
value must be the same fraction. HiGHS reads .mps and .lp: its optimum, in doubles, must be within
1e-6 of the value.
"""

import io
import json
import re
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import highspy
import pygambit

BLUFF = sys.argv[1]

# Decks, and the largest of them that is solved as a table too.
TWO_PLAYERS = [
    ("von-neumann -b 2", [2, 3, 4, 5, 6, 8], 4),
    ("von-neumann -b 1/2", [2, 4], 4),
    ("newman -b 3", [2, 3, 4], 2),
    ("kuhn -b 1", [2, 3, 4, 5], 3),
    ("kuhn -b 3/2", [3, 4], 3),
    ("one-street -s 1/2,1,7/3", [2, 3, 4], 2),
    ("borel -b 2", [2, 4, 6], 4),
    ("one-raise -b 2 --raise 6", [2, 3, 4], 2),
    ("hand-flip -b 2 --flip 1/6", [2, 4, 6], 4),
    ("basic-endgame -b 2 --win 1/3", [3], 3),
    ("kuhn -b 1 --copies 2", [2, 3], 3),
]
MORE_PLAYERS = [
    "three-player -n 4 -b 1",
    "three-player -n 6 -b 2",
    "in-turn -n 4 -b 1",
    "callers -n 5 -b 2 --players 4",
]


# Changes of a game file whose actions and views have names that are not ASCII.
NOT_ASCII = [
    {},
    {"♠": "½", "first to act": "zuerst am Zug – Öffner"},
    {"bet ♠": "賭け", "facing the bet": "ベットに直面"},
    {"check": "tchèque 🂡", "call": "call U+2660"},
]


def bluff(command):
    command = [BLUFF, *command.split()]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def value(game):
    """The certified value to player I."""
    return Fraction(json.loads(bluff(f"solve {game} --format json"))["values"][0])


def gambit_value(game):
    """Payoff of player I in the equilibrium that Gambit finds."""
    equilibrium = pygambit.nash.lp_solve(game, rational=True).equilibria[0]
    return Fraction(equilibrium.payoff("I"))


def read(text, reader):
    return reader(io.BytesIO(text.encode()))


def tree(game):
    text = bluff(f"game {game} --format efg")
    found = read(text, pygambit.read_efg)
    assert found.to_efg() == text, f"{game}: Gambit writes another .efg"
    return found


def highs_value(game, ending):
    """Player I's value from the optimum that HiGHS finds, as the comments of the file say."""
    text = bluff(f"game {game} --format {ending}")
    with tempfile.NamedTemporaryFile("w", suffix=f".{ending}") as file:
        file.write(text)
        file.flush()
        highs = highspy.Highs()
        highs.silent()
        status = highs.readModel(file.name)
        assert status == highspy.HighsStatus.kOk, f"{game}: HiGHS does not read the .{ending}"
        highs.run()
        assert highs.getModelStatus() == highspy.HighsModelStatus.kOptimal, game
        optimum = highs.getInfo().objective_function_value
    words = (
        r"divided by (\S+), is the value of the game to player (\S+), plus\n. (\S+) that no choice"
    )
    divisor, player, constant = re.search(words, text).groups()
    scale = re.search(r"objective multiplied by (\S+)", text).group(1)
    own = -optimum / Fraction(scale) / Fraction(divisor) + Fraction(constant)
    return float(own if player == "I" else -own)


def main():
    solved = 0
    for words, decks, table_up_to in TWO_PLAYERS:
        for n in decks:
            game = f"{words} -n {n}"
            expected = value(game)
            forms = [tree(game)]
            if n <= table_up_to:
                forms.append(read(bluff(f"game {game} --format nfg"), pygambit.read_nfg))
            for form in forms:
                found = gambit_value(form)
                assert found == expected, f"{game}: Gambit {found}, bluff {expected}"
            for ending in ["mps", "lp"]:
                found = highs_value(game, ending)
                right = abs(found - expected) < 1e-6
                assert right, f"{game}: HiGHS {found} from .{ending}, bluff {expected}"
            solved += 1
    for game in MORE_PLAYERS:
        found = tree(game)
        assert found.is_perfect_recall and found.is_const_sum, game
    for changes in NOT_ASCII:
        text = Path("tests/exchange/unicode-action.json").read_text(encoding="utf-8")
        for before, after in changes.items():
            assert before in text, before
            text = text.replace(before, after)
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as changed:
            changed.write(text)
            changed.flush()
            found, expected = gambit_value(tree(changed.name)), value(changed.name)
        assert found == expected, f"{changes}: Gambit {found}, bluff {expected}"
    more = f"Gambit reads {len(MORE_PLAYERS)} of more players"
    names = f"{len(NOT_ASCII)} with names that are not ASCII"
    print(f"{solved} games have the same value for Gambit and HiGHS; {more}, and {names}")


main()

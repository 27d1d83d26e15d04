"""Rivers of hold'em through HiGHS and QSopt_ex, on the program that `bluff game` writes.

    python rivers.py [HANDS | all]... [--seconds S]

Both players hold so many hands, the same ones; 20, 40, 80 and all unless told otherwise. Values
must be equal, for HiGHS within 1e-6. Processor time of whole processes is printed as a ratio to
that of `bluff solve --method lp`, certificate and document included. `run` installs what this
needs.
"""

import argparse
import json
import re
import resource
import signal
import subprocess
import sys
import tempfile
from fractions import Fraction
from itertools import combinations
from pathlib import Path

from files import value

HERE = Path(__file__).parent
BLUFF = HERE.parent.parent / "target/release/bluff"
BOARD = ["Ks", "9d", "6h", "3c", "2s"]


def river(hands):
    """A game file: a pot of 10, stacks of 40, a bet of the pot, and an all-in raise."""
    deck = [rank + suit for rank in "AKQJT98765432" for suit in "shdc"]
    pairs = ["".join(pair) for pair in combinations([c for c in deck if c not in BOARD], 2)]
    if hands != "all":
        hands = ",".join(pairs[at * len(pairs) // int(hands)] for at in range(int(hands)))
    street = {"bets": ["pot"], "raises": ["all-in"]}
    return {
        "format": 2,
        "name": "river",
        "players": 2,
        "deck": "hold'em",
        "board": BOARD,
        "ranges": {"I": hands, "II": hands},
        "betting": {"pot": "10", "stacks": "40", "river": street},
    }


def run(command, seconds):
    """Standard output, and seconds of processor time; no output if the time is over."""

    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))

    def taken():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = taken()
    process = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited)
    spent = taken() - before
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return None, spent
    assert process.returncode == 0, process.stderr
    return process.stdout, spent


def compare(hands, seconds, folder):
    game, program, answer = (folder / name for name in ["river.json", "river.mps", "answer"])
    game.write_text(json.dumps(river(hands)))
    question = [BLUFF, "solve", game, "--method", "lp", "--format", "json"]
    document, ours = run(question, seconds)
    expected = Fraction(json.loads(document)["values"][0])
    written, _ = run([BLUFF, "game", game, "--format", "mps"], seconds)
    program.write_text(written)
    size = len(written) / 1e6
    print(f"{hands} hands: value {float(expected):.9f}, bluff 1, a program of {size:.1f} MB")
    for name, command, off_at_most in [
        ("HiGHS", [sys.executable, HERE / "ask.py", "highs", program], 1e-6),
        ("QSopt_ex", ["esolver", "-O", answer, program], 0),
    ]:
        answer.unlink(missing_ok=True)
        out, spent = run(command, seconds)
        if out is None:
            print(f"  {name}: no answer in {seconds} s, above {spent / ours:.0f}", flush=True)
            continue
        out += answer.read_text() if answer.exists() else ""
        optimum = re.search(r"answer (\S+)|status OPTIMAL\s+Value = (\S+)", out)
        off = abs(value(written, optimum[1] or optimum[2]) - expected)
        assert off <= off_at_most, f"{name} is off by {float(off)}"
        print(f"  {name}: {spent / ours:.2g}, off by {float(off):.0e}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("hands", nargs="*", default=["20", "40", "80", "all"])
    parser.add_argument("--seconds", type=int, default=60)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for hands in asked.hands:
            compare(hands, asked.seconds, Path(folder))


main()

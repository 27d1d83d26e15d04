"""True, false and unreadable claims for the judge: `test.py JUDGE DOCUMENTS`.

DOCUMENTS is a file of claims from solution documents, all of them true.
"""

import re
import subprocess
import sys

DECK = (
    "deck 1000000000000000007 1/2,7/3,11 266010007734684537/2 "
    "247009292896492786051396189483986055/1857142857142857167000000000000000078"
)
FAMILY = (
    "family 2 1/9 0,0,2/9,2/3,1/3,2/9,1/3,2/3,2/9 -1/2,1/2,1/2,1/2,1/2,1/2,1/2,1/2,1/2"
)
# Three cards, bet 1: card 1 bluffs with probability 1/3, card 2 calls with 1/3.
RUNS = "runs 3 1 1/18\n1 2/3,1/3 0\n1 1,0 1/3\n1 0,1 1"
UNREADABLE = [
    "", "deck", "deck 3 1 1/2", "deck x 1 1/2 1/18", "deck 3 1 1/0 1/18", "deck 3 1.0 1/2 1/18",
    "deck 3 1 --1 1/18", "deck 3 1,,2 1/2 1/18", "family 2 1/9 0", "runs 2 1 1/18\n1 1,0 1",
    "runs -1 1 1/18", "runs 1 1 1/18\n1 1,0",
]  # fmt: skip


def judge(claim):
    """The exit code: 0 proved, 1 refused, 2 unreadable."""
    return subprocess.run(
        [sys.argv[1]], input=claim + "\n", text=True, capture_output=True
    ).returncode


def damaged(claim, skip):
    """The claim with one number larger by 1, for each number outside the certificate `skip`."""
    for number in re.finditer(r"\d+", claim):
        if not claim.find(skip) <= number.start() < claim.find(skip) + len(skip):
            more = str(int(number[0]) + 1)
            yield claim[: number.start()] + more + claim[number.end() :]


def main():
    documents = open(sys.argv[2]).read().rstrip("\n")
    for claim in [DECK, FAMILY, RUNS, documents]:
        assert judge(claim) == 0, claim
    false = [
        *damaged(DECK, " 266010007734684537/2 "),
        *damaged(FAMILY, " " + FAMILY.split()[-1]),
        *damaged(RUNS, "runs 3"),
    ]
    for claim in false:
        assert judge(claim) != 0, claim
    for claim in UNREADABLE:
        assert judge(claim) == 2, claim
    true = 3 + documents.count("runs")
    print(f"   {true} claims proved, {len(false)} damaged ones refused")


main()

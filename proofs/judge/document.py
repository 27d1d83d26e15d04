"""Solution documents of one-street games as claims for the judge: `document.py FILE... | judge`.

Other games are left out. The judge knows the rules by itself; this reading is not proved.
"""

import json
import sys

ONE_STREET = ("von-neumann", "newman", "one-street")


def runs_of(document, player, view):
    """First and last card of each run, and its probabilities by action."""
    (strategy,) = (
        part
        for part in document["strategies"]
        if part["player"] == player and part["view"] == view
    )
    expected = 1
    for run in strategy["runs"]:
        first, last = map(int, run["cards"])
        assert first == expected and last >= first, "runs are not in order"
        yield first, last, run["actions"]
        expected = last + 1
    assert expected == int(document["game"]["n"]) + 1, "cards are missing"


def probabilities(actions, names):
    """An action that is not named has probability 0."""
    assert set(actions) <= {*names, "fold"}, "an action is unknown"
    return [actions.get(name, "0") for name in names]


def claim(document):
    check, *bets = document["game"]["bets"]
    assert check == "0"
    names = ["check", *(f"bet {bet}" for bet in bets)]
    first = list(runs_of(document, "I", "first to act"))
    second = [list(runs_of(document, "II", f"facing bet {bet}")) for bet in bets]

    lines, start = [], 1
    # Both players play all cards between two neighbouring ends alike.
    for end in sorted({last for runs in [first, *second] for _, last, _ in runs}):
        row = [next(acts for _, last, acts in runs if last >= end) for runs in [first, *second]]
        calls = [call for acts in row[1:] for call in probabilities(acts, ["call"])]
        mine = probabilities(row[0], names)
        lines.append(f"{end - start + 1} {','.join(mine)} {','.join(calls) or '-'}")
        start = end + 1
    return [f"runs {len(lines)} {','.join(bets) or '-'} {document['values'][0]}", *lines]


def main(files):
    for file in files:
        with open(file) as source:
            for text in source if file.endswith(".jsonl") else [source.read()]:
                document = json.loads(text)
                game = document["game"]
                if game["name"] in ONE_STREET and set(game) == {"name", "n", "bets"}:
                    print("\n".join(claim(document)))


main(sys.argv[1:])

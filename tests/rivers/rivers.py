"""Default answers of rivers, judged by a program that shares no code with the solver.

    python tests/rivers/rivers.py BLUFF COUNT

Of each river: the method says that no strategy is weakly dominated, and a linear program in
doubles finds none that dominates it; no hand folds that cannot lose; hands that some exchange of
suits turns into each other are played alike. The judge of a document (`checker/`) reads it.
"""

import json
import random
import subprocess
import sys
import tempfile
from itertools import permutations
from pathlib import Path

import numpy
from scipy.optimize import linprog
from scipy.sparse import coo_array, hstack, vstack

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "checker"))
import cards
import holdem
import solution
from cards import Finish, Turn
from games import I, II

RANGES = [
    "TT+,AQs+,KQs",
    "88+,AJs+,KQs,QJs",
    "AA,QQ,55-33,A5s-A2s",
    "AKo,KQs,QJs,JTs,T9s",
    "JJ-66,ATs+",
    "AKs,AQs,KJs,98s,87s,76s",
    "QQ-99:1/2,AK,KQs:1/4",
    "22+,AKs",
    "AA,KK:1/3,A5s,A4s,KJs,T8s",
    "KQ,QJs",
]
BETS = [["pot"], ["1/2 pot"], ["1/3 pot", "pot"], ["3/4 pot", "all-in"]]
RAISES = [["all-in"], ["pot"], []]
# Values of the games beside this file.
VALUES = {
    "dom_river_2_1": "-8944333/8463976",
    "dom_river_2_25": "-312615/611876",
    "dom_river_4_24": "-24114415151/87377752710",
    "dom_river_5_21": "-2915/1017",
    "dom_river_5_24": "-60/61",
    "real_9": "-521135/845976",
    "small-bets": "355/146",
    "straight-board": "-409/2517",
    "suits72": "75/4",
    "toy-aa-qq-kk": "25",
    "two-raises": "5695/1199",
}
# A strategy is dominated if another gains this much of the pot against an even player.
CLEAR = 1e-6
# Methods whose answers are never weakly dominated.
METHODS = ["undominated"]


def spot(chance, name):
    """The game file of a river."""
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    return {
        "format": 2, "name": name, "players": 2, "deck": "hold'em",
        "board": chance.sample(deck, 5),
        "ranges": {"I": chance.choice(RANGES), "II": chance.choice(RANGES)},
        "betting": {
            "pot": "10", "stacks": chance.choice(["10", "25", "40"]),
            "river": {"bets": chance.choice(BETS), "raises": chance.choice(RAISES)},
        },
    }


class River:
    """A document: the game, and by player the strategies."""

    def __init__(self, document):
        self.game = cards.read_game(document["game"])
        blocks = [solution.read_strategy(block) for block in document["strategies"]]
        self.strategies = solution.by_view(self.game, blocks)
        game = self.game
        ends = [node for node in game.nodes if isinstance(node, Finish)]
        self.board = game.deck.open
        self.hands = [
            [hand for hand in range(game.n) if weight(game, player, hand)] for player in (I, II)
        ]
        self.strength = [cards.strength(game.deck, hand, ends[0].board) for hand in game.deck.hands]
        # A sequence is a view with an action; the empty one comes first.
        self.sequences = [[None], [None]]
        for (player, view), (_, actions) in game.views.items():
            self.sequences[player] += [(view, action) for action in actions]
        self.parents = {}
        last = {}
        self.ends = []
        for at, node in enumerate(game.nodes):
            chosen = [None, None]
            if node.came:
                before, action = node.came
                actor, view = game.nodes[before].player, game.nodes[before].view
                chosen = list(last[before])
                chosen[actor] = view, action
            last[at] = chosen
            if isinstance(node, Turn):
                self.parents[node.player, node.view] = chosen[node.player]
            else:
                self.ends.append((chosen, node))

    def play(self, player, view, hand):
        """The probabilities of actions of a hand."""
        for first, last, row in self.strategies[player, view]:
            if first <= hand + 1 <= last:
                return row
        raise KeyError(hand)

    def apart(self, one, other):
        return not set(self.game.deck.hands[one]) & set(self.game.deck.hands[other])


def weight(game, player, hand):
    given = game.ranges.get(player)
    return given[hand] if given else 1


def folds_of_the_best(river):
    """Folds of hands that lose to no hand of the other player."""
    game = river.game
    for (player, view), (_, actions) in game.views.items():
        for hand in river.hands[player]:
            rivals = [each for each in river.hands[1 - player] if river.apart(hand, each)]
            loses = any(river.strength[each] > river.strength[hand] for each in rivals)
            if "fold" in actions and rivals and not loses:
                if river.play(player, view, hand).get("fold", 0):
                    yield f"player {player}, {view}: {name(river, hand)} folds"


def name(river, hand):
    return "".join(holdem.DECK[kind] for kind in river.game.deck.hands[hand])


def unlike(river):
    """Hands that an exchange of suits turns into each other, played differently."""
    game = river.game
    by_kinds = {tuple(sorted(kinds)): hand for hand, kinds in enumerate(game.deck.hands)}
    for turned in permutations(range(4)):

        def moved(kind, turned=turned):
            return kind // 4 * 4 + turned[kind % 4]

        if {moved(kind) for kind in river.board} != set(river.board):
            continue
        to = {}
        for hand, kinds in enumerate(game.deck.hands):
            to[hand] = by_kinds.get(tuple(sorted(map(moved, kinds))))
        same = all(
            to[hand] is not None
            and weight(game, player, hand) == weight(game, player, to[hand])
            for player in (I, II)
            for hand in river.hands[player]
        )
        if not same:
            continue
        for player, view in game.views:
            for hand in river.hands[player]:
                if river.play(player, view, hand) != river.play(player, view, to[hand]):
                    yield f"player {player}, {view}: {name(river, hand)}, {name(river, to[hand])}"


def programs(river, player):
    """The constraints of both players' plans, payoffs to a player, the player's plan, an even one.

    A plan has a number for each hand and sequence.
    """
    game = river.game

    def places(who):
        return {
            (hand, sequence): at
            for at, (hand, sequence) in enumerate(
                (hand, sequence) for hand in river.hands[who] for sequence in river.sequences[who]
            )
        }

    def flows(who, at):
        rows, starts = [], []
        for hand in river.hands[who]:
            rows.append({at[hand, None]: 1})
            starts.append(1)
            for (actor, view), (_, actions) in game.views.items():
                if actor == who:
                    row = {at[hand, (view, action)]: 1 for action in actions}
                    row[at[hand, river.parents[actor, view]]] = -1
                    rows.append(row)
                    starts.append(0)
        return sparse(rows, len(at)), numpy.array(starts, dtype=float)

    def plan(who, at, probabilities):
        found = numpy.zeros(len(at))
        for hand in river.hands[who]:
            found[at[hand, None]] = 1
            for (actor, view), (_, actions) in game.views.items():
                if actor == who:
                    row = probabilities(view, hand, actions)
                    before = found[at[hand, river.parents[actor, view]]]
                    for action in actions:
                        found[at[hand, (view, action)]] = before * row[action]
        return found

    mine, others = places(player), places(1 - player)
    rows, columns, entries = [], [], []
    for hand in river.hands[player]:
        for rival in river.hands[1 - player]:
            if not river.apart(hand, rival):
                continue
            both = float(weight(game, player, hand) * weight(game, 1 - player, rival))
            ahead = river.strength[hand], river.strength[rival]
            for chosen, end in river.ends:
                won = int(player in end.live)
                if len(end.live) == 2:
                    won = (ahead[0] > ahead[1]) + (ahead[0] == ahead[1]) / 2
                rows.append(mine[hand, chosen[player]])
                columns.append(others[rival, chosen[1 - player]])
                entries.append(both * float(won * sum(end.paid) - end.paid[player]))
    pays = coo_array((entries, (rows, columns)), shape=(len(mine), len(others))).tocsr()
    of_answer = plan(player, mine, lambda view, hand, actions: {
        action: float(river.play(player, view, hand).get(action, 0)) for action in actions
    })
    even = plan(1 - player, others, lambda view, hand, actions: {
        action: 1 / len(actions) for action in actions
    })
    return flows(player, mine), flows(1 - player, others), pays, of_answer, even


def sparse(rows, width):
    entries = [(at, place, entry) for at, row in enumerate(rows) for place, entry in row.items()]
    at, place, entry = zip(*entries)
    return coo_array((entry, (at, place)), shape=(len(rows), width)).tocsr()


def gain_of_dominating(river, player):
    """The most that a strategy gains against an even player which loses to no strategy.

    In parts of the pot, for each deal.
    """
    (own, starts), (other, other_starts), pays, answer, even = programs(river, player)
    # Plans x, and prices q of the other's hands: what x gains over the answer is never less than
    # a plan of the other's makes of it, so `other`ᵀ q ≤ paysᵀ (x − answer) and the prices of the
    # hands together are at least 0.
    never = hstack([-pays.T, other.T])
    limits = -(pays.T @ answer)
    together = hstack([coo_array((1, pays.shape[0])), coo_array(-other_starts[None, :])])
    found = linprog(
        numpy.concatenate([-(pays @ even), numpy.zeros(other.shape[0])]),
        A_ub=vstack([never, together]).tocsr(), b_ub=numpy.append(limits, 1e-9),
        A_eq=hstack([own, coo_array((own.shape[0], other.shape[0]))]).tocsr(), b_eq=starts,
        bounds=[(0, 1)] * pays.shape[0] + [(None, None)] * other.shape[0],
        method="highs",
    )
    assert found.status == 0, found.message
    stake = abs(pays).max(axis=1).sum() or 1.0
    return (-found.fun - answer @ pays @ even) / stake


def answer(bluff, folder, file, *options):
    path = folder / f"{file['name']}.json"
    path.write_text(json.dumps(file))
    line = [bluff, "solve", str(path), "--format", "json", *options]
    return json.loads(subprocess.run(line, check=True, capture_output=True, text=True).stdout)


def faults(document, methods):
    river = River(document)
    if document["method"] not in methods:
        yield f"method {document['method']}"
    yield from folds_of_the_best(river)
    yield from unlike(river)
    for player in (I, II):
        gain = gain_of_dominating(river, player)
        if gain > CLEAR:
            yield f"player {player} is dominated by {gain}"


def main(bluff, count):
    chance, wrong, alike = random.Random(13), [], 0
    with tempfile.TemporaryDirectory() as folder:
        for stem, value in VALUES.items():
            file = json.loads((Path(__file__).parent / f"{stem}.json").read_text())
            document = answer(bluff, Path(folder), file)
            assert document["values"][0] == value, (stem, document["values"])
            wrong += [f"{stem}: {fault}" for fault in faults(document, METHODS)]
        for at in range(int(count)):
            file = spot(chance, f"river-{at}")
            try:
                document = answer(bluff, Path(folder), file)
            except subprocess.CalledProcessError as error:
                # A board may leave a range no hand, or no deal.
                assert "hand" in error.stderr or "deal" in error.stderr, error.stderr
                continue
            alike += 1
            found = list(faults(document, METHODS))
            wrong += [f"{json.dumps(file)}: {fault}" for fault in found[:3]]
        # The program sees what it looks for: an answer that always folds is dominated.
        document = answer(bluff, Path(folder), spot(random.Random(1), "control"))
        for block in document["strategies"]:
            for run in block["runs"]:
                if "fold" in run["actions"]:
                    run["actions"] = {act: str(int(act == "fold")) for act in run["actions"]}
        control = list(faults(document, []))
        assert any("dominated" in fault for fault in control), control
        assert any("folds" in fault for fault in control), control
    assert alike > 0.9 * int(count), alike
    print(f"{alike} rivers, {len(wrong)} faults")
    print("\n".join(wrong))
    sys.exit(bool(wrong))


main(*sys.argv[1:])

"""Locks of spots: rows of some hands that are rules of the game.

A lock has one spelling in documents: places in the order of the tree, a run for each hand, by lower
and higher card, and actions above 0 alone. Their order is of no account.
"""

import json
import re
from math import lcm

from amounts import amount, spelled
from holdem import CARD, DECK, card
from reading import fields, items, need, string

MOST_UNITS = 1 << 20  # of a row


def name_of(view):
    """The name of a place: its actions by street, with the cards between them."""
    return "; ".join(part for part in view if part) or "first to act"


def in_order(run):
    """The actions by name, their numbers in lowest terms."""
    numbers = {action: amount(spelled(part)) for action, part in run["actions"].items()}
    return {action: str(numbers[action]) for action in sorted(numbers)}


def after_action(view, action):
    return (*view[:-1], f"{view[-1]}, {action}" if view[-1] else action)


class Locks:
    """Rows that are rules, {view: {hand: probabilities}}, in the one spelling of documents."""

    def __init__(self, spot, given):
        self.spot, self.given, self.rows, self.misplaced = spot, iter(items(given)), {}, [0, 0]
        self.following = next(self.given, None)
        need(self.following is not None, "a lock of no place")
        self.find(spot.root, spot.board, ("",))
        need(self.following is None, "a place of the lock in another order, or that there is not")
        places = [
            {key: place[key] for key in ["player", "view"]}
            | {"runs": [{"cards": run["cards"], "actions": in_order(run)} for run in place["runs"]]}
            for place in given
        ]
        self.text = json.dumps(places, separators=(",", ":"), ensure_ascii=False)

    def find(self, place, board, view):
        """Takes the places of the lock in the order of the tree."""
        if place[0] == "deal":
            for dealt in range(52):
                if dealt not in board:
                    self.find(place[1], [*board, dealt], (*view, DECK[dealt], ""))
        if place[0] != "act" or self.following is None:
            return
        if string(fields(self.following, {"player", "view", "runs"})["view"]) == name_of(view):
            self.take(place, board, self.following)
            self.following = next(self.given, None)
        for after, action in zip(place[2], place[3]):
            self.find(after, board, after_action(view, action))

    def take(self, place, board, given):
        need(given["player"] == ["I", "II"][place[1]], "the player of a lock")
        rows, last = self.rows.setdefault(given["view"], {}), ()
        for run in items(given["runs"]):
            first, second = items(fields(run, {"cards", "actions"})["cards"])
            hand = tuple(sorted(card(each) for each in re.findall(CARD, string(first).upper())))
            need(len(hand) == 2 and first == second, "the cards of a lock")
            need(first == DECK[hand[1]] + DECK[hand[0]] and hand > last, "a hand in another place")
            need(hand in self.spot.weights[place[1]] and not set(hand) & set(board), "no such hand")
            actions = fields(run["actions"], set(), set(place[3]))
            parts = [amount(spelled(actions.get(action, "0"))) for action in place[3]]
            positive = all(amount(spelled(part)) > 0 for part in actions.values())
            need(positive and sum(parts) == 1, "probabilities of a lock")
            need(lcm(*(part.denominator for part in parts)) <= MOST_UNITS, "parts of a lock")
            rows[hand], last = parts, hand
            if max(parts) < 1:
                self.misplaced[place[1]] += len(parts) - 1
        need(rows, "a place of a lock without a hand")

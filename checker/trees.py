"""Solutions of a tree that anybody wrote: Gambit's `.efg` or `.nfg`, two players, a constant sum.

The document holds the file. The sets of a player are numbered as they first appear in it. Against
the other's strategy, a player's best reply is a sum: what each outcome pays, times the chances that
lead to it, belongs to the last own choice before it; and a set, from the last to the first, hands
the largest sum of its actions up to the choice above it. If both best replies together are worth
what the players share, neither can do better, and these are the values.
"""

import hashlib
import re
from fractions import Fraction

from reading import PLAYERS, agree, fields, items, need, number, string
from solution import METHODS, decimal, read_certificate

WORD = re.compile(r'[\s,]*("(?:\\["\\]|\\(?!["\\])|[^"\\])*"|[{}]|[^\s,{}"]+)')
NUMBER = re.compile(r"[-+]?(\d+/0*[1-9]\d*|(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?)", re.A | re.I)
KEYS = {"format", "kind", "label", "game", "values", "decimals", "certificate", "method"}
GAME = {"file", "name", "sha256", "players", "sum", "nodes", "text"}


class Tree:
    """A file: its nodes (turn, children, payoffs here or None), in order, a turn being a list of
    probabilities, or (player, set), or None; and its sets (player, place, name, actions)."""

    def __init__(self, text):
        self.nodes, self.sets, self.words, at = [], [], [], 0
        text = text.removeprefix("\ufeff")
        for found in WORD.finditer(text):
            need(found.start() == at, f"the file: character {at}")
            at = found.end()
            self.words.append(found[1])
        need(not text[at:].replace(",", "").strip(), f"the file: character {at}")
        self.words.reverse()
        self.kind = self.bare()
        need((self.kind, self.bare()) in (("EFG", "2"), ("NFG", "1")), "the file: EFG 2 or NFG 1")
        need(self.bare() in ("R", "D"), "the file: R or D")
        self.name, self.players = self.text(), self.list(self.text)
        need(len(self.players) == 2, "the file: two players")
        self.read_tree() if self.kind == "EFG" else self.read_table()
        need(not self.words, "the file goes on after its end")

    def starts(self, start):
        return bool(self.words) and self.words[-1].startswith(start)

    def bare(self):
        need(self.words and not self.starts('"'), "the file: expected a word without quotes")
        return self.words.pop()

    def text(self, needed=True):
        if self.starts('"'):
            return re.sub(r'\\(["\\])', r"\1", self.words.pop()[1:-1])
        need(not needed, "the file: expected a text in quotes")

    def number(self):
        text = self.bare()
        need(len(text) <= 1000 and NUMBER.fullmatch(text), f"the file: the number {text[:40]}")
        return Fraction(text)

    def index(self, end):
        text = self.bare()
        need(re.fullmatch("[0-9]{1,9}", text) and int(text) < end, f"the file: {text[:40]}")
        return int(text)

    def list(self, item):
        need(self.bare() == "{", "the file: expected a list")
        found = []
        while not self.starts("}"):
            found.append(item())
        self.words.pop()
        return found

    def known(self, known, item):
        """The place, the name and the list of a number, given here or where it first stood."""
        key, name = self.index(10**9), self.text(False)
        here = self.list(item) if self.starts("{") else None
        need(key in known or here, "the file: a number without its list")
        found = known.setdefault(key, (len(known), name or "", here))
        need(name in (None, found[1]) and here in (None, found[2]), "the file: two of a number")
        return found

    def read_tree(self):
        self.text(False)
        chances, sets, outcomes, missing = {}, ({}, {}), {0: (0, "", None)}, [[]]
        while missing:
            missing.pop().append(len(self.nodes))
            kind, _, turn, children, after = self.bare(), self.text(False), None, [], []
            if kind == "c":
                after = self.known(chances, lambda: (self.text(), self.number()))[2]
                turn = [part for _, part in after]
                need(sum(turn) == 1 and min(turn) >= 0, "the file: probabilities with sum 1")
            elif kind == "p":
                player = self.index(3) - 1
                need(player >= 0, "the file: player 1 or 2")
                before = len(sets[player])
                place, name, after = self.known(sets[player], self.text)
                turn = player, place
                self.sets += [(player, place, name, after)] * (len(sets[player]) - before)
            need(kind in ("c", "p", "t"), "the file: a node")
            missing += [children] * len(after)
            paid = self.known(outcomes, self.number)[2]
            need(paid is None or len(paid) == 2, "the file: two payoffs")
            self.nodes.append((turn, children, paid))

    def read_table(self):
        count = lambda: [str(number + 1) for number in range(self.index(2**17))]
        names = self.list(lambda: self.list(self.text) if self.starts("{") else count())
        need(len(names) == 2 and all(names), "the file: strategies of two players")
        self.text(False)
        rows, columns = map(len, names)
        need(rows * columns <= 2**16, "the file: too many pairs")
        pays, pair = [(0, 0)], lambda: (self.number(), self.number())
        if with_outcomes := self.starts("{"):
            pays += self.list(lambda: (self.bare(), self.text(), pair(), self.bare())[2])
        cell = (lambda: pays[self.index(len(pays))]) if with_outcomes else pair
        cells = [cell() for _ in range(rows * columns)]
        first = [1 + row * (columns + 1) for row in range(rows)]
        self.nodes.append(((0, 0), first, None))
        for row, at in enumerate(first):
            self.nodes.append(((1, 0), list(range(at + 1, at + 1 + columns)), None))
            self.nodes += [(None, [], cells[row + rows * column]) for column in range(columns)]
        self.sets = [(p, 0, self.players[p], names[p]) for p in (0, 1)]


def best_reply(tree, play, player):
    """The most that a player gets against the other's probabilities, and the sums at all ends."""
    worth, before, sums, ahead = {None: 0}, {}, set(), [(0, None, 1, 0)]
    while ahead:
        at, last, weight, total = ahead.pop()
        turn, children, paid = tree.nodes[at]
        if paid:
            total += sum(paid)
            worth[last] = worth.get(last, 0) + weight * paid[player]
        if turn is None:
            sums.add(total)
        elif turn[0] == player and type(turn) is tuple:
            need(before.setdefault(turn, last) == last, "a player forgets an own action")
            ahead += [(child, (turn, i), weight, total) for i, child in enumerate(children)]
        else:  # What the other never does counts for the sums; what chance never does, nowhere.
            parts = turn if type(turn) is list else play[turn]
            ahead += [(child, last, weight * part, total) for part, child in zip(parts, children)
                      if part or parts is not turn]
    for turn in reversed(before):  # In a walk of a tree a set comes after those above it.
        most = max(worth.get((turn, action), 0) for action in range(len(play[turn])))
        worth[before[turn]] = worth.get(before[turn], 0) + most
    return worth[None], sums


def check(document):
    """Raises Refused where the document is wrong, and NoDocument where it is none."""
    fields(document, KEYS | {"strategies"}, {"locked"})
    need(type(document["format"]) is int and document["format"] == 1, "expected format 1")
    need(document["method"] in METHODS, f"method: expected one of {', '.join(METHODS)}")
    text, play = string(fields(document["game"], GAME)["text"]), {}
    values = [number(value) for value in items(document["values"], 2)]
    claim, tree = read_certificate(document["certificate"]), Tree(text)
    sha256, blocks = hashlib.sha256(text.encode()).hexdigest(), items(document["strategies"])
    agree(len(blocks) == len(tree.sets), "not a strategy for each set")
    for block, (player, place, name, actions) in zip(blocks, tree.sets):
        right = {"player": PLAYERS[player], "set": str(place + 1), "view": name, "actions": actions}
        fields(block, {*right, "probabilities"})
        agree({**block, **right} == block, f"this is not set {place + 1} of {PLAYERS[player]}")
        parts = play[player, place] = [number(part) for part in items(block["probabilities"])]
        likely = len(parts) == len(actions) and min(parts) >= 0 and sum(parts) == 1
        agree(likely, f"{PLAYERS[player]}, set {place + 1}: no probabilities")
    (_, sums), locked = best_reply(tree, play, 0), {}
    if "locked" in document:
        agree(items(document["locked"]), "a lock of nothing")
        for block in document["locked"]:
            fields(block, {"player", "set", "probabilities"})
            name = [block["player"], block["set"]]
            place = next((at for at in play if [PLAYERS[at[0]], str(at[1] + 1)] == name), None)
            parts = [number(part) for part in items(block["probabilities"])]
            known = place in play and place not in locked and parts == play[place]
            agree(known, "a set not as it is locked")
            locked[place] = parts
        chance = lambda turn: locked.get(turn, turn) if type(turn) is tuple else turn
        tree.nodes = [(chance(turn), *rest) for turn, *rest in tree.nodes]
    (one, _), (two, _) = (best_reply(tree, play, player) for player in (0, 1))
    need(len(sums) == 1, "a sum that is not constant")
    total = sums.pop()
    agree(one + two == total and values == [one, two], f"the players can get {one} and {two}")
    agree(claim == {"kind": "zero-sum", "lower": one, "upper": one}, "another certificate is right")
    agree(document["decimals"] == [decimal(one), decimal(two)], "other decimals are right")
    game = {"file": tree.kind.lower(), "name": tree.name, "sha256": sha256, "text": text,
            "players": tree.players, "sum": str(total), "nodes": str(len(tree.nodes))}
    agree(document["game"] == game, "the game is another")
    agree(document["label"] == "tree/" + sha256[:16], "the label is another")

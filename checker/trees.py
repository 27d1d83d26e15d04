"""Solutions of a tree that anybody wrote: Gambit's `.efg` or `.nfg`, two players, a constant sum.

A player's best reply is a sum: what each outcome pays, times the chances that lead to it, belongs
to the last own choice before it; and a set, from the last to the first, hands the largest sum of
its actions up to the choice above it. Both together are worth what the players share at the values.
"""

import hashlib
import re

from amounts import amount
from reading import PLAYERS, agree, fields, items, need, number, string
from solution import KEYS, decimal, read_head

WORD = re.compile(r'"(?:\\["\\]|\\(?!["\\])|[^"\\])*"|[{}]|[^\s,{}"]+')
GAME = {"file", "name", "sha256", "players", "sum", "nodes"}
SET = {"player", "set", "probabilities"}


class Tree:
    """A file: its nodes (turn, children, payoffs here or None), in order, a turn being a list of
    probabilities, or (player, set), or None; and its sets (player, place): (name, actions)."""

    def __init__(self, text):
        need(not WORD.sub("", text).replace(",", "").strip(), "the file: a quote without its end")
        self.words = ["", *WORD.findall(text.removeprefix("\ufeff"))[::-1]]
        self.kind, version, _ = self.word("EFG|NFG"), self.word("[12]"), self.word("R|D")
        need(self.kind + version in ("EFG2", "NFG1"), "the file: EFG 2 or NFG 1")
        self.name, self.players, self.nodes, self.sets = self.text(), self.list(self.text), [], {}
        need(len(self.players) == 2, "the file: two players")
        self.read_tree() if self.kind == "EFG" else self.read_table()
        need(self.words == [""], "the file goes on after its end")

    def word(self, form):
        need(re.fullmatch(form, self.words[-1], re.S), f"the file: {self.words[-1][:40]}")
        return self.words.pop()

    def text(self, needed=True):
        if needed or self.words[-1].startswith('"'):
            return re.sub(r'\\(["\\])', r"\1", self.word('".*')[1:-1])

    def number(self):
        return amount(self.word(".{1,1000}"))

    def index(self, end):
        found = int(self.word("[0-9]{1,9}"))
        need(found < end, f"the file: {found}, expected less than {end}")
        return found

    def list(self, item):
        found = [self.word("{")]
        while self.words[-1] != "}":
            found.append(item())
        return self.words.pop() and found[1:]

    def known(self, known, item):
        """The place, the name and the list of a number, given here or where it first stood."""
        key, name = self.index(10**9), self.text(False)
        here = self.list(item) if self.words[-1] == "{" else None
        need(key in known or here, "the file: a number without its list")
        found = known.setdefault(key, (len(known), name or "", here))
        need(name in (None, found[1]) and here in (None, found[2]), "the file: two of a number")
        return found

    def read_tree(self):
        self.text(False)
        chances, sets, outcomes, missing = {}, ({}, {}), {0: (0, "", None)}, [[]]
        while missing:
            missing.pop().append(len(self.nodes))
            kind, _, turn, children, after = self.word("[cpt]"), self.text(False), None, [], []
            if kind == "c":
                after = self.known(chances, lambda: (self.text(), self.number()))[2]
                turn = [part for _, part in after]
                need(sum(turn) == 1 and min(turn) >= 0, "the file: probabilities with sum 1")
            elif kind == "p":
                player = int(self.word("0*[12]")) - 1
                place, name, after = self.known(sets[player], self.text)
                turn = player, place
                self.sets[turn] = name, after
            missing += [children] * len(after)
            paid = self.known(outcomes, self.number)[2]
            need(paid is None or len(paid) == 2, "the file: two payoffs")
            self.nodes.append((turn, children, paid))

    def read_table(self):
        count = lambda: [str(number + 1) for number in range(self.index(2**17))]
        names = self.list(lambda: self.list(self.text) if self.words[-1] == "{" else count())
        need(len(names) == 2 and all(names), "the file: strategies of two players")
        self.sets = {(player, 0): (self.players[player], names[player]) for player in (0, 1)}
        self.text(False)
        rows, columns = map(len, names)
        need(rows * columns <= 2**16, "the file: too many pairs")
        cell = pair = lambda: (self.number(), self.number())
        if self.words[-1] == "{":
            outcome = lambda: (self.word("{"), self.text(), pair(), self.word("}"))[2]
            pays = [(0, 0), *self.list(outcome)]
            cell = lambda: pays[self.index(len(pays))]
        cells = [cell() for _ in range(rows * columns)]
        self.nodes.append(((0, 0), [1 + row * (columns + 1) for row in range(rows)], None))
        for row, at in enumerate(self.nodes[0][1]):
            self.nodes.append(((1, 0), list(range(at + 1, at + 1 + columns)), None))
            self.nodes += [(None, [], cells[row + rows * column]) for column in range(columns)]


def best_reply(tree, play, player, locked=()):
    """The most that a player gets against the other's probabilities, and the sums at all ends."""
    worth, before, sums, ahead = {None: 0}, {}, set(), [(0, None, 1, 0)]
    while ahead:
        at, last, weight, total = ahead.pop()
        turn, children, paid = tree.nodes[at]
        if paid:
            total += sum(paid)
            worth[last] = worth.get(last, 0) + weight * paid[player]
        is_chance = type(turn) is list or turn in locked
        if turn is None:
            sums.add(total)
        elif not is_chance and turn[0] == player:
            need(before.setdefault(turn, last) == last, "a player forgets an own action")
            ahead += [(child, (turn, i), weight, total) for i, child in enumerate(children)]
        else:  # What the other never does counts for the sums; what chance never does, nowhere.
            parts = turn if type(turn) is list else play[turn]
            ahead += [(child, last, weight * part, total) for part, child in zip(parts, children)
                      if part or not is_chance]
    for turn in reversed(before):  # In a walk of a tree a set comes after those above it.
        most = max(worth.get((turn, action), 0) for action in range(len(play[turn])))
        worth[before[turn]] = worth.get(before[turn], 0) + most
    return worth[None], sums


def read_shape(document):
    """A text where one is expected, a list of texts, a number: whatever they say."""
    game = fields(document["game"], GAME, {"text"})
    texts = [document["label"], *items(document["decimals"], 2), *items(game["players"])]
    texts += [game[key] for key in game.keys() - {"players", "sum"}]
    numbers = [game["sum"]]
    for block in items(document["strategies"]) + items(document.get("locked", [])):
        is_lock = type(block) is dict and "view" not in block
        fields(block, SET if is_lock else SET | {"view", "actions"})
        texts += [block["player"], block["set"], block.get("view", "")]
        texts += items(block.get("actions", []))
        numbers += items(block["probabilities"])
    for text in texts:
        string(text)
    for text in numbers:
        number(text)


def check(document, beside=None):
    """Raises Refused where the document is wrong, and NoDocument where it is none."""
    claim, play = read_head(document, KEYS | {"kind"}), {}
    read_shape(document)
    held = document["game"].get("text", beside)
    values = [number(value) for value in items(document["values"], 2)]
    tree = Tree(text := string(held if beside is None else beside))
    agree(len(items(document["strategies"])) == len(tree.sets), "not a strategy for each set")
    for block, (turn, (name, actions)) in zip(document["strategies"], tree.sets.items()):
        right = dict(player=PLAYERS[turn[0]], set=str(turn[1] + 1), view=name, actions=actions)
        agree(fields(block, {*right, "probabilities"}) | right == block, f"not the set of {right}")
        parts = play[turn] = [number(part) for part in items(block["probabilities"])]
        agree(len(parts) == len(actions) and min(parts) >= 0 and sum(parts) == 1, "no mixture")
    (_, sums), locked = best_reply(tree, play, 0), set()
    names = {str([PLAYERS[player], str(place + 1)]): (player, place) for player, place in play}
    for block in items(document.get("locked", [])):
        fields(block, {"player", "set", "probabilities"})
        turn = names.get(str([block["player"], block["set"]]))
        parts = [number(part) for part in items(block["probabilities"])]
        agree(turn not in locked and parts == play.get(turn), "a set not as it is locked, or twice")
        locked.add(turn)
    agree(locked or "locked" not in document, "a lock of nothing")
    one, two = (best_reply(tree, play, player, locked)[0] for player in (0, 1))
    need(len(sums) == 1, "a sum that is not constant")
    agree(sums == {one + two} and values == [one, two], f"the players can get {one} and {two}")
    agree(claim == {"kind": "zero-sum", "lower": one, "upper": one}, "another certificate is right")
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    game = {"file": tree.kind.lower(), "name": tree.name, "sha256": sha256, "text": text,
            "players": tree.players, "sum": str(one + two), "nodes": str(len(tree.nodes))}
    right = {"label": "tree/" + sha256[:16], "decimals": [decimal(one), decimal(two)],
             "game": {key: game[key] for key in document["game"]}}
    agree(document | right == document, f"expected {right}")

"""The games of solution documents: betting trees, decks and labels, from the rules alone.

A tree is (player, view, {action: tree}), or at an end of the hand (chips paid by each player, who is still in).
"""
import re
from fractions import Fraction

PLAYERS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"]


class Refused(Exception):
    """The document was understood, and something it says is false."""


class Malformed(Exception):
    """Not a document, or more than this checker can do."""


def must(holds, words, error=Refused):
    if not holds:
        raise error(words)


def number(text, pattern=r"-?[0-9]+([/.][0-9]+)?"):
    must(isinstance(text, str) and re.fullmatch(pattern, text), f"“{text}” is not such a number", Malformed)
    return Fraction(text)


def whole(text):
    return int(number(text, "[0-9]+"))


def show(paid, players=2):
    return [paid] * players, set(range(players))


def facing(player, words, mine, theirs, kept=1):
    """Fold, or call and show the cards for so much of the chips."""
    folded = [theirs, mine] if player == 1 else [mine, theirs]
    return player, f"facing {words}", {"fold": (folded, {1 - player}), "call": show(kept * theirs)}


def one_street(bets, otherwise, kept=1):
    return 0, "first to act", {**otherwise, **{f"bet {b}": facing(1, f"bet {b}", 1, 1 + b, kept) for b in bets}}


def callers(b, players, in_turn=False, called=(0,), seat=1, after=""):
    if seat == players:
        return [1 + b if player in called else 1 for player in range(players)], set(called)
    follow = [callers(b, players, in_turn, called + more, seat + 1, f" after a {action}" if in_turn else "")
              for action, more in [("fold", ()), ("call", (seat,))]]
    return seat, f"facing bet {b}{after}", dict(zip(["fold", "call"], follow))


def tree_of(name, bets, players, extra):
    b, check = bets[-1], {"check": show(1, players)}
    if name in ("von-neumann", "newman", "one-street", "basic-endgame"):
        return one_street(bets[1:], check)
    if name in ("three-player", "callers", "in-turn"):
        return 0, "first to act", {**check, f"bet {b}": callers(b, players, name == "in-turn")}
    if name == "borel":
        return one_street([b], {"fold": ([1, 1], {1})})
    if name == "hand-flip":
        return one_street([b], {"check": show(1 - 2 * extra)}, 1 - 2 * extra)
    tree = one_street([b], check)
    if name == "kuhn":
        late = facing(0, f"bet {b} after a check", 1, 1 + b)
        tree[2]["check"] = 1, "facing a check", {**check, f"bet {b}": late}
    else:
        must(name == "one-raise", f"“{name}” is no game", Malformed)
        tree[2][f"bet {b}"][2][f"raise {extra}"] = facing(0, f"raise {extra}", 1 + b, 1 + b + extra)
    return tree


def tree_of_file(nodes, name):
    node = nodes.pop(name)  # each is reached once
    if "paid" in node:
        return [number(paid) for paid in node["paid"]], set(map(PLAYERS.index, node["live"]))
    actions = {action["action"]: tree_of_file(nodes, action["to"]) for action in node["actions"]}
    must(len(actions) == len(node["actions"]), "an action stands twice", Malformed)
    return PLAYERS.index(node["player"]), node["view"], actions


def rules(game):
    """The betting tree, the number of players, of cards and of copies of each, the ranges, and the label."""
    name, n, file = game["name"], whole(game["n"]), game.get("tree")
    ranges, stakes = {}, ""
    if file:
        must((file["name"], whole(file["n"])) == (name, n), "the game and its tree have different names or decks")
        nodes, players, copies = {node["id"]: node for node in file["nodes"]}, file["players"], whole(file.get("copies", "1"))
        must(file["format"] == 1 and len(nodes) == len(file["nodes"]), "the tree is not of format 1", Malformed)
        for part in file.get("ranges", []):
            weights = ranges.setdefault(PLAYERS.index(part["player"]), [])
            weights.append((*map(whole, part["cards"]), number(part["weight"])))
        tree = tree_of_file(nodes, file["root"])
        must(not nodes, "nodes that no play reaches", Malformed)
    else:
        key = {"callers": "players", "one-raise": "raise", "hand-flip": "flip", "basic-endgame": "win"}.get(name)
        must(set(game) - {"copies"} == {"name", "n", "bets", *([key] if key else [])}, "other keys than the game's", Malformed)
        bets, copies = [number(bet) for bet in game["bets"]], whole(game.get("copies", "1"))
        several = name == "one-street" or name == "newman" and bets == list(range(len(bets)))
        must((len(bets) == 2 or len(bets) > 2 and several) and bets[0] == 0 and bets == sorted(set(bets)), "these are no bets of the game", Malformed)
        players = game["players"] if key == "players" else 3 if name in ("three-player", "in-turn") else 2
        extra = number(game[key]) if key and key != "players" else None
        must(extra is None or 0 <= extra <= {"win": 1, "flip": Fraction(1, 2)}.get(key, extra), f"{key} {extra}", Malformed)
        tree = tree_of(name, bets, players, extra)
        if key == "win":
            ranges = {0: [(1, 1, 1 - extra), (3, 3, extra)], 1: [(2, 2, Fraction(1))]}
            must(n == 3, "the basic endgame has three cards", Malformed)
        stakes = "-s" + "-".join(map(str, bets[1:])) if name == "one-street" else f"-b{bets[-1]}"
        stakes += {None: "", "players": f"-p{players}", "win": f"-w{extra}"}.get(key, f"-{key}{extra}")
    must(type(players) is int and 2 <= n and 2 <= players <= 10 and players <= n * copies, "a deck without a deal", Malformed)
    label = f"{name}/n{n}{stakes.replace('/', '_')}" + (f"-r{copies}" if copies > 1 else "")
    return tree, players, n, copies, ranges, label


def ends_of(tree, players):
    """The ends of the hand: (own decisions of each player, chips paid, who is still in); the views: {(player, view): …}."""
    ends, views = [], {}

    def walk(tree, own):
        if len(tree) == 2:
            paid, live = tree
            must(live and len(paid) == players and all(paid[p] == max(paid) for p in live) and min(paid) >= 0, "chips", Malformed)
            return ends.append((own, paid, live))
        player, view, actions = tree
        seen = views.setdefault((player, view), (own[player], list(actions)))
        must(seen == (own[player], list(actions)), f"“{view}” is seen with different memories or actions", Malformed)
        for action, then in actions.items():
            walk(then, own[:player] + (own[player] + ((view, action),),) + own[player + 1:])

    walk(tree, ((),) * players)
    return ends, views

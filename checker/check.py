#!/usr/bin/env python3
"""A second checker of solution documents: the rules of the games, sums of whole numbers, and nothing of the solver.

It proves that no plan of a player earns more, with any card, than the player's strategy does against the others'. The
deck is cut into blocks of cards played alike: m players can be dealt m of N in perm(N, m) ways. If t of the N
other cards of the own block are lower, m rivals with such cards all lose with probability perm(t, m) / perm(N, m). Pick
K ≥ m of these cards at random, i of them lower: it is the mean of perm(i, m) / perm(K, m). So with each card all plans
earn the same mean of what they earn at points i = 0 … K, where K is the number of opponents, or N if that is less: what
gains at no point gains with no card. Over all cards of a block, its points weigh alike. A block of one rank is one
point: who ties is as likely as any to win. A longer block with a gain is cut, down to single ranks.
Exit code 0: every document is right; 1: some document is refused; 2: something is no document, or too large.
"""
import json, re, sys
from fractions import Fraction
from itertools import accumulate, product
from math import factorial, lcm, perm, prod

PLAYERS, WHOLE = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"], "[0-9]+"
GAMES = {"callers": "players", "one-raise": "raise", "hand-flip": "flip", "basic-endgame": "win", **dict.fromkeys([
    "von-neumann", "newman", "one-street", "three-player", "in-turn", "kuhn", "borel"])}  # what a game has besides bets


def must(holds, words, error=AssertionError):
    if not holds:
        raise error(words)


def number(text, form="-?[0-9]+([/.][0-9]+)?"):
    must(re.fullmatch(form, text), f"“{text}” is not such a number", ValueError)
    return int(text) if text.lstrip("-").isdigit() else Fraction(text)


def once(pairs):
    must(len(dict(pairs)) == len(pairs), "something stands twice", ValueError)
    return dict(pairs)


def tree_of(name, bets, players, extra, before=()):
    """After these actions: (player, view, {action: tree}), or at an end (chips paid by each player, who is in)."""
    stakes = [at for at, action in enumerate(before) if " " in action]
    if len(before) == (stakes[-1] + players if stakes else 2 if name == "kuhn" else 1):
        live = {player for player in range(players) if "fold" not in before[player::players]}
        due = list(accumulate(number(action.split()[1]) if " " in action else 0 for action in before))
        paid = {at % players: 1 + due[at] for at, action in enumerate(before) if action != "fold"}
        kept = 1 - 2 * extra if name == "hand-flip" and len(live) > 1 else 1  # the lower card wins the rest back
        return [kept * paid.get(player, 1) for player in range(players)], live
    view = "facing a check" if before else "first to act"
    actions = ["fold" if name == "borel" else "check", *(f"bet {bet}" for bet in bets[1:])]
    if stakes:
        seen = {"kuhn": before[0], "in-turn": before[-1]}.get(name)
        view = f"facing {before[stakes[-1]]}" + (f" after a {seen}" if seen in ("check", "fold", "call") else "")
        actions = ["fold", "call"] + [f"raise {extra}"] * (name == "one-raise" and len(before) == 1)
    return len(before) % players, view, {act: tree_of(name, bets, players, extra, (*before, act)) for act in actions}


def tree_of_file(nodes, name):
    node = nodes.pop(name)  # each is reached once
    if "paid" in node:
        return list(map(number, node["paid"])), set(map(PLAYERS.index, node["live"]))
    then = once([(action["action"], tree_of_file(nodes, action["to"])) for action in node["actions"]])
    return PLAYERS.index(node["player"]), node["view"], then


def rules(game):
    """The tree, the numbers of players, of cards and of copies, {player: range as runs of cards}, and the label."""
    name, n, file, stakes, ranges = game["name"], number(game["n"], WHOLE), game.get("tree"), "", {}
    copies = number((file or game).get("copies", "1"), WHOLE)
    if file:
        must((file["name"], number(file["n"], WHOLE)) == (name, n), "the tree has another name or another deck")
        nodes, players = once([(node["id"], node) for node in file["nodes"]]), file["players"]
        tree = tree_of_file(nodes, file["root"])
        must(file["format"] == 1 and not nodes, "not format 1, or nodes that no play reaches", ValueError)
        for part in file.get("ranges", []):
            ranges.setdefault(PLAYERS.index(part["player"]), []).append((part["cards"], {"weight": part["weight"]}))
    else:
        key, bets = GAMES[name], list(map(number, game["bets"]))
        right = set(game) - {"copies", key} == {"name", "n", "bets"} and [0] == bets[:1] != bets == sorted(set(bets))
        many = len(bets) == 2 or name == "one-street" or name == "newman" and bets == list(range(len(bets)))
        extra = game[key] if key == "players" else number(game[key]) if key else 0
        must(right and many and extra >= 0 and (key != "win" or n == 3), "keys, bets or stakes of no game", ValueError)
        players = extra if key == "players" else 3 if name in ("three-player", "in-turn") else 2
        for player, card, weight in [(0, "1", 1 - extra), (0, "3", extra), (1, "2", 1)] if key == "win" else []:
            ranges.setdefault(player, []).append(([card, card], {"weight": str(weight)}))
        tree = tree_of(name, bets, players, extra)
        stakes = "-s" + "-".join(map(str, bets[1:])) if name == "one-street" else f"-b{bets[-1]}"
        stakes += f"-{ {'players': 'p', 'win': 'w'}.get(key, key)}{extra}" if key else ""
    must(type(players) is int and 2 <= n and 2 <= players <= min(10, n * copies), "a deck without a deal", ValueError)
    return tree, players, n, copies, ranges, f"{name}/n{n}{stakes.replace('/', '_')}" + f"-r{copies}" * (copies > 1)


def starts_of(runs, n, error):
    """{first card of a run: {action: number}} of runs (cards, {action: text}), and {} for cards that are left out."""
    starts, following = {}, 1
    for cards, texts in runs:
        first, last = (number(card, WHOLE) for card in cards)
        row = {action: number(text) for action, text in texts.items()}
        must(following <= first <= last <= n and min(row.values()) >= 0, f"card {first}: wrong order or sign", error)
        starts[first], starts[last + 1], following = row, {}, last + 1
    return starts


def joined(one, two):
    """By set of players, as bits: the ways to deal from two parts of the deck together, by those of each part."""
    return [sum(one[sub] * two[who - sub] for sub in range(who + 1) if sub & who == sub) for who in range(len(two))]


def verify(given, cuts=frozenset()):
    """Raises an AssertionError where the document given is wrong, and other errors where it cannot be checked."""
    must(given["format"] == 1, "expected format 1", ValueError)
    tree, players, n, copies, ranges, label = rules(given["game"])
    runs = {(PLAYERS.index(view["player"]), view["view"]): starts_of(
        [(run["cards"], run["actions"]) for run in view["runs"]], n, AssertionError) for view in given["strategies"]}
    runs |= {p: starts_of(ranges.get(p, [(["1", str(n)], {"weight": "1"})]), n, ValueError) for p in range(players)}
    firsts = sorted(card for card in cuts.union({1}, *runs.values()) if card <= n)
    ranks = [after - first for first, after in zip(firsts, [*firsts[1:], n + 1])]
    rows = {key: list(accumulate(firsts, lambda row, at: runs[key].get(at, row), initial={}))[1:] for key in runs}
    most = [min(length * copies, players) - 1 if length > 1 else 0 for length in ranks]
    points = [(block, i, last) for block, last in enumerate(most) for i in range(last + 1)]
    must(len(points) * len(runs) * 4 ** players < 10 ** 8, "too large for this checker", ValueError)
    weights = {player: [row.get("weight", 0) for row in rows[player]] for player in range(players)}
    nothing, views, best, earned, doubtful = [0] * len(points), {}, {}, {}, set()  # best and earned: columns by point

    def pays(player, paid, live, reach):
        """What an end pays the player, by point: a sum over all deals to the others, times their weights."""
        others, total, nobody = [p for p in reach if p != player], nothing, [1] + [0] * 2 ** players
        unit, scale = lcm(*(weight.denominator for p in others for weight in reach[p])), factorial(players)
        sets = [{p for at, p in enumerate(others) if who >> at & 1} for who in range(2 ** len(others))]
        alike, beside = ([[prod(int(unit * reach[p][b]) for p in who) * perm(length * copies - own, len(who))
                           for who in sets] for b, length in enumerate(ranks)] for own in (0, 1))
        below, above = (list(accumulate(side, joined, initial=nobody)) for side in (alike, alike[::-1]))
        for low, own in product(range(len(sets)), repeat=2):
            if not low & own:
                high, m = len(sets) - 1 - low - own, len(live & sets[own])
                pot = sum(paid) if player in live and not live & sets[high] else 0
                lose = (scale * perm(i, m) // max(1, perm(k, m)) if k else scale // (m + 1) for _, i, k in points)
                ways = (below[b][low] * beside[b][own] * above[-2 - b][high] for b, *_ in points)
                total = [pay + way * (pot * part - paid[player] * scale) for pay, way, part in zip(total, ways, lose)]
        return [Fraction(pay, unit ** len(others)) for pay in total]

    def walk(tree, paths, reach):
        """Adds up what the ends of a tree pay, where these own decisions lead with these weights of the cards."""
        if len(tree) == 2:
            paid, live = tree
            must(len(paid) == players and 0 <= min(paid) <= max(paid) == min(paid[p] for p in live), "chips", ValueError)
            for player, path in paths.items():
                pay = pays(player, paid, live, reach)
                best[player, path] = [had + more for had, more in zip(best.get((player, path), nothing), pay)]
                own = (reach[player][b] and reach[player][b] * mine for mine, (b, *_) in zip(pay, points))
                earned[player] = [had + more if more else had for had, more in zip(earned.get(player, nothing), own)]
            return
        player, view, actions = tree
        seen, who = (paths[player], list(actions)), f"player {PLAYERS[player]}, “{view}”"
        must(views.setdefault((player, view), seen) == seen, f"{who}: different memories or actions", ValueError)
        for card, row in zip(firsts, rows.get((player, view), [{}])):
            must(sum(row.values()) == 1 and set(row) <= set(actions), f"{who}, card {card}: no probabilities")
        for action, then in actions.items():
            chosen = [weight * row.get(action, 0) for weight, row in zip(reach[player], rows[player, view])]
            walk(then, {**paths, player: (*paths[player], (view, action))}, {**reach, player: chosen})

    walk(tree, dict.fromkeys(weights, ()), weights)
    must(len(views) == len(given["strategies"]), "expected one strategy for each view")
    for (player, view), (path, actions) in reversed(views.items()):  # what a player sees later stands later
        choices = zip(*(best[player, (*path, (view, action))] for action in actions))
        best[player, path] = [had + more for had, more in zip(best.get((player, path), nothing), map(max, choices))]
    shares = [Fraction(ranks[b], k + 1) for b, _, k in points]
    dealt = sum(map(prod, zip(shares, (weights[0][b] for b, *_ in points), pays(0, [-1] * players, set(), weights))))
    for player in weights:
        for (b, *_), top, mine in zip(points, best[player, ()], earned[player]):
            if mine != weights[player][b] * top:
                must(ranks[b] > 1, f"player {PLAYERS[player]} gains by playing card {firsts[b]} otherwise")
                doubtful |= {firsts[b] + 1, firsts[b] + ranks[b] // 2, firsts[b] + ranks[b] - 1}
    if doubtful:
        return verify(given, cuts | doubtful)
    values = [sum(map(prod, zip(shares, earned[player]))) / dealt for player in weights]
    must(given["label"] == label and [*map(number, given["values"])] == values, f"{label} pays {[*map(str, values)]}")
    texts = [f"{'-' * (v < 0)}{int(abs(v))}.{int(abs(v) * 10 ** 21) % 10 ** 21:021}" for v in values]
    texts = [text + "…" if 10 ** 21 % v.denominator else text.rstrip("0").rstrip(".") for v, text in zip(values, texts)]
    must(given["decimals"] == texts, f"expected the decimals {', '.join(texts)}")
    proof = {"kind": "zero-sum", "lower": values[:1], "upper": values[:1]}
    claim = {key: text if key == "kind" else list(map(number, text if key == "gains" else [text]))
             for key, text in given["certificate"].items()}
    must(claim == (proof if players == 2 else {"kind": "nash", "gains": [0] * players}), "another certificate is right")


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    codes = []
    for file in sys.argv[1:]:
        with open(file, encoding="utf-8") as text:
            documents = list(text) if file.endswith(".jsonl") else [text.read()]
        for line, document in enumerate(documents, 1):
            try:
                verify(json.loads(document, object_pairs_hook=once))
                codes.append(0)
            except Exception as why:  # whatever cannot be read is no document
                codes.append(1 if isinstance(why, AssertionError) else 2)
                print(f"{file}, document {line}: " + (f"refused: {why}" if codes[-1] == 1 else f"not checked: {why!r}"))
    print(f"{codes.count(0)} of {len(codes)} documents are right")
    sys.exit(max(codes, default=0))

# What the strategies pay, summed up over all deals. All strategies are constant on the pieces of the deck that end with a card
# of lasts; whoever is still in with the highest piece wins equally often, as if they shared the pot.
from itertools import product

lasts = sorted({run[1] for runs in strategies + ranges for run in runs})
starts = [0] + lasts[:-1]


def look(runs, card):
    return next(run[2] for run in runs if card <= run[1])


def deals(dealt):
    number = QQ(1)
    for player, piece in enumerate(dealt):
        left = copies * (lasts[piece] - starts[piece]) - dealt[:player].count(piece)
        number *= look(ranges[player], lasts[piece]) * left
    return number


def chance(path, dealt):
    probability = QQ(1)
    for view, action in path:
        probability *= look(strategies[view], lasts[dealt[views[view][0]]])[action]
    return probability


def pays(leaf, dealt):
    path, paid, live = leaf
    top = max(dealt[player] for player in live)
    winners = [player for player in live if dealt[player] == top]
    share = QQ(sum(paid)) / len(winners)
    return [(share if player in winners else 0) - paid[player] for player in range(len(dealt))]


total, everything = [QQ(0) for value in values], QQ(0)
for dealt in product(range(len(lasts)), repeat=len(values)):
    weight = deals(dealt)
    everything += weight
    for leaf in leaves:
        part = weight * chance(leaf[0], dealt)
        if part != 0:
            total = [sum_ + part * paid for sum_, paid in zip(total, pays(leaf, dealt))]
assert [sum_ / everything for sum_ in total] == values, "the strategies do not pay the values"
print(label + ": the strategies pay " + ", ".join(str(value) for value in values))

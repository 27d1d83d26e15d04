\\ What the strategies pay, summed up over all deals. All strategies are constant on the pieces of the deck that end with a card
\\ of lasts; whoever is still in with the highest piece wins equally often, as if they shared the pot.
lasts = vecsort(concat([[run[2] | run <- runs] | runs <- concat(strategies, ranges)]), , 8);
starts = concat([0], lasts);
look(runs, card) = for (at = 1, #runs, if (card <= runs[at][2], return (runs[at][3])));
{deals(dealt) = prod(player = 1, #dealt, look(ranges[player], lasts[dealt[player]])
  * (copies * (lasts[dealt[player]] - starts[dealt[player]]) - sum(other = 1, player - 1, dealt[other] == dealt[player])));}
{chance(path, dealt) = prod(at = 1, #path,
  look(strategies[path[at][1]], lasts[dealt[views[path[at][1]][1]]])[path[at][2]]);}
{pays(leaf, dealt) = my(top = vecmax([dealt[player] | player <- leaf[3]]),
    winners = [player | player <- leaf[3], dealt[player] == top]);
  vector(#dealt, player, sum(at = 1, #winners, winners[at] == player) * vecsum(leaf[2]) / #winners - leaf[2][player]);}
total = vector(#values); all = 0;
{forvec(dealt = vector(#values, player, [1, #lasts]),
  my(weight = deals(dealt)); all += weight;
  for (at = 1, #leaves, total += weight * chance(leaves[at][1], dealt) * pays(leaves[at], dealt)));}
if (total / all != values, error("the strategies pay ", total / all, ", not ", values));
print(label, ": the strategies pay ", values);

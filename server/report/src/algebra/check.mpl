# What the strategies pay, summed up over all deals. All strategies are constant on the pieces of the deck that end with a card
# of lasts; whoever is still in with the highest piece wins equally often, as if they shared the pot.
lasts := sort([op({op(map(runs -> op(map(run -> run[2], runs)), [op(strategies), op(ranges)]))})]):
starts := [0, op(lasts)]:
look := proc(runs, card)
  local run;
  for run in runs do
    if card <= run[2] then return run[3] end if
  end do
end proc:
dealsof := proc(dealt)
  local number, player, left, other;
  number := 1;
  for player to nops(dealt) do
    left := copies * (lasts[dealt[player]] - starts[dealt[player]]);
    for other to player - 1 do
      if dealt[other] = dealt[player] then left := left - 1 end if
    end do;
    number := number * look(ranges[player], lasts[dealt[player]]) * left
  end do;
  return number
end proc:
chance := proc(path, dealt)
  local probability, taken;
  probability := 1;
  for taken in path do
    probability := probability * look(strategies[taken[1]], lasts[dealt[views[taken[1]][1]]])[taken[2]]
  end do;
  return probability
end proc:
pays := proc(leaf, dealt)
  local top, winners, share, player;
  top := max(op(map(player -> dealt[player], leaf[3])));
  winners := select(player -> evalb(dealt[player] = top), leaf[3]);
  share := `+`(op(leaf[2])) / nops(winners);
  return [seq(`if`(member(player, winners), share, 0) - leaf[2][player], player = 1 .. nops(dealt))]
end proc:
total := [0 $ nops(values)]:
everything := 0:
pieces := nops(lasts):
for place from 0 to pieces^nops(values) - 1 do
  dealt := [seq(irem(iquo(place, pieces^(player - 1)), pieces) + 1, player = 1 .. nops(values))];
  weight := dealsof(dealt);
  everything := everything + weight;
  for leaf in leaves do
    part := weight * chance(leaf[1], dealt);
    if part <> 0 then
      paid := pays(leaf, dealt);
      total := [seq(total[player] + part * paid[player], player = 1 .. nops(values))]
    end if
  end do
end do:
if [seq(total[player] / everything, player = 1 .. nops(values))] <> values then
  error "the strategies do not pay the values"
end if;
printf("%s: the strategies pay %a\n", label, values);

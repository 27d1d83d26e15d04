// Hands of hold'em. Cards have numbers from 1, by rank and then by suit; a hand of two cards has
// the number of its class in the grid of 13 by 13, and a single card its own.
const RANKS = '23456789TJQKA';
const SUITS = [
  ['club', '♣'],
  ['diamond', '♦'],
  ['heart', '♥'],
  ['spade', '♠'],
];
const rankOf = (card) => (card - 1) >> 2;
const suitOf = (card) => (card - 1) & 3;

export const cardName = (card) => RANKS[rankOf(card)] + SUITS[suitOf(card)][1];
export const cardSuit = (card) => SUITS[suitOf(card)][0];

// The number of a hand from 1; 0 of no cards.
export const handNumber = (cards) => {
  if (cards.length < 2) return cards[0] ?? 0;
  const [low, high] = cards.map(rankOf).sort((one, other) => one - other);
  const [row, column] = suitOf(cards[0]) === suitOf(cards[1]) ? [high, low] : [low, high];
  return 1 + (12 - row) * 13 + 12 - column;
};

// The highest of five ranks in a row, where the ace is below the two as well; -1 without any.
const straight = (ranks) => {
  const row = [0, 1, 2, 3, 4];
  const tops = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3];
  return tops.find((top) => row.every((by) => ranks.includes((top - by + 13) % 13))) ?? -1;
};

// The strength of the best five of seven cards.
const best = (cards) => {
  const ranks = cards.map(rankOf);
  const count = (rank) => ranks.filter((other) => other === rank).length;
  const all = [...new Set(ranks)].sort((one, other) => other - one);
  const [first, second] = [...all].sort((one, other) => count(other) - count(one));
  const others = (...used) => all.filter((rank) => !used.includes(rank));
  const suited = [0, 1, 2, 3]
    .map((suit) => cards.filter((card) => suitOf(card) === suit).map(rankOf))
    .find((own) => own.length > 4);
  const of = (category, ...deciding) =>
    [0, 1, 2, 3, 4].reduce((sum, at) => 13 * sum + (deciding[at] ?? 0), category);
  if (suited && straight(suited) >= 0) return of(8, straight(suited));
  if (count(first) > 3) return of(7, first, others(first)[0]);
  if (count(first) > 2 && count(second) > 1) return of(6, first, second);
  if (suited) return of(5, ...suited.sort((one, other) => other - one));
  if (straight(all) >= 0) return of(4, straight(all));
  if (count(first) > 2) return of(3, first, ...others(first).slice(0, 2));
  if (count(second) > 1) return of(2, first, second, others(first, second)[0]);
  if (count(first) > 1) return of(1, first, ...others(first).slice(0, 3));
  return of(0, ...all);
};

// What decides a showdown: without a board the number of the hand; 0 of closed cards.
export const strength = (cards, board) =>
  board.length && cards.length ? 1 + best([...cards, ...board]) : handNumber(cards);

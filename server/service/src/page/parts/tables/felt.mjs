// The felt of a table: cards, what each seat has paid, and the clock of the seat that is awaited.
import { PLAYERS, plus } from './deal.mjs';
import { cardName, cardSuit } from './holdem.mjs';

export const part = (name) => document.querySelector(`[data-${name}]`);
export const show = (name, is = true) => {
  part(name).hidden = !is;
};
export const make = (name, words, options = {}) =>
  Object.assign(document.createElement(name), { textContent: words, ...options });
export const seatName = (place, me) =>
  place === me ? `You, seat ${place + 1}` : `Seat ${place + 1}`;
export const colour = (action) => {
  const [word] = action.split(' ');
  return ['check', 'fold', 'call', 'raise'].includes(word) ? word : 'value';
};

// A fraction, to place and to compare it.
export const decimal = (text) => {
  const [top, bottom = 1] = text.split('/').map(Number);
  return top / bottom;
};

// Numbers for people have a minus sign, and one place after the point. A number near zero has its
// first digit; below the last place it is the rounding of sums of doubles.
const MOST_PLACES = 9;
export const minus = (text) => String(text).replaceAll('-', '−');
export const rounded = (number) => {
  const size = Math.abs(number);
  if (size < 10 ** -MOST_PLACES) return '0.0';
  const places = size < 0.05 ? Math.ceil(-Math.log10(size)) : 1;
  return minus(number.toFixed(Math.min(places, MOST_PLACES)));
};
// A probability, by its first digits and a power of ten where it is near zero.
export const scientific = (number) => {
  if (number >= 0.001) return number.toFixed(3);
  const [digits, power] = number.toExponential(1).split('e');
  return `${digits} × 10^${minus(power)}`;
};

// What each has paid at a node: the least of all ends of a hand that goes on from there.
const paidAt = ({ nodes }, { paid, actions }) => {
  const least = (some, more) =>
    some.map((own, at) => (decimal(more[at]) < decimal(own) ? more[at] : own));
  return paid ?? actions.map(({ to }) => paidAt({ nodes }, nodes.get(to))).reduce(least);
};

let ticking;
// Counts down, at once or after the first second, and says what happens at 0.
export const clock = (seconds, then, atOnce) => {
  clearInterval(ticking);
  part('clock').classList.add('idle');
  if (!seconds) return;
  const end = performance.now() + 1000 * seconds;
  const tick = () => {
    const left = Math.max(0, Math.round((end - performance.now()) / 1000));
    part('clock').classList.remove('idle');
    part('ring').setAttribute('stroke-dasharray', `${(100 * left) / seconds} 100`);
    part('left').textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    part('then').textContent = `of ${seconds} s, then ${then}`;
  };
  if (atOnce) tick();
  ticking = setInterval(tick, 1000);
};

export class Felt {
  constructor(table, me) {
    const families = part('room').dataset.names.split(';').map((line) => line.split(' '));
    const fits = ([family, ...names]) =>
      table.label?.startsWith(`${family}/`) && names.length === table.cards;
    Object.assign(this, { table, me, names: families.find(fits)?.slice(1) });
    const places = Array.from({ length: table.players }, (_, place) => place);
    this.seats = places.map((place) => {
      const seat = make('div', '', { className: 'seat' });
      const words = make('p', '');
      words.append(make('b', seatName(place, me)));
      if (table.game) words.append(make('span', `player ${PLAYERS[place]}`, { className: 'soft' }));
      seat.append(this.held([]), words);
      return seat;
    });
    part('others').replaceChildren(...this.seats.filter((_, place) => place !== me));
    if (me !== null) part('own').replaceChildren(this.seats[me].lastChild);
    show('felt');
  }
  name(card) {
    if (this.table.game?.each > 1) return cardName(card);
    return this.names?.[card - 1] ?? String(card);
  }
  suit(card) {
    return this.table.game?.each > 1 ? cardSuit(card) : '';
  }
  face(card) {
    const face = make('div', '', { className: `card-face ${this.suit(card)}` });
    face.append(make('span', this.name(card), { className: 'rank' }));
    for (const foot of ['', ' foot'])
      face.append(make('span', this.name(card), { className: `corner${foot}` }));
    return face;
  }
  // The cards of a seat, closed if nobody showed them.
  held(cards) {
    const closed = Array.from({ length: cards.length ? 0 : (this.table.game?.each ?? 1) });
    const back = () => part('back').content.firstElementChild.cloneNode(true);
    const held = make('div', '', { className: 'holding' });
    held.append(...cards.map((card) => this.face(card)), ...closed.map(back));
    return held;
  }
  // Cards of one's own: of a deal one more, of a game those of this hand.
  heard(cards, hand) {
    const faces = cards.map((card) => this.face(card));
    if (!hand) return part('cards').append(...faces);
    const { label, hands } = this.table;
    document.querySelector('h1 span').textContent = `${label}, hand ${hand} of ${hands}`;
    return part('cards').replaceChildren(...faces);
  }
  // The chips at a node; a hand begins with closed cards, and ends with those that are shown.
  at(node, shown = [], board = []) {
    this.seats.forEach((seat, place) => {
      if (place !== this.me) seat.firstChild.replaceWith(this.held(shown[place] ?? []));
    });
    const open = board.map((card) => make('span', '', { className: this.suit(card) }));
    open.forEach((card, at) => card.append(make('b', this.name(board[at]))));
    part('board').replaceChildren(...open);
    show('board', open.length > 0);
    const paid = paidAt(this.table.game, node);
    const one = (sum, words, className = '') => {
      const both = make('p', '');
      both.append(make('b', sum, { className }), make('span', words, { className: 'soft' }));
      return both;
    };
    const seats = paid.map((own, place) => one(own, seatName(place, this.me)));
    const pot = one(plus(...paid), `${this.table.game.unit} in the pot`, 'sum');
    part('pot').replaceChildren(pot, ...seats);
  }
}

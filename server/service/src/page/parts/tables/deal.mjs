// Tables and what is dealt at them: a deck that all shuffle with proofs, and hands of games with
// one card for each player, or with two and a board. A second implementation of `VerifiedDeck` and
// `GameTable`.
import { handNumber, strength } from './holdem.mjs';
import {
  Fault,
  G,
  Reader,
  Transcript,
  faces,
  hash,
  isKnown,
  isShuffled,
  known,
  list,
  readKnown,
  readRow,
  readShuffleProof,
  shuffleProof,
  times,
  words,
} from './proof.mjs';

// The agreement of a table, whose text all seats have byte for byte: a deal, or hands of a game.
const DEAL = ['protocol', 'players', 'cards', 'hand'];
const GAME = ['game', 'hands'];
const MOST_CARDS = 10000;
const RANGES = {
  players: [2, 32],
  cards: [2, MOST_CARDS],
  hand: [1, MOST_CARDS],
  hands: [1, 1000],
  clock: [1, 86400],
};
export const tableText = (chance, counts) => {
  const given = { format: 1, table: chance, protocol: 'verified-deck', ...counts };
  const keys = ['format', 'table', ...(counts.game ? GAME : DEAL), 'clock'];
  return `${JSON.stringify(Object.fromEntries(keys.map((key) => [key, given[key]])))}\n`;
};
export const readTable = (text) => {
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error('not a table: expected the text of table.json');
  }
  const own = read?.game === undefined ? DEAL : GAME;
  if (read?.format !== 1 || !/^[0-9a-fA-F]{64}$/.test(read.table))
    throw new Error('not a table: expected format 1 and 64 hexadecimal digits');
  if (own === DEAL && read.protocol !== 'verified-deck')
    throw new Error(
      'this page deals the protocol verified-deck; bluff table join deals the others',
    );
  if (Object.keys(read).length !== own.length + 3)
    throw new Error(`not a table: expected the keys format, table, ${own.join(', ')}, clock`);
  const document = { text, id: hash('table', new TextEncoder().encode(text)), label: read.game };
  for (const key of [...own, 'clock'].filter((key) => RANGES[key])) {
    const [least, most] = RANGES[key];
    document[key] = Number(read[key]);
    const whole = typeof read[key] === 'string' && /^[0-9]{1,5}$/.test(read[key]);
    if (!whole || document[key] < least || document[key] > most)
      throw new Error(`${key} = ${read[key]}, expected a whole number from ${least} to ${most}`);
  }
  if (document.players * document.hand > document.cards)
    throw new Error(`${document.players * document.hand} cards of a deck of ${document.cards}`);
  return document;
};

export const PLAYERS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'];
const CLASSES = 169;
// What keeps a game from a table, in the words of the command, or nothing.
const unfit = ({ n, copies = 1, deals, deck, board, ranges, nodes }, each) => {
  const ordered = nodes?.every(({ actions, paid }) => actions || paid);
  if (each === 1) {
    if (!/^[0-9]+$/.test(n) || deals || deck || board)
      return ' with a deck of its own, expected a game with cards 1 to n';
    if (Number(copies) !== 1)
      return ` with ${copies} copies of each card, expected a game with one of each`;
    if (Object.keys(ranges ?? {}).length)
      return ' with ranges, expected a game in which all deals are equally likely';
    if (Number(n) > MOST_CARDS) return `, expected at most ${MOST_CARDS} cards at a table`;
  }
  return ordered ? '' : ', expected a game with one card for each player';
};

// The same table with the file of its game, as `bluff game` writes it.
export const withGame = (document, file) => {
  const { n, players, deck, board, ranges, root, nodes } = file;
  const every = (text) => !text.includes(':') && text.split(', ').length === CLASSES;
  const whole = ranges && Object.values(ranges).every((text) => every(String(text)));
  const each = n === undefined && !deck && !board && whole ? 2 : 1;
  const why = unfit(file, each);
  if (why) throw new Error(`not a table: ${document.label}${why}`);
  const unit = each > 1 ? 'big blinds' : 'antes';
  const game = { root, each, unit, nodes: new Map(nodes.map((node) => [node.id, node])) };
  return { ...document, players, cards: each > 1 ? 52 : Number(n), hand: each, game };
};

// A table as one seat, a spectator or a judge sees it. `carry` brings the words of a message: none
// if others alone get them, null for bytes that are no words.
export class Table {
  constructor(parties, session, me, carry) {
    Object.assign(this, { parties, session, me, carry, messages: 0, coins: null });
  }
  turn(by) {
    return { session: this.session, by, round: this.messages };
  }
  fault(who, why) {
    return new Fault(who, Math.max(this.messages - 1, 0), why);
  }
  require(holds, who, why) {
    if (!holds) throw this.fault(who, why);
  }
  async say(from, to, make, read) {
    const message = await this.carry(this.messages, from, to, make);
    this.messages += 1;
    if (message === undefined) return undefined;
    try {
      const reader = new Reader(message);
      const value = read(reader);
      reader.end();
      return value;
    } catch (why) {
      throw typeof why === 'string' ? this.fault(from, why) : why;
    }
  }
}

// Keys of all, each with a proof that its owner knows the secret one.
const agreed = async (table, cards) => {
  const keys = [];
  let secret = null;
  for (let from = 0; from < table.parties; from++) {
    const turn = table.turn(from);
    const transcript = () => new Transcript('possession of a key', turn);
    const make = (coins) => {
      secret = coins.exponent();
      const key = times(G, secret);
      return words(key, known(transcript(), [[key, G]], secret, coins));
    };
    const read = (reader) => [reader.element(), readKnown(reader)];
    const [key, proof] = await table.say(from, null, make, read);
    const why = 'no proof that its owner knows the secret key';
    table.require(isKnown(proof, transcript(), [[key, G]]), from, why);
    keys.push(key);
  }
  const key = keys.reduce((all, own) => all.add(own));
  table.require(!key.is0(), null, 'all keys together are the identity');
  return { key, keys, secret, faces: faces(cards) };
};

// The deck after all have moved and masked it in turn.
const shuffled = async (table, { key, faces: open }) => {
  let deck = open.map((face) => [G, face.add(key)]);
  for (let from = 0; from < table.parties; from++) {
    const [turn, before] = [table.turn(from), deck];
    const make = (coins) => {
      const images = coins.permutation(before.length);
      const masks = before.map(() => coins.exponent());
      const moved = [];
      images.forEach((image, place) => (moved[image] = before[place]));
      const after = moved.map(([a, b], at) => [
        a.add(times(G, masks[at])),
        b.add(times(key, masks[at])),
      ]);
      const proof = shuffleProof(key, turn, before, after, images, masks, coins);
      return words(list([list(after)]), 0n, proof);
    };
    const read = (reader) => {
      const rows = reader.list(readRow);
      if (reader.number() !== 0n) throw 'expected the proof of a shuffle';
      return [rows, readShuffleProof(reader)];
    };
    const [rows, proof] = await table.say(from, null, make, read);
    deck = rows[0] ?? [];
    const right = rows.length === 1 && isShuffled(key, turn, before, deck, proof);
    table.require(right, from, 'the shuffle does not hold');
  }
  return deck;
};

// The card that its owner reads by the shares of all others, or all do; none where others read it.
const opened = async (table, { key, keys, secret, faces: open }, card, to) => {
  let message = card[1];
  for (let keeper = 0; keeper < table.parties; keeper++) {
    const turn = table.turn(keeper);
    const transcript = () => new Transcript('share', turn).wire('key', key);
    const equations = (part) => [
      [keys[keeper], G],
      [part, card[0]],
    ];
    const share = (coins) => {
      // The other implementation draws an exponent here that only who has no key uses.
      coins.exponent();
      const part = times(card[0], secret);
      return [part, known(transcript(), equations(part), secret, coins)];
    };
    if (keeper === to) {
      if (table.me === to) message = message.subtract(share(table.coins)[0]);
      continue;
    }
    const make = (coins) => words(list([share(coins)]));
    const read = (reader) => reader.list((own) => [own.element(), readKnown(own)]);
    const given = await table.say(keeper, to, make, read);
    if (given === undefined) continue;
    table.require(given.length === 1, keeper, 'expected a share for every card');
    const [[part, proof]] = given;
    table.require(isKnown(proof, transcript(), equations(part)), keeper, 'the share is wrong');
    message = message.subtract(part);
  }
  if (to !== null && table.me !== to) return undefined;
  const found = open.findIndex((face) => face.equals(message));
  table.require(found >= 0, null, 'a card is none of the deck');
  return found + 1;
};

// Deals, one card a round to each; `heard` gets the cards of this seat.
export const dealt = async (table, { players, cards, hand }, player) => {
  const cipher = await agreed(table, cards);
  const deck = await shuffled(table, cipher);
  for (let place = 0; place < hand * players; place++) {
    const card = await opened(table, cipher, deck[place], place % players);
    if (card !== undefined) player.heard([card]);
  }
};

// Hands of a game: `heard` gets the cards of each, `choose` says the action of this seat, and
// `ended` gets what everybody knows at the end of one.
export const handsPlayed = async (table, { players, cards, hands, game }, player) => {
  const { each } = game;
  const cipher = await agreed(table, cards);
  for (let hand = 1; hand <= hands; hand++) {
    const deck = await shuffled(table, cipher);
    const own = [];
    for (let place = 0; place < each * players; place++) {
      const card = await opened(table, cipher, deck[place], Math.floor(place / each));
      if (card !== undefined) own.push(card);
    }
    if (own.length) player.heard(own, hand);
    const [steps, card] = [[], handNumber(own)];
    let node = game.nodes.get(game.root);
    player.acted?.(steps, node);
    while (node.actions) {
      const [now, by] = [node, PLAYERS.indexOf(node.player)];
      const make = async () => words(BigInt(await player.choose({ hand, card, node: now, steps })));
      const chosen = await table.say(by, null, make, (reader) => reader.number());
      table.require(chosen < BigInt(now.actions.length), by, `there is no action ${chosen}`);
      const { action, to } = now.actions[Number(chosen)];
      steps.push({ by, action });
      node = game.nodes.get(to);
      player.acted?.(steps, node);
    }
    const open = async (from, count) => {
      const all = [];
      for (const masked of deck.slice(from, from + count))
        all.push(await opened(table, cipher, masked, null));
      return all;
    };
    const { faces: shown, board } = await showdown(table, node, steps, { own, each, open });
    const paid = payoffs(
      node,
      shown.map((held) => strength(held, board)),
    );
    player.ended({ hand, node, faces: shown, board, shown: shown.map(handNumber), payoffs: paid });
  }
};

// Opens the board and the cards of the player who was called, and of the others only better ones.
const showdown = async (table, { live, paid }, steps, { own, each, open }) => {
  const shown = paid.map(() => []);
  if (live.length < 2) return { faces: shown, board: [] };
  const board = await open(each * paid.length, each > 1 ? 5 : 0);
  const called = steps.findLast(({ action }) => !['check', 'call', 'fold'].includes(action));
  const places = live.map((name) => PLAYERS.indexOf(name));
  const first = Math.max(called ? places.indexOf(called.by) : 0, 0);
  let best = 0;
  for (const place of [...places.slice(first), ...places.slice(0, first)]) {
    if (best > 0) {
      const make = () => words(BigInt(strength(own, board) >= best));
      const shows = await table.say(place, null, make, (reader) => reader.number());
      table.require(shows < 2n, place, `there is no answer ${shows}`);
      if (shows === 0n) continue;
    }
    shown[place] = await open(each * place, each);
    best = Math.max(best, strength(shown[place], board));
  }
  return { faces: shown, board };
};

// Fractions as text, reduced.
const read = (text) => {
  const [top, bottom = 1n] = text.split('/').map(BigInt);
  return [top, bottom];
};
const divisor = (a, b) => (b ? divisor(b, a % b) : a < 0n ? -a : a);
export const plus = (...texts) => {
  const [top, bottom] = texts
    .map(read)
    .reduce(([a, b], [c, d]) => [a * d + c * b, b * d], [0n, 1n]);
  const by = divisor(top, bottom);
  return by === bottom ? `${top / by}` : `${top / by}/${bottom / by}`;
};

// The payoff of each player: the strongest of those who are left take all, equal ones share it.
const payoffs = ({ live, paid }, strengths) => {
  const places = live.map((name) => PLAYERS.indexOf(name));
  const best = Math.max(...places.map((place) => strengths[place]));
  const winners = places.filter((place) => strengths[place] === best);
  const [top, bottom] = read(plus(...paid));
  const share = `${top}/${bottom * BigInt(winners.length)}`;
  return paid.map((own, place) => plus(`-${own}`, winners.includes(place) ? share : '0'));
};

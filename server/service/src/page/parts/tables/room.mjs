// The page of a table: a new one or one by its link, a seat or a spectator's place, and the
// mailboxes of this service between it and the others. The secret of a seat stays in this browser.
import { plus, readTable, tableText, withGame } from './deal.mjs';
import { Felt, clock, colour, make, minus, part, seatName, show } from './felt.mjs';
import { Joined, Seat, keyWords, readJoin, sessionOf } from './seat.mjs';
import { hex } from './proof.mjs';
import { reviewed } from './review.mjs';

// Seconds for which a message is offered, and milliseconds before another try.
const OFFER = 60;
const PAUSE = 250;
// The address under which the service is reached.
const BASE = location.pathname.replace(/\/tables$/, '');
// Most messages that have a dot each.
const DOTS = 200;

const say = (words) => {
  part('status').textContent = words;
};
// Seconds by a clock that never jumps, as that of the day does.
const now = () => performance.now() / 1000;
const sleep = (time) => new Promise((done) => setTimeout(done, time));

// Secrets of seats, by the name of the table.
const stored = (mode, work) =>
  new Promise((done, failed) => {
    const request = indexedDB.open('bluff-tables', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('seats');
    request.onerror = () => failed(request.error);
    request.onsuccess = () => {
      const asked = work(request.result.transaction('seats', mode).objectStore('seats'));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => failed(asked.error);
    };
  });

class Relay {
  constructor(name) {
    Object.assign(this, { address: `${BASE}/api/v1/tables/${name}`, laid: [] });
  }
  // The answer, or none while the service cannot give one.
  async ask(slot, options) {
    try {
      const answer = await fetch(`${this.address}/${slot}`, { cache: 'no-store', ...options });
      if (answer.ok || answer.status === 409) return answer;
      if (![429, 502, 503, 504].includes(answer.status)) {
        const { detail } = await answer.json();
        throw new Error(`the mailbox: ${detail}`);
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      say('Not connected, trying again.');
    }
    await sleep(PAUSE);
    return null;
  }
  async put(slot, body) {
    const headers = { 'content-type': 'application/octet-stream' };
    for (const end = now() + OFFER; now() < end;) {
      const answer = await this.ask(slot, { method: 'PUT', headers, body });
      if (!answer) continue;
      if (answer.status === 201) this.laid.push([slot, body]);
      return answer.ok;
    }
    throw new Error('the mailbox cannot be reached');
  }
  async get(slot, seconds) {
    const end = now() + seconds;
    for (;;) {
      const answer = await this.ask(`${slot}?wait=${seconds}`);
      if (answer?.status === 200) return new Uint8Array(await answer.arrayBuffer());
      // A relay that answers before the wait is over is asked again: it makes nobody silent.
      if (now() + PAUSE / 1000 >= end) break;
      if (answer) await sleep(PAUSE);
    }
    if (seconds) await this.restore();
    return null;
  }
  // A relay keeps nothing when it stops: everything is laid down again where it was lost.
  async restore() {
    const headers = { 'content-type': 'application/octet-stream' };
    for (const [slot, body] of this.laid)
      if ((await this.ask(slot, { method: 'PUT', headers, body }))?.status !== 201) break;
  }
}

const refuse = (error) => {
  part('trouble').textContent = error.message;
  show('trouble');
};
const guarded = (work) => async (event) => {
  event?.preventDefault?.();
  show('trouble', false);
  try {
    await work(event);
  } catch (error) {
    refuse(error);
  }
};

const encoded = (text) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const decoded = (text) => atob(text.replaceAll('-', '+').replaceAll('_', '/'));

// The text of a table, from its link or as it is.
const textOf = (given) => {
  if (given.trimStart().startsWith('{')) return given;
  try {
    return decoded(given.match(/#([\w-]+)\s*$/)[1]);
  } catch {
    throw new Error('expected the link of a table, or the text of table.json');
  }
};

const begun = async () => {
  const given = Object.fromEntries(new FormData(part('new')));
  const chance = hex(crypto.getRandomValues(new Uint8Array(32)));
  if (given.game) given.game = (await fileOf(given.game)).label;
  const text = tableText(chance, given);
  await whole(readTable(text));
  location.hash = encoded(text);
};

// The file of a game, and its label in its own spelling, where its address leads.
const fileOf = async (given) => {
  const answer = await fetch(`${BASE}/api/v1/games/${given}.json`);
  const file = await answer.json();
  if (!answer.ok) throw new Error(file.detail);
  return { file, label: decodeURI(answer.url).match(/\/games\/(.*)\.json$/)[1] };
};

// The table with the file of its game, if one is played.
const whole = async (table) => {
  if (!table.label) return table;
  const { file, label } = await fileOf(table.label);
  if (label !== table.label) throw new Error(`label ${table.label}, expected ${label}`);
  return withGame(table, file);
};

// Shows a table: its link, its seats, and the seat that this browser has.
let here = '';
const opened = async (text) => {
  if (here === text) return;
  if (here) {
    location.reload();
    return;
  }
  const table = await whole(readTable(text));
  here = text;
  const name = hex(table.id);
  for (const shown of ['room', 'invite']) show(shown);
  show('begin', false);
  const { players, cards, hand, clock, label } = table;
  const what = label ?? `${players} seats, ${cards} cards, ${hand} for each`;
  document.querySelector('h1').replaceChildren('Table, ', make('span', what));
  part('address').value = location.href;
  part('file').href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const at = `${location.origin}${BASE}/`;
  part('command').textContent = `bluff table join table.json --seat ${players} --at ${at}`;
  part('choose').textContent = `Take a seat. A seat that is silent for ${clock} s is named.`;
  const own = await stored('readonly', (store) => store.get(name));
  if (own) {
    await seated(table, name, own.place, own);
    return;
  }
  const relay = new Relay(name);
  const taken = Array.from({ length: players }, (_, place) => relay.get(`join-${place + 1}`, 0));
  const buttons = (await Promise.all(taken)).map((join, place) => {
    const button = make('button', `Sit at seat ${place + 1}`, { disabled: join !== null });
    button.onclick = guarded(async () => {
      const kept = { place, secret: crypto.getRandomValues(new Uint8Array(32)), choices: [] };
      const join = new Seat(kept.secret).join(table.id, place);
      await stored('readwrite', (store) => store.put(kept, name));
      if (!(await relay.put(`join-${place + 1}`, join))) {
        await stored('readwrite', (store) => store.delete(name));
        throw new Error(`seat ${place + 1} is taken, expected a free seat`);
      }
      await seated(table, name, place, kept);
    });
    return button;
  });
  const watch = make('button', 'Watch');
  watch.onclick = guarded(() => seated(table, name, null, null));
  part('acts').replaceChildren(...buttons, watch);
};

// Waits for all to join, and plays.
const seated = async (table, name, me, kept) => {
  part('acts').replaceChildren();
  show('choose', false);
  show('who');
  const [relay, seat] = [new Relay(name), kept && new Seat(kept.secret)];
  if (seat && !(await relay.put(`join-${me + 1}`, seat.join(table.id, me))))
    throw new Error(`seat ${me + 1} is taken by another secret`);
  const [keys, joins] = [[], []];
  for (let place = 0; place < table.players; place++) {
    let join = null;
    while (!join) {
      say(`Waiting for seat ${place + 1} to join.`);
      join = await relay.get(`join-${place + 1}`, place === me ? 0 : 20);
    }
    joins.push(join);
    keys.push(readJoin(join, table.id, place));
    heard(keys[place], place, me);
  }
  const own = { document: table, me, seat, keys, session: sessionOf(joins), mailbox: relay };
  await played(own, kept, () => stored('readwrite', (store) => store.put(kept, name)));
};

// The words of a seat, and whether they were compared.
const heard = (key, place, me) => {
  const item = make('li', '');
  const words = keyWords(key).split('-');
  const [one, two] = [words.slice(0, 3), words.slice(3)].map((half) => half.join('-'));
  item.append(make('b', seatName(place, me)), make('span', `${one}-`), make('span', two));
  if (place !== me) {
    const box = make('label', ` I have heard seat ${place + 1}’s words`);
    box.prepend(make('input', '', { type: 'checkbox' }));
    item.append(box);
  }
  part('words').append(item);
};

// The player of this seat: shows its cards, and asks for its actions, which are kept for a reload.
class Person {
  constructor({ document, me }, kept, keep) {
    Object.assign(this, { document, me, kept, keep, chosen: [], payoffs: [] });
    this.won = Array.from({ length: document.players }, () => '0');
    this.felt = new Felt(document, me);
  }
  heard(cards, hand) {
    this.felt.heard(cards, hand);
  }
  async choose({ hand, card, node }) {
    const { choices } = this.kept;
    const made = this.chosen.length;
    if (made === choices.length) {
      say('Your turn.');
      clock(this.document.clock, 'the others name you as silent', true);
      choices.push(await this.asked(node.actions));
      clock(0);
      await this.keep();
    }
    const { player, view } = node;
    this.chosen.push({ hand, card, player, view, action: choices[made] });
    return choices[made];
  }
  asked(actions) {
    return new Promise((chosen) => {
      const buttons = actions.map(({ action }, at) => {
        const button = make('button', '', { className: 'act', type: 'button' });
        button.append(make('span', '', { className: `dot ${colour(action)}` }), make('b', action));
        button.onclick = () => {
          part('acts').replaceChildren();
          chosen(at);
        };
        return button;
      });
      part('acts').replaceChildren(...buttons);
      buttons[0].focus({ preventScroll: true });
    });
  }
  acted(steps, node) {
    if (node.actions) this.felt.at(node);
    const told = steps.map(({ by, action }) => `${seatName(by, this.me)}: ${action}`);
    part('steps').textContent = told.join(' · ');
  }
  ended({ hand, node, faces, board, payoffs }) {
    this.felt.at(node, faces, board);
    this.won = this.won.map((sum, place) => plus(sum, payoffs[place]));
    this.payoffs.push(payoffs[this.me]);
    const named = (cards) => cards.map((card) => this.felt.name(card)).join(' ');
    const open = faces.flatMap((cards, place) =>
      cards.length && place !== this.me ? [`seat ${place + 1} shows ${named(cards)}`] : [],
    );
    if (board.length) open.push(`the board is ${named(board)}`);
    const own = this.me === null ? [] : [`you won ${minus(payoffs[this.me])}`];
    const told = [`Hand ${hand} of ${this.document.hands}`, ...own, ...open];
    part('last').textContent = `${told.join('; ')}.`;
    const sums = this.won.map((sum, place) => `${seatName(place, this.me)}: ${minus(sum)}`);
    part('won').textContent = `Won in ${this.document.game.unit}: ${sums.join(' · ')}`;
    part('proofs').replaceChildren();
  }
}

const played = async (own, kept, keep) => {
  const { players, hand, game, clock: clockSeconds, label } = own.document;
  const total = game ? '' : ` of ${2 * players + hand * players * (players - 1)}`;
  const began = now();
  const dots = part('proofs');
  let dot = null;
  const said = (at, from, isProved) => {
    if (!dot) {
      dot = make('span', '');
      dots.append(dot);
      if (dots.children.length > DOTS) dots.firstChild.remove();
    }
    if (isProved) {
      dot.className = 'proved';
      dot = null;
      clock(0);
    } else {
      say(`Message ${at + 1}${total}: waiting for seat ${from + 1}.`);
      if (from !== own.me) clock(clockSeconds, `seat ${from + 1} is named as silent`);
    }
  };
  try {
    const player = new Person(own, kept, keep);
    const end = await new Joined({ ...own, player, said }).play();
    say('Every message proved, and all seats say that they found nothing wrong.');
    const rows = {
      Messages: end.messages,
      'Bytes sent': end.sent,
      Seconds: (now() - began).toFixed(2),
      'History, the same at every seat': hex(end.chain),
    };
    const row = ([title, value]) => {
      const both = make('div', '');
      both.append(make('dt', title), make('dd', String(value)));
      return both;
    };
    part('end').replaceChildren(...Object.entries(rows).map(row));
    show('inside');
    const name = (card) => player.felt.name(card);
    const { chosen, payoffs, won } = player;
    const mine = { chosen, payoffs, me: own.me, won: won[own.me], name };
    if (game && own.me !== null)
      await reviewed(`${BASE}/api/v1/solutions/${label}`, own.document, mine);
  } catch (error) {
    clock(0);
    (dot ?? dots.appendChild(make('span', ''))).className = 'refused';
    say(error.at === undefined ? 'The table stopped.' : `It stopped at message ${error.at + 1}.`);
    throw error;
  }
};

// A game has players, a deck and hands of its own; without one there are no hands of it.
const fixed = () => {
  const { game, players, cards, hand, hands } = part('new').elements;
  for (const field of [players, cards, hand]) field.disabled = game.value.trim() !== '';
  hands.disabled = !players.disabled;
};
part('new').addEventListener('input', fixed);
fixed();
part('new').addEventListener('submit', guarded(begun));
part('open').addEventListener(
  'submit',
  guarded(async () => {
    const text = textOf(part('open').elements.link.value);
    readTable(text);
    location.hash = encoded(text);
  }),
);
const follow = guarded(async () => {
  if (location.hash.length > 1) await opened(textOf(location.hash));
});
window.addEventListener('hashchange', follow);
follow();

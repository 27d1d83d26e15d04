// A seat in the browser: the second implementation makes the bytes of the first, names cheats, and
// sits at one table with browsers and with the command, which know nothing secret of it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { BLUFF } from './service.mjs';
import { audited, visitor } from './visitor.mjs';

const SCRIPTS = new URL('../../server/service/src/page/parts/tables/', import.meta.url);
const { Joined, Seat, readJoin, sessionOf } = await import(new URL('seat.mjs', SCRIPTS));
const { readTable, tableText, withGame } = await import(new URL('deal.mjs', SCRIPTS));
const { minus, rounded, scientific } = await import(new URL('felt.mjs', SCRIPTS));
const { hex, little } = await import(new URL('proof.mjs', SCRIPTS));
const VECTORS = JSON.parse(readFileSync(new URL('../tables/seats.json', import.meta.url)));

const here = visitor();
const run = promisify(execFile);
const secret = (place) => new Uint8Array(32).fill(place + 1);
const text = (players, cards, hand, clock = 60) =>
  tableText('07'.repeat(32), {
    players: String(players),
    cards: String(cards),
    hand: String(hand),
    clock: String(clock),
  });

/** A mailbox in memory. */
class Memory {
  slots = new Map();
  async put(slot, own) {
    if (!this.slots.has(slot)) this.slots.set(slot, own);
    return Buffer.compare(this.slots.get(slot), own) === 0;
  }
  async get(slot, seconds) {
    for (let left = 200 * seconds; left >= 0 && !this.slots.has(slot); left--)
      await new Promise((done) => setTimeout(done, 5));
    return this.slots.get(slot) ?? null;
  }
}

/** The mailbox of a service. */
class Relay {
  constructor(table) {
    this.address = `${here.service.address}/api/v1/tables/${hex(table)}`;
  }
  async put(slot, body) {
    const headers = { 'content-type': 'application/octet-stream' };
    return (await fetch(`${this.address}/${slot}`, { method: 'PUT', headers, body })).ok;
  }
  async get(slot, seconds) {
    const answer = await fetch(`${this.address}/${slot}?wait=${seconds}`);
    return answer.status === 200 ? new Uint8Array(await answer.arrayBuffer()) : null;
  }
}

/** A seat that remembers private words, and may change its words before it signs them. */
class Watched extends Joined {
  private = [];
  cheat = () => {};
  async carried(at, from, to, make) {
    const changed = async (coins) => {
      const message = await make(coins);
      this.cheat(at, message);
      if (to !== null) this.private.push(...message);
      return message;
    };
    const heard = await super.carried(at, from, to, changed);
    if (to === this.me && heard) this.private.push(...heard);
    return heard;
  }
}

/** All seats of a table whose secrets are known, and a spectator, after everybody joined. */
function seats(table, mailbox, places) {
  const own = Array.from({ length: table.players }, (_, place) => new Seat(secret(place)));
  const joins = own.map((seat, place) => seat.join(table.id, place));
  const keys = joins.map((one, place) => readJoin(one, table.id, place));
  const session = sessionOf(joins);
  return places.map((me) => {
    const hand = [];
    const ends = [];
    const player = {
      heard: (own) => hand.push(...own),
      choose: ({ hand: number, card, node }) => (number + card) % node.actions.length,
      ended: ({ shown, payoffs }) => ends.push({ shown, payoffs }),
    };
    const seat = me === null ? null : own[me];
    const joined = new Watched({ document: table, me, seat, keys, session, mailbox, player });
    return Object.assign(joined, { hand, ends });
  });
}

const everybody = (players) => [...Array(players).keys(), null];

test('seats make the bytes of the vectors', async () => {
  for (const vector of VECTORS) {
    let table = readTable(vector.table);
    assert.equal(hex(table.id), vector.name);
    if (table.label) {
      const file = await fetch(`${here.service.address}/api/v1/games/${table.label}.json`);
      table = withGame(table, await file.json());
    }
    const all = seats(table, new Memory(), everybody(table.players));
    const ends = await Promise.all(all.map((seat) => seat.play()));
    const spectator = all.at(-1);
    assert.deepEqual(spectator.hand, []);
    assert.deepEqual(spectator.ends, vector.hands);
    for (const end of ends)
      assert.deepEqual([end.messages, hex(end.chain)], [vector.messages, vector.chain]);
    assert.deepEqual(
      all.slice(0, -1).map(({ hand }) => hand),
      vector.cards,
    );
    assert.deepEqual(
      ends.slice(0, -1).map(({ sent }) => sent),
      vector.sent,
    );
  }
});

test('games that a table cannot deal are refused in the words of the command', async () => {
  for (const label of [
    'kuhn/n3-b1-r2',
    'basic-endgame/n3-b2-w1_3',
    'kuhn/n10001-b1',
    'leduc',
  ]) {
    const told = await run(BLUFF, ['table', 'new', '--game', label]).catch((failed) => failed);
    const why = told.stderr.trim().replace('bluff: ', '');
    assert.match(why, /^not a table: .*, expected /);
    const file = await fetch(`${here.service.address}/api/v1/games/${label}.json`);
    const game = await file.json();
    assert.throws(() => withGame({ label }, game), { message: why });
  }
});

test('numbers for people have a minus sign, and are 0 only if they are', () => {
  for (const [number, text] of [
    [0, '0.0'],
    [-0, '0.0'],
    [-1e-17, '0.0'],
    [-0.04, '−0.04'],
    [1 / 900, '0.001'],
    [-0.05, '−0.1'],
    [12.34, '12.3'],
  ])
    assert.equal(rounded(number), text);
  assert.equal(scientific(1e-7), '1.0 × 10^−7');
  assert.equal(scientific(0.25), '0.250');
});

/** Alters the last word. */
const altered = (message) => {
  const last = message.length - 1;
  if (typeof message[last] === 'bigint') message[last] ^= 1n;
  else message[last] = message[last].map((byte, at) => (at ? byte : byte ^ 1));
};

test('a signed cheat is named by every seat and by the spectator', async () => {
  const table = readTable(text(3, 4, 1));
  const honest = 2 * 3 + 3 * 2;
  const named = async (cheated) => {
    let sender = null;
    const all = seats(table, new Memory(), everybody(3));
    for (const seat of all)
      seat.cheat = (at, message) => {
        if (at !== cheated) return;
        sender = seat.me;
        altered(message);
      };
    const ends = await Promise.allSettled(all.map((seat) => seat.play()));
    const blamed = ends.map(({ reason }) => reason?.who);
    assert.deepEqual(blamed, Array(4).fill(sender), `message ${cheated}`);
  };
  await Promise.all(Array.from({ length: honest }, (_, cheated) => named(cheated)));
});

test('what a mailbox alters is refused, and nobody is named for it', async () => {
  const table = readTable(text(2, 3, 1));
  const cases = [];
  for (let at = 0; at < 6; at++)
    for (const change of [
      (own) => own.map((byte, place) => (place === 9 ? byte ^ 1 : byte)),
      (own) => own.map((byte, place) => (place === own.length - 1 ? byte ^ 1 : byte)),
      (own) => own.slice(0, -1),
      () => new Uint8Array(),
      (own) => new Uint8Array([...own, 0]),
    ]) {
      const memory = new Memory();
      const slot = String(at).padStart(6, '0');
      const get = async (name, wait) => {
        const found = await memory.get(name, wait);
        return found && name === slot ? change(found) : found;
      };
      const put = (name, own) => memory.put(name, own);
      const all = seats(table, { get, put }, everybody(2));
      const refused = async () => {
        const ends = await Promise.allSettled(all.map((seat) => seat.play()));
        const named = ends.map(({ status, reason }) => status === 'rejected' && reason.who);
        assert.deepEqual(named, [null, null, null], `message ${at}`);
      };
      cases.push(refused());
    }
  await Promise.all(cases);
});

/** The command in a folder of its own, with the file of a table and what a person types. */
function command(table, typed = '') {
  const folder = mkdtempSync(join(tmpdir(), 'bluff-table-'));
  writeFileSync(join(folder, 'table.json'), table);
  const at = ['--at', here.service.address];
  return async (...words) => {
    const line = ['table', words[0], 'table.json', ...words.slice(1), ...at, '--format', 'json'];
    const running = run(BLUFF, line, { cwd: folder });
    running.child.stdin.end(typed);
    const ended = await running.catch((failed) => failed);
    return { ...ended, answer: ended.stdout ? JSON.parse(ended.stdout) : null };
  };
}

test('the command and a seat of the browser name one cheat', async () => {
  // A key, a shuffle, a share for the other browser, and one for the command.
  for (const [cheated, culprit] of [
    [0, 0],
    [3, 0],
    [7, 2],
    [9, 2],
  ]) {
    const table = readTable(text(3, 4, 1).replace('"07', `"0${cheated}`));
    const relay = new Relay(table.id);
    const bluff = command(table.text);
    const joining = bluff('join', '--seat', '2');
    const watching = bluff('watch');
    const own = [0, 2].map((place) => new Seat(secret(place)));
    await relay.put('join-1', own[0].join(table.id, 0));
    await relay.put('join-3', own[1].join(table.id, 2));
    const joins = await Promise.all([1, 2, 3].map((seat) => relay.get(`join-${seat}`, 20)));
    const keys = joins.map((one, place) => readJoin(one, table.id, place));
    const shared = { document: table, keys, session: sessionOf(joins), mailbox: relay };
    const [honest, cheat] = [0, 2].map((me, at) => new Watched({ ...shared, me, seat: own[at] }));
    (culprit === 0 ? honest : cheat).cheat = (at, message) => at === cheated && altered(message);
    const ends = await Promise.allSettled([honest.play(), cheat.play()]);
    assert.deepEqual(
      ends.map(({ reason }) => reason?.who),
      [culprit, culprit],
      `${cheated}`,
    );
    for (const ended of [await joining, await watching]) {
      assert.equal(ended.code, 1, ended.stderr);
      assert.match(ended.stderr, new RegExp(`P${culprit + 1}: `));
    }
  }
});

/** The page of a table in a browser of its own, with all that it sends. */
async function player(link, before = () => {}) {
  const context = await here.context.browser().newContext({ baseURL: here.service.address });
  await context.addInitScript(before);
  const page = await context.newPage();
  const sent = [];
  page.on('request', (request) => {
    sent.push(Buffer.from(request.url()), request.postDataBuffer() ?? Buffer.alloc(0));
  });
  await page.goto(link);
  return { page, sent, close: () => context.close() };
}

const sit = (page, seat) => page.getByRole('button', { name: `Sit at seat ${seat}` }).click();
const done = (page) => page.waitForFunction(() => !document.querySelector('[data-inside]').hidden);
const cards = (page) => page.locator('[data-cards] .rank').allTextContents();
const ended = async (page, title) => {
  const all = await page
    .locator('[data-end] div')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((child) => child.textContent)));
  return all.find(([name]) => name.startsWith(title))[1];
};

const decoded = (link) => atob(link.split('#')[1].replaceAll('-', '+').replaceAll('_', '/'));

/** Makes a table on the page and returns its link and its text. */
async function made(page, players, hand) {
  await page.goto('/tables');
  await page.getByRole('textbox', { name: 'Players' }).fill(String(players));
  await page.getByRole('textbox', { name: 'Cards for each' }).fill(String(hand));
  await page.getByRole('button', { name: 'New table' }).click();
  await page.getByRole('button', { name: 'Sit at seat 1' }).waitFor();
  const link = await page.locator('[data-address]').inputValue();
  return { link, text: decoded(link) };
}

test('a browser and the command deal at one table, and it comes back after a reload', async () => {
  const { page } = here;
  const { text: table } = await made(page, 2, 2);
  assert.match(await page.innerText('body'), /The cards stay in this browser\./);
  const bluff = command(table);
  await sit(page, 1);
  await page.getByText('Waiting for seat 2').waitFor();
  await page.reload();
  await page.getByText('Waiting for seat 2').waitFor();
  const joined = await bluff('join', '--seat', '2');
  assert.equal(joined.code, undefined, joined.stderr);
  await done(page);
  const dealt = [...(await cards(page)), ...joined.answer.hand].map(Number);
  assert.equal(new Set(dealt).size, 4);
  assert.ok(dealt.every((card) => card >= 1 && card <= 52));
  const { answer: seen } = await bluff('watch');
  assert.equal(await ended(page, 'History'), seen.history);
  assert.equal(joined.answer.history, seen.history);
  const first = await cards(page);
  await page.reload();
  await done(page);
  assert.deepEqual(await cards(page), first, 'the same seat gets the same cards');
  assert.deepEqual(await here.serious(), []);
});

test('two browsers and the command deal 3 × 52, and nothing secret is sent', async () => {
  const { page } = here;
  const { link, text: table } = await made(page, 3, 2);
  const bluff = command(table);
  const others = await Promise.all([player(link), player(link)]);
  const joined = bluff('join', '--seat', '3');
  const [one, two] = others;
  await sit(one.page, 1);
  await sit(two.page, 2);
  await page.getByRole('button', { name: 'Watch' }).click();
  const third = await joined;
  assert.equal(third.code, undefined, third.stderr);
  await Promise.all([one.page, two.page, page].map(done));
  const { answer: seen } = await bluff('watch');
  const hands = await Promise.all([one, two].map((own) => cards(own.page)));
  const all = [...hands.flat(), ...third.answer.hand].map(Number);
  assert.equal(new Set(all).size, 6, `${all}`);
  assert.deepEqual(await cards(page), [], 'a spectator sees no card');
  for (const own of [one.page, two.page, page])
    assert.equal(await ended(own, 'History'), seen.history);
  const seconds = await Promise.all([one, two].map((own) => ended(own.page, 'Seconds')));
  console.log(`two browsers, a spectator and the command at once, seconds: ${seconds}`);

  // Everything private that each seat knew, by what it stored and what lies in the mailbox.
  const document = readTable(table);
  const relay = new Relay(document.id);
  const joins = await Promise.all([1, 2, 3].map((seat) => relay.get(`join-${seat}`, 0)));
  const keys = joins.map((own, place) => readJoin(own, document.id, place));
  const sent = Buffer.concat([...one.sent, ...two.sent]);
  for (const [me, own] of [one, two].entries()) {
    const stored = await own.page.evaluate(
      (name) =>
        new Promise((found) => {
          indexedDB.open('bluff-tables').onsuccess = ({ target: { result } }) => {
            const asked = result.transaction('seats').objectStore('seats').get(name);
            asked.onsuccess = () => found([...asked.result.secret]);
          };
        }),
      hex(document.id),
    );
    const seat = new Seat(Uint8Array.from(stored));
    const mailbox = relay;
    const again = new Watched({ document, me, seat, keys, session: sessionOf(joins), mailbox });
    await again.play();
    const keyOfSeals = little(seat.opening, 32);
    const words = again.private.filter((word) => typeof word !== 'bigint');
    assert.ok(words.length > 20);
    for (const word of [seat.secret, seat.signing, keyOfSeals, ...words])
      for (const form of [Buffer.from(word), hex(word), Buffer.from(word).toString('base64')])
        assert.equal(sent.indexOf(form), -1, `seat ${me + 1}`);
  }
  assert.ok(sent.indexOf(hex(document.id)) > 0, 'the search would find what is sent');
  await Promise.all(others.map((own) => own.close()));
});

test('a clock of the day that jumps stops nobody and names nobody', async () => {
  const { link, text: table } = await made(here.page, 2, 1);
  const jumping = await player(link, () => {
    const [day, now] = [86400000, Date.now];
    let calls = 0;
    Date.now = () => now() + (calls++ % 2 ? day : -day);
  });
  await sit(jumping.page, 1);
  const joined = await command(table)('join', '--seat', '2');
  await done(jumping.page);
  assert.equal(await ended(jumping.page, 'History'), joined.answer?.history, joined.stderr);
  await jumping.close();
});

/** Makes a table of a game on the page and returns its text. */
async function playing(page, game, hands) {
  await page.goto('/tables');
  await page.getByRole('textbox', { name: 'Or a game' }).fill(game);
  await page.getByRole('textbox', { name: 'Hands of it' }).fill(String(hands));
  await page.getByRole('button', { name: 'New table' }).click();
  await page.getByRole('button', { name: 'Sit at seat 1' }).waitFor();
  assert.ok(await page.locator('[data-felt]').isHidden(), 'no felt before the first hand');
  return decoded(await page.locator('[data-address]').inputValue());
}

test('push or fold is played with two cards and a board, against the command', async () => {
  const { page } = here;
  const bluff = command(await playing(page, 'push-fold/s10', 2), 'call\ncall\n');
  const joined = bluff('join', '--seat', '2');
  await sit(page, 1);
  for (let hand = 1; hand <= 2; hand++) {
    await page.getByRole('button', { name: 'push' }).click();
    await page.locator('[data-last]').getByText(`Hand ${hand} of 2`).waitFor();
    const last = await page.textContent('[data-last]');
    const named = last.match(/[2-9TJQKA][♣♦♥♠]/gu);
    // The caller shows only what is as good; a board of five is open in any case.
    assert.equal(named.length, last.includes('seat 2 shows') ? 7 : 5, last);
    assert.ok(!last.includes('you won −10') || named.length === 7, 'a better hand is shown');
    assert.equal(new Set(named).size, named.length, last);
  }
  const { answer, stderr } = await joined;
  assert.equal(answer?.played.hands, 2, stderr);
  await done(page);
  assert.match(await page.textContent('[data-won]'), new RegExp(`: ${minus(answer.played.won[0])} ·`));
  await page.getByText(/^After 2 hands: /).waitFor();
  const open = await page.locator('[data-board] b').allTextContents();
  assert.equal(new Set([...open, ...(await cards(page))]).size, 7);
  assert.ok(await page.locator('[data-choices]').isHidden());
  await page.getByText('reviewed by the command: sit with bluff table join').waitFor();
  assert.equal(await ended(page, 'History'), answer.history);
  assert.equal((await bluff('watch')).answer.history, answer.history);
  assert.deepEqual(await here.serious(), []);
});

/** On a phone each choice is a list, nothing is beyond its box, and a finger finds the boxes. */
async function fitsPhone(page) {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const [hidden, labels, touched] = await page.evaluate(() => [
    [document.documentElement, document.querySelector('[data-choices] .wide')].map(
      (box) => box.scrollWidth - box.clientWidth,
    ),
    [...document.querySelectorAll('[data-rows] tr:first-child td')].map(
      (cell) => getComputedStyle(cell, '::before').content,
    ),
    document.querySelector('[data-words] label').offsetHeight,
  ]);
  assert.deepEqual(hidden, [0, 0]);
  assert.ok(labels.some((label) => label.includes('equilibrium')), `${labels}`);
  assert.ok(touched >= 36, `${touched}`);
  await page.setViewportSize(before);
}

test('hands of a game are played by buttons, against the command', async () => {
  const { page } = here;
  const bluff = command(await playing(page, 'kuhn/n3-b1', 3));
  const joined = bluff('join', '--seat', '2', '--play', 'equilibrium');
  await sit(page, 1);
  // A page that goes before it has kept a choice asks again when it comes back.
  let isBack = false;
  const button = page.locator('[data-acts] .act').filter({ hasText: /^(check|call)/ });
  const over = page.locator('[data-inside]');
  for (;;) {
    await button.or(over).first().waitFor();
    if (await over.isVisible()) break;
    const isSecond = !isBack && (await page.textContent('h1')).includes('hand 2');
    // A button may go while it is pressed: it is that of the choice before.
    const isPressed = await button.click({ timeout: 2000 }).then(() => true, () => false);
    const goes = isSecond && isPressed;
    if (goes) await page.reload();
    isBack ||= goes;
  }
  assert.ok(isBack);
  const { answer, stderr } = await joined;
  assert.equal(answer?.played.hands, 3, stderr);
  await done(page);
  assert.match((await cards(page)).join(), /^[JQK]$/);
  assert.match(await page.textContent('[data-pot]'), /^[234]antes in the pot/);
  await page.getByRole('heading', { name: 'Your hands' }).waitFor();
  assert.match(await page.textContent('[data-lost]'), /^(You lost|No choice of yours lost)/);
  assert.match(await page.textContent('[data-rows]'), /[JQK](first to act|facing)/);
  const after = await page.textContent('[data-course-words]');
  assert.ok(after.startsWith(`After 3 hands: ${rounded(Number(answer.played.won[0]))} antes, `));
  assert.match(after, /two standard deviations, estimated from these hands, are/);
  assert.match(await page.textContent('[data-course-ends]'), /^From (−[\d.]+|0\.0) antes at the lower/);
  assert.equal(await page.locator('[data-course] .won').count(), 1);
  await fitsPhone(page);
  assert.deepEqual(await here.serious(), []);
  const won = await page.textContent('[data-won]');
  const [one, other] = answer.played.won.map(minus);
  assert.equal(
    won,
    `Won in antes: You, seat 1: ${one} · Seat 2: ${other}`,
  );
  assert.equal(await ended(page, 'History'), answer.history);
  assert.equal((await bluff('watch')).answer.history, answer.history);
});

test('what is no table is refused in place', async () => {
  const { page } = here;
  await page.goto('/tables');
  const field = page.getByRole('textbox', { name: 'Table' });
  for (const [given, reason] of [
    ['nothing', 'expected the link of a table'],
    ['{', 'expected the text of table.json'],
    [text(2, 52, 2).replace('"players":"2"', '"players":"33"'), 'players = 33, expected a whole'],
    [text(9, 10, 2), '18 cards of a deck of 10'],
    [text(2, 52, 0), 'hand = 0, expected a whole number from 1 to 10000'],
    [text(2, 52, 2).replace('"format":1', '"format":2'), 'expected format 1'],
    [text(2, 52, 2).replace('verified-deck', 'padlocks'), 'deals the protocol verified-deck'],
  ]) {
    await field.fill(given);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('alert').filter({ hasText: reason }).waitFor();
  }
});

audited(here, ['/tables']);

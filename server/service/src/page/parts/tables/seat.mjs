// One seat at a table: keys, signed messages in one chain, seals and complaints. A second
// implementation of `seat` of the room `dealing`, byte for byte.
import { Table, dealt, handsPlayed } from './deal.mjs';
import { chacha20poly1305 } from './noble.mjs';
import {
  Coins,
  Fault,
  G,
  Reader,
  Transcript,
  bytes,
  fromBytes,
  hash,
  isKnown,
  isSigned,
  joined,
  known,
  little,
  number,
  readKnown,
  same,
  sign,
  times,
  toBytes,
  verifyKey,
  words,
} from './proof.mjs';

const LONGEST = 1 << 20;
const NOBODY = 255;
const [RULES, SILENCE, HISTORY] = [0, 1, 2];

// The secret of a seat, from which its keys and coins come.
export class Seat {
  constructor(secret) {
    this.secret = secret;
    this.signing = hash('key of signatures', secret);
    this.opening = new Coins(hash('key of seals', secret)).exponent();
  }
  // The coins after this history: no nonce comes twice under two challenges.
  coins(purpose, chain) {
    return new Coins(hash(purpose, this.secret, chain));
  }
  sign(text) {
    return sign(text, this.signing);
  }
  join(table, place) {
    const [seal, promise] = [
      bytes(times(G, this.opening)),
      hash('commitment to a seat', this.secret),
    ];
    const own = joined(table, Uint8Array.of(place), verifyKey(this.signing), seal, promise);
    return joined(own, this.sign(own));
  }
}

export const readJoin = (join, table, place) => {
  const halted = (why) => new Fault(null, 0, `seat ${place + 1} ${why}`);
  const [own, signature] = [join.slice(0, 129), join.slice(129)];
  if (own.length < 129) throw halted('did not join with 193 bytes: the mailbox altered them');
  if (!same(own.slice(0, 32), table) || own[32] !== place) throw halted('joined another table');
  const signing = own.slice(33, 65);
  if (!isSigned(own, signature, signing)) throw halted('did not sign its keys');
  try {
    return { signing, sealing: new Reader([own.slice(65, 97)]).element() };
  } catch {
    throw halted('has no keys');
  }
};

// The keys as six words that people compare on another line (Wilkerson's proquints).
export const keyWords = ({ signing, sealing }) => {
  const own = hash('words', signing, bytes(sealing));
  const word = (_, at) => {
    const bits = (own[2 * at] << 8) | own[2 * at + 1];
    const consonant = (by) => 'bdfghjklmnprstvz'[(bits >> by) & 15];
    const vowel = (by) => 'aiou'[(bits >> by) & 3];
    return [consonant(12), vowel(10), consonant(6), vowel(4), consonant(0)].join('');
  };
  return Array.from({ length: 6 }, word).join('-');
};

export const sessionOf = (joins) => hash('session of a table', ...joins);
export const slotOf = (at) => String(at).padStart(6, '0');

// Messages in their place: the session, the history before them, their number and their sender.
const signedText = ({ session, chain, at, from }, body) =>
  joined('bluff table 1', session, chain, little(at, 4), Uint8Array.of(from), body);
const placed = (purpose, { session, chain, at }, by) =>
  new Transcript(purpose, { session, by, round: at }).bytes('chain', chain);
const box = (place, shared, to) => {
  const transcript = placed('seal', place, place.from).number('to', to).wire('shared', shared);
  return chacha20poly1305(transcript.hash('key'), new Uint8Array(12));
};
const sealed = (place, plain, to, keys, seat) => {
  const once = seat.coins('seals', place.chain).exponent();
  return words(times(G, once), box(place, times(keys[to].sealing, once), to).encrypt(plain));
};
const unsealed = (body) => {
  const message = fromBytes(body);
  try {
    if (message?.length !== 2 || typeof message[1] === 'bigint') return null;
    return [new Reader(message).element(), message[1]];
  } catch {
    return null;
  }
};
const unboxed = (place, own, shared, to) => {
  try {
    return fromBytes(box(place, shared, to).decrypt(own));
  } catch {
    return null;
  }
};

const complaintText = (session, body) => joined('bluff fault 1', session, body);
const readComplaint = (text, session, key) => {
  const [signature, body] = [text.slice(0, 64), text.slice(64)];
  const evidence = fromBytes(body.slice(6));
  const fits = body.length > 5 && body[5] <= HISTORY && evidence?.every((item) => item.length >= 0);
  if (!fits || !evidence.length || !isSigned(complaintText(session, body), signature, key))
    return null;
  const culprit = body[4] === NOBODY ? null : body[4];
  const at = Number(number(body.slice(0, 4)));
  return { at, culprit, grievance: body[5], key: evidence[0], history: evidence.slice(1) };
};

const NOBODY_PLAYS = { heard: () => {}, choose: () => 0, ended: () => {} };

// A table that everybody joined. `me` and `seat` are null of a spectator. `mailbox` has `put(slot,
// bytes)`, false if others lie there, and `get(slot, seconds)`, null if nothing came.
export class Joined {
  constructor({
    document,
    me,
    seat,
    keys,
    session,
    mailbox,
    player = NOBODY_PLAYS,
    said = () => {},
  }) {
    Object.assign(this, { document, me, seat, keys, session, mailbox, player, said });
    Object.assign(this, { chain: session, history: [], sent: 0 });
    this.others = keys.map((_, place) => place).filter((place) => place !== me);
  }

  async play() {
    const table = new Table(this.keys.length, this.session, this.me, async (...said) => {
      const message = await this.carried(...said);
      table.coins = this.coins;
      return message;
    });
    this.coins = table.coins = this.seat?.coins('coins', this.chain);
    try {
      await this.run(table, this.player);
    } catch (fault) {
      if (fault instanceof Fault && !fault.told) await this.accuse(fault);
      throw fault;
    }
    await this.finish();
    return { messages: this.history.length, sent: this.sent, chain: this.chain };
  }

  run(table, player) {
    return (this.document.game ? handsPlayed : dealt)(table, this.document, player);
  }

  async carried(at, from, to, make) {
    const place = { session: this.session, chain: this.chain, at, from };
    let whole;
    if (from === this.me) {
      const plain = toBytes(await make(this.coins));
      const body = to === null ? plain : toBytes(sealed(place, plain, to, this.keys, this.seat));
      whole = joined(this.seat.sign(signedText(place, body)), body);
      await this.put(slotOf(at), whole);
    } else {
      this.said(at, from, false);
      whole = await this.awaited(slotOf(at), from);
      if (whole.length > LONGEST || !this.signed(place, whole)) throw await this.compared(at, from);
    }
    this.history.push({ ...place, to, whole });
    this.chain = hash('chain', this.chain, whole);
    this.coins = this.seat?.coins('coins', this.chain);
    this.said(at, from, true);
    const body = whole.slice(64);
    if (to === null) return fromBytes(body);
    if (to !== this.me || from === this.me) return undefined;
    const found = unsealed(body);
    return found && unboxed(place, found[1], times(found[0], this.seat.opening), to);
  }

  signed(place, whole) {
    const text = signedText(place, whole.slice(64));
    return isSigned(text, whole.slice(0, 64), this.keys[place.from].signing);
  }

  async put(slot, own) {
    this.sent += own.length;
    if (await this.mailbox.put(slot, own)) return;
    throw this.told(null, this.history.length, `other bytes than this seat's lie in slot ${slot}`);
  }

  // A fault of which nothing more is said.
  told(who, at, why) {
    return Object.assign(new Fault(who, at, why), { told: true });
  }

  async awaited(slot, from) {
    let trouble = null;
    for (let second = 0; second < this.document.clock; second++) {
      try {
        const found = await this.mailbox.get(slot, 1);
        if (found) return found;
        trouble = null;
      } catch (error) {
        trouble = error;
      }
      for (const accuser of this.others) {
        const found = await this.complaintOf(accuser, 0);
        if (!found) continue;
        if (found.grievance === HISTORY) await this.complain(this.history.length, null, HISTORY);
        throw found.verdict;
      }
    }
    if (trouble) throw trouble;
    const at = this.history.length;
    await this.complain(at, from, SILENCE);
    throw this.told(from, at, `nothing came within ${this.document.clock} seconds`);
  }

  async complaintOf(accuser, seconds) {
    const text = await this.mailbox.get(`fault-${accuser + 1}`, seconds).catch(() => null);
    const complaint = text && readComplaint(text, this.session, this.keys[accuser].signing);
    const verdict = complaint && (await this.verdict(accuser, complaint));
    return verdict && { grievance: complaint.grievance, verdict };
  }

  async complain(at, culprit, grievance, key = new Uint8Array()) {
    if (this.me === null) return;
    const long = this.history.reduce((sum, { whole }) => sum + whole.length, 0) > LONGEST / 2;
    const evidence = toBytes([key, ...(long ? [] : this.history.map(({ whole }) => whole))]);
    const body = joined(little(at, 4), Uint8Array.of(culprit ?? NOBODY, grievance), evidence);
    const whole = joined(this.seat.sign(complaintText(this.session, body)), body);
    // A seat that cannot even complain stops all the same.
    await this.mailbox.put(`fault-${this.me + 1}`, whole).catch(() => false);
  }

  async compared(at, from) {
    await this.complain(at, null, HISTORY);
    for (let round = 0; round < 3; round++)
      for (const other of this.others) {
        const verdict = (await this.complaintOf(other, 1))?.verdict;
        if (verdict && verdict.who !== null) return verdict;
      }
    const why = `the bytes are not signed by seat ${from + 1} after what this seat heard`;
    return this.told(null, at, why);
  }

  // Complains of a fault that this seat found; opens the one private message that shows it.
  async accuse({ at, who }) {
    const said = this.history[at];
    const found = said?.to === this.me && this.me !== null && unsealed(said.whole.slice(64));
    let key;
    if (found) {
      const shared = times(found[0], this.seat.opening);
      const equations = [
        [this.keys[this.me].sealing, G],
        [shared, found[0]],
      ];
      const coins = this.seat.coins('evidence', this.chain);
      const proof = known(placed('evidence', said, this.me), equations, this.seat.opening, coins);
      key = toBytes(words(shared, proof));
    }
    await this.complain(at, who, RULES, key);
  }

  // What everybody makes of a complaint; null while it cannot be judged yet.
  async verdict(accuser, { at, culprit, grievance, key, history }) {
    const fault = (who, why, place = at) => this.told(who, place, why);
    const length = Math.min(history.length, this.history.length);
    for (let place = 0; place < length; place++) {
      if (same(history[place], this.history[place].whole)) continue;
      // Up to here both histories are one: an honest seat shows what was signed after it.
      return this.signed(this.history[place], history[place])
        ? fault(this.history[place].from, 'it signed two messages of this number', place)
        : fault(accuser, 'it shows a message that nobody signed');
    }
    const by = `seat ${accuser + 1}`;
    if (grievance === HISTORY)
      return at > this.history.length
        ? null
        : fault(null, `${by} got other bytes: the mailbox altered them`);
    if (at >= this.history.length) return null;
    if (grievance === SILENCE)
      return culprit !== null && culprit === this.me
        ? fault(culprit, 'the message came after the clock of another seat')
        : fault(null, `the clock of ${by} ran out before it came`);
    if (culprit === null) return fault(null, `${by} cannot go on`);
    const broken = await this.broken(accuser, at, key);
    if (broken?.who === culprit && broken.at === at) return fault(culprit, broken.why);
    return history.length > at
      ? fault(accuser, 'it complains of another seat without a reason')
      : fault(null, `${by} complains of seat ${culprit + 1}, and no proof says more`);
  }

  // The fault that everybody finds in a message, if the complaint opens it.
  async broken(accuser, at, key) {
    const said = this.history[at];
    let shown;
    if (said.to === accuser) {
      shown = this.shown(said, accuser, key);
      if (shown === undefined) return null;
    }
    const table = new Table(this.keys.length, this.session, null, async (round, from) => {
      const { to, whole } = this.history[round] ?? {};
      if (round > at || !whole) throw new Fault(from, round, 'nothing was sent');
      if (round === at && said.to === accuser) return shown;
      return to === null ? fromBytes(whole.slice(64)) : undefined;
    });
    try {
      await this.run(table, NOBODY_PLAYS);
      return null;
    } catch (fault) {
      if (fault instanceof Fault) return fault;
      throw fault;
    }
  }

  // The words of a private message by the evidence of its owner; none if this is wrong.
  shown(said, owner, key) {
    const found = unsealed(said.whole.slice(64));
    // A body without a box is the sender's fault, and takes no evidence.
    if (!found) return null;
    try {
      const reader = new Reader(fromBytes(key));
      const [shared, proof] = [reader.element(), readKnown(reader)];
      reader.end();
      const equations = [
        [this.keys[owner].sealing, G],
        [shared, found[0]],
      ];
      if (!isKnown(proof, placed('evidence', said, owner), equations)) return undefined;
      return unboxed(said, found[1], shared, owner);
    } catch (why) {
      if (typeof why === 'string') return undefined;
      throw why;
    }
  }

  // Says that this seat came to the end, and waits for the others' word.
  async finish() {
    const text = joined('bluff end 1', this.session, this.chain);
    if (this.me !== null) await this.put(`end-${this.me + 1}`, this.seat.sign(text));
    for (const other of this.others) {
      const end = await this.awaited(`end-${other + 1}`, other);
      if (!isSigned(text, end, this.keys[other].signing))
        throw await this.compared(this.history.length, other);
    }
  }
}

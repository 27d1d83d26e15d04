// Words, hashes, coins and proofs of a table: a second implementation of those of the room
// `dealing`, over the noble libraries. Numbers of messages and scalars are of type bigint.
import {
  chacha20orig,
  ed25519,
  pippenger,
  ristretto255,
  ristretto255_hasher,
  sha512,
} from './noble.mjs';

const { Point } = ristretto255;
export const G = Point.BASE;
const Q = Point.Fn.ORDER;
const mod = (number) => ((number % Q) + Q) % Q;
const utf8 = (text) => new TextEncoder().encode(text);

export const joined = (...parts) => {
  const lists = parts.map((part) => (typeof part === 'string' ? utf8(part) : part));
  const all = new Uint8Array(lists.reduce((length, list) => length + list.length, 0));
  lists.reduce((at, list) => (all.set(list, at), at + list.length), 0);
  return all;
};
export const little = (number, length) => {
  const bytes = new Uint8Array(length);
  for (let at = 0, rest = BigInt(number); at < length; at++, rest >>= 8n)
    bytes[at] = Number(rest & 255n);
  return bytes;
};
export const number = (bytes) => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
export const same = (one, other) =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
export const hex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

// A rule that somebody broke.
export class Fault extends Error {
  constructor(who, at, why) {
    super(who === null ? `${why}; nobody can be named` : `seat ${who + 1}: ${why}`);
    Object.assign(this, { who, at, why });
  }
}

// The encoding of an element, which takes a square root, is made once.
const encodings = new WeakMap();
export const bytes = (point) => {
  if (!encodings.has(point)) encodings.set(point, point.toBytes());
  return encodings.get(point);
};
export const times = (point, scalar) => (scalar === 0n ? Point.ZERO : point.multiply(scalar));
const sum = (points) => points.reduce((all, point) => all.add(point), Point.ZERO);
const combined = (scalars, points) => sum(scalars.map((scalar, at) => times(points[at], scalar)));
const hashed = (purpose, count) =>
  Array.from({ length: count }, (_, at) => {
    const text = joined('rational-bluff ', little(purpose.length, 8), purpose, little(at, 8));
    return ristretto255_hasher.deriveToCurve(sha512(text));
  });

// A message: words, which are numbers or bytes.
const word = (value) =>
  typeof value === 'bigint' ? value : value instanceof Uint8Array ? value : bytes(value);
export const words = (...values) => values.flat(Infinity).map(word);
const scalarWord = (scalar) => little(scalar, 32);
export const list = (items) => [BigInt(items.length), ...items];

export const toBytes = (message) =>
  joined(
    ...message.flatMap((item) =>
      typeof item === 'bigint'
        ? [Uint8Array.of(0), little(item, 8)]
        : [Uint8Array.of(1), little(item.length, 4), item],
    ),
  );
export const fromBytes = (text) => {
  const message = [];
  for (let at = 0; at < text.length;) {
    const kind = text[at];
    const length = kind === 0 ? 8 : Number(number(text.subarray(at + 1, at + 5)));
    const begin = at + (kind === 0 ? 1 : 5);
    at = begin + length;
    if (kind > 1 || begin > text.length || at > text.length) return null;
    const own = text.slice(begin, at);
    message.push(kind === 0 ? number(own) : own);
  }
  return message;
};

// The words of a message that are still to be read; what does not fit throws a text.
export class Reader {
  constructor(message) {
    Object.assign(this, { message: message ?? [], at: 0, unread: message === null });
  }
  next(kind, expected) {
    const found = this.message[this.at++];
    if (this.unread || typeof found !== kind) throw `expected ${expected}`;
    return found;
  }
  number() {
    return this.next('bigint', 'a number');
  }
  array(length, expected) {
    const found = this.next('object', expected);
    if (found.length !== length) throw `expected ${expected}`;
    return found;
  }
  element() {
    const encoded = this.array(32, 'a group element');
    let point;
    try {
      point = Point.fromBytes(encoded);
    } catch {
      throw 'expected a group element';
    }
    if (point.is0()) throw 'an element is the identity';
    encodings.set(point, encoded);
    return point;
  }
  scalar() {
    const found = number(this.array(32, 'a scalar'));
    if (found >= Q) throw 'expected a scalar';
    return found;
  }
  list(read) {
    const count = this.number();
    if (count > BigInt(this.message.length - this.at)) throw 'expected a list';
    return Array.from({ length: Number(count) }, () => read(this));
  }
  end() {
    if (this.unread || this.at !== this.message.length) throw 'more words than expected';
  }
}

// The messages of a proof so far; challenges are hashes of all of them.
export class Transcript {
  constructor(purpose, { session, by, round }) {
    this.state = sha512.create();
    this.bytes('purpose', utf8(purpose)).bytes('session', session);
    this.number('party', by).number('round', round);
  }
  bytes(label, own) {
    for (const part of [utf8(label), own]) this.state.update(little(part.length, 8)).update(part);
    return this;
  }
  number(label, own) {
    return this.bytes(label, little(own, 8));
  }
  wire(label, ...values) {
    const message = words(values);
    this.number(label, message.length);
    for (const item of message)
      if (typeof item === 'bigint') this.number('number', item);
      else this.bytes('bytes', item);
    return this;
  }
  rows(label, rows) {
    this.number(label, rows.length);
    for (const row of rows) this.wire('row', row);
    return this;
  }
  challenge(label) {
    this.bytes(label, new Uint8Array());
    const state = this.state.digest();
    this.state = sha512.create();
    this.bytes('state', state);
    return sha512(joined('challenge', state));
  }
  hash(label) {
    return this.challenge(label).slice(0, 32);
  }
  scalar(label) {
    return mod(number(this.challenge(label)));
  }
}

const NOWHERE = { session: new Uint8Array(32), by: 0, round: 0 };
export const hash = (purpose, ...parts) => {
  const transcript = new Transcript(purpose, NOWHERE);
  for (const part of parts) transcript.bytes('part', part);
  return transcript.hash('hash');
};

// Coins of a stream cipher, eight bytes a word.
export class Coins {
  constructor(seed) {
    Object.assign(this, { seed, block: 0, at: 0, left: new Uint8Array() });
  }
  word() {
    return number(this.fill(8));
  }
  fill(length) {
    const filled = new Uint8Array(length);
    for (let done = 0; done < length; this.at += 8, done += 8) {
      if (this.at === this.left.length) {
        const blank = new Uint8Array(4096);
        this.left = chacha20orig(this.seed, new Uint8Array(8), blank, undefined, this.block);
        Object.assign(this, { block: this.block + 64, at: 0 });
      }
      filled.set(this.left.subarray(this.at, this.at + 8), done);
    }
    return filled;
  }
  below(count) {
    if (count === 1n) return 0n;
    for (;;) {
      const product = this.word() * count;
      const low = product & ((1n << 64n) - 1n);
      if (low >= count || low >= ((1n << 64n) - count) % count) return product >> 64n;
    }
  }
  scalar() {
    return mod(number(this.fill(64)));
  }
  exponent() {
    for (;;) {
      const scalar = this.scalar();
      if (scalar !== 0n) return scalar;
    }
  }
  // The image of each place.
  permutation(length) {
    const images = Array.from({ length }, (_, at) => at);
    for (let place = length - 1; place >= 0; place--) {
      const chosen = Number(this.below(BigInt(place + 1)));
      [images[place], images[chosen]] = [images[chosen], images[place]];
    }
    return images;
  }
}

// Signatures. `verify_strict` of the other implementation refuses a key or a nonce of small order
// and uses no cofactor; so does this.
export const sign = (text, secret) => ed25519.sign(text, secret);
export const verifyKey = (secret) => ed25519.getPublicKey(secret);
export const isSigned = (text, signature, key) => {
  try {
    const [r, s] = [signature.slice(0, 32), number(signature.slice(32))];
    const { Fn, BASE, fromBytes: read } = ed25519.Point;
    const [point, nonce] = [key, r].map((encoded) => ed25519.Point.fromBytes(encoded));
    if (signature.length !== 64 || s >= Fn.ORDER || point.isSmallOrder() || nonce.isSmallOrder())
      return false;
    const challenge = number(sha512(joined(r, key, text))) % Fn.ORDER;
    const right = BASE.multiplyUnsafe(s).subtract(point.multiplyUnsafe(challenge));
    return same(right.toBytes(), r);
  } catch {
    return false;
  }
};

// A proof that one secret solves all equations `image = secret · base`.
const challenged = (transcript, equations, commitments) => {
  for (const [image, base] of equations)
    transcript.wire('image', image).number('terms', 1).number('secret', 0).wire('base', base);
  for (const commitment of commitments) transcript.wire('commitment', commitment);
  return transcript.scalar('challenge');
};
export const known = (transcript, equations, secret, coins) => {
  const nonce = coins.scalar();
  const commitments = equations.map(([, base]) => times(base, nonce));
  const challenge = challenged(transcript, equations, commitments);
  return [scalarWord(challenge), 1n, scalarWord(mod(nonce + challenge * secret))];
};
export const readKnown = (reader) => [reader.scalar(), reader.list((own) => own.scalar())];
export const isKnown = ([challenge, answers], transcript, equations) => {
  if (answers.length !== 1) return false;
  const commitments = equations.map(([image, base]) =>
    sum([times(base, answers[0]), times(image, mod(-challenge))]),
  );
  return challenge === challenged(transcript, equations, commitments);
};

// Groth's argument that a row of ciphertexts is another one, moved and masked again; its steps and
// letters are those of `cipher/argument.rs`.
const readCard = (reader) => [reader.element(), reader.element()];
export const readRow = (reader) => reader.list(readCard);
const generators = new Map();
const bases = (length) => {
  if (!generators.has(length)) generators.set(length, hashed('generator of commitments', length));
  return generators.get(length);
};
export const faces = (count) => hashed('card', count);
const begun = (key, turn, before, after) =>
  new Transcript('shuffle argument', turn)
    .wire('key', key)
    .rows('generators', bases(after.length))
    .rows('before', [list(before)])
    .rows('after', [list(after)]);
const many = (length, make) => Array.from({ length }, (_, at) => make(at));
const lastChallenge = (transcript, commitments, blind) => {
  for (const commitment of commitments) transcript.wire('commitment', commitment);
  return transcript.wire('M', blind).scalar('e');
};

export const shuffleProof = (key, turn, before, after, images, masks, coins) => {
  const n = after.length;
  const h = bases(n);
  const commit = (values, opening) =>
    sum([combined(values, h.slice(0, values.length)), times(G, opening)]);
  const from = [];
  images.forEach((image, place) => (from[image] = place));
  const random = (count) => many(count, () => coins.scalar());
  const openings = random(5);
  const transcript = begun(key, turn, before, after);
  const places = from.map(BigInt);
  const a = commit(places, openings[0]);
  transcript.wire('A', a);
  const tags = many(n, () => transcript.scalar('t'));
  const moved = from.map((place) => tags[place]);
  const b = commit(moved, openings[1]);
  transcript.wire('B', b);
  const [lambda, x] = [transcript.scalar('lambda'), transcript.scalar('x')];
  const contents = places.map((place, at) => mod(lambda * place + moved[at]));
  const factors = contents.map((content) => mod(content - x));
  let product = 1n;
  const products = factors.map((factor) => (product = mod(product * factor)));
  const [blinds, deltas, [tau]] = [random(n), random(n), random(1)];
  [deltas[0], deltas[n - 1]] = [blinds[0], 0n];
  const steps = many(n - 1, (at) => mod(-deltas[at] * blinds[at + 1]));
  const links = many(n - 1, (at) =>
    mod(deltas[at + 1] - factors[at + 1] * deltas[at] - products[at] * blinds[at + 1]),
  );
  const blind = [G, key].map((base, half) =>
    combined(
      blinds,
      after.map((card) => card[half]),
    ).subtract(times(base, tau)),
  );
  const [c, s] = [commit(blinds, openings[2]), commit(steps, openings[3])];
  const commitments = [a, b, c, s, commit(links, openings[4])];
  const e = lastChallenge(transcript, commitments, blind);
  const answer = (secret, own) => scalarWord(mod(e * secret + own));
  const mask = masks.reduce((all, own, at) => all + own * contents[at], 0n);
  return words(
    list(commitments),
    list([blind]),
    list(contents.map((content, at) => answer(content, blinds[at]))),
    list(many(n - 2, (at) => answer(products[at + 1], deltas[at + 1]))),
    list([
      answer(lambda * openings[0] + openings[1], openings[2]),
      answer(openings[4], openings[3]),
    ]),
    list([answer(mask, tau)]),
  );
};

export const readShuffleProof = (reader) => {
  const begin = reader.at;
  const scalars = () => reader.list((own) => own.scalar());
  const commitments = reader.list((own) => own.element());
  const read = { commitments, blinds: readRow(reader), contents: scalars(), products: scalars() };
  Object.assign(read, { openings: scalars(), masks: scalars() });
  return { ...read, all: reader.message.slice(begin, reader.at) };
};

export const isShuffled = (key, turn, before, after, proof) => {
  const n = after.length;
  const { commitments, contents, openings } = proof;
  const lengths = [before, contents, [...proof.products, 0, 0]].map((own) => own.length);
  const small = [commitments, proof.blinds, openings, proof.masks].map((own) => own.length);
  if (n < 2 || lengths.some((own) => own !== n) || String(small) !== '5,1,2,1') return false;
  const h = bases(n);
  const transcript = begun(key, turn, before, after);
  transcript.wire('A', commitments[0]);
  const tags = many(n, () => transcript.scalar('t'));
  transcript.wire('B', commitments[1]);
  const [lambda, x] = [transcript.scalar('lambda'), transcript.scalar('x')];
  const [blind] = proof.blinds;
  const e = lastChallenge(transcript, commitments, blind);
  transcript.wire('answers', proof.all);
  const weight = transcript.scalar('weight');
  const open = tags.map((tag, place) => mod(lambda * BigInt(place) + tag));
  const whole = open.reduce((all, content) => mod(all * (content - x)), e);
  const factor = (at) => mod(contents[at] - e * x);
  const product = (at) => (at === 0 ? factor(0) : (proof.products[at - 1] ?? whole));
  const [scalars, points] = [[], []];
  const add = (scalar, point) => {
    scalars.push(mod(scalar));
    points.push(point);
  };
  for (let at = 0; at < n; at++) {
    const linked = at + 1 < n ? e * product(at + 1) - product(at) * factor(at + 1) : 0n;
    add(-contents[at] - weight * linked, h[at]);
  }
  const weights = [e * lambda, e, 1n, weight, weight * e];
  weights.forEach((own, at) => add(own, commitments[at]));
  const halves = [transcript.scalar('left half'), transcript.scalar('right half')];
  halves.forEach((half, side) => {
    after.forEach((card, at) => add(half * contents[at], card[side]));
    before.forEach((card, at) => add(-half * e * open[at], card[side]));
    add(-half, blind[side]);
  });
  add(-openings[0] - weight * openings[1] - halves[0] * proof.masks[0], G);
  add(-halves[1] * proof.masks[0], key);
  return pippenger(Point, points, scalars).is0();
};

// The hands of this seat beside the equilibrium. All cards are asked for, whichever came: nobody
// learns from it what this seat had.
import { colour, decimal, make, minus, part, rounded, scientific, show } from './felt.mjs';
import { plus } from './deal.mjs';

// The largest deck whose hands are reviewed here, and the probability of a false alarm.
const LARGEST = 60;
const LEVEL = 1e-6;
const NO_CHOICE = 'No hand came to a choice of yours.';
const BY_COMMAND =
  'Choices at this game are reviewed by the command: sit with bluff table join, and bluff table ' +
  'review reads its record.';

const times = (text, count) => {
  const [top, bottom = '1'] = text.split('/');
  return plus(`${BigInt(top) * BigInt(count)}/${bottom}`);
};

// Twice the smaller tail of the binomial law, at most 1.
export const chance = (of, count, odds) => {
  if (odds === 0 || odds === 1) return count === odds * of ? 1 : 0;
  let below = 0;
  let above = 0;
  let log = of * Math.log1p(-odds);
  for (let k = 0; k <= of; k++) {
    const mass = Math.exp(log);
    if (k <= count) below += mass;
    if (k >= count) above += mass;
    log += Math.log((of - k) / (k + 1)) + Math.log(odds / (1 - odds));
  }
  return Math.min(1, 2 * Math.min(below, above));
};

// The decisions by card and place: counts of actions beside the explanation of the card.
export const sets = (chosen, explained) => {
  const all = new Map();
  for (const { card, player, view, action } of chosen) {
    const key = `${String(card).padStart(6, '0')} ${view}`;
    const actions = explained
      .get(card)
      .views.find((own) => own.player === player && own.view === view).actions;
    const set = all.get(key) ?? { card, view, of: 0, counts: actions.map(() => 0), actions };
    set.of += 1;
    set.counts[action] += 1;
    all.set(key, set);
  }
  const rows = [...all.entries()].sort(([one], [other]) => (one < other ? -1 : 1));
  return rows.flatMap(([, { card, view, of, counts, actions }]) =>
    actions
      .map(({ action, probability, gap }, at) => ({
        ...{ card, view, of, action, probability, count: counts[at], isFirst: at === 0 },
        lost: gap === null ? null : times(gap, counts[at]),
        chance: chance(of, counts[at], decimal(probability)),
      }))
      .filter(({ isFirst, lost }) => !isFirst || (lost && lost !== '0')),
  );
};

// The sentence on what was lost, and the least likely count.
export const sentences = (rows, name) => {
  const lost = plus('0', ...rows.map((row) => row.lost ?? '0'));
  const place = (row) => `${row.action} with ${name(row.card)}, ${row.view}`;
  const worst = rows.filter((row) => row.lost && row.lost !== '0');
  worst.sort((one, other) => decimal(other.lost) - decimal(one.lost));
  const antes = decimal(lost) > 1 ? 'antes' : 'ante';
  const most = worst.length > 1 ? ', most by ' : ': ';
  const first = worst.length
    ? `You lost ${lost} ${antes} by choice${most}${place(worst[0])}.`
    : 'No choice of yours lost anything against the equilibrium of the others.';
  const far = rows.reduce((some, row) => (row.chance < some.chance ? row : some));
  const often = far.chance ? `comes with probability ${scientific(far.chance)}` : 'never comes';
  const counts = `${far.count} of ${far.of} ${place(far)}, where ${far.probability} is right`;
  const end =
    far.chance < LEVEL / rows.length
      ? 'This is not by the equilibrium.'
      : 'No sign against this equilibrium; others may exist.';
  return [first, `${counts}: so far off or farther ${often}. ${end}`, lost];
};

const shape = (name, options) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(options)) made.setAttribute(key, value);
  return made;
};

// A bar of what was done, and a dashed mark where the equilibrium is.
const bar = ({ action, count, of, probability }) => {
  const svg = shape('svg', { class: 'choice', viewBox: '0 0 200 20', 'aria-hidden': 'true' });
  const at = 1 + 198 * decimal(probability);
  svg.append(
    shape('rect', { class: 'ground', y: 4, width: 200, height: 12, rx: 3 }),
    shape('rect', { class: colour(action), y: 4, width: (200 * count) / of, height: 12, rx: 3 }),
    shape('path', { class: 'mark', d: `M${at} 0v20` }),
  );
  return svg;
};

const LABELS = ['', 'where', 'you', 'times', 'share', '', 'equilibrium', 'exact loss'];
const written = (rows, name) => {
  const line = (row) => {
    const { card, view, action, count, of, probability, lost } = row;
    const share = `${Math.round((100 * count) / of)} %`;
    const cells = [name(card), view, '', `${count} of ${of}`, share, '', probability];
    const made = [...cells, lost ?? 'not reached'].map((words, at) => {
      const cell = make(at ? 'td' : 'th', words, at > 2 && at !== 5 ? { className: 'number' } : {});
      // On a phone a row is a list, each cell behind the name of its column.
      if (LABELS[at]) cell.dataset.label = LABELS[at];
      return cell;
    });
    made[0].scope = 'row';
    made[2].append(make('span', '', { className: `dot ${colour(action)}` }), action);
    made[5].append(bar(row));
    const whole = make('tr', '');
    whole.append(...made);
    return whole;
  };
  part('rows').replaceChildren(...rows.map(line));
};

// What was won after each hand, beside the equilibrium's expectation and two standard deviations,
// estimated from these hands. The command has the same in the document of its review.
export const course = (payoffs, value) => {
  const [count, own] = [payoffs.length, payoffs.map(decimal)];
  const mean = own.reduce((sum, one) => sum + one, 0) / count;
  const squares = own.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const deviation = count > 1 ? Math.sqrt(squares / (count - 1)) : 0;
  let won = 0;
  return own.map((one, at) => {
    won += one;
    const [hands, band] = [at + 1, 2 * deviation * Math.sqrt(at + 1)];
    return { hands, won, expected: hands * decimal(value), band };
  });
};

const [WIDE, HIGH, FOOT] = [800, 180, 34];
// The hands one by one: a line in its band, and a mark below where a choice lost something.
const drawn = (points, losses, unit) => {
  const ends = points.flatMap(({ won, expected, band }) => [won, expected - band, expected + band]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const x = (hands) => ((WIDE * hands) / points.length).toFixed(1);
  const y = (antes) => (4 + ((HIGH - 8) * (most - antes)) / (most - least || 1)).toFixed(1);
  const line = (of) => [`0 ${y(0)}`, ...points.map((point) => `${x(point.hands)} ${y(of(point))}`)];
  const over = line(({ expected, band }) => expected + band);
  const under = line(({ expected, band }) => expected - band).reverse();
  const worst = Math.max(...losses.map(({ lost }) => lost));
  const mark = ({ hand, lost }) => {
    const height = 4 + (20 * lost) / worst;
    return shape('rect', { x: x(hand) - 3, y: HIGH + FOOT - height, width: 6, height, rx: 2 });
  };
  part('course').replaceChildren(
    shape('path', { class: 'band', d: `M${[...over, ...under].join('L')}Z` }),
    shape('path', { class: 'due', d: `M${line(({ expected }) => expected).join('L')}` }),
    shape('path', { class: 'won', d: `M${line(({ won }) => won).join('L')}` }),
    shape('path', { class: 'due', d: `M0 ${HIGH + FOOT}H${WIDE}` }),
    ...losses.map(mark),
  );
  const { hands, won, expected, band } = points.at(-1);
  const [sum, due, off, top, low] = [won, expected, band, most, least].map(rounded);
  part('course-ends').textContent =
    `From ${low} ${unit} at the lower edge to ${top} at the upper one; hands 1 to ${hands}.`;
  part('course-words').textContent =
    `After ${hands} hands: ${sum} ${unit}, where the equilibrium expects ${due} and two ` +
    `standard deviations, estimated from these hands, are ${off}.`;
};

// Shows the review of a seat: its choices, what it won, and the names of its cards.
export const reviewed = async (address, { cards, game }, mine) => {
  const { chosen, payoffs, me, won, name } = mine;
  const solution = await fetch(address);
  if (!solution.ok || !payoffs.length) return;
  const explained = new Map();
  const many = game.each > 1 || cards > LARGEST || !chosen.length;
  for (let card = 1; card <= cards && !many; card++) {
    const answer = await fetch(`${address}?card=${card}`);
    if (!answer.ok) return;
    explained.set(card, await answer.json());
  }
  const rows = many ? [] : sets(chosen, explained);
  show('choices', rows.length > 0);
  show('unreviewed', many);
  part('unreviewed').textContent = chosen.length ? BY_COMMAND : NO_CHOICE;
  if (rows.length) {
    const [first, second, lost] = sentences(rows, name);
    written(rows, name);
    part('lost').textContent = first;
    part('odds').textContent = second;
    const luck = minus(plus(won, lost));
    part('sums').textContent = `Won ${minus(won)} = luck ${luck} − by choice ${lost}`;
  }
  const losses = chosen.map(({ hand, card, player, view, action }) => {
    const set = explained.get(card)?.views.find((at) => at.player === player && at.view === view);
    return { hand, lost: decimal(set?.actions[action].gap ?? '0') };
  });
  const { values } = await solution.json();
  drawn(
    course(payoffs, values[me]),
    losses.filter(({ lost }) => lost > 0),
    game.unit,
  );
  show('review');
};

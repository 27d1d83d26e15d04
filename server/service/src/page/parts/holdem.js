// The board and the ranges of the hold'em room, and bounds that close. Without this file the fields
// are typed, and a river is solved.
'use strict';
(() => {
  // The service may be below a path, as its scripts are.
  const BASE = document.currentScript.src.replace(/\/assets\/.*/, '');
  const minus = (number) => String(number).replace('-', '−');

  // ---- The board: cards are picked, or typed.
  const field = () => one('.room [name=board]');
  const picked = () => field().value.replace(/10/g, 'T').match(/[2-9TJQKA][shdc]/gi) ?? [];
  const STREETS = { 3: 'Solve this flop', 4: 'Solve this turn', 5: 'Solve this river' };
  function showBoard() {
    const cards = picked().map((card) => card[0].toUpperCase() + card[1].toLowerCase());
    all('[data-pick]').forEach((button) => button.setAttribute('aria-pressed', cards.includes(button.dataset.pick)));
    if (one('[action$=holdem].room')) one('.room button.first').textContent = STREETS[cards.length] ?? 'Pick three cards or more';
  }

  // ---- A lock: what is wrong with it is said beside it.
  async function locked(form) {
    const answer = await fetch(addressed(form), { headers: { accept: 'text/html' } }).catch(() => null);
    const words = answer && !answer.ok && one('[role=alert]', await parsed(answer))?.textContent;
    if (!words) { location.assign(answer?.url ?? addressed(form)); return; }
    Object.assign(one('[role=alert]', form), { textContent: words, hidden: false });
  }

  // ---- Ranges: the text says all, the grid shows it; the service reads and writes the text.
  const brush = () => one('.brushes input:checked')?.value ?? '1';
  const text = (grid) => all('button', grid).flatMap(({ dataset }) => {
    if (dataset.hands) return dataset.hands;
    if (!dataset.weight) return [];
    return dataset.weight === '1' ? dataset.class : `${dataset.class}:${dataset.weight}`;
  }).join(',');
  async function refresh(panel) {
    const typed = one('textarea', panel).value;
    panel.asked?.abort();
    const { signal } = (panel.asked = new AbortController());
    const address = `${BASE}/holdem?${new URLSearchParams({ I: typed })}`;
    const answer = await fetch(address, { signal }).catch(() => null);
    if (!answer?.ok) return;
    const page = await parsed(answer);
    if (signal.aborted) return;
    const fresh = one('[data-range=I]', page);
    const focused = panel.contains(document.activeElement) && document.activeElement.dataset.class;
    for (const part of ['.of', '.cells', '.hint']) {
      const [old, now] = [panel, fresh].map((place) => one(part, place));
      old.className = now.className;
      old.replaceChildren(...now.childNodes);
    }
    if (focused) one(`[data-class="${focused}"]`, panel).focus();
    one('textarea', panel).value = one('textarea', fresh).value;
  }
  function weigh(cell, weight) {
    delete cell.dataset.hands;
    delete cell.dataset.weight;
    one('svg', cell)?.remove();
    if (weight !== '0') cell.dataset.weight = weight;
    const part = weight === '0' ? 'not in the range' : `${Math.round(1000 * read(weight)) / 10}\u00a0%`;
    cell.setAttribute('aria-label', `${cell.dataset.class} ${part}`);
    cell.classList.add('touched');
  }
  function paint(grid, cell) {
    if (!cell || cell.parentElement !== grid || stroke.painted.has(cell)) return;
    stroke.painted.add(cell);
    weigh(cell, stroke.weight);
  }
  let stroke = null;
  function end() {
    if (!stroke) return;
    const panel = stroke.grid.closest('[data-range]');
    one('textarea', panel).value = text(stroke.grid);
    stroke = null;
    refresh(panel);
  }
  const cellOf = (target) => target.closest?.('.cells button');

  // ---- Bounds: time across, the distance of each end from the middle up and down, both in powers.
  const seen = [];
  function plot() {
    const [wide, high, left] = [640, 220, 44];
    const last = seen[seen.length - 1];
    const middle = (last.lower + last.upper) / 2;
    const most = Math.max(...seen.map(({ lower, upper }) => Math.max(upper - middle, middle - lower)));
    const least = Math.max((last.upper - last.lower) / 8, most * 1e-6, 1e-9);
    const first = Math.max(seen[0].time, 0.05);
    const decades = Math.max(Math.log10(last.time / first), 0.3);
    const x = (time) => left + ((wide - left - 12) * Math.max(Math.log10(Math.max(time, first) / first), 0)) / decades;
    const part = (distance) => Math.max(Math.log10(Math.max(distance, least) / least), 0) / Math.max(Math.log10(most / least), 0.3);
    const y = (value) => high / 2 - Math.sign(value - middle) * part(Math.abs(value - middle)) * (high / 2 - 12);
    const steps = (end) => seen.map((look, at) => `${at ? `H${x(look.time)}V` : `M${x(look.time)} `}${y(look[end])}`).join('');
    const upper = steps('upper');
    const back = seen.map((look, at) => `V${y(seen[seen.length - 1 - at].lower)}H${x(seen[seen.length - 1 - at].time)}`).join('');
    const rules = [];
    for (let power = Math.ceil(Math.log10(least)); 10 ** power <= most; power += 1) {
      for (const sign of [1, -1]) {
        const at = y(middle + sign * 10 ** power);
        rules.push(`<path class="rule" d="M${left} ${at}H${wide - 12}"/><text x="${left - 6}" y="${at + 4}" text-anchor="end">${sign > 0 ? '+' : '−'}${10 ** power}</text>`);
      }
    }
    const at = x(last.time);
    one('[data-plot]').innerHTML = `<svg viewBox="0 0 ${wide} ${high + 20}" role="img" aria-label="Both bounds over time"><text x="${left}" y="10">chips from ${minus(middle.toPrecision(3))}</text>${rules.join('')}<path class="between" d="${upper}${back}Z"/><path class="end" d="${upper}"/><path class="end" d="${steps('lower')}"/><circle cx="${at}" cy="${y(last.upper)}" r="4"/><circle cx="${at}" cy="${y(last.lower)}" r="4"/><text x="${wide - 12}" y="${high + 14}" text-anchor="end">${last.time.toFixed(1)} s</text></svg>`;
  }
  // Rounded outwards: a decimal of the service may differ from its bound in the twelfth digit.
  function outwards(lower, upper) {
    const places = Math.min(Math.max(1 - Math.floor(Math.log10(upper - lower || 1e-6)), 0), 9);
    const unit = 10 ** places;
    const near = 1e-11 * Math.max(1, Math.abs(lower), Math.abs(upper));
    return [Math.floor((lower - near) * unit), Math.ceil((upper + near) * unit)]
      .map((end) => minus((end / unit).toFixed(places)));
  }
  function look(data, start) {
    const [lower, upper] = data.decimals.map(parseFloat);
    seen.push({ lower, upper, time: (performance.now() - start) / 1000 });
    const [least, most] = outwards(lower, upper);
    one('[data-bounds]').innerHTML = `<b>Player I’s value is between ${least} and ${most} chips.</b> Proved already; the ends are still moving.`;
    one('[data-gap]').textContent = `Round ${data.rounds}: ${minus((upper - lower).toPrecision(2))} chips apart.`;
    plot();
  }
  // What went wrong, in one sentence: bounds that were proved stay, and what was awaited goes.
  const refused = (words) => {
    const place = all('[data-error]').at(-1);
    place.textContent = seen.length ? words : `There are no bounds: ${words}.`;
    place.hidden = false;
    const button = one('[data-stop]');
    if (!button) return;
    if (seen.length) one('[data-bounds]').lastChild.data = ' Proved.';
    else ['[data-bounds]', '[data-gap]'].forEach((part) => one(part).replaceChildren());
    const again = () => begin(one('[data-spot]').dataset.spot);
    Object.assign(button, { textContent: 'Begin again', disabled: false, onclick: again });
  };
  const begin = (body) => {
    Object.assign(all('[data-error]').at(-1), { textContent: '', hidden: true });
    Object.assign(one('[data-stop]'), { textContent: 'Stop here', disabled: true, onclick: null });
    ['[data-bounds]', '[data-gap]', '[data-plot]'].forEach((part) => seen.length && one(part).replaceChildren());
    seen.length = 0;
    return follow(body).catch((error) => refused(`the stream ended: ${error.message}`));
  };
  async function follow(body) {
    const start = performance.now();
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
    const answer = await fetch(`${BASE}/api/v1/spots`, { method: 'POST', headers, body });
    if (!answer.ok) { refused((await answer.json()).detail); return; }
    const stop = one('[data-stop]');
    const wait = (words) => { if (!seen.length) one('[data-gap]').textContent = words; };
    // Work that waits for a thread has no event `start` yet.
    let queued;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = '';;) {
      const { value, done } = await reader.read();
      if (done) { clearTimeout(queued); return; }
      const events = (rest + value).split('\n\n');
      rest = events.pop();
      for (const event of events) {
        const [, name] = event.match(/^event: ?(.*)$/m) ?? [];
        const [, line] = event.match(/^data: ?(.*)$/m) ?? [];
        if (!name) continue;
        const data = JSON.parse(line);
        if (name !== 'begin') clearTimeout(queued);
        if (name === 'begin') {
          queued = setTimeout(wait, 3000, 'Other work comes first. This begins by itself.');
          stop.disabled = false;
          stop.onclick = () => { stop.disabled = true; fetch(data.stop, { method: 'DELETE' }); };
        } else if (name === 'start') wait('The first bounds are on their way.');
        else if (name === 'progress') look(data, start);
        else if (name === 'end') {
          const place = new URLSearchParams({ spot: data.label.replace('spot/', '') });
          const { path } = one('[data-spot]').dataset;
          if (path) place.set('path', path);
          location.replace(`${BASE}/holdem?${place}`);
        }
        else refused(data.detail);
      }
    }
  }

  document.addEventListener('DOMContentLoaded', () => {
    const question = one('[data-spot]');
    if (question) begin(question.dataset.spot);
    one('.columns .now')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    document.addEventListener('submit', (event) => {
      if (!event.target.matches('[data-lock]')) return;
      event.preventDefault();
      locked(event.target);
    });
    if (!field()) return;
    showBoard();
    field().addEventListener('input', showBoard);
    document.addEventListener('click', ({ target }) => {
      const card = target.closest('[data-pick]')?.dataset.pick;
      if (card) {
        const cards = picked();
        const at = cards.findIndex((other) => other.toLowerCase() === card.toLowerCase());
        if (at >= 0) cards.splice(at, 1);
        else if (cards.length < 5) cards.push(card);
        field().value = cards.join('');
        showBoard();
      }
      const preset = target.closest('[data-preset]');
      if (preset) {
        const panel = preset.closest('[data-range]');
        one('textarea', panel).value = preset.dataset.preset;
        refresh(panel);
      }
    });
    document.addEventListener('change', ({ target }) => {
      const panel = target.closest('[data-range]');
      if (panel) refresh(panel);
    });
    document.addEventListener('pointerdown', (event) => {
      const cell = cellOf(event.target);
      if (!cell || event.button) return;
      event.preventDefault();
      cell.focus();
      // A stroke that begins on a cell with this weight takes it away.
      const same = cell.dataset.weight === brush() && !cell.dataset.hands;
      stroke = { grid: cell.parentElement, weight: same ? '0' : brush(), painted: new Set(), x: event.clientX, y: event.clientY };
      paint(stroke.grid, cell);
    });
    document.addEventListener('pointermove', (event) => {
      if (!stroke) return;
      // A fast hand passes cells between two events.
      const { x, y } = stroke;
      const steps = Math.ceil(Math.hypot(event.clientX - x, event.clientY - y) / 8);
      for (let at = 1; at <= steps; at += 1) {
        const under = [x + ((event.clientX - x) * at) / steps, y + ((event.clientY - y) * at) / steps];
        const cell = cellOf(document.elementFromPoint(...under) ?? document.body);
        paint(stroke.grid, cell);
      }
      Object.assign(stroke, { x: event.clientX, y: event.clientY });
    });
    document.addEventListener('pointerup', end);
    document.addEventListener('pointercancel', end);
    document.addEventListener('keydown', (event) => {
      const cell = cellOf(event.target);
      if (!cell) return;
      const cells = all('button', cell.parentElement);
      const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 }[event.key];
      const digit = /^[0-9]$/.test(event.key) ? `0.${event.key}` : null;
      const weight = event.key === ' ' || event.key === 'Enter' ? brush() : digit && (digit === '0.0' ? '0' : digit);
      if (by) cells[cells.indexOf(cell) + by]?.focus();
      else if (weight) {
        stroke = { grid: cell.parentElement, weight, painted: new Set() };
        paint(stroke.grid, cell);
        end();
      } else return;
      event.preventDefault();
    });
  });
})();

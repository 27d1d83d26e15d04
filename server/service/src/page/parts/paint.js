// Strategies painted on a strip. The page is whole without this file: the text form does the same.
'use strict';
(() => {
  const form = () => one('form.strategies');

  // ---- Another answer in place of this one; what is being typed stays.
  const show = (address, { how = 'pushState', text = true } = {}) =>
    window.live.go(address, how, { except: text ? [] : ['text'] });
  const asked = (of = form()) => {
    const address = new URL(of.getAttribute('action'), location.href);
    address.search = new URLSearchParams(new FormData(of));
    address.hash = '';
    return address;
  };

  // ---- Runs of cards; decks may have 10^18 of them.
  const read = (text) => text.split('\n').filter(Boolean).map((line) => {
    const at = line.indexOf(':');
    const [first, last = first] = line.slice(0, at).split(' to ');
    return { first: BigInt(first), last: BigInt(last), plays: line.slice(at + 2) };
  });
  /** Hands that have names have no order: each is written. */
  const write = (runs, names) => runs.map(({ first, last, plays }) => {
    const run = first === last ? first : `${first} to ${last}`;
    return `${names?.slice(Number(first) - 1, Number(last)).join(', ') ?? run}: ${plays}`;
  }).join('\n');
  function painted(runs, first, last, plays) {
    const kept = runs.flatMap((run) => [
      { ...run, last: run.last < first ? run.last : first - 1n },
      { ...run, first: run.first > last ? run.first : last + 1n },
    ].filter((part) => part.first <= part.last));
    return [...kept, { first, last, plays }].sort((a, b) => (a.first < b.first ? -1 : 1));
  }
  /** What the chosen action and probability say: `bet 2 with probability 1/3, check with …`. */
  function plays(paint) {
    const brush = one('.brushes input:checked', paint);
    const others = all('.brushes input', paint).map((input) => input.value).filter((name) => name !== brush.value);
    const share = one('#share').value.trim();
    const [top, bottom] = share.endsWith('%') ? [share.slice(0, -1), '100'] : `${share}/1`.split('/');
    const whole = /^\d+$/.test(top) && /^\d+$/.test(bottom) && BigInt(bottom) >= BigInt(top);
    one('#share').setAttribute('aria-invalid', !whole);
    if (!whole || BigInt(top) === BigInt(bottom)) return brush.value;
    const rest = others.find((name) => name === 'check' || name === 'fold') ?? others[0];
    const left = BigInt(bottom) - BigInt(top);
    return `${brush.value} with probability ${top}/${bottom}, ${rest} with probability ${left}/${bottom}`;
  }

  // ---- One strip.
  function pad(paint) {
    const n = BigInt(paint.dataset.n);
    const canvas = one('.canvas', paint);
    const field = () => one(`#view${paint.dataset.view}`);
    const names = paint.dataset.names?.split(' ');
    const named = (hand) => names?.[Number(hand) - 1] ?? String(hand);
    const drawn = () => read(one('[data-runs]', canvas).dataset.runs);
    const over = document.createElement('div');
    const mark = over.appendChild(document.createElement('span'));
    over.className = 'pad';
    over.tabIndex = 0;
    over.setAttribute('role', 'slider');
    over.setAttribute('aria-label', `Card to paint, ${one('legend', paint).textContent}`);
    over.setAttribute('aria-valuemin', 1);
    over.setAttribute('aria-valuemax', String(n));
    canvas.append(over);
    let card = 1n;
    let stroke = null;

    function point(at, wide = [at, at]) {
      card = at;
      over.setAttribute('aria-valuenow', String(card));
      const run = drawn().find(({ first, last }) => first <= card && card <= last);
      over.setAttribute('aria-valuetext', `card ${named(card)}: ${run?.plays ?? ''}`);
      const [first, last] = wide;
      mark.style.left = `${(100 * Number(first - 1n)) / Number(n)}%`;
      mark.style.width = `${(100 * Number(last - first + 1n)) / Number(n)}%`;
    }
    /** Paints from where the stroke began to this card, upon what was there before it. */
    function paintTo(at, how) {
      const [first, last] = stroke.from < at ? [stroke.from, at] : [at, stroke.from];
      point(at, [first, last]);
      const text = write(painted(stroke.runs, first, last, plays(paint)), names);
      if (field().value === text && how !== 'pushState') return;
      field().value = text;
      show(asked(), { how, text: false });
    }
    const begin = (at) => { stroke = { from: at, runs: drawn() }; };
    const under = (event) => {
      const box = over.getBoundingClientRect();
      const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1 - 1e-9);
      const at = 1n + BigInt(Math.floor(share * Number(n)));
      return at > n ? n : at;
    };

    over.addEventListener('pointerdown', (event) => {
      if (event.button) return;
      over.setPointerCapture(event.pointerId);
      begin(under(event));
      paintTo(stroke.from, 'replaceState');
    });
    over.addEventListener('pointermove', (event) => {
      if (!stroke) point(under(event));
      else if (under(event) !== card) paintTo(under(event), 'replaceState');
    });
    over.addEventListener('pointerup', () => {
      if (stroke) paintTo(card, 'pushState');
      stroke = null;
    });
    // The finger scrolls the page: nothing was painted.
    over.addEventListener('pointercancel', () => {
      if (!stroke) return;
      field().value = write(stroke.runs, names);
      stroke = null;
      show(asked(), { how: 'replaceState', text: false });
    });
    over.addEventListener('keydown', (event) => {
      const by = { ArrowLeft: -1n, ArrowDown: -1n, ArrowRight: 1n, ArrowUp: 1n, PageDown: -10n, PageUp: 10n }[event.key];
      const end = { Home: 1n, End: n }[event.key];
      const brush = all('.brushes input', paint)[Number(event.key) - 1];
      if (event.key === ' ' || event.key === 'Enter') {
        begin(card);
        paintTo(card, 'pushState');
        stroke = null;
      } else if (by || end) {
        const to = end ?? card + by;
        const at = to < 1n ? 1n : to > n ? n : to;
        if (event.shiftKey) {
          begin(card);
          paintTo(at, 'replaceState');
          stroke = null;
        } else point(at);
      } else if (brush) brush.checked = true;
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    point(1n);
  }

  document.addEventListener('DOMContentLoaded', () => {
    all('.paint').forEach(pad);
    document.addEventListener('click', (event) => {
      const preset = event.target.closest('a[data-preset]');
      if (!preset || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      show(preset.href);
    }, true);
    document.addEventListener('submit', (event) => {
      if (event.target.elements.tab?.value !== 'lock' || event.target.matches('.dials')) return;
      event.preventDefault();
      show(asked(event.target));
    });
    document.addEventListener('change', (event) => {
      // Other strips are another page.
      if (event.target.id === 'strip') form().submit();
      else if (event.target.closest('form.strategies')) show(asked(), { text: false });
    });
  });
})();

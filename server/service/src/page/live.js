// Sliders, cards under the hand, theme and lecture mode. Every page is whole without this file.
'use strict';
(() => {
  const root = document.documentElement;
  const SVG = 'http://www.w3.org/2000/svg';
  const saved = { get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* private windows */ } } };
  root.dataset.script = '';
  if (saved.get('theme')) root.dataset.theme = saved.get('theme');
  if (new URLSearchParams(location.search).has('lecture')) root.dataset.lecture = '';

  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // ---- Numbers: whole, decimal or p/q, as the service takes them.
  const gcd = (a, b) => (b ? gcd(b, a % b) : a);
  const read = (text) => {
    const [top, bottom = '1'] = text.trim().split('/');
    return Number(top) / Number(bottom);
  };
  const fraction = (steps, per) => {
    const common = gcd(steps, per);
    return per === common ? String(steps / common) : `${steps / common}/${per / common}`;
  };

  // ---- The parts of a page that another answer replaces.
  const requests = {};
  const pages = new Map();
  // A newer request for the same purpose ends the older one.
  async function fetched(address, purpose) {
    requests[purpose]?.abort();
    if (pages.has(address)) return pages.get(address);
    const request = requests[purpose] = new AbortController();
    const answer = await fetch(address, { signal: request.signal, headers: { accept: 'text/html' } });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (answer.ok) pages.set(address, page);
    if (pages.size > 60) pages.delete(pages.keys().next().value);
    return Object.assign(page, { answered: answer.ok });
  }

  const ghosts = {
    runs: null,
    take() {
      this.runs ??= new Map(all('.view[data-view]').map((view) => [view.dataset.view,
        all('.run', view).map((run) => one('rect', run)?.cloneNode(false)).filter(Boolean)]));
      this.words ??= one('[data-before]')?.dataset.before;
    },
    show() {
      if (!this.runs) return;
      for (const [view, runs] of this.runs) {
        const place = one(`.view[data-view="${view}"] .ghost`);
        if (!place) continue;
        const bars = runs.map((run) => {
          const bar = run.cloneNode(false);
          bar.setAttribute('y', 0);
          bar.setAttribute('height', 4);
          return bar;
        });
        place.replaceChildren(...bars);
      }
      const before = one('[data-now]');
      if (before && this.words) before.textContent = `Before: ${this.words}`;
      clearTimeout(this.clock);
      this.clock = setTimeout(() => this.clear(), 8000);
    },
    clear() {
      this.runs = this.words = null;
      all('.ghost').forEach((place) => place.replaceChildren());
      const now = one('[data-now]');
      if (now) now.textContent = now.dataset.now;
      all('.slide .from').forEach((mark) => mark.remove());
    },
  };

  function swap(page) {
    document.title = page.title;
    for (const part of all('[data-part]', page)) {
      const old = one(`[data-part="${part.dataset.part}"]`);
      if (old) old.replaceWith(document.adoptNode(part.cloneNode(true)));
    }
  }

  async function go(address, how) {
    const board = one('.board');
    const slow = setTimeout(() => board?.classList.add('loading'), 120);
    try {
      const page = await fetched(address, 'answer');
      const words = one('[data-refused], main [role=alert]:not([hidden])', page);
      const place = one('[data-error]');
      if (!page.answered || words) {
        if (place) {
          place.textContent = words?.textContent ?? 'No answer.';
          place.hidden = false;
          one('[data-part=stage]')?.classList.add('stale');
        }
        return;
      }
      if (place) place.hidden = true;
      swap(page);
      ghosts.show();
      if (how) history[how]({ live: true }, '', address);
      cards.again();
    } catch (error) {
      if (error.name !== 'AbortError') location.assign(address);
    } finally {
      clearTimeout(slow);
      one('.board')?.classList.remove('loading');
    }
  }

  // ---- Numbers and sliders.
  const dials = {
    // In a label a fraction is 1_2 and a set 1-5_2; in a query they are as they were typed.
    address(form) {
      const pattern = form.dataset.address;
      const spelled = (text) => (pattern.includes('?') ? encodeURIComponent(text)
        : text.replaceAll('/', '_').replaceAll(',', '-'));
      return all('input[name]', form).reduce((address, field) =>
        address.replace(`{${field.name}}`, spelled(field.value.trim())), pattern) + (form.dataset.query ?? '');
    },
    moved(dial, how) {
      const form = dial.closest('form');
      ghosts.take();
      go(this.address(form), how);
    },
    number: (dial) => one('input[name]', dial),
    slider: (dial) => one('input[type=range]', dial),
    // The slider stands where the number is, at an end if the number is beyond it.
    follow(dial) {
      const slider = this.slider(dial);
      if (slider) slider.value = Math.round(read(this.number(dial).value) * Number(slider.dataset.per));
      this.fill(dial);
    },
    share: (slider) => `${(100 * (slider.value - slider.min)) / (slider.max - slider.min)}%`,
    fill(dial) {
      const slider = this.slider(dial);
      if (slider) one('.filled', dial).setAttribute('x2', this.share(slider));
    },
    step(dial, by) {
      const number = this.number(dial);
      const slider = this.slider(dial);
      const per = Number(slider?.dataset.per ?? 1);
      const least = Number(slider?.min ?? 1);
      if (/^\d{16,}$/.test(number.value)) {
        number.value = String(BigInt(number.value) + BigInt(by));
      } else {
        number.value = fraction(Math.max(least, Math.round(read(number.value) * per) + by), per);
      }
      this.follow(dial);
      this.moved(dial, 'pushState');
    },
    mark(dial) {
      const slider = this.slider(dial);
      if (one('.from', dial)) return;
      const mark = document.createElementNS(SVG, 'circle');
      const at = { class: 'from', cx: this.share(slider), cy: 10, r: 6 };
      Object.entries(at).forEach(([key, value]) => mark.setAttribute(key, value));
      one('.track', dial).append(mark);
    },
  };

  // ---- Cards under the hand.
  const cards = {
    chosen: null,
    pinned: false,
    stage: () => one('.stage, .matrix'),
    count: () => Number(cards.stage()?.dataset.n ?? 0),
    async choose(card, view, pin = false) {
      const stage = this.stage();
      if (!stage || card < 1 || card > this.count()) return;
      this.chosen = card;
      this.view = view ?? this.view;
      this.pinned = pin || this.pinned;
      all('[data-card]', stage).forEach((chip) => chip.classList.toggle('chosen', Number(chip.dataset.card) === card));
      const band = one('.band rect', stage) ?? one('.band', stage)?.appendChild(document.createElementNS(SVG, 'rect'));
      if (band) {
        band.setAttribute('height', '100%');
        band.setAttribute('x', `${(100 * (card - 1)) / this.count()}%`);
        band.setAttribute('width', `${100 / this.count()}%`);
      }
      const query = new URLSearchParams(location.search);
      query.set('card', card);
      const page = await fetched(`${location.pathname}?${query}`, 'card').catch(() => null);
      if (!page || this.chosen !== card) return;
      for (const name of ['card', 'why']) {
        const part = one(`[data-part=${name}]`, page);
        const old = one(`[data-part=${name}]`);
        if (part && old) old.replaceWith(document.adoptNode(part.cloneNode(true)));
      }
      this.place();
    },
    place() {
      const stage = this.stage();
      const tip = one('.tip');
      if (!stage || !tip) return;
      const views = all('[data-tip]', tip);
      const shown = views.find((part) => part.dataset.tip === this.view) ?? views[0];
      views.forEach((part) => { part.hidden = part !== shown; });
      const box = stage.getBoundingClientRect();
      tip.hidden = false;
      // On a phone it is a sheet at the bottom.
      if (!tip.offsetParent) return;
      const board = tip.offsetParent.getBoundingClientRect();
      const axis = one('.axis', stage).getBoundingClientRect();
      const width = box.width / this.count();
      const left = box.left + width * this.chosen + 12;
      const flips = left + tip.offsetWidth > box.right;
      const above = shown?.dataset.side !== 'below';
      // CSSOM may set styles: the policy forbids them in markup alone.
      tip.style.left = `${(flips ? left - 24 - width - tip.offsetWidth : left) - board.left}px`;
      const top = above ? Math.max(axis.top - tip.offsetHeight - 8, 8 - scrollY) : axis.bottom + 8;
      tip.style.top = `${top - board.top}px`;
    },
    release() {
      this.chosen = null;
      this.pinned = false;
      const tip = one('.tip');
      if (tip) tip.hidden = true;
      all('.chosen').forEach((chip) => chip.classList.remove('chosen'));
      one('.band rect')?.setAttribute('width', 0);
    },
    again() {
      const card = this.chosen;
      if (card) { this.chosen = null; this.choose(Math.min(card, this.count())); }
    },
    under(event) {
      const stage = this.stage();
      const box = stage?.getBoundingClientRect();
      if (!box || event.clientX < box.left || event.clientX >= box.right) return null;
      return 1 + Math.floor(((event.clientX - box.left) / box.width) * this.count());
    },
  };

  function cardKey(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = cards.chosen ?? 0;
    if (by) cards.choose(Math.min(cards.count(), Math.max(1, at + by)));
    else if (event.key === 'Home') cards.choose(1);
    else if (event.key === 'End') cards.choose(cards.count());
    else if (event.key === 'Enter' && cards.chosen) cards.pinned = true;
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const views = all('.tip [data-tip]').map((part) => part.dataset.tip);
      const next = views.indexOf(cards.view) + (event.key === 'ArrowDown' ? 1 : -1);
      cards.view = views[Math.min(views.length - 1, Math.max(0, next))];
      cards.place();
    } else return;
    event.preventDefault();
  }

  // ---- Lecture mode.
  function lectureKey(event) {
    const [n, b] = all('.dial');
    const steps = { ArrowUp: [n, 1], ArrowDown: [n, -1], ']': [b, 1], '[': [b, -1] }[event.key];
    if (steps?.[0]) dials.step(...steps);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') cardKey(event);
    else if (['1', '2', '3'].includes(event.key)) all('.tabs a')[event.key - 1]?.click();
    else if (event.key === 'h') root.toggleAttribute('data-hidden');
    else if (event.key === '.') root.toggleAttribute('data-blank');
    else if (event.key === 'p') window.print();
    else if (event.key === 's') one('[data-picture]')?.click();
    else return;
    event.preventDefault();
  }
  function lecture() {
    root.toggleAttribute('data-lecture');
    if (root.hasAttribute('data-lecture')) root.requestFullscreen?.().catch(() => {});
    else document.exitFullscreen?.().catch(() => {});
  }

  // A picture of the page as PNG, from its SVG.
  async function png(link) {
    const text = await (await fetch(link.href)).text();
    const image = new Image();
    image.src = `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(text)))}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width * 2, height: image.height * 2 });
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    const save = Object.assign(document.createElement('a'), { download: link.dataset.png, href: canvas.toDataURL() });
    save.click();
  }

  document.addEventListener('DOMContentLoaded', () => {
    history.replaceState({ live: true }, '');
    // A card of the address is pinned.
    const chosen = one('.tip[data-chosen]');
    if (chosen) {
      Object.assign(cards, { chosen: Number(chosen.dataset.chosen), pinned: true });
      cards.place();
    }
    document.addEventListener('input', (event) => {
      const dial = event.target.closest('.dial');
      if (!dial || event.target.type !== 'range') return;
      dials.number(dial).value = fraction(Number(event.target.value), Number(event.target.dataset.per));
      dials.fill(dial);
      dials.moved(dial, 'replaceState');
    });
    document.addEventListener('change', (event) => {
      const dial = event.target.closest('.dial');
      if (!dial) return;
      if (event.target.type !== 'range') dials.follow(dial);
      dials.moved(dial, 'pushState');
    });
    document.addEventListener('pointerdown', (event) => {
      if (event.target.type === 'range') dials.mark(event.target.closest('.dial'));
    });
    document.addEventListener('click', (event) => {
      const step = event.target.closest('[data-step]');
      if (step) { dials.step(step.closest('.dial'), Number(step.dataset.step)); return; }
      const chip = event.target.closest('[data-card]');
      if (chip) { event.preventDefault(); cards.choose(Number(chip.dataset.card), null, true); return; }
      const tab = event.target.closest('.tabs a, a[data-live]');
      if (tab && !event.ctrlKey && !event.metaKey) { event.preventDefault(); go(tab.href, 'pushState'); return; }
      const picture = event.target.closest('[data-png]');
      if (picture) { event.preventDefault(); png(picture); return; }
      const act = event.target.closest('[data-act]')?.dataset.act;
      if (act === 'lecture') lecture();
      if (act === 'menu') one('.bar nav').classList.toggle('open');
      if (act === 'theme') {
        const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
        root.dataset.theme = dark ? 'light' : 'dark';
        saved.set('theme', root.dataset.theme);
      }
    });
    document.addEventListener('pointermove', (event) => {
      if (cards.pinned || !event.target.closest?.('[data-stage]')) return;
      const card = cards.under(event);
      const view = event.target.closest('[data-view]')?.dataset.view;
      if (card && (card !== cards.chosen || (view && view !== cards.view))) cards.choose(card, view);
    });
    document.addEventListener('pointerout', (event) => {
      if (!cards.pinned && event.target.closest?.('[data-stage]') && !event.relatedTarget?.closest?.('[data-stage], .tip')) cards.release();
    });
    document.addEventListener('focusin', (event) => {
      const chip = event.target.closest?.('[data-card]');
      if (chip) cards.choose(Number(chip.dataset.card));
    });
    // Enter in a number is a change of it.
    document.addEventListener('submit', (event) => {
      if (!event.target.matches('.dials')) return;
      event.preventDefault();
      const dial = document.activeElement.closest('.dial') ?? one('.dial', event.target);
      dials.follow(dial);
      dials.moved(dial, 'pushState');
    });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') { cards.release(); ghosts.clear(); return; }
      if (event.target.matches('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey) {
        const slider = event.target.type === 'range' && event.target;
        const page = { PageUp: 10, PageDown: -10 }[event.key];
        if (slider && page) { event.preventDefault(); dials.step(slider.closest('.dial'), page); }
        return;
      }
      if (event.key === '/') { event.preventDefault(); one('.goto input')?.focus(); }
      else if (event.key === 'l') lecture();
      else if (event.key === 'w') { const why = one('details.why'); if (why) why.open = !why.open; }
      else if (root.hasAttribute('data-lecture')) lectureKey(event);
      else if (event.target.closest('[data-stage]')) cardKey(event);
    });
    window.addEventListener('popstate', () => go(location.pathname + location.search));
  });
})();

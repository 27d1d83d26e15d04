// Sliders, cards under the hand, theme and lecture mode. Every page is whole without this file.
'use strict';
(() => {
  const root = document.documentElement;
  const SVG = 'http://www.w3.org/2000/svg';
  const saved = { get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* private windows */ } } };
  root.dataset.script = '';
  root.toggleAttribute('data-exact', saved.get('exact') === 'on');
  if (saved.get('theme')) root.dataset.theme = saved.get('theme');
  const modes = ['lecture', 'embed'];
  const asked = (mode) => new URLSearchParams(location.search).has(mode);
  modes.filter(asked).forEach((mode) => { root.dataset[mode] = ''; });

  // ---- The parts of a page that another answer replaces.
  const requests = {};
  const pages = new Map();
  // A newer request for the same purpose ends the older one.
  async function fetched(address, purpose, body) {
    requests[purpose]?.abort();
    if (!body && pages.has(String(address))) return pages.get(String(address));
    const request = requests[purpose] = new AbortController();
    const answer = await fetch(address, { signal: request.signal, headers: { accept: 'text/html' }, method: body && 'POST', body });
    const page = await parsed(answer);
    // A deal drawn at random has another address than the one that was asked for.
    if (!body && answer.ok && answer.url === new URL(address, location.href).href) pages.set(String(address), page);
    if (one('main', page)) visited(one('main', page), new URL(answer.url));
    if (pages.size > 60) pages.delete(pages.keys().next().value);
    return Object.assign(page, { answered: answer.ok, address: answer.url });
  }

  // Lines to type name the service that shows them; a citation says where and when.
  function visited(main, address) {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.data.includes('curl ')) text.data = text.data.replace(/(http:\/\/)?127\.0\.0\.1:8080/g, one('.brand').href.slice(0, -1));
      if (text.data.startsWith('<iframe')) {
        text.data = text.data.replace('"/', `"${one('.brand').href}`);
      }
      if (text.data.startsWith('@misc')) {
        const url = address.origin + address.pathname + (/address .*\?/.test(text.data) ? address.search : '');
        const today = new Date().toISOString().slice(0, 10);
        text.data = text.data.replace(/, address .*}/, `},\n  url = {${url}},\n  urldate = {${today}}`);
      }
    }
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
      // The bars of a lock stay.
      if (this.runs) all('.ghost').forEach((place) => place.replaceChildren());
      this.runs = this.words = null;
      const now = one('[data-now]');
      if (now) now.textContent = now.dataset.now;
      all('.slide .from').forEach((mark) => mark.remove());
    },
  };

  // Parts below the fold come when the browser has drawn the others; of two answers, the later one.
  let later = 0;
  function swap(page, except = []) {
    document.title = page.title;
    cancelAnimationFrame(later);
    const put = (part) => {
      const old = one(`[data-part="${part.dataset.part}"]`);
      if (old) become(old, part);
      if (part.dataset.part === 'stage') cards.rove();
    };
    const parts = all('[data-part]', page).filter((part) => !except.includes(part.dataset.part));
    const below = parts.filter((part) => one(`[data-part="${part.dataset.part}"]`)?.getBoundingClientRect().top > innerHeight);
    parts.filter((part) => !below.includes(part)).forEach(put);
    later = requestAnimationFrame(() => { later = requestAnimationFrame(() => below.forEach(put)); });
  }

  // Shows the answer at an address in place of this one, and in the address bar unless `how` is
  // empty. Parts in `except` stay. True if there is an answer.
  async function go(address, how, { except = [], moving = null, body } = {}) {
    const board = one('.board');
    const slow = setTimeout(() => board?.classList.add('loading'), 120);
    try {
      const page = await fetched(address, 'answer', body);
      const words = one('[data-refused], main [role=alert]:not([hidden])', page);
      const place = one('[data-error]');
      if (!page.answered || words) {
        if (!place) { location.assign(address); return false; }
        place.textContent = words?.textContent ?? 'No answer.';
        place.hidden = false;
        one('[data-part=stage]')?.classList.add('stale');
        return false;
      }
      if (place) place.hidden = true;
      one('.stale')?.classList.remove('stale');
      swap(page, except);
      dials.agree(page, moving);
      ghosts.show();
      if (how) history[how]({ live: true }, '', lectured(page.address));
      cards.again();
      return true;
    } catch (error) {
      if (error.name !== 'AbortError') location.assign(address);
      return false;
    } finally {
      clearTimeout(slow);
      one('.board')?.classList.remove('loading');
    }
  }
  // Tables, painted strips and families show their answers in the same way.
  window.live = { go };

  // A number was moved: the strips stay as ghosts, and the answer at the address comes.
  const dials = makeDials((address, how, dial) => {
    // Strips to paint on are made for one deck.
    if (one('.paint')) {
      if (how === 'pushState') location.assign(address);
      return;
    }
    ghosts.take();
    go(address, how, { moving: dial });
  });

  // ---- Cards under the hand.
  const cards = {
    chosen: null,
    pinned: false,
    stage: () => one('.stage, .matrix, .hands'),
    grid: () => one('.hands'),
    count: () => Number(cards.stage()?.dataset.n ?? 0),
    // The cards of an axis and the cells of a grid are one stop of the Tab key; arrows do the rest.
    rove() {
      for (const group of all('[data-stage] .axis, [data-stage] .squares')) {
        const links = all('a[data-card]', group);
        const stop = links.find((link) => Number(link.dataset.card) === this.chosen) ?? links[0];
        links.forEach((link) => { link.tabIndex = link === stop ? 0 : -1; });
      }
    },
    async choose(card, view, pin = false) {
      const stage = this.stage();
      if (!stage || card < 1 || card > this.count()) return;
      this.chosen = card;
      this.view = view ?? this.view;
      this.pinned = pin || this.pinned;
      all('[data-card]', stage).forEach((chip) => chip.classList.toggle('chosen', Number(chip.dataset.card) === card));
      this.rove();
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
      for (const name of ['card', 'why', 'class']) {
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
      tip.hidden = false;
      // On a phone it is a sheet at the bottom.
      if (tip.offsetParent) besideCard(tip, { stage, shown, card: this.chosen, count: this.count() });
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
      if (this.grid()) return Number(event.target.closest('[data-card]')?.dataset.card) || null;
      // A matrix has the names of its rows before its cells, and a column behind them.
      const box = (one('.cells', stage ?? document) ?? stage)?.getBoundingClientRect();
      if (!box || event.clientX < box.left || event.clientX >= box.right) return null;
      return 1 + Math.floor(((event.clientX - box.left) / box.width) * this.count());
    },
  };

  // Arrows walk the cells of a grid of hands, 13 in a row.
  function gridKey(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 }[event.key];
    const cells = [...(one(`.squares[data-view="${cards.view}"]`) ?? one('.squares')).children];
    let at = cells.findIndex((cell) => Number(cell.dataset.card) === cards.chosen);
    if (!by) return false;
    do at += by; while (cells[at] && !cells[at].dataset.card);
    if (cells[at]) cells[at].focus();
    return true;
  }

  function cardKey(event) {
    if (cards.grid() && gridKey(event)) { event.preventDefault(); return; }
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const to = { Home: 1, End: cards.count() }[event.key] ?? (by && (cards.chosen ?? 0) + by);
    if (to !== undefined) {
      const card = Math.min(cards.count(), Math.max(1, to));
      // The focus goes along where the card has a place of its own; to focus is to choose.
      const chip = event.target.closest('.axis') && one(`.axis a[data-card="${card}"]`, cards.stage());
      if (chip) chip.focus(); else cards.choose(card);
    }
    else if (event.key === 'Enter' && cards.chosen) cards.pinned = true;
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const views = all('.tip [data-tip]').map((part) => part.dataset.tip);
      const next = views.indexOf(cards.view) + (event.key === 'ArrowDown' ? 1 : -1);
      cards.view = views[Math.min(views.length - 1, Math.max(0, next))];
      cards.place();
    } else return;
    event.preventDefault();
  }

  // Scripts that few need come when the first is wanted.
  const loading = {};
  const load = (src) => loading[src] ??= new Promise((onload) => {
    document.head.append(Object.assign(document.createElement('script'), { src, onload }));
  });

  function lecture() {
    if (root.toggleAttribute('data-lecture')) {
      load('LECTURE_SCRIPT');
      root.requestFullscreen?.().catch(() => {});
    } else window.unlectured?.();
  }
  // The next answer of an address that asks for a lecture, or for a frame, asks for it too.
  function lectured(address) {
    const url = new URL(address, location.href);
    for (const mode of modes)
      if (mode in root.dataset && asked(mode) && !url.searchParams.has(mode)) url.search += `${url.search ? '&' : '?'}${mode}`;
    return url.href;
  }

  if (asked('lecture')) load('LECTURE_SCRIPT');

  document.addEventListener('DOMContentLoaded', () => {
    history.replaceState({ live: true }, '');
    cards.rove();
    one('.tab-row [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const words = all('.bar nav a');
    const place = one('.crumbs a')?.pathname;
    const here = words.find((word) => `${location.pathname}/`.startsWith(`${word.pathname}/`))
      ?? words.find((word) => word.pathname === place);
    here?.setAttribute('aria-current', 'page');
    visited(one('main'), location);
    // A card of the address is pinned.
    const chosen = one('.tip[data-chosen]');
    if (chosen) {
      Object.assign(cards, { chosen: Number(chosen.dataset.chosen), pinned: true });
      cards.place();
    }
    document.addEventListener('input', (event) => {
      const dial = event.target.closest('.dial');
      if (dial && event.target.type === 'range') dials.slid(dial, event.target);
      else if (dial) dials.fill(dial);
    });
    document.addEventListener('change', (event) => {
      const dial = event.target.closest('.dial');
      if (!dial) {
        event.target.closest('form[data-live]')?.requestSubmit();
        return;
      }
      if (event.target.type !== 'range') dials.follow(dial);
      dials.moved(dial, 'pushState');
    });
    document.addEventListener('pointerdown', (event) => {
      if (event.target.matches('.slide input')) dials.mark(event.target);
    });
    document.addEventListener('click', (event) => {
      const lectures = event.target.closest('.lecture-steps');
      if (lectures) sessionStorage.setItem('steps', JSON.stringify(all('a', lectures).map((link) => [link.href, link.textContent])));
      const step = event.target.closest('[data-step]');
      if (step) { dials.step(step.closest('.dial'), Number(step.dataset.step)); return; }
      const chip = event.target.closest('[data-card]');
      const view = chip?.closest('.squares')?.dataset.view;
      if (chip) { event.preventDefault(); cards.choose(Number(chip.dataset.card), view, true); return; }
      // A finger anywhere on a strip takes the card there.
      const under = event.pointerType === 'touch' && event.target.closest('[data-stage]') && cards.under(event);
      if (under) { cards.choose(under, event.target.closest('[data-view]')?.dataset.view, true); return; }
      const tab = event.target.closest('.tabs a:not([data-preset]), a[data-live]');
      if (tab && !event.ctrlKey && !event.metaKey) { event.preventDefault(); go(tab.href, 'pushState'); return; }
      const picture = event.target.closest('[data-png], [data-save]');
      if (picture) { event.preventDefault(); load('SAVE_SCRIPT').then(() => window.save(picture)); return; }
      const act = event.target.closest('[data-act]')?.dataset.act;
      if (act === 'lecture') lecture();
      if (act === 'menu') one('.bar nav').classList.toggle('open');
      if (act === 'exact') saved.set('exact', root.toggleAttribute('data-exact') ? 'on' : '');
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
    // What is copied of a short number is all of it.
    document.addEventListener('copy', (event) => {
      const selection = getSelection();
      const place = selection.isCollapsed ? document.activeElement : selection.getRangeAt(0).commonAncestorContainer;
      const alone = (place.closest ? place : place.parentElement).closest('data');
      const shown = alone ? [] : all('data span').filter((text) => selection.containsNode(text, true));
      if (!alone && !shown.length) return;
      const before = shown.map((text) => text.textContent);
      // Exact numbers are drawn by the style, and no part of a selection.
      const isExact = root.hasAttribute('data-exact');
      root.removeAttribute('data-exact');
      shown.forEach((text) => { text.textContent = text.parentElement.value; });
      event.clipboardData.setData('text/plain', alone?.value ?? String(selection));
      shown.forEach((text, at) => { text.textContent = before[at]; });
      root.toggleAttribute('data-exact', isExact);
      event.preventDefault();
    });
    document.addEventListener('focusin', (event) => {
      if (event.target.matches('.goto input')) load('SEARCH_SCRIPT');
      const chip = event.target.closest?.('[data-card]');
      if (chip) cards.choose(Number(chip.dataset.card), chip.closest('.squares')?.dataset.view);
    });
    // Enter in a number is a change of it.
    document.addEventListener('submit', (event) => {
      if (event.target.matches('[data-live]')) {
        event.preventDefault();
        go(addressed(event.target), 'pushState');
      }
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
        if (slider && page) { event.preventDefault(); dials.step(slider.closest('.dial'), page, slider); }
        return;
      }
      if (event.key === '/') { event.preventDefault(); one('.goto input')?.focus(); }
      else if (event.key === 'l') lecture();
      else if (event.key === 'w') { const why = one('details.why'); if (why) why.open = !why.open; }
      else if (event.target.closest('.tab-row')) {
        const row = all('.tab-row a');
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (by) row[(row.indexOf(event.target) + by + row.length) % row.length].focus();
      }
      else if (root.hasAttribute('data-lecture')) {
        const key = () => window.lectureKey(event, cards, dials, cardKey);
        if (window.lectureKey) key(); else load('LECTURE_SCRIPT').then(key);
      }
      else if (event.target.closest('[data-stage]')) cardKey(event);
    });
    window.addEventListener('popstate', () => go(location.href));
    one('.refused[role=alert]:not([hidden])')?.scrollIntoView({ block: 'center' });
    // Paper says where it came from.
    window.addEventListener('beforeprint', () => { one('main').dataset.address = location.href; });
  });
})();

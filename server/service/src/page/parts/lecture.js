// Keys of a lecture, and the answer shown part by part.
'use strict';
(() => {
  const root = document.documentElement;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'STYLE' }));
  // The parts that `h` hides, in the order in which they are shown: strategies, value, words and
  // proofs. The betting tree comes with the last.
  const PARTS = [
    'main :is(.view, .matrix, .squares, .chart, .map, .interval, .sets, .shares, svg.whole, [data-part=families]:not(:empty), .canvas)',
    'main :is(.worth-of, .digits-of, .say:not(:empty))',
    'main :is(.advice, section[aria-labelledby^=reply-], section[aria-labelledby=value], [data-part=replies]:not(:empty), [data-part=worth] .wide)',
  ];
  const parts = () => PARTS.flatMap((part) => all(part)).filter((part) => !part.matches('.told') && part.getClientRects().length);
  function tell(part) {
    part?.classList.add('told');
    if (!parts().length) root.removeAttribute('data-hidden');
  }
  document.addEventListener('click', (event) => {
    const part = 'hidden' in root.dataset && event.target.closest('.view:not(.told)');
    if (part) { event.preventDefault(); event.stopPropagation(); tell(part); }
  }, true);

  window.unlectured = () => {
    ['data-lecture', 'data-hidden'].forEach((mode) => root.removeAttribute(mode));
    document.exitFullscreen?.().catch(() => {});
    const url = new URL(location.href);
    if (!url.searchParams.has('lecture')) return;
    url.searchParams.delete('lecture');
    history.replaceState(history.state, '', url);
  };
  // Who leaves the full screen, as a phone lets them, leaves the lecture.
  document.addEventListener('fullscreenchange', () => document.fullscreenElement || window.unlectured());

  // The steps of a lecture that began on the page of lectures.
  const course = JSON.parse(sessionStorage.getItem('steps') ?? '[]');
  const place = course.findIndex(([href]) => href === location.href);
  const stepBy = { PageUp: course[place - 1]?.[0], PageDown: place >= 0 && course[place + 1]?.[0] };
  if (place >= 0) {
    const foot = Object.assign(document.createElement('nav'), { className: 'stage-steps', textContent: `${place + 1} of ${course.length}: ${course[place][1]}` });
    for (const [key, words] of [['PageUp', 'back'], ['PageDown', 'next']])
      if (stepBy[key]) foot.append(' ', Object.assign(document.createElement('a'), { href: stepBy[key], title: key, textContent: words }));
    document.body.append(foot);
  }
  // A lecture begins with its question.
  if (place === 0) {
    root.toggleAttribute('data-hidden', true);
    const begin = () => parts().length || root.removeAttribute('data-hidden');
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin); else begin();
  }

  // A map or a chart has decks in place of cards.
  function walk(by) {
    const decks = all('.pointed > *, .map a');
    const before = decks.findIndex((deck) => deck.classList.contains('here'));
    const at = Math.min(decks.length - 1, Math.max(0, before + by));
    decks.forEach((deck, place) => deck.classList.toggle('here', place === at));
  }
  window.lectureKey = (event, cards, dials, cardKey) => {
    const [n, b] = all('.dial');
    if ('hidden' in root.dataset && [' ', 'ArrowRight', 'PageDown'].includes(event.key)) {
      event.preventDefault();
      tell(parts()[0]);
      return;
    }
    const steps = { ArrowUp: [n, 1], ArrowDown: [n, -1], ']': [b, 1], '[': [b, -1] }[event.key];
    if (steps?.[0]) dials.step(...steps);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      if (cards.stage()) cardKey(event); else walk(event.key === 'ArrowRight' ? 1 : -1);
    }
    else if (['1', '2', '3'].includes(event.key)) all('.tabs a')[event.key - 1]?.click();
    else if (event.key === 'h') {
      all('.told').forEach((part) => part.classList.remove('told'));
      root.toggleAttribute('data-hidden');
    }
    else if (stepBy[event.key]) location.href = stepBy[event.key];
    else if (event.key === '.') root.toggleAttribute('data-blank');
    else if (event.key === 'p') window.print();
    else if (event.key === 's') one('[data-picture], [data-save], [data-png]')?.click();
    else return;
    event.preventDefault();
  };
})();

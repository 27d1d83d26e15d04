// All optimal strategies under the hand. The page is whole without this file.
'use strict';
(() => {
  // All optimal strategies: shares of the ranges of their parameters, in order.
  function moveFamily() {
    const query = new URLSearchParams(location.search);
    const shares = [];
    all('[data-at]').forEach(({ dataset }) => { shares[dataset.parameter] = dataset.at; });
    query.set('at', shares);
    const except = ['families', 'stage'];
    const own = one('#own');
    if (!own) return window.live.go(`${location.pathname}?${query}`, 'replaceState', { except });
    const body = new FormData(own);
    body.append('at', shares);
    return window.live.go(own.action, '', { except, body });
  }

  document.addEventListener('input', ({ target }) => {
    const { value, max, dataset: { parameter } } = target;
    if (!parameter) return;
    all(`[data-at][data-parameter="${parameter}"]`).forEach((slider) => {
      slider.value = value;
      slider.dataset.at = `${value}/${max}`;
    });
    moveFamily();
  });
  // The point of a polygon, in hundredths of both ranges.
  const slider = (parameter) => one(`[data-parameter="${parameter}"]`);
  function movePoint({ dataset: { across, up } }, x, y) {
    for (const [parameter, part] of [[across, x], [up, y]])
      slider(parameter).dataset.at = `${Math.min(100, Math.max(0, Math.round(part)))}/100`;
    moveFamily();
  }
  document.addEventListener('pointermove', (event) => {
    const polygon = event.buttons && event.target.closest('.polygon');
    if (!polygon) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(polygon.getScreenCTM().inverse());
    movePoint(polygon, at.x, 100 - at.y);
  });
  document.addEventListener('keydown', (event) => {
    const polygon = event.target.closest('.polygon');
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!polygon || !by) return;
    event.preventDefault();
    const { across, up } = polygon.dataset;
    const [x, y] = [across, up].map((parameter, at) => 100 * read(slider(parameter).dataset.at) + by[at] * (event.shiftKey ? 10 : 1));
    movePoint(polygon, x, y);
  });
})();

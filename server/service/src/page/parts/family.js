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
  document.addEventListener('pointermove', (event) => {
    const polygon = event.buttons && event.target.closest('.polygon');
    if (!polygon) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(polygon.getScreenCTM().inverse());
    const share = (part) => `${Math.min(100, Math.max(0, Math.round(part)))}/100`;
    one(`[data-parameter="${polygon.dataset.across}"]`).dataset.at = share(at.x);
    one(`[data-parameter="${polygon.dataset.up}"]`).dataset.at = share(100 - at.y);
    moveFamily();
  });
})();

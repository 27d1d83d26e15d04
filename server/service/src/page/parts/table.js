// Keys of a table, and the next hand in place of this one. The page is whole without this file.
'use strict';
(() => {
  const table = () => document.querySelector('[data-part=table]');

  /** Shows the table at an address, which the address bar then has. */
  async function show(address) {
    const hint = document.querySelector('.hint-box')?.open;
    if (!(await window.live.go(address, 'pushState'))) return;
    if (hint && document.querySelector('.hint-box')) document.querySelector('.hint-box').open = true;
    document.querySelector('.act')?.focus({ preventScroll: true });
  }

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!form.matches('form.actions') || !table()) return;
    event.preventDefault();
    const address = new URL(form.getAttribute('action'), location.href);
    address.search = new URLSearchParams(new FormData(form, event.submitter));
    show(address);
  });

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.matches('input, textarea, select')) return;
    const found = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!found) return;
    event.preventDefault();
    // A link into the page only moves the focus: another fragment would fetch the table again.
    const place = found.hash && document.querySelector(found.hash);
    if (place) place.focus();
    else found.click();
  });
})();

// Readings of the words in the search field of the bar, below it, as they are typed.
'use strict';
(() => {
  const form = one('.goto');
  const field = one('input', form);
  // The style of the list comes with it, so that the first page is smaller.
  const style = new CSSStyleSheet();
  style.replaceSync([
    '.readings{position:absolute;top:38px;left:0;z-index:9;width:min(560px,90vw);max-height:70vh;overflow-y:auto;padding:6px;background:var(--panel);border:1px solid var(--line);border-radius:12px;box-shadow:0 12px 32px -8px rgb(0 0 0/18%)}',
    '.readings a{display:block;padding:7px 10px;border-radius:8px;text-decoration:none}',
    '.readings span{margin-left:8px;color:var(--ink2);font-size:14px}',
    '.readings :is(a:hover,[aria-selected=true]){background:var(--sunk)}',
  ].join(''));
  document.adoptedStyleSheets.push(style);
  const list = form.appendChild(Object.assign(document.createElement('div'), { className: 'readings', id: 'readings', role: 'listbox', ariaLabel: 'Readings', hidden: true }));
  Object.assign(field, { role: 'combobox', ariaAutoComplete: 'list' });
  field.setAttribute('aria-controls', list.id);
  let [timer, request] = [];
  const options = () => all('a', list);
  function show(open) {
    list.hidden = !open;
    field.setAttribute('aria-expanded', String(open));
    if (!open) choose();
  }
  function choose(option) {
    options().forEach((other) => { other.ariaSelected = String(other === option); other.id = other === option ? 'reading' : ''; });
    if (option) field.setAttribute('aria-activedescendant', 'reading'); else field.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  }
  async function read() {
    request?.abort();
    const words = field.value.trim();
    if (words.length < 2) { show(false); return; }
    request = new AbortController();
    const answer = await fetch(form.dataset.events + encodeURIComponent(words), { signal: request.signal }).catch(() => null);
    const text = answer?.ok && await answer.text().catch(() => '');
    if (words !== field.value.trim() || document.activeElement !== field) return;
    list.innerHTML = text || '';
    show(options().length > 0);
  }
  field.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(read, 150); });
  field.addEventListener('keydown', (event) => {
    const [all, at] = [options(), options().findIndex((option) => option.ariaSelected === 'true')];
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') show(false);
    else if (by && !list.hidden) choose(all[(at < 0 && by < 0 ? all.length : at) + by] ?? all.at(by < 0 ? -1 : 0));
    else if (event.key === 'Enter' && at >= 0) location.href = all[at].href;
    else return;
    event.preventDefault();
  });
  form.addEventListener('focusout', (event) => form.contains(event.relatedTarget) || show(false));
  // A press on a reading keeps the field, and the list, until the link is followed.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  if (field.value) read();
})();

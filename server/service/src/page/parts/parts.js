// Functions that live.js uses, in the same file for browsers.
'use strict';
const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const parsed = async (answer) => new DOMParser().parseFromString(await answer.text(), 'text/html');
const addressed = (form) => `${form.getAttribute('action')}?${new URLSearchParams(new FormData(form))}`;

// Makes an element like another one, and leaves what is the same: runs move to their new edges.
function become(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  const other =
    old.nodeName !== fresh.nodeName || old.childNodes.length !== fresh.childNodes.length;
  // What was typed into a field is no attribute of it.
  if (other || /^(input|textarea|select)$/i.test(fresh.nodeName)) {
    old.replaceWith(document.importNode(fresh, true));
  } else if (fresh.nodeType !== Node.ELEMENT_NODE) {
    old.data = fresh.data;
  } else {
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    const children = [...fresh.childNodes];
    [...old.childNodes].forEach((child, at) => become(child, children[at]));
  }
}

// Numbers: whole, decimal, 10^k or p/q, as the service takes them.
const gcd = (a, b) => (b ? gcd(b, a % b) : a);
const read = (text) => {
  const [top, bottom = '1'] = text.trim().replace(/^10\^/, '1e').split('/');
  return Number(top) / Number(bottom);
};
const fraction = (steps, per) => {
  const common = gcd(steps, per);
  return per === common ? String(steps / common) : `${steps / common}/${per / common}`;
};


// Numbers and sliders of an answer, for live.js, in the same file for browsers.
'use strict';
// `show` is told the address of the answer, how it enters the history, and the number that moved.
const makeDials = (show) => ({
  // In a label a fraction is 1_2 and a set 1-5_2; in a query they are as they were typed.
  address(form) {
    const [path, query] = form.dataset.address.split('?');
    const filled = (text, spelled) => all('input[name]', form).reduce((address, field) =>
      address.replace(`{${field.name}}`, () => spelled(this.plain(field), field.name)), text);
    const address = filled(path, (text, name) => {
      const number = text.replaceAll('/', '_');
      return name === 's' ? number.replaceAll(',', '-') : number;
    });
    return query ? `${address}?${filled(query, encodeURIComponent)}` : address;
  },
  // A number as it was pasted: 1 000 and 1'000 are a thousand.
  plain: ({ value }) => value.trim().replace('−', '-').replace(/(?<=\d)[\s'’](?=\d{3}\b)/g, ''),
  moved(dial, how) {
    const form = dial.closest('form');
    // A card is one of the deck: it follows the last card down.
    for (const field of all('[data-within]', form)) {
      const end = one(`input[name="${field.dataset.within}"]`, form);
      if (read(field.value) > read(end.value)) {
        if (field === this.number(dial)) end.value = field.value; else field.value = end.value;
      }
    }
    show(this.address(form), how, dial);
  },
  // The other numbers, and the ends of their sliders, are those of the answer.
  agree(page, moving) {
    const forms = all('form.dials', page);
    all('form.dials').forEach((form, at) => {
      if (!forms[at]) return;
      form.dataset.address = forms[at].dataset.address;
      const [now, next] = [one('[data-now]', form), one('[data-now]', forms[at])];
      if (now && next) now.textContent = now.dataset.now = next.dataset.now;
      const fresh = all('.dial', forms[at]);
      all('.dial', form).forEach((dial, place) => {
        if (!fresh[place]) return;
        // Another number of sizes has another number of sliders.
        if (this.sliders(dial).length !== this.sliders(fresh[place]).length) {
          dial.replaceWith(document.importNode(fresh[place], true));
          return;
        }
        if (dial === moving) return;
        const inputs = all('input', fresh[place]);
        all('input', dial).forEach((input, i) => {
          if (input.type === 'range') Object.assign(input, { min: inputs[i].min, max: inputs[i].max });
          input.value = inputs[i].value;
        });
        const ends = all('small', fresh[place]);
        all('small', dial).forEach((end, i) => { end.textContent = ends[i].textContent; });
        this.fill(dial);
      });
    });
  },
  number: (dial) => one('input[name]', dial),
  // One slider for each number of a set, as a rule one.
  sliders: (dial) => all('input[type=range]', dial),
  set(dial, at, text) {
    const number = this.number(dial);
    number.value = number.value.split(',').with(at, text).join(',');
  },
  slid(dial, slider) {
    const at = this.sliders(dial).indexOf(slider);
    this.set(dial, at, fraction(Number(slider.value), Number(slider.dataset.per)));
    this.fill(dial);
    this.moved(dial, 'replaceState');
  },
  // A slider stands where its number is, at an end if the number is beyond it or is no number.
  follow(dial) {
    const numbers = this.number(dial).value.split(',').map(read);
    this.sliders(dial).forEach((slider, at) => {
      const steps = Math.round(numbers[at] * Number(slider.dataset.per));
      slider.value = Number.isNaN(steps) ? slider.max : steps;
    });
    this.fill(dial);
  },
  share: (slider) => `${(100 * (slider.value - slider.min)) / (slider.max - slider.min)}%`,
  fill(dial) {
    // As on the server, a long number has a line of its own on a telephone.
    dial.classList.toggle('long', this.number(dial).value.length > 7);
    for (const slider of this.sliders(dial)) {
      one('.filled', slider.parentElement).setAttribute('x2', this.share(slider));
    }
  },
  // The last number of a set is the one that the buttons move.
  step(dial, by, moved = this.sliders(dial).at(-1)) {
    const at = Math.max(0, this.sliders(dial).indexOf(moved));
    const text = this.number(dial).value.split(',')[at];
    const own = this.number(dial).dataset;
    const per = Number(moved?.dataset.per ?? own.per ?? 1);
    const least = Number(moved?.min ?? own.least ?? 1);
    const steps = Math.round(read(text) * per);
    const from = Number.isNaN(steps) ? Number(moved?.max ?? least) : steps;
    this.set(dial, at, /^\d{16,}$/.test(text)
      ? String(BigInt(text) + BigInt(by)) : fraction(Math.max(least, from + by), per));
    this.follow(dial);
    this.moved(dial, 'pushState');
  },
  mark(slider) {
    const track = one('.track', slider.parentElement);
    if (one('.from', track)) return;
    const mark = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
    const at = { class: 'from', cx: this.share(slider), cy: 10, r: 6 };
    Object.entries(at).forEach(([key, value]) => mark.setAttribute(key, value));
    track.append(mark);
  },
});


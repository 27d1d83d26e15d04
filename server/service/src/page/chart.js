// Fills the grids for the stack of the slider, and says the stacks of a hand that is touched.
const rows = [...document.querySelectorAll('#stacks tbody tr')];
const grids = [...document.querySelectorAll('table.stack-grid')];
const [slide, typed, worth, touched] = ['slide', 'stack', 'worth', 'touched'].map((id) => document.getElementById(id));
const intervals = grids.map((_, player) => rows.map((row) =>
  [...row.cells[player + 1].textContent.matchAll(/(\(?)([\d.]+) to ([\d.]+)/g)].map(
    ([, mixed, from, to]) => ({ plan: mixed ? 'mixed' : 'always', from: Number(from), to: Number(to) }))));
slide.addEventListener('input', () => {
  const stack = Number(slide.value);
  typed.value = slide.value;
  // The value is that of the stack that was asked for.
  worth.hidden = true;
  grids.forEach((grid, player) => [...grid.querySelectorAll('td')].forEach((cell, hand) => {
    const found = intervals[player][hand].find(({ from, to }) => from <= stack && stack <= to);
    cell.className = found ? found.plan : 'never';
    cell.removeAttribute('title');
  }));
});
slide.addEventListener('change', () => slide.form.requestSubmit());
for (const grid of grids) {
  const cells = [...grid.querySelectorAll('td')];
  grid.addEventListener('click', ({ target }) => {
    const row = rows[cells.indexOf(target)];
    if (row) touched.textContent = `${row.cells[0].textContent}: push ${row.cells[1].textContent}; call ${row.cells[2].textContent}`;
  });
}

// The place of the table of a card, for live.js, in the same file for browsers.
'use strict';
const boxOf = (element) => element.getBoundingClientRect();

// The places of the labels of a strip, without those of the run of the card.
function otherLabels(strip, card) {
  const own = all('.run', strip).find((run) => run.dataset.first <= card && card <= run.dataset.last);
  const { left, right } = own ? boxOf(own) : { left: 0, right: 0 };
  const mine = (label) => left <= (label.left + label.right) / 2 && (label.left + label.right) / 2 <= right;
  return all('.label', strip).map(boxOf).filter((label) => label.width && !mine(label));
}

// Beside the column of the card, above the axis or below it, over no label of another run: else
// before the column, or beyond the strip. A grid has it beside the cell of the hand.
function besideCard(tip, { stage, shown, card, count }) {
  const board = boxOf(tip.offsetParent);
  const { offsetWidth: wide, offsetHeight: high } = tip;
  // CSSOM may set styles: the policy forbids them in markup alone.
  const put = (x, y) => Object.assign(tip.style, { left: `${x - board.left}px`, top: `${y - board.top}px` });
  if (stage.matches('.hands')) {
    const chosen = one(`[data-view="${shown?.dataset.tip}"] .chosen`, stage);
    // A hand that does not come here is explained below the grid.
    if (!chosen) { Object.assign(tip.style, { left: 'auto', top: 'auto' }); return; }
    const cell = boxOf(chosen);
    put(cell.right + 8 + wide > innerWidth ? cell.left - 8 - wide : cell.right + 8, cell.top);
    return;
  }
  const axis = boxOf(one('.axis', stage) ?? stage);
  const strip = one(`.strip[data-view="${shown?.dataset.tip}"]`, stage);
  const above = shown?.dataset.side !== 'below';
  const column = axis.width / count;
  const after = axis.left + column * card + 12;
  const before = after - 24 - column - wide;
  const top = above ? Math.max(axis.top - high - 8, 8 - scrollY) : axis.bottom + 8;
  const [first, second] = after + wide > board.right ? [before, after] : [after, before];
  const places = [[first, top], [second, top]];
  if (strip) {
    const beyond = above ? boxOf(strip).top - high - 8 : boxOf(strip).bottom + 8;
    places.push([first, beyond], [second, beyond]);
  }
  const labels = strip ? otherLabels(strip, card) : [];
  const free = ([x, y]) => x >= board.left && x + wide <= board.right && !labels.some((label) =>
    label.left < x + wide && x < label.right && label.top < y + high && y < label.bottom);
  put(...places.find(free) ?? places[0]);
}

// Games of real cards: the grid of hands under the mouse and under the keys, the stack under the
// slider, and the streets of Leduc.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audited, visitor } from './visitor.mjs';

const here = visitor();
const tip = () => here.page.locator('.tip');
const addressed = (address) =>
  here.page.waitForFunction((end) => location.pathname + location.search === end, address);

audited(here, ['/leduc', '/leduc?view=13', '/push-fold/s10', '/push-fold/s10?card=142']);

test('a hand under the mouse shows what each action pays', async () => {
  const { page } = here;
  await page.goto('/push-fold/s10');
  await page.locator('.squares a', { hasText: '43s' }).first().hover();
  await tip().getByRole('rowheader', { name: 'push' }).first().waitFor();
  assert.match(await tip().innerText(), /43s[^]*71\.1\s%[^]*−1\/2/);
});

test('the cell of a matrix under the mouse is of its card', async () => {
  const { page } = here;
  await page.goto('/newman/n14-b5');
  for (const card of [1, 8, 14]) {
    const { x, width } = await page.locator(`.matrix [data-card="${card}"]`).first().boundingBox();
    const { y } = await page.locator('.matrix .cells-row').first().boundingBox();
    await page.mouse.move(x + width / 2, y + 5);
    await page.waitForFunction(
      (words) => new RegExp(`^Card ${words}(?!\\d)`).test(document.querySelector('.tip')?.innerText),
      card,
    );
  }
});

test('cards are one stop of the Tab key, and arrows move the focus', async () => {
  const { page } = here;
  const focused = () => page.evaluate(() => document.activeElement.closest('[data-card]')?.dataset.card);
  for (const [path, next, back] of [
    ['/von-neumann/n28-b4', 'ArrowRight', 'ArrowLeft'],
    ['/newman/n14-b5', 'ArrowRight', 'ArrowLeft'],
    ['/kuhn/n500-b1', 'ArrowRight', 'ArrowLeft'],
    ['/push-fold/s10', 'ArrowDown', 'ArrowUp'],
  ]) {
    await page.goto(path);
    const groups = page.locator('[data-stage] :is(.axis, .squares)');
    const stops = page.locator('[data-stage] a[data-card]:not([tabindex="-1"])');
    assert.equal(await stops.count(), await groups.count(), path);
    await stops.first().focus();
    const first = await focused();
    await page.keyboard.press(next);
    await page.waitForFunction((card) => document.querySelector('.tip')?.dataset.chosen !== card, first);
    if (!path.startsWith('/kuhn')) {
      assert.equal(await stops.first().getAttribute('data-card'), await focused(), 'the stop goes along');
    }
    await page.keyboard.press(back);
    assert.equal(await focused(), first);
  }
  // The next answer has one stop too.
  await page.goto('/von-neumann/n28-b4');
  await page.getByRole('button', { name: 'Cards, more' }).click();
  await addressed('/von-neumann/n29-b4');
  assert.equal(await page.locator('[data-stage] a[data-card]:not([tabindex="-1"])').count(), 1);
});

test('hands are legible on a phone', async () => {
  await here.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = here;
  await page.goto('/push-fold/s10');
  const cut = await page.evaluate(() => [...document.querySelectorAll('.squares a b')].filter((name) => {
    const [cell, text] = [name.parentElement.getBoundingClientRect(), name.getBoundingClientRect()];
    return parseFloat(getComputedStyle(name).fontSize) < 11 || text.right > cell.right;
  }).map((name) => name.textContent));
  assert.deepEqual(cut, []);
});

test('the ante of push or fold has a slider, which leaves room for the blind', async () => {
  const { page } = here;
  await page.goto('/push-fold/s10');
  const ante = page.getByRole('slider', { name: 'Ante' });
  assert.equal(await ante.inputValue(), '0');
  await ante.press('ArrowRight');
  await addressed('/push-fold/a1_8-s10');
  assert.equal(await page.getByRole('slider', { name: 'Stack' }).getAttribute('min'), '3');
  await ante.press('ArrowLeft');
  await addressed('/push-fold/s10');
});

test('arrows walk the grid of hands', async () => {
  const { page } = here;
  await page.goto('/push-fold/s10');
  await page.locator('.squares a').first().focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft']) {
    await page.keyboard.press(key);
  }
  assert.equal(await page.evaluate(() => document.activeElement.innerText), 'AQo');
  await tip().getByText('AQo').first().waitFor();
});

test('the slider of the stack shows the next stack', async () => {
  const { page } = here;
  await page.goto('/push-fold/s10');
  await page.getByRole('slider', { name: 'Stack' }).focus();
  await page.keyboard.press('ArrowRight');
  await addressed('/push-fold/s21_2');
  assert.match(await page.innerText('h1'), /stack 21\/2 big blinds/);
});

test('a street of Leduc has its six views', async () => {
  const { page } = here;
  await page.goto('/leduc');
  assert.equal(await page.locator('.stage .view').count(), 6);
  await page.getByRole('link', { name: 'K: check, check', exact: true }).click();
  await page.locator('.stage .who', { hasText: 'K: check, check; first to act' }).waitFor();
  assert.equal(await page.locator('.stage .view').count(), 6);
  assert.match(await page.innerText('[data-part=head]'), /−0\.085606/);
});

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
  assert.match(await tip().innerText(), /43s[^]*8731989\s+12285638[^]*−1\/2/);
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
  assert.match(await page.innerText('[data-part=head]'), /−0\.08560642407/);
});

// Formulas for every deck: the bet and the deck are moved without loading a page, every deck leads
// to its formula, and all of it is there without a script.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from './visitor.mjs';

const here = visitor();

const addressed = (address) =>
  here.page.waitForFunction((end) => location.pathname + location.search === end, address);
const mark = () => here.page.evaluate(() => { document.documentElement.dataset.mark = 'kept'; });
const marked = () => here.page.evaluate(() => document.documentElement.dataset.mark === 'kept');
const deck = () => here.page.getByRole('textbox', { name: 'At n =' });
const shaded = () => here.page.innerText('.residues thead .here');

test('the slider of the bet shows the formula of the next bet', async () => {
  const { page } = here;
  await page.goto('/formulas/von-neumann/b2?at=28');
  await mark();
  await page.getByRole('slider', { name: 'Bet', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await addressed('/formulas/von-neumann/b5_2?at=28');
  assert.match(await page.innerText('h1'), /bet 5\/2, every deck at once/);
  assert.match(await page.innerText('.at-deck'), /≡ 28 modulo 91/);
  assert.ok(await marked(), 'no page was loaded');
  assert.deepEqual(await here.serious(), []);
  // The form of the deck leads to the new bet.
  await deck().fill('1 000 003');
  await deck().press('Enter');
  await addressed('/formulas/von-neumann/b5_2?at=1+000+003');
  assert.match(await page.innerText('.at-deck'), /≡ 4 modulo 91/);
  assert.ok(await marked(), 'no page was loaded');
  await page.goBack();
  await addressed('/formulas/von-neumann/b5_2?at=28');
});

test('a deck of ones own has its residue in the plot and in the table', async () => {
  const { page } = here;
  await page.goto('/formulas/von-neumann/b2');
  assert.equal(await page.locator('.ring').count(), 2);
  assert.equal(await shaded(), '4');
  await deck().fill('1000000000000000000');
  await deck().press('Enter');
  await addressed('/formulas/von-neumann/b2?at=1000000000000000000');
  assert.equal(await shaded(), '1');
  assert.match(await page.innerText('.at-deck'), /so c = 0/);
  await page.getByRole('link', { name: 'Open this deck' }).click();
  await addressed('/von-neumann/n1000000000000000000-b2');
  await page.getByRole('link', { name: 'Decks and formula' }).click();
  const place = page.getByRole('link', { name: /Deck 1 \(mod 9\) of a formula for all n/ });
  await place.click();
  await addressed('/formulas/von-neumann/b2?at=1000000000000000000');
});

test('a deck that there is not is refused beside the last good answer', async () => {
  const { page } = here;
  here.expected = /422/;
  await page.goto('/formulas/von-neumann/b2');
  await deck().fill('1');
  await deck().press('Enter');
  const words = await page.locator('[data-error]:not([hidden])').innerText();
  assert.match(words, /at = 1, expected a whole number from 2 to 1000000000000000000/);
  assert.match(await page.innerText('.at-deck'), /≡ 4 modulo 9/);
});

test('a long period has its residues in windows', async () => {
  const { page } = here;
  await page.goto('/formulas/newman/b4');
  await mark();
  await page.getByRole('link', { name: 'Last' }).click();
  await addressed('/formulas/newman/b4?at=1000003&residue=172');
  assert.equal(await page.locator('.residues thead th').last().innerText(), '172');
  assert.ok(await marked(), 'no page was loaded');
});

test('the field of the bar and the atlas lead to formulas', async () => {
  const { page } = here;
  await page.goto('/');
  await page.getByRole('link', { name: 'Formulas', exact: true }).click();
  await addressed('/formulas');
  assert.equal(await page.getAttribute('.bar [aria-current=page]', 'href'), '/formulas');
  await page.getByLabel('Go to a game').fill('formulas/von-neumann/b4_2');
  await page.getByLabel('Go to a game').press('Enter');
  await addressed('/formulas/von-neumann/b2');
});

test('without a script the formula is whole and its forms lead on', async () => {
  await here.open({ javaScriptEnabled: false });
  const { page } = here;
  await page.goto('/formulas/von-neumann/b2');
  assert.equal(await page.locator('math mfrac').count(), 2);
  await deck().fill('5');
  await page.locator('.at-deck').getByRole('button', { name: 'Show' }).click();
  assert.match(await page.innerText('.at-deck'), /0\.1\b/);
  await page.getByLabel('Bet b').fill('3');
  await page.locator('.dials').getByRole('button', { name: 'Show' }).click();
  assert.ok(page.url().endsWith('/formulas/von-neumann/b3?at=5'), page.url());
});

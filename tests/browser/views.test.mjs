// Maps, values over n and long games in a real browser: in light and dark rooms, on narrow and wide
// screens, with a keyboard.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audited, visitor } from './visitor.mjs';

const PAGES = [
  '/map/von-neumann',
  '/map/newman',
  '/map/three-player?n=3..20&b=1..4',
  '/compare/three-player/b2?from=3&to=40',
  '/kuhn/n500-b1',
  '/newman/n1000-b300',
  '/newman/n1000-b300?card=5',
  '/one-street/n28-s1-5_2-7',
  '/callers/n12-b2-p6',
  '/borel/n4-b2',
  '/one-raise/n10-b2-raise6',
  '/hand-flip/n10-b2-flip1_6',
  '/in-turn/n4-b1',
  '/basic-endgame/n3-b2-w1_3',
];
const here = visitor();

audited(here, PAGES);

test('a cell of a map leads to its game, by mouse and by keyboard', async () => {
  const { page } = here;
  await page.goto('/map/von-neumann?n=27..28&b=4');
  await page.locator('svg a[href="/von-neumann/n28-b4"]').click();
  assert.equal(new URL(page.url()).pathname, '/von-neumann/n28-b4');
  await page.getByRole('link', { name: 'Decks and formula' }).click();
  await page.locator('a[href="/map/von-neumann"]').first().click();
  assert.equal(new URL(page.url()).pathname, '/map/von-neumann');
  await page.fill('#n', '3..4');
  await page.fill('#b', '1');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/map/von-neumann?n=3..4*');
  await page.getByRole('link', { name: '1/18' }).first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/von-neumann/n3-b1');
});

test('pointing at a deck or a cell shows its exact value', async () => {
  const { page } = here;
  await page.goto('/compare/von-neumann/b2?from=2&to=30');
  const deck = page.locator('.pointed a[href="/von-neumann/n28-b2"]').first();
  await deck.locator('rect').hover({ force: true });
  assert.equal(await deck.locator('text').isVisible(), true);
  assert.match(await deck.locator('text').textContent(), /n = 28: 1\/9/);
  await page.goto('/map/von-neumann?n=27..28&b=4');
  const cell = page.locator('.map a[href="/von-neumann/n28-b4"]');
  assert.equal(await cell.locator('text').isVisible(), false);
  await cell.locator('rect').hover();
  assert.equal(await cell.locator('text').isVisible(), true);
  assert.match(await cell.locator('text').textContent(), /^28 cards, bet 4: 113\/1134$/);
});

test('a family that is nearly named is found', async () => {
  const { page } = here;
  await page.goto('/games?search=vonneuman');
  await page.getByRole('status').getByRole('link', { name: 'Von Neumann’s poker' }).click();
  assert.equal(new URL(page.url()).pathname, '/von-neumann');
});

test('a term shows its meaning on focus, and leads to the glossary', async () => {
  const { page } = here;
  await page.goto('/games');
  const term = page.getByRole('link', { name: 'label', exact: true });
  await term.focus();
  assert.equal(await page.locator('#term-label').isVisible(), true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/book/glossary#label');
});

test('all bets that matter are found', async () => {
  const { page } = here;
  await page.goto('/newman/n14-b3');
  await page.fill('#dial-b', 'max');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/newman/n14-b5');
  assert.match(await page.locator('h1').innerText(), /bets up to 5|bet 5/);
});

test('the pictures of a long game are seen', async () => {
  const { page } = here;
  await page.goto('/newman/n1000000000000000000-b300');
  assert.ok((await page.locator('.matrix rect').count()) > 20, 'bets by runs of cards');
  await page.getByRole('link', { name: 'higher cards' }).first().click();
  assert.match(page.url(), /view=\d&from=\d+/);
});

// A visitor chooses a game, solves it, changes it, downloads it, follows an address, errs, and
// judges a strategy.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { visitor } from './visitor.mjs';

const here = visitor();
const path = () => new URL(here.page.url()).pathname;

test('a visitor solves a game, changes its cards and comes back by the address', async () => {
  const { page } = here;
  await page.goto('/');
  await page.selectOption('#game', 'kuhn');
  await page.fill('#n', '3');
  await page.fill('#b', '1');
  await page.getByRole('button', { name: 'Solve' }).click();
  assert.equal(path(), '/kuhn/n3-b1');
  assert.match(await page.textContent('main'), /-1\/18/);
  await page.goto('/von-neumann/n28-b4');
  await page.locator('a[href="/von-neumann/n29-b4"]').first().click();
  assert.equal(path(), '/von-neumann/n29-b4');
  const [shown, address] = [await page.textContent('main'), page.url()];
  await here.open();
  await here.page.goto(address);
  assert.equal(await here.page.textContent('main'), shown);
});

test('the keyboard alone is enough', async () => {
  const { page } = here;
  await page.goto('/');
  await page.keyboard.press('Tab');
  assert.match(
    await page.evaluate(() => document.activeElement.getAttribute('href') ?? ''),
    /^#/,
    'the way to the main part comes first',
  );
  await page.focus('#n');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('7');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'b');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/von-neumann/n7-b2');
});

test('a bad form is told what is allowed, and what was typed stays', async () => {
  const { page } = here;
  here.expected = /status of 4(00|04|22)/;
  await page.goto('/');
  await page.fill('#n', '1');
  await page.getByRole('button', { name: 'Solve' }).click();
  assert.match(await page.textContent('[role=alert]'), /n ≥ 2|from 2/);
  assert.equal(await page.inputValue('#n'), '1');
  assert.deepEqual(await here.serious(), []);
  const script = await page.goto(
    `/?game=${encodeURIComponent('<script>alert(1)</script>')}&n=3&b=1`,
  );
  assert.ok(script.status() >= 400 && script.status() < 500);
  assert.equal(await page.locator('main script').count(), 0);
});

test('every form can be downloaded', async () => {
  const { page } = here;
  await page.goto('/von-neumann/n28-b4');
  for (const ending of ['json', 'csv', 'txt', 'svg']) {
    const link = page.locator(`a[href$="n28-b4.${ending}"]`).first();
    assert.equal(await link.count(), 1, ending);
    const answer = await here.context.request.get(await link.getAttribute('href'));
    assert.equal(answer.status(), 200, ending);
    assert.ok((await answer.body()).length > 50, ending);
  }
  // A picture of its own is drawn too, within its policy.
  await page.goto('/von-neumann/n28-b4.svg');
  assert.ok((await page.locator('rect').count()) > 5);
});

test('a strategy of the visitor is judged', async () => {
  const { page } = here;
  await page.goto('/try/von-neumann/n9-b2');
  assert.match(await page.textContent('main'), /this is a Nash equilibrium/);
  await page.fill('#view1', '1 to 8: fold\n9: call');
  await page.getByRole('button').first().click();
  assert.match(await page.textContent('main'), /Worst mistake +player/);
  const shown = await page.textContent('main');
  await page.goto(page.url());
  assert.equal(await page.textContent('main'), shown, 'the address says it all');
});

test('an erratum has an address, and its proof leads to the printed strategies', async () => {
  const { page } = here;
  await page.goto('/errata#value-65-2');
  await page.getByRole('link', { name: 'the printed strategies, judged' }).click();
  assert.match(await page.textContent('main'), /402733\/3357900/);
  assert.match(await page.inputValue('#view0'), /9: .*bet 2 with probability 14\/23/);
});

test('the command behind a finding leads to its answer', async () => {
  const { page } = here;
  await page.goto('/findings#three-players');
  await page.getByRole('link', { name: 'bluff solve three-player -n 65 -b 2' }).click();
  assert.equal(path(), '/three-player/n65-b2');
});

test('a file is saved under its name', async () => {
  const { page } = here;
  await page.goto('/sweeps');
  await page.fill('#n', '3..5');
  await page.fill('#b', '2');
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  const link = page.getByRole('link', { name: 'von-neumann.csv' });
  await link.waitFor();
  const [saved] = await Promise.all([page.waitForEvent('download'), link.click()]);
  assert.equal(saved.suggestedFilename(), 'von-neumann.csv');
  assert.match(readFileSync(await saved.path(), 'utf8'), /von-neumann\/n4-b2/);
});

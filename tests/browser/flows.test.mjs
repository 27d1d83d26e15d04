// A visitor chooses a game, solves it, changes it, downloads it, follows an address, errs, and
// judges a strategy.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { visitor } from './visitor.mjs';

const here = visitor();
const path = () => new URL(here.page.url()).pathname;

test('a visitor finds a game, changes its cards and comes back by the address', async () => {
  const { page } = here;
  await page.goto('/');
  await page.getByLabel('Go to a game').fill('kuhn/n3-b1');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/kuhn/n3-b1');
  assert.equal(await page.getAttribute('[data-part=head] .frac', 'aria-label'), '−1/18');
  await page.getByRole('button', { name: 'Cards, more' }).click();
  await page.waitForURL('**/kuhn/n4-b1');
  // What is below the fold follows the address by two frames.
  const rest = page.locator('[data-part=rest] a[href*="kuhn/n4-b1"]');
  await rest.first().waitFor({ state: 'attached' });
  const [shown, address] = [await page.textContent('[data-part=rest]'), page.url()];
  await here.open();
  await here.page.goto(address);
  assert.equal(await here.page.textContent('[data-part=rest]'), shown);
});

test('a telephone has the search, which opens over the bar', async () => {
  await here.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = here;
  await page.goto('/kuhn');
  const search = page.getByLabel('Go to a game');
  assert.ok((await search.boundingBox()).width >= 44);
  await search.tap();
  assert.ok((await search.boundingBox()).width > 340, 'over the whole bar');
  await search.fill('push fold 10');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/push-fold/s10');
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= room, `${wide} of ${room}`);
});

test('words are answered as they are typed, and arrows choose', async () => {
  const { page } = here;
  await page.goto('/');
  const field = page.getByLabel('Go to a game');
  await field.pressSequentially('kuhn 5 2');
  const first = page.getByRole('option').first();
  await first.waitFor();
  assert.match(await first.textContent(), /−1\/15 antes/);
  await page.keyboard.press('Escape');
  await first.waitFor({ state: 'hidden' });
  await field.pressSequentially(' ');
  await first.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/kuhn/n5-b2');
});

test('the keyboard alone is enough', async () => {
  const { page } = here;
  await page.goto('/kuhn/n3-b1');
  await page.keyboard.press('Tab');
  assert.match(
    await page.evaluate(() => document.activeElement.getAttribute('href') ?? ''),
    /^#/,
    'the way to the main part comes first',
  );
  await page.keyboard.press('/');
  await page.keyboard.type('von-neumann/n7-b2');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/von-neumann/n7-b2');
  await page.focus('#dial-n');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('8');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/von-neumann/n8-b2');
});

test('without scripts the numbers of a game are a form', async () => {
  await here.open({ javaScriptEnabled: false });
  const { page } = here;
  here.expected = /status of 4(00|04|22)/;
  await page.goto('/von-neumann/n28-b4');
  await page.fill('#dial-n', '29');
  await page.getByRole('button', { name: 'Show' }).click();
  assert.equal(path(), '/von-neumann/n29-b4');
  await page.fill('#dial-n', '1');
  await page.getByRole('button', { name: 'Show' }).click();
  assert.match(await page.textContent('[role=alert]'), /n ≥ 2|from 2/);
  const script = await page.goto(
    `/?game=${encodeURIComponent('<script>alert(1)</script>')}&n=3&b=1`,
  );
  assert.ok(script.status() >= 400 && script.status() < 500);
  assert.equal(await page.locator('main script').count(), 0);
});

test('every form can be downloaded', async () => {
  const { page } = here;
  await page.goto('/von-neumann/n28-b4?tab=files');
  for (const ending of ['json', 'csv', 'txt', 'svg']) {
    const link = page.locator(`a[href$="n28-b4.${ending}"]`).first();
    assert.equal(await link.count(), 1, ending);
    const answer = await here.context.request.get(await link.getAttribute('href'));
    assert.equal(answer.status(), 200, ending);
    assert.ok((await answer.body()).length > 50, ending);
  }
  // The citation has the address, the day, and the hash of the document.
  const cited = await page.locator('pre', { hasText: '@misc' }).innerText();
  const document = await here.context.request.get('/von-neumann/n28-b4.json');
  const hash = createHash('sha256').update(await document.body()).digest('hex');
  const { origin, pathname } = new URL(page.url());
  for (const words of [`url = {${origin}${pathname}}`, `sha256 ${hash}`]) assert.ok(cited.includes(words), cited);
  assert.match(cited, /urldate = \{20\d\d-\d\d-\d\d\}/);
  // A picture of its own is drawn too, within its policy.
  await page.goto('/von-neumann/n28-b4.svg');
  assert.ok((await page.locator('rect').count()) > 5);
});

test('a strategy of the visitor is judged', async () => {
  const { page } = here;
  await page.goto('/von-neumann/n9-b2?tab=lock');
  assert.match(await page.textContent('main'), /Nash equilibrium/);
  await page.fill('#view1', '1 to 8: fold\n9: call');
  await page.getByRole('button', { name: 'What is it worth?' }).click();
  await page.waitForURL(/view1=/);
  assert.match(await page.textContent('main'), /Worst mistakes/);
  // What is below the fold comes last.
  await page.waitForFunction(() => document.querySelector('#view1').defaultValue.includes('1 to 8'));
  const shown = await page.textContent('main');
  await page.goto(page.url());
  assert.equal(await page.textContent('main'), shown, 'the address says it all');
});

test('an erratum has an address, and its proof leads to the printed strategies', async () => {
  const { page } = here;
  await page.goto('/errata#value-65-2');
  await page.getByRole('link', { name: 'the printed strategies, judged' }).click();
  assert.equal(await page.locator('data[value="402733/3357900"]').first().isVisible(), true);
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

// A visitor of a solved game plays a hand by the keyboard, locks and exploits a strategy, and
// follows a proof; with the audit, in light and in dark.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audited, visitor } from './visitor.mjs';

const SEED = 'seed=0123456789abcdef';
const PAGES = [
  '/play/kuhn/n3-b1',
  `/play/kuhn/n3-b1?seat=I&${SEED}`,
  `/play/kuhn/n3-b1?seat=I&${SEED}&do=bet+1`,
  `/play/three-player/n7-b2?seat=III&${SEED}`,
  '/try/von-neumann/n9-b2?lock=I',
  '/try/three-player/n7-b2',
  '/proof/von-neumann/n9-b2',
  '/proof/kuhn/n3-b1?card=2',
  '/proof/three-player/n7-b2',
  '/proof/von-neumann/n1000000000000000000-b2',
];

const here = visitor();

audited(here, PAGES);

test('a hand is played to its end by the keyboard, and its address plays it again', async () => {
  const { page } = here;
  await page.goto('/kuhn/n3-b1');
  await page.getByRole('link', { name: 'play against it' }).click();
  await page.focus('#seat');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/seat=II&seed=[0-9a-f]{16}/);
  assert.match(await page.textContent('main'), /You are player II/);
  const card = await page.locator('p.lead strong').textContent();
  // From the heading of the hand on, the actions are next but for the links in what was told.
  for (let turns = 0; (await page.locator('button[name=do]').count()) > 0; turns += 1) {
    assert.ok(turns < 3, page.url());
    await page.focus('#hand');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.name), 'do');
    const before = page.url();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href !== before);
  }
  const end = await page.textContent('main');
  assert.match(end, /The hand is over/);
  assert.match(end, /lost exactly/);
  const again = await here.context.newPage();
  await again.goto(page.url());
  assert.equal(await again.textContent('main'), end);
  await page.getByRole('button', { name: 'Next hand' }).press('Enter');
  await page.waitForURL(/hands=1/);
  assert.match(await page.textContent('#hand'), /Hand 2/);
  await page.goBack();
  await page.getByRole('link', { name: /what every action pays/ }).click();
  assert.equal(await page.textContent('#card'), `Card ${card} explained`);
});

test('a strategy is locked, exploited, and the reply taken into the form', async () => {
  const { page } = here;
  await page.goto('/try/von-neumann/n9-b2');
  await page.fill('#view1', '1 to 8: fold\n9: call');
  await page.selectOption('#lock', 'II');
  await page.getByRole('button', { name: 'What is it worth?' }).click();
  const main = await page.textContent('main');
  assert.match(main, /the locked one gives up 17\/36/);
  assert.equal(await page.locator('h3[id^=reply-]').count(), 1);
  assert.ok((await page.locator('#reply-I ~ figure svg').count()) > 0, 'a picture of the reply');
  await page.getByRole('button', { name: /play this reply/ }).click();
  assert.match(await page.inputValue('#view0'), /^1 to 6: bet 2\n/);
  assert.equal(await page.inputValue('#view1'), '1 to 8: fold\n9: call');
  assert.equal(await page.inputValue('#lock'), 'II');
});

test('every number leads to its proof', async () => {
  const { page } = here;
  await page.goto('/von-neumann/n28-b4?card=3');
  await page.getByRole('link', { name: 'verify the lower value' }).click();
  assert.match(page.url(), /\/proof\/von-neumann\/n28-b4#reply-II$/);
  assert.match(await page.textContent('main'), /28 × 27 = 756 deals/);
  assert.match(await page.textContent('main'), /-226\/3 \/ 756 = -113\/1134/);
  await page.goBack();
  await page.getByRole('link', { name: /verify payoffs and probabilities of card 3/ }).click();
  assert.match(
    await page.textContent('main'),
    /check and bet 4 are mixed, so they must pay the same: -23 = -23/,
  );
  assert.match(await page.textContent('main'), /0 only at p = 2\/3/);
});

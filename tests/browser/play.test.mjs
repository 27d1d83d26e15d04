// A visitor of a solved game plays a hand by the keyboard, locks and exploits a strategy, and
// follows a proof; with the audit, in light and in dark.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audited, visitor } from './visitor.mjs';

const SEED = 'seed=0123456789abcdef';
const PAGES = [
  '/kuhn/n3-b1?tab=play',
  '/play',
  `/kuhn/n3-b1?tab=play&seat=I&${SEED}`,
  `/kuhn/n3-b1?tab=play&seat=I&${SEED}&past=0123456789abcdef.bet+1`,
  `/kuhn/n3-b1?tab=play&seat=I&${SEED}&do=bet+1`,
  `/three-player/n7-b2?tab=play&seat=III&${SEED}`,
  '/von-neumann/n9-b2?tab=lock&lock=I',
  '/three-player/n7-b2?tab=lock',
  '/von-neumann/n9-b2?tab=why',
  '/three-player/n7-b2?tab=why',
  '/von-neumann/n1000000000000000000-b2?tab=why',
];

const here = visitor();

audited(here, PAGES);

/** Whether a page was loaded since; scripts of ours load none. */
const marked = (page) => page.evaluate(() => document.documentElement.dataset.mark === 'kept');
const mark = (page) => page.evaluate(() => { document.documentElement.dataset.mark = 'kept'; });

test('hands are played by keys without loading a page, and an address plays them again', async () => {
  const { page } = here;
  await page.goto('/kuhn/n3-b1?tab=play');
  await page.keyboard.press('2');
  await page.waitForURL(/seat=II&seed=[0-9a-f]{16}/);
  await mark(page);
  for (let hand = 1; hand <= 3; hand += 1) {
    assert.equal(await page.textContent('h1'), `Hand ${hand}`);
    for (let turns = 0; (await page.locator('button[name=do]').count()) > 0; turns += 1) {
      assert.ok(turns < 3, page.url());
      const key = await page.locator('button[name=do] kbd').last().textContent();
      const before = page.url();
      await page.keyboard.press(key.toLowerCase());
      await page.waitForURL((url) => url.href !== before);
    }
    assert.match(await page.textContent('main'), /The hand is over/);
    if (hand === 3) break;
    const before = page.url();
    await page.keyboard.press('n');
    await page.waitForURL((url) => url.href !== before);
  }
  assert.ok(await marked(page), 'no page was loaded');
  assert.equal(new URL(page.url()).searchParams.getAll('past').length, 2);
  assert.match(await page.textContent('main'), /3 hands; lost by choice/);
  const end = await page.textContent('[data-part=table]');
  await page.keyboard.press('w');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'worst');
  const again = await here.context.newPage();
  await again.goto(page.url());
  assert.equal(await again.textContent('[data-part=table]'), end);
  await again.close();
  await page.goBack();
  await page.waitForFunction((end) => document.querySelector('[data-part=table]').textContent !== end, end);
});

test('the hint opens by a key and says what every action pays', async () => {
  const { page } = here;
  await page.goto(`/kuhn/n3-b1?tab=play&seat=I&${SEED}`);
  assert.ok(!(await page.locator('.hint-box table').isVisible()));
  await page.keyboard.press('h');
  assert.ok(await page.locator('.hint-box table').isVisible());
});

test('a hand is played without a script', async () => {
  await here.open({ javaScriptEnabled: false });
  const { page } = here;
  await page.goto('/kuhn/n3-b1?tab=play');
  await page.getByRole('button', { name: /Player I / }).first().click();
  while ((await page.locator('button[name=do]').count()) > 0)
    await page.locator('button[name=do]').last().click();
  await page.getByRole('button', { name: /Next hand/ }).click();
  assert.match(await page.textContent('h1'), /Hand 2/);
});

test('a table is chosen, and a wrong label is told what is wrong', async () => {
  const { page } = here;
  here.expected = /422/;
  await page.goto('/play');
  await page.fill('#label', 'kuhn/n1-b1');
  await page.getByRole('button', { name: 'Sit down' }).click();
  assert.match(await page.textContent('[role=alert]'), /n = 1/);
  assert.equal(await page.inputValue('#label'), 'kuhn/n1-b1');
  await page.getByRole('link', { name: /Kuhn/ }).click();
  assert.match(await page.textContent('h1'), /Kuhn.s poker, 3 cards/);
});

/** The middle of a card of a strip. */
async function card(page, view, number, n) {
  const pad = page.locator(`.paint[data-view="${view}"] .pad`);
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  return [box.x + ((number - 0.5) / n) * box.width, box.y + box.height / 3];
}

test('a strategy is painted, and its exploitability follows', async () => {
  const { page } = here;
  await page.goto('/von-neumann/n9-b2?tab=lock');
  await mark(page);
  assert.match(await page.textContent('[data-part=worth]'), /this is a Nash equilibrium/);
  await page.locator('.paint[data-view="1"] .brush', { hasText: 'fold' }).click();
  await page.mouse.move(...(await card(page, 1, 1, 9)));
  await page.mouse.down();
  await page.mouse.move(...(await card(page, 1, 8, 9)), { steps: 6 });
  await page.mouse.up();
  await page.waitForFunction(() => /1 to 8: fold\n9: call/.test(document.querySelector('#view1').value));
  await page.waitForFunction(() => /17.*72/.test(document.querySelector('[data-part=worth]').textContent));
  assert.match(new URL(page.url()).searchParams.get('view1'), /^1 to 8: fold\n9: call$/);
  // By keys, with a probability.
  await page.fill('#share', '1/3');
  await page.locator('.paint[data-view="0"] .pad').focus();
  await page.keyboard.press('2');
  for (const key of ['ArrowRight', 'ArrowRight', 'Space']) await page.keyboard.press(key);
  await page.waitForFunction(() => /3: bet 2 with probability 1\/3, check with probability 2\/3/
    .test(document.querySelector('#view0').value));
  await page.waitForFunction(() => !document.querySelector('[data-part=worth]').textContent.includes('17/36'));
  await page.getByRole('link', { name: 'The equilibrium' }).click();
  await page.waitForFunction(() => document.querySelector('[data-part=worth]').textContent.includes('Nash equilibrium'));
  assert.ok(await marked(page), 'no page was loaded');
});

test('a finger paints', async () => {
  await here.open({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const { page } = here;
  await page.goto('/von-neumann/n9-b2?tab=lock');
  await page.locator('.paint[data-view="0"] .brush', { hasText: 'bet 2' }).tap();
  const at = await card(page, 0, 5, 9);
  await page.touchscreen.tap(...at);
  await page.waitForFunction(() => /5: bet 2/.test(document.querySelector('#view0').value));
  await page.waitForFunction(() => /better check/.test(document.querySelector('[data-part=worth]').textContent));
});

test('what cannot be read is refused, and the last worth stays', async () => {
  const { page } = here;
  here.expected = /422/;
  await page.goto('/von-neumann/n9-b2?tab=lock');
  await page.fill('#view1', '1..8: fold');
  await page.locator('#view1').blur();
  await page.waitForFunction(() => /card 9 is missing/.test(document.querySelector('[data-error]').textContent));
  assert.match(await page.textContent('[data-part=worth]'), /Nash equilibrium/);
});

test('a strategy is locked, exploited, and the reply taken into the form', async () => {
  const { page } = here;
  await page.goto('/von-neumann/n9-b2?tab=lock');
  await page.fill('#view1', '1 to 8: fold\n9: call');
  await page.selectOption('#lock', 'II');
  await page.getByRole('button', { name: 'What is it worth?' }).click();
  await page.getByText('the locked one gives up').waitFor();
  const main = await page.textContent('main');
  assert.match(main, /the locked one gives up 17\/36/);
  assert.equal(await page.locator('h3[id^=reply-]').count(), 1);
  assert.ok((await page.locator('#reply-I ~ figure svg').count()) > 0, 'a picture of the reply');
  await page.getByRole('button', { name: /play this reply/ }).click();
  await page.waitForFunction(() => document.querySelector('#view0').value.startsWith('1 to 6: bet 2'));
  assert.match(await page.inputValue('#view0'), /^1 to 6: bet 2\n/);
  assert.equal(await page.inputValue('#view1'), '1 to 8: fold\n9: call');
  assert.equal(await page.inputValue('#lock'), 'II');
});

test('every number leads to its proof', async () => {
  const { page } = here;
  await page.goto('/von-neumann/n28-b4?card=3');
  await page.getByRole('link', { name: 'verify the lower value' }).click();
  assert.match(page.url(), /\/von-neumann\/n28-b4\?tab=why#reply-II$/);
  assert.match(await page.textContent('main'), /28 × 27 = 756 deals/);
  assert.match(await page.textContent('main'), /−226\/3 \/ 756 = −113\/1134/);
});

test('push or fold is played with two cards each and a board of five', async () => {
  const { page } = here;
  for (let seed = 0; seed < 16; seed += 1) {
    await page.goto(`/push-fold/s10?tab=play&seat=I&seed=${String(seed).padStart(16, '0')}`);
    await page.locator('button[name=do]', { hasText: 'push' }).click();
    await page.getByText('The hand is over').waitFor();
    const open = page.getByRole('group', { name: 'Open cards' });
    if ((await open.count()) === 0) continue;
    // A call shows nine different cards.
    const names = await page.locator('.felt').textContent();
    const cards = new Set(names.match(/(10|[2-9TJQKA])[♣♦♥♠]/g));
    assert.equal(cards.size, 9, names);
    return;
  }
  assert.fail('player II never called');
});

test('Leduc goes on with its open card', async () => {
  const { page } = here;
  for (let seed = 0; seed < 16; seed += 1) {
    await page.goto(`/leduc?tab=play&seat=I&seed=${String(seed).padStart(16, '0')}`);
    const open = page.getByRole('group', { name: 'Open cards' });
    // Checks and calls never end a hand on the first street, but a fold of player II does.
    while ((await open.count()) === 0 && (await page.locator('button[name=do]').count()) > 0) {
      const before = page.url();
      await page.locator('button[name=do]', { hasText: /check|call/i }).first().click();
      await page.waitForURL((url) => url.href !== before);
    }
    if ((await open.count()) === 0 || (await page.locator('button[name=do]').count()) === 0) continue;
    assert.match(await open.textContent(), /[JQK]/);
    // The second street bets four.
    assert.match(await page.locator('button[name=do]').last().textContent(), /4/);
    return;
  }
  assert.fail('no second street');
});

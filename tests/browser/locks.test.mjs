// A lock is seen on the answer: the sentence first, rings and thin bars, with and without script.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { visitor } from './visitor.mjs';

const here = visitor();
const NEVER = '/von-neumann/n9-b2?tab=lock&view0=1+to+7:+check%0A8+to+9:+bet+2'
  + '&view1=1+to+5:+fold%0A6+to+9:+call';

for (const javaScriptEnabled of [true, false]) {
  test(`a lock is seen ${javaScriptEnabled ? 'with' : 'without'} a script`, async () => {
    await here.open({ javaScriptEnabled });
    const { page } = here;
    await page.goto(NEVER);
    const said = page.locator('.say');
    assert.equal(await said.textContent(), 'II now folds 6 to 8; you get −1/36 instead of 1/9.');
    assert.deepEqual(await said.evaluate((words) => {
      const style = getComputedStyle(words);
      return [style.fontSize, style.lineHeight, style.fontWeight];
    }), ['24px', '34px', '560']);
    const strips = ['#paint-0', '#paint-1'].map((strip) => page.locator(strip));
    const inked = (strip) => strip.locator('.ring').evaluateAll((rings) => rings.map((ring) => {
      const [box, whole] = [ring, ring.closest('.strip')].map((part) => part.getBoundingClientRect());
      return [ring.classList.contains('locked'), box.top < whole.top,
        ...[box.left - whole.left, box.width].map((x) => Math.abs(Math.round((9 * x) / whole.width)))];
    }));
    assert.deepEqual(await inked(strips[0]), [[true, true, 0, 1]], 'card 1 is locked');
    assert.deepEqual(await inked(strips[1]), [[false, false, 5, 3]], '6 to 8 are changed');
    assert.equal(await strips[0].locator('.padlock').count() > 0, true);
    assert.match(await strips[1].textContent(), /fold, was call6 to 8/);
    for (const [strip, runs] of [[0, ['1 1 bluff', '2 7 check', '8 9 value']], [1, ['1 5 fold', '6 9 call']]]) {
      const bars = await strips[strip].locator('.ghost').evaluate((ghost) => [
        ghost.getBoundingClientRect().height, getComputedStyle(ghost).opacity,
        [...ghost.querySelectorAll('.run')].map((run) =>
          `${run.dataset.first} ${run.dataset.last} ${run.querySelector('rect').getAttribute('class')}`),
      ]);
      assert.deepEqual(bars, [4, '0.5', runs]);
    }
    // The equilibrium locks nothing.
    await page.goto('/von-neumann/n9-b2?tab=lock');
    assert.equal(await said.textContent(), 'Nothing is locked; player I gets 1/9.');
    assert.equal(await page.locator('.ring, .ghost .run, .padlock').count(), 0);
  });
}

test('a lock follows the hand that paints it, and nothing moves under it', async () => {
  const { page } = here;
  await page.goto('/von-neumann/n9-b2?tab=lock');
  const pad = page.locator('.paint[data-view="1"] .pad');
  const top = () => pad.evaluate((part) => scrollY + part.getBoundingClientRect().top);
  const before = await top();
  await pad.focus();
  for (const key of ['End', '1', ' ']) await page.keyboard.press(key);
  await page.waitForFunction(() => /^I now /.test(document.querySelector('.say').textContent));
  assert.equal(await page.locator('#paint-1 .ring.locked').count(), 1);
  assert.ok(await page.locator('#paint-0 .ghost .run').count() > 1, 'the other has its equilibrium');
  await page.keyboard.press('Escape');
  assert.ok(await page.locator('#paint-0 .ghost .run').count() > 1, 'it stays');
  assert.equal(await top(), before);
});

const KUHN = readFileSync(new URL('../exchange/kuhn-n3-b1.efg', import.meta.url), 'utf8');
/** Brings the file to its page, and opens a tab of it. */
async function bring(page, tab) {
  await page.goto('/solve');
  await page.fill('#game', KUHN);
  await page.getByRole('button', { name: 'Show' }).click();
  await page.locator('.tab-row').getByRole('button', { name: tab }).click();
}

test('the families of a file move together under any mark, by a mouse and by a finger', async () => {
  for (const hasTouch of [false, true]) {
    await here.open({ hasTouch, isMobile: hasTouch, viewport: { width: hasTouch ? 390 : 1280, height: 844 } });
    const { page } = here;
    await bring(page, 'All optimal');
    const numbers = () => page.locator('[data-part=family-0] .number').allTextContents();
    assert.deepEqual(await numbers(), ['1/6', '1/2', '1/2']);
    await page.getByRole('slider', { name: 'λ from 0 to 1/3' }).press('End');
    await page.waitForFunction(() => document.querySelector('[data-part=family-0] .number').textContent === '1/3');
    assert.deepEqual(await numbers(), ['1/3', '2/3', '1']);
    // The last mark is pulled to the left end of its range.
    const mark = page.locator('.bar input').last();
    await mark.scrollIntoViewIfNeeded();
    const box = await mark.boundingBox();
    const [left, y] = [box.x + 1, box.y + box.height / 2];
    if (hasTouch) await page.touchscreen.tap(left, y);
    else {
      await page.mouse.move(box.x + box.width - 2, y);
      await page.mouse.down();
      await page.mouse.move(left - 20, y, { steps: 5 });
      await page.mouse.up();
    }
    await page.waitForFunction(() => document.querySelector('[data-part=family-0] .number').textContent === '0');
    assert.deepEqual(await numbers(), ['0', '1/3', '0']);
    assert.deepEqual(await here.serious(), []);
  }
});

test('without a script the families of a file are text, and an extreme strategy is a button', async () => {
  await here.open({ javaScriptEnabled: false });
  const { page } = here;
  await bring(page, 'All optimal');
  assert.match(await page.textContent('[data-part=families]'), /0 ≤ λ ≤ 1\/3[\s\S]*1\/3 \+ λ[\s\S]*3λ/);
  await page.getByRole('button', { name: '(1/3)' }).click();
  assert.deepEqual(await page.locator('[data-part=family-0] .number').allTextContents(), ['1/3', '2/3', '1']);
});

test('a lock of a file says first what it changes', async () => {
  const { page } = here;
  await bring(page, 'Try and lock');
  await page.fill('#lock-text', '{"lock": [{"player": "I", "set": "1", "probabilities": ["0", "1"]}]}');
  await page.locator('section', { has: page.locator('#lock-text') }).getByRole('button').click();
  const said = await page.textContent('nav:has(.tab-row) + p.say');
  const [change, unnoticed] = said.split('\n');
  assert.match(change, /^II now plays call at set .+; I gets −5\/18 instead of −1\/18\.$/);
  assert.equal(unnoticed, 'If II does not notice, I gets −1/18; when II answers, −5/18.');
});

for (const [address, hands, parts] of [
  ['/holdem?board=Ks9d6h3c2s&card=AhKh', 'AKs', ['0', '']],
  ['/holdem/push-fold?stack=10&card=2', 'Q2s+', ['0', '']],
]) {
  test(`hands are locked on the grid of ${address}`, async () => {
    const { page } = here;
    await page.goto(address);
    const form = page.locator('[data-part=class] form').last();
    await form.locator('[name=hands]').fill(hands);
    // What is wrong is said beside it, on the same page.
    here.expected = /status of 400/;
    await form.locator('[name=part]').first().fill('150%');
    await form.getByRole('button').click();
    await form.locator('[role=alert]', { hasText: 'probabilities sum to 3/2, expected 1' }).waitFor();
    assert.equal(await form.locator('[name=part]').first().inputValue(), '150%');
    for (const [at, part] of parts.entries()) await form.locator('[name=part]').nth(at).fill(part);
    await form.locator('button').click();
    await page.locator('.say', { hasText: ' instead of ' }).waitFor();
    assert.match(page.url(), /&lock=/);
    assert.ok(await page.locator('.squares .locked .padlock').count() > 0);
    assert.ok(await page.locator('.squares .changed .ghost').count() > 0);
    await page.locator('a', { hasText: 'free all' }).last().click();
    await page.waitForFunction(() => !document.querySelector('.say, .padlock'));
  });
}

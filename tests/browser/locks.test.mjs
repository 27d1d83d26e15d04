// A lock is seen on the answer: the sentence first, rings and thin bars, with and without script.

import assert from 'node:assert/strict';
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
    const said = page.locator('.tab-row + p');
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

// Lecture mode on every page with a picture: without the frame, larger, hidden and saved by keys.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from './visitor.mjs';

/** A page and its picture. */
const PICTURES = [
  ['/von-neumann/n28-b4', '.stage .strip'],
  ['/kuhn/n13-b1', '.stage .strip'],
  ['/newman/n14-b5', '.matrix'],
  ['/push-fold/s10', '.squares'],
  ['/leduc', '.stage .strip'],
  ['/von-neumann', '.stage .strip'],
  ['/map/von-neumann', 'div.map'],
  ['/compare/von-neumann/b2', '.chart'],
  ['/continuous/three-player/b2', '.interval'],
  ['/continuous/kuhn/b1', '.interval'],
  ['/pure/von-neumann/n9-b2', '.sets'],
  ['/holdem/push-fold', '.squares'],
  ['/holdem?board=Ks9d6h3c2s', '.squares'],
  ['/holdem?board=Ks9d6h3c2s&view=5', '.squares'],
  ['/formulas/von-neumann/b2', '.chart'],
  ['/formulas/kuhn/b1', '.chart'],
];

const here = visitor();
const root = () => here.page.evaluate(() => document.documentElement.dataset);

for (const [path, picture] of PICTURES) {
  test(`a lecture on ${path}`, async () => {
    const { page } = here;
    await page.setViewportSize({ width: 1440, height: 900 });
    const seen = page.locator(picture).first();
    await page.goto(path);
    const before = await seen.boundingBox();
    const asked = path.includes('?') ? `${path}&lecture` : `${path}?lecture`;
    assert.equal((await page.goto(asked)).status(), 200);
    assert.ok('lecture' in (await root()));
    for (const part of ['header.bar', 'footer', '.crumbs', '.saves', '.rest']) {
      const shown = page.locator(part).filter({ visible: true });
      assert.equal(await shown.count(), 0, part);
    }
    assert.ok(await page.isVisible('h1'));
    const after = await seen.boundingBox();
    if (picture === '.squares') {
      // A grid is as large as the screen lets it be, with its last row.
      assert.ok(after.y + after.height <= 900, `the grid ends at ${after.y + after.height}`);
      const letters = await seen.evaluate((grid) => getComputedStyle(grid.firstElementChild).fontSize);
      assert.ok(parseFloat(letters) > 16, letters);
    } else {
      const larger = (after.width * after.height) / (before.width * before.height);
      assert.ok(larger > 1.15, `${larger.toFixed(2)} times as large`);
      assert.ok(after.y < 600, `the picture begins at ${after.y}`);
    }
    const [wide, room] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    assert.ok(wide <= room, `${wide} of ${room}`);
    await page.keyboard.press('h');
    assert.equal(await seen.isVisible(), false, 'hidden until asked');
    await page.keyboard.press('h');
    await page.keyboard.press('l');
    assert.ok(await page.isVisible('header.bar'));
    assert.equal(page.url().endsWith(path), true, page.url());
  });
}

/** The texts of the screen whose letters are smaller than 18 pixels. */
const small = (page) => page.evaluate(() => {
  const found = [];
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const box = range.getBoundingClientRect();
    const own = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !box.height || box.top > innerHeight || own.closest('title, desc')) continue;
    let letters = parseFloat(getComputedStyle(own).fontSize);
    for (let above = own; above; above = above.parentElement) letters *= parseFloat(getComputedStyle(above).zoom || 1);
    if (letters < 17.9) found.push(`${texts.currentNode.data.trim()}: ${letters.toFixed(1)}`);
  }
  return found;
});

test('projectors show both players whole, in letters that can be read', async () => {
  const { page } = here;
  for (const [width, height] of [[1280, 720], [1024, 768]]) {
    await page.setViewportSize({ width, height });
    for (const path of ['/kuhn/n3-b1?lecture', '/von-neumann/n3-b1?lecture', '/von-neumann/n28-b4?lecture']) {
      await page.goto(path);
      for (const view of await page.locator('.stage .view').all()) {
        const box = await view.boundingBox();
        assert.ok(box.y + box.height <= height, `${path}: a strip ends at ${box.y + box.height}`);
        const letters = await view.locator('.who').evaluate(
          (words) => parseFloat(getComputedStyle(words).fontSize) * words.currentCSSZoom,
        );
        assert.ok(letters >= 24, `${path}: ${letters}`);
      }
      assert.deepEqual(await small(page), [], path);
      await page.keyboard.press('h');
      for (const part of ['.tabs a', '.colours', '.stage .strip', '.worth-of'])
        assert.equal(await page.locator(part).first().isVisible(), false, part);
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const path of ['/newman/n14-b5?lecture', '/newman/n28-b10?lecture', '/newman/n60-b12?lecture']) {
    await page.goto(path);
    const { y, height } = await page.locator('.matrix').boundingBox();
    assert.ok(y + height <= 720, `${path}: the matrix ends at ${y + height}`);
  }
});

test('a narrow screen keeps its layout in a lecture', async () => {
  const { page } = here;
  await page.setViewportSize({ width: 390, height: 844 });
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  for (const path of ['/von-neumann/n28-b4', '/kuhn/n3-b1', '/formulas/von-neumann/b2']) {
    await page.goto(path);
    const before = await height();
    await page.goto(`${path}?lecture`);
    assert.ok((await height()) <= before, `${path}: ${await height()} of ${before}`);
    const [wide, room] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    assert.ok(wide <= room, `${path}: ${wide} of ${room}`);
  }
});

test('the betting tree and all optimal strategies are hidden with the answer', async () => {
  const { page } = here;
  for (const [path, part] of [
    ['/kuhn/n3-b1?lecture', 'svg.tree'],
    ['/kuhn/n3-b1?tab=optimal&lecture', '[data-part=families]'],
  ]) {
    await page.goto(path);
    const seen = page.locator(part).first();
    assert.ok(await seen.isVisible(), part);
    await page.keyboard.press('h');
    assert.equal(await seen.isVisible(), false, part);
    await page.keyboard.press('h');
    assert.ok(await seen.isVisible(), part);
  }
});

test('a hidden answer is shown step by step, and where one points', async () => {
  const { page } = here;
  await page.goto('/kuhn/n3-b1?lecture');
  const shown = () => page.locator('.stage .strip, .worth-of, .advice').filter({ visible: true }).count();
  const all = await shown();
  const place = await page.locator('.stage .view').last().boundingBox();
  await page.keyboard.press('h');
  assert.equal(await shown(), 0);
  await page.keyboard.press('Space');
  assert.equal(await shown(), 1);
  assert.ok(await page.locator('.colours').isVisible(), 'the legend comes with the first action');
  await page.locator('.stage .view').last().click();
  assert.equal(await shown(), 2);
  assert.deepEqual(await page.locator('.stage .view').last().boundingBox(), place, 'nothing moves');
  for (let step = 3; step <= all; step += 1) {
    await page.keyboard.press('ArrowRight');
    assert.equal(await shown(), step);
  }
  assert.ok(!('hidden' in (await root())), 'all is shown');
});

/** What of the numbers on a stage is seen, but for rules, dials and names. */
const numbers = (page) => page.evaluate(() => {
  const found = [];
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const own = texts.currentNode.parentElement;
    if (!/\d/.test(texts.currentNode.data) || own.closest('.head, .dials, .brushes, .who, kbd')) continue;
    if (own.checkVisibility({ visibilityProperty: true })) found.push(texts.currentNode.data);
  }
  return found;
});

test('proofs, locks and all optimal strategies fit a projector, and are hidden whole', async () => {
  const { page } = here;
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const [path, parts] of [
    ['/kuhn/n3-b1?tab=optimal&lecture', '[data-part=families] table'],
    ['/kuhn/n3-b1?tab=why&lecture', '[aria-labelledby^=reply-]'],
    ['/von-neumann/n3-b1?tab=why&lecture', '[aria-labelledby^=reply-]'],
    ['/von-neumann/n9-b2?tab=lock&lecture', '.canvas'],
  ]) {
    await page.goto(path);
    for (const part of await page.locator(parts).all()) {
      const { y, height } = await part.boundingBox();
      assert.ok(y + height <= 720, `${path}: a part ends at ${y + height}`);
    }
    await page.keyboard.press('h');
    assert.deepEqual(await numbers(page), [], path);
    for (let step = 0; step < 20 && 'hidden' in (await root()); step += 1) await page.keyboard.press('Space');
    assert.ok(!('hidden' in (await root())), `${path} is shown step by step`);
  }
});

test('a lecture begins with its question', async () => {
  const { page } = here;
  await page.goto('/teach');
  await page.locator('.lecture-steps a').first().click();
  await page.waitForFunction(() => 'hidden' in document.documentElement.dataset);
  assert.deepEqual(await numbers(page), []);
  await page.keyboard.press('Space');
  assert.ok(await page.isVisible('.worth-of'));
});

test('a page in a frame has the picture alone, and its links lead out of the frame', async () => {
  const { page } = here;
  await page.setViewportSize({ width: 480, height: 320 });
  await page.goto('/von-neumann/n9-b2?embed');
  for (const part of ['footer', '.crumbs', '.goto', '.tab-row', '.rest'])
    assert.equal(await page.locator(part).first().isVisible(), false, part);
  assert.ok(await page.isVisible('.brand'));
  assert.equal(await page.evaluate(() => document.querySelector('.brand').target || document.querySelector('base').target), '_blank');
  const before = await page.textContent('h1');
  await page.locator('[data-step="1"]').first().click();
  await page.waitForFunction((words) => document.querySelector('h1').textContent !== words, before);
  assert.match(page.url(), /embed/);
});

test('arrows walk the decks of a chart and the cells of a map', async () => {
  const { page } = here;
  for (const [path, words] of [
    ['/compare/von-neumann/b2?lecture', /^n = 3:/],
    ['/map/von-neumann?n=2..9&b=1..3&lecture', /^3 cards, bet 1:/],
  ]) {
    await page.goto(path);
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    const shown = page.locator('.here text').filter({ visible: true });
    assert.match(await shown.textContent(), words);
  }
});

test('a lecture in dark and on paper has no serious finding', async () => {
  const { page } = here;
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const path of ['/holdem?board=Ks9d6h3c2s&lecture', '/compare/von-neumann/b2?lecture', '/holdem/push-fold?lecture']) {
    await page.goto(path);
    assert.deepEqual(await here.serious(), [], path);
  }
});

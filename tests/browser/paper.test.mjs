// Paper, the lecture hall, and a strategy painted, on a phone, a tablet and a desk.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from './visitor.mjs';

const SIZES = [
  { width: 390, height: 844 },
  { width: 900, height: 1000 },
  { width: 1440, height: 900 },
];
const here = visitor();

/** Whether the page is wider than its window. */
const overflows = () =>
  here.page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth;
  });

for (const viewport of SIZES) {
  const { width } = viewport;

  test(`paper ${width} wide has the answer and its address, in light colours`, async () => {
    await here.open({ viewport, colorScheme: 'dark' });
    const { page } = here;
    await page.goto('/von-neumann/n28-b4');
    await page.emulateMedia({ media: 'print' });
    for (const screen of ['header.bar', 'footer', '.dials', '.beside', '.tip']) {
      assert.ok(!(await page.locator(screen).first().isVisible()), `${screen} is for a screen`);
    }
    for (const answer of ['h1', '.worth-of', '.stage .strip', '.advice']) {
      assert.ok(await page.locator(answer).first().isVisible(), `${answer} is on paper`);
    }
    const [ground, ink, foot] = await page.evaluate(() => {
      window.dispatchEvent(new Event('beforeprint'));
      const { backgroundColor, color } = getComputedStyle(document.body);
      const after = getComputedStyle(document.querySelector('main'), '::after');
      return [backgroundColor, color, after.content];
    });
    assert.deepEqual([ground, ink], ['rgb(255, 255, 255)', 'rgb(27, 29, 33)']);
    assert.match(foot, /\/von-neumann\/n28-b4"$/);
    assert.ok(!(await overflows()));
  });

  test(`a lecture ${width} wide hides, blanks and swaps the answer by keys`, async () => {
    await here.open({ viewport });
    const { page } = here;
    await page.goto('/kuhn/n13-b1?lecture');
    // A narrow screen keeps its layout.
    assert.equal(await page.isVisible('header.bar'), width < 900);
    assert.ok(!(await overflows()));
    await page.keyboard.press('h');
    assert.ok(!(await page.isVisible('.worth-of')));
    await page.keyboard.press('h');
    assert.ok(await page.isVisible('.worth-of'));
    await page.keyboard.press('.');
    assert.ok(!(await page.isVisible('h1')));
    await page.keyboard.press('.');
    await page.keyboard.press('2');
    await page.waitForFunction(() => location.search.includes('method=lp'));
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.tip[data-chosen="1"]');
    assert.ok(page.url().includes('lecture'), 'still a lecture');
  });

  test(`a strategy is painted ${width} wide`, async () => {
    await here.open({ viewport });
    const { page } = here;
    await page.goto('/von-neumann/n9-b2?tab=lock');
    const strip = page.getByRole('slider', { name: /Card to paint, Player I/ }).first();
    await strip.scrollIntoViewIfNeeded();
    const box = await strip.boundingBox();
    const card = (number) => box.x + (box.width * (number - 0.5)) / 9;
    await page.mouse.move(card(4), box.y + 20);
    await page.mouse.down();
    await page.mouse.move(card(6), box.y + 20, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(() =>
      /4 to 6: bet 2/.test(document.querySelector('#view0').value));
    await page.waitForFunction(() =>
      /better check/.test(document.querySelector('[data-part=worth]').textContent));
    assert.ok(!(await overflows()));
  });
}

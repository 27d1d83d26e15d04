// No digit of a number is cut off at any width of the screen, by a box that scrolls or a picture.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from './visitor.mjs';

const WIDTHS = [390, 800, 1440];
const PAGES = [
  '/',
  '/map/von-neumann',
  '/map/newman',
  '/map/one-street',
  '/map/callers',
  '/map/three-player?n=3..20&b=1..4',
  '/map/basic-endgame',
  '/map/von-neumann?n=990..1000&b=1000000/7,22/7',
  '/von-neumann/n28-b4',
  '/kuhn/n13-b1',
  '/newman/n14-b5',
  '/three-player/n65-b2',
  '/von-neumann/n1000000000000000000-b2',
  '/kuhn/n13-b1?card=7',
  '/newman/n14-b5?card=3',
  '/compare/von-neumann/b2',
  '/compare/newman/bmax?from=3&to=40',
  '/compare/three-player/b2',
  '/von-neumann/n9-b2?tab=lock',
  '/kuhn/n13-b1?tab=lock',
  '/von-neumann/n28-b4?tab=why',
  '/three-player/n7-b2?tab=why',
  '/kuhn/n3-b1?tab=play',
  '/pure/von-neumann/n26-b2',
  '/continuous/three-player/b2',
  '/continuous/one-raise/b2-raise6',
  '/games',
  '/errata',
  '/findings',
  '/literature',
  '/sweeps',
  '/fairness?protocol=barany-furedi&players=3&cards=3',
  '/deals?protocol=barany-furedi&players=3&cards=3&hand=1&seed=7',
];

const here = visitor();

/** The numbers of the page that lie partly outside a box that clips, or outside the screen. */
const cut = () =>
  here.page.evaluate(() => {
    const found = [];
    // A picture clips as well, unless its style says otherwise.
    const clips = (element) => getComputedStyle(element).overflowX !== 'visible';
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      // The matrix alone scrolls sideways, as its fade at the edge says.
      const unseen = '.unseen, title, option, .matrix';
      if (!/\d/.test(text.data) || text.parentElement.closest(unseen)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const boxes = [{ left: 0, right: innerWidth }];
      for (let element = text.parentElement; element; element = element.parentElement) {
        const { left } = element.getBoundingClientRect();
        if (clips(element) && element.clientWidth > 0)
          boxes.push({
            left: left + element.clientLeft,
            right: left + element.clientLeft + element.clientWidth,
          });
      }
      const outside = ({ left, right, width }) =>
        width > 0 && boxes.some((box) => left < box.left - 0.6 || right > box.right + 0.6);
      if ([...range.getClientRects()].some(outside)) found.push(text.data.trim().slice(0, 40));
    }
    return found;
  });

/** The boxes with numbers that hold more than they show. */
const overfull = () =>
  here.page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter(
        (box) =>
          /\d/.test(box.textContent) &&
          !box.querySelector('.matrix') &&
          !box.closest('.matrix') &&
          box.clientWidth > 0 &&
          box.scrollWidth > box.clientWidth + 1 &&
          getComputedStyle(box).overflowX !== 'visible',
      )
      .map((box) => {
        const name = `${box.tagName} ${box.className?.baseVal ?? box.className}`;
        return `${name}: ${box.scrollWidth} in ${box.clientWidth}`;
      }),
  );

test('the measure finds a number that is cut', async () => {
  await here.page.goto('/map/von-neumann');
  await here.page.evaluate(() => {
    const box = document.createElement('div');
    box.style.cssText = 'width:4rem;overflow-x:auto;white-space:nowrap';
    box.textContent = '402733/3357900';
    document.querySelector('main').append(box);
  });
  assert.deepEqual(await cut(), ['402733/3357900']);
  assert.equal((await overfull()).length, 1);
});

for (const path of PAGES) {
  test(`no number is cut on ${path}`, async () => {
    const { page } = here;
    assert.equal((await page.goto(path)).status(), 200);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual([await cut(), await overfull()], [[], []], `${width} wide`);
      await here.picture(path, `cut-${width}`);
    }
  });
}

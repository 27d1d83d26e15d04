// Pictures of pages as files: SVG and PNG of what is seen, by the script.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { visitor } from './visitor.mjs';

const here = visitor();
/** A page, the name of its files, and words and elements that its picture has. */
const PICTURES = [
  ['/map/von-neumann?n=2..9&b=1..3', 'map-von-neumann', /cards n/, 'rect', 24],
  ['/compare/von-neumann/b2', 'compare-von-neumann-b2', /equal to the continuous game/, 'circle', 50],
  ['/continuous/kuhn/b1', 'continuous-kuhn-b1', /Player II/, 'rect', 8],
  ['/pure/von-neumann/n9-b2', 'pure-von-neumann-n9-b2', /I bets/, 'rect', 10],
  ['/holdem?board=Ks9d6h3c2s', 'river', /AKs/, 'rect', 100],
  ['/holdem/push-fold', 'push-fold', /AKs/, 'rect', 300],
];

const saved = async (press) => {
  const [download] = await Promise.all([here.page.waitForEvent('download'), press()]);
  return [download.suggestedFilename(), readFileSync(await download.path())];
};
/** Width and height of a PNG. */
const size = (png) => [png.readUInt32BE(16), png.readUInt32BE(20)];

for (const [path, name, words, element, count] of PICTURES) {
  test(`the picture of ${path} is saved as SVG and as PNG`, async () => {
    const { page } = here;
    await page.goto(path);
    const press = (kind) => () => page.getByRole('button', { name: kind, exact: true }).click();
    const [svgName, svg] = await saved(press('SVG'));
    assert.equal(svgName, `${name}.svg`);
    const [text, shapes, width] = await page.evaluate(([file, shape]) => {
      const root = new DOMParser().parseFromString(file, 'image/svg+xml').documentElement;
      return [root.textContent, root.querySelectorAll(shape).length, Number(root.getAttribute('width'))];
    }, [svg.toString(), element]);
    assert.match(text, words);
    assert.ok(shapes >= count, `${shapes} of ${element}`);
    const [pngName, png] = await saved(press('PNG'));
    assert.equal(pngName, `${name}.png`);
    assert.equal(size(png)[0], 2 * width);
  });
}

test('pictures that the service draws are PNG too', async () => {
  const { page } = here;
  for (const path of ['/formulas/von-neumann/b2', '/formulas/newman/bmax', '/kuhn/n3-b1?tab=files']) {
    await page.goto(path);
    const [name, png] = await saved(() => page.getByRole('link', { name: 'PNG', exact: true }).click());
    assert.match(name, /\.png$/);
    assert.ok(size(png)[0] >= 1440, `${path}: ${size(png)}`);
  }
});

// Every page in a real browser: no errors in the console, nothing from another host, and no serious finding of an
// accessibility audit, in light and in dark.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { visitor } from './visitor.mjs';

const PICTURES = new URL('../../target/screenshots/', import.meta.url).pathname;
const PAGES = ['/', '/von-neumann/n28-b4', '/newman/n14-b5', '/kuhn/n3-b1', '/three-player/n7-b2', '/basic-endgame/n3-b2-w1_3',
  '/von-neumann/n1000000000000000000-b2', '/compare/von-neumann/b2', '/try/von-neumann/n9-b2', '/sweeps', '/findings', '/literature',
  '/errata', '/source', '/completeness', '/reliability'];

const here = visitor();
mkdirSync(PICTURES, { recursive: true });

test('the audit finds what keeps somebody out', async () => {
  await here.page.goto('/');
  await here.page.evaluate(() => document.querySelector('main').append(document.createElement('img'), document.createElement('select')));
  assert.ok((await here.serious()).some((found) => found.startsWith('image-alt')));
});

for (const path of PAGES) {
  for (const colorScheme of ['light', 'dark']) {
    test(`${path} in a ${colorScheme} room`, async () => {
      await here.open({ colorScheme });
      const answer = await here.page.goto(path);
      assert.equal(answer.status(), 200);
      assert.deepEqual(await here.serious(), []);
      const name = `${path === '/' ? 'explorer' : path.slice(1).replaceAll('/', '-')}-${colorScheme}.png`;
      await here.page.screenshot({ path: PICTURES + name, fullPage: true });
    });
  }
}

test('a narrow screen shows every page without scrolling sideways', async () => {
  await here.open({ viewport: { width: 360, height: 740 } });
  for (const path of PAGES) {
    await here.page.goto(path);
    const [wide, room] = await here.page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(wide <= room, `${path}: ${wide} of ${room}`);
  }
});

test('a permanent address shows the same without scripts', async () => {
  await here.open({ javaScriptEnabled: false });
  await here.page.goto('/von-neumann/n28-b4');
  assert.match(await here.page.textContent('main'), /113\/1134/);
  assert.ok((await here.page.locator('main svg, main img').count()) > 0, 'a picture');
});

test('the first page is small', async () => {
  let bytes = 0;
  here.page.on('response', async (response) => { bytes += (await response.body().catch(() => '')).length; });
  await here.page.goto('/', { waitUntil: 'networkidle' });
  assert.ok(bytes > 0 && bytes < 100_000, `${bytes} bytes`);
});

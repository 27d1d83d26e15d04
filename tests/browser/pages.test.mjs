// Every page and every flow in a real browser: what a visitor does, no errors in the console, nothing from another host, and
// no serious finding of an accessibility audit.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import axe from 'axe-core';
import { browser, serve } from './service.mjs';

const PICTURES = new URL('../../target/screenshots/', import.meta.url).pathname;
const PAGES = ['/', '/von-neumann/n28-b4', '/newman/n14-b5', '/kuhn/n3-b1', '/three-player/n7-b2', '/basic-endgame/n3-b2-w1_3',
  '/von-neumann/n1000000000000000000-b2', '/compare/von-neumann/b2', '/try/von-neumann/n9-b2', '/findings', '/errata', '/source',
  '/completeness', '/reliability'];

let service, chrome, context, page, troubles;

before(async () => {
  [service, chrome] = await Promise.all([serve(), browser()]);
  mkdirSync(PICTURES, { recursive: true });
});
after(async () => {
  await chrome?.close();
  service?.stop();
});

async function open(options = {}) {
  context = await chrome.newContext({ baseURL: service.address, acceptDownloads: true, ...options });
  page = await context.newPage();
  troubles = [];
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(service.address) && !url.startsWith('data:')) troubles.push(`asked another host: ${url}`);
  });
}
beforeEach(() => open());
afterEach(() => context.close());

/** What an audit finds that keeps somebody out. */
async function serious() {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const found = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(' ')}`);
}

test('the audit finds what keeps somebody out', async () => {
  await page.goto('/');
  await page.evaluate(() => document.querySelector('main').append(document.createElement('img'), document.createElement('select')));
  assert.ok((await serious()).some((found) => found.startsWith('image-alt')));
});

for (const path of PAGES) {
  for (const colorScheme of ['light', 'dark']) {
    test(`${path} in a ${colorScheme} room`, async () => {
      await context.close();
      await open({ colorScheme });
      const answer = await page.goto(path);
      assert.equal(answer.status(), 200);
      assert.deepEqual(await serious(), []);
      assert.deepEqual(troubles, []);
      const name = `${path === '/' ? 'explorer' : path.slice(1).replaceAll('/', '-')}-${colorScheme}.png`;
      await page.screenshot({ path: PICTURES + name, fullPage: true });
    });
  }
}

test('a visitor chooses a game, solves it and changes the number of cards', async () => {
  await page.goto('/');
  await page.selectOption('#game', 'kuhn');
  await page.fill('#n', '3');
  await page.fill('#b', '1');
  await page.getByRole('button', { name: 'Solve' }).click();
  assert.equal(new URL(page.url()).pathname, '/kuhn/n3-b1');
  assert.match(await page.textContent('main'), /-1\/18/);
  await page.goto('/von-neumann/n28-b4');
  await page.locator('a[href="/von-neumann/n29-b4"]').first().click();
  assert.equal(new URL(page.url()).pathname, '/von-neumann/n29-b4');
  assert.deepEqual(troubles, []);
});

test('the keyboard alone is enough', async () => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('href') ?? ''), /^#/, 'the way to the main part comes first');
  await page.focus('#n');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('7');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'b');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/von-neumann/n7-b2');
});

test('a bad form is told what is allowed, and what was typed stays', async () => {
  const answer = await page.goto('/?game=von-neumann&n=1&b=2');
  assert.ok([400, 422].includes(answer.status()));
  assert.match(await page.textContent('[role=alert]'), /n ≥ 2|from 2/);
  assert.equal(await page.inputValue('#n'), '1');
  const script = await page.goto(`/?game=${encodeURIComponent('<script>alert(1)</script>')}&n=3&b=1`);
  assert.ok(script.status() >= 400 && script.status() < 500);
  assert.equal(await page.locator('main script').count(), 0);
});

test('a permanent address shows the same without scripts', async () => {
  await context.close();
  await open({ javaScriptEnabled: false });
  await page.goto('/von-neumann/n28-b4');
  assert.match(await page.textContent('main'), /113\/1134/);
  assert.ok((await page.locator('main svg, main img').count()) > 0, 'a picture');
});

test('every form can be downloaded', async () => {
  await page.goto('/von-neumann/n28-b4');
  for (const ending of ['json', 'csv', 'txt', 'svg']) {
    const link = page.locator(`a[href$="n28-b4.${ending}"]`).first();
    assert.equal(await link.count(), 1, ending);
    const answer = await context.request.get(await link.getAttribute('href'));
    assert.equal(answer.status(), 200, ending);
    assert.ok((await answer.body()).length > 50, ending);
  }
});

test('the first page is small', async () => {
  let bytes = 0;
  page.on('response', async (response) => { bytes += (await response.body().catch(() => '')).length; });
  await page.goto('/', { waitUntil: 'networkidle' });
  assert.ok(bytes > 0 && bytes < 100_000, `${bytes} bytes`);
});

test('a strategy of the visitor is judged', async () => {
  await page.goto('/try/von-neumann/n9-b2');
  const view = page.locator('#view0');
  const given = await view.inputValue();
  assert.ok(given.length > 0);
  await page.getByRole('button').first().click();
  assert.match(await page.textContent('main'), /1\/9/);
});

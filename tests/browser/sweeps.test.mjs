// A visitor begins sweeps, watches them, cancels them; with scripts and without.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { visitor } from './visitor.mjs';

const here = visitor();

/** Fills the grid and begins. */
async function begin(game, n, b) {
  const { page } = here;
  await page.goto('/sweeps');
  await page.selectOption('#game', game);
  await page.fill('#n', n);
  await page.fill('#b', b);
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  assert.match(page.url(), /\/sweeps\/[0-9a-f]{32}$/);
}

const standing = () => here.page.textContent('.lead strong');

for (const [javaScriptEnabled, how, bets] of [
  [true, 'by its script', '1..3'],
  [false, 'without scripts', '4..6'],
]) {
  test(`a sweep is watched to its end ${how}`, async () => {
    await here.open({ javaScriptEnabled });
    const { page } = here;
    await begin('kuhn', '60..90', bets);
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    assert.equal(await standing(), 'done');
    assert.equal(await page.textContent('.done'), '93');
    const picture = page.locator('figure img');
    if (javaScriptEnabled) {
      assert.ok(
        await picture.evaluate((image) => image.decode().then(() => image.naturalWidth > 100)),
        'the heat map',
      );
      assert.deepEqual(await here.serious(), []);
    }
    for (const link of await page.locator('#files + ul a').all()) {
      const answer = await here.context.request.get(await link.getAttribute('href'));
      assert.equal(answer.status(), 200);
    }
  });
}

test('the numbers move without a new page', async () => {
  const { page } = here;
  await begin('kuhn', '60..100', '1..200');
  assert.equal(await standing(), 'running');
  assert.equal(await page.locator('progress').getAttribute('max'), '8200');
  await page.evaluate(() => {
    globalThis.same = true;
  });
  const before = Number(await page.textContent('.done'));
  await page.waitForFunction(
    (before) => Number(document.querySelector('.done').textContent) > before,
    before,
  );
  assert.ok(await page.evaluate(() => globalThis.same), 'the page was not asked for anew');
  assert.ok(await page.locator('progress').evaluate((bar) => bar.value > 0));
  await page.getByRole('button', { name: 'Cancel' }).click();
});

test('a sweep is cancelled, in light, in dark and without scripts', async () => {
  for (const eyes of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { javaScriptEnabled: false },
  ]) {
    const audited = eyes.javaScriptEnabled ?? true;
    await here.open(eyes);
    await begin('kuhn', '300..600', '1..9');
    assert.equal(await standing(), 'running');
    assert.equal(await here.page.locator('progress').getAttribute('max'), '2709');
    if (audited) assert.deepEqual(await here.serious(), []);
    await here.page.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await standing(), 'cancelled');
    assert.equal(await here.page.getByRole('button', { name: 'Cancel' }).count(), 0);
    if (audited) assert.deepEqual(await here.serious(), []);
  }
});

test('a plan is chosen, changed, refused and mended', async () => {
  const { page } = here;
  here.expected = /status of 4(00|22)/;
  await page.goto('/sweeps');
  await page.getByRole('link', { name: 'pure', exact: true }).click();
  const plan = await page.inputValue('#plan');
  assert.match(plan, /pure = true/);
  await page.fill('#plan', plan.replace('"2..10"', '"4..2"'));
  await page.getByRole('button', { name: 'Begin the plan' }).click();
  assert.match(await page.textContent('[role=alert]'), /n = 4\.\.2: an empty range/);
  assert.deepEqual(await here.serious(), []);
  await page.fill('#plan', (await page.inputValue('#plan')).replace('"4..2"', '"2..5"'));
  await page.getByRole('button', { name: 'Begin the plan' }).click();
  await page.getByRole('link', { name: 'von-neumann-pure.csv' }).waitFor();
});

test('fields are shown as a plan', async () => {
  const { page } = here;
  await page.goto('/sweeps');
  await page.selectOption('#game', 'newman');
  await page.fill('#b', '1..max');
  await page.getByRole('button', { name: 'Show it as a plan' }).click();
  assert.match(
    await page.inputValue('#plan'),
    /game = "newman"\nn = \["2\.\.40"\]\nb = \["1\.\.max"\]/,
  );
});

test('a page of another site begins nothing', async (t) => {
  const form = `<form method="post" action="${here.service.address}/sweeps">
    <input name="game" value="kuhn"><input name="n" value="3"><input name="b" value="1">
    </form><script>document.forms[0].submit()</script>`;
  const elsewhere = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end(form),
  );
  await new Promise((listening) => elsewhere.listen(0, '127.0.0.1', listening));
  t.after(() => elsewhere.close());
  const address = `http://localhost:${elsewhere.address().port}/`;
  here.expected = /status of 403|asked another host/;
  await here.page.goto(address);
  await here.page.waitForURL('**/sweeps');
  assert.match(await here.page.textContent('main'), /expected a page of this service.*403/s);
});

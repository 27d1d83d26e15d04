// The reference of the HTTP API is whole without scripts, readable by everybody, and its links
// within the page lead somewhere.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audited, visitor } from './visitor.mjs';

const here = visitor();

audited(here, ['/docs']);

test('every operation is listed, without scripts too', async () => {
  await here.open({ javaScriptEnabled: false });
  const { page } = here;
  await page.goto('/docs/');
  assert.equal(new URL(page.url()).pathname, '/docs');
  const document = await (await here.context.request.get('/api/v1/openapi.json')).json();
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(
    (await page.locator('h3[id^="operation-"]').allInnerTexts()).sort(),
    listed.sort(),
  );
});

test('a link of the contents leads to an operation, and from there to a schema', async () => {
  const { page } = here;
  await page.goto('/docs');
  await page.getByRole('link', { name: 'POST /api/v1/verify' }).click();
  assert.equal(new URL(page.url()).hash, '#operation-verify_solution');
  assert.ok(
    await page
      .locator('#operation-verify_solution')
      .evaluate((heading) => heading.getBoundingClientRect().top < innerHeight),
  );
  const answers = page.getByRole('group', { name: 'Answers to POST /api/v1/verify' });
  await answers.getByRole('link', { name: 'Verified' }).click();
  assert.equal(new URL(page.url()).hash, '#schema-Verified');
  assert.match(
    await page.getByRole('group', { name: 'Fields of Verified' }).innerText(),
    /required/,
  );
});

test('an example opens, and is the one of the document', async () => {
  const { page } = here;
  await page.goto('/docs');
  const example = page.locator('#operation-deal_cards ~ details').first();
  await example.locator('summary').click();
  const document = await (await here.context.request.get('/api/v1/openapi.json')).json();
  const expected =
    document.paths['/api/v1/deals'].post.requestBody.content['application/json'].example;
  assert.deepEqual(JSON.parse(await example.locator('pre').innerText()), expected);
});

test('lines to type name the service that shows them', async () => {
  const { page } = here;
  for (const path of ['/docs', '/compute', '/book/http']) {
    assert.equal((await page.goto(path)).status(), 200, path);
    const words = await page.locator('main').innerText();
    assert.ok(words.includes(`${here.service.address}/api/v1/`), path);
    assert.ok(!/curl .*127\.0\.0\.1:8080/.test(words), path);
  }
});

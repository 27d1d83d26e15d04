// The page that shows the OpenAPI document: it renders within its policy, and what it offers to try works.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from './visitor.mjs';

const here = visitor();

test('every address is listed, and one is tried out', async () => {
  const { page } = here;
  await page.goto('/docs/');
  const first = page.locator('#operations-solutions-show, [id^="operations-solutions-"]').first();
  await first.waitFor();
  const document = await (await here.context.request.get('/api/v1/openapi.json')).json();
  const listed = Object.values(document.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
  assert.equal(await page.locator('.opblock').count(), listed);
  const alive = page.locator('.opblock', { has: page.locator('[data-path="/healthz"]') });
  await alive.locator('.opblock-summary-control').click();
  await alive.getByRole('button', { name: 'Try it out' }).click();
  await alive.getByRole('button', { name: 'Execute' }).click();
  await alive.locator('.live-responses-table .response-col_status').first().waitFor();
  assert.match(await alive.locator('.live-responses-table').first().textContent(), /200.*ok/s);
});

test('a question with a body is tried out', async () => {
  const { page } = here;
  await page.goto('/docs/');
  const verify = page.locator('.opblock-post', { has: page.locator('[data-path="/api/v1/verify"]') });
  await verify.locator('.opblock-summary-control').click();
  await verify.getByRole('button', { name: 'Try it out' }).click();
  const solution = await (await here.context.request.get('/api/v1/solutions/kuhn/n3-b1')).text();
  await verify.locator('textarea').fill(solution);
  await verify.getByRole('button', { name: 'Execute' }).click();
  await verify.locator('.live-responses-table .response-col_status').first().waitFor();
  assert.match(await verify.locator('.live-responses-table .response-col_status').nth(1).textContent(), /200/);
});

test('nothing keeps somebody out but what Swagger UI draws itself', async () => {
  const { page } = here;
  await page.goto('/docs/');
  await page.locator('.opblock').first().waitFor();
  // Inside, the audit finds faint colours, buttons within buttons and a field without a label, all of Swagger UI 5 itself; the same is in
  // /api/v1/openapi.json, for any other reader of it.
  assert.deepEqual(await here.serious({ exclude: [['#swagger-ui']] }), []);
});

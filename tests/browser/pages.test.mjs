// Every page in a real browser: no errors in the console, nothing from another host, and no serious
// finding of an accessibility audit, in light and in dark.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audited, visitor } from './visitor.mjs';

const PAGES = [
  '/',
  '/von-neumann/n28-b4',
  '/newman/n14-b5',
  '/kuhn/n3-b1',
  '/three-player/n7-b2',
  '/basic-endgame/n3-b2-w1_3',
  '/von-neumann/n1000000000000000000-b2',
  '/compare/von-neumann/b2',
  '/von-neumann/n9-b2?tab=lock',
  '/sweeps',
  '/games',
  '/von-neumann',
  '/callers',
  '/pure/von-neumann/n9-b2',
  '/continuous/three-player/b2',
  '/continuous/kuhn/b1',
  '/formulas',
  '/formulas/von-neumann/b2',
  '/formulas/newman/b4?at=1000000000000000000',
  '/book',
  '/book/glossary',
  '/book/games/kuhn',
  '/teach',
  '/class',
  '/compute',
  '/findings',
  '/literature',
  '/errata',
  '/deals',
  '/deals?protocol=barany-furedi&players=3&cards=3&hand=1&seed=7',
  '/deals?protocol=crepeau&players=2&cards=3&hand=1&seed=7&seat=P1',
  '/fairness?protocol=barany-furedi&players=3&cards=3',
  '/fairness?protocol=barany-furedi&players=3&cards=3&bug=lowest-free-place',
];

const here = visitor();

test('the audit finds what keeps somebody out', async () => {
  await here.page.goto('/');
  await here.page.evaluate(() =>
    document
      .querySelector('main')
      .append(document.createElement('img'), document.createElement('select')),
  );
  assert.ok((await here.serious()).some((found) => found.startsWith('image-alt')));
});

audited(here, PAGES);

test('a permanent address shows the same without scripts', async () => {
  await here.open({ javaScriptEnabled: false });
  await here.page.goto('/von-neumann/n28-b4');
  assert.match(await here.page.textContent('main'), /113\/1134/);
  assert.ok((await here.page.locator('main svg, main img').count()) > 0, 'a picture');
});

test('the first page is small, and its font too', async () => {
  const bodies = [];
  here.page.on('response', (response) => bodies.push(
    response.body().then((body) => [response.request().resourceType(), body.length]),
  ));
  await here.page.goto('/', { waitUntil: 'networkidle' });
  const sizes = await Promise.all(bodies);
  const bytes = (of) => sizes.filter(([type]) => of(type)).reduce((sum, [, size]) => sum + size, 0);
  const [font, rest] = [bytes((type) => type === 'font'), bytes((type) => type !== 'font')];
  assert.ok(rest > 0 && rest < 100_000, `${rest} bytes without the font`);
  assert.ok(font > 0 && font < 100_000, `${font} bytes of the font`);
});

test('a deal is chosen, seen with the eyes of one party, and proved fair', async () => {
  const { page } = here;
  await page.goto('/deals');
  await page.selectOption('#protocol', 'barany-furedi');
  await page.fill('#cards', '3');
  await page.getByRole('button', { name: 'Deal' }).click();
  assert.equal(new URL(page.url()).searchParams.get('cards'), '3');
  assert.equal(await page.getByText('hidden').count(), 0);
  await page.getByRole('link', { name: 'View of Q' }).click();
  await page.getByText('hidden').first().waitFor();
  assert.equal(
    await page.locator('tbody tr').last().locator('td').last().innerText(),
    '2, the likeliest 1/2',
  );
  await page.getByRole('link', { name: /Is it fair/ }).click();
  assert.match(await page.locator('main').innerText(), /1296: every sequence of coins was played/);
});

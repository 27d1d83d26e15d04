// Numbers and sliders on every page of an answer: moved by keys, by a finger, and without a script.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from './visitor.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Page, slider, and the address and the words of the title after one step to the right. */
const MOVES = [
  ['/pure/von-neumann/n9-b2', 'Cards', '/pure/von-neumann/n10-b2', '10 cards, bet 2'],
  ['/pure/von-neumann/n9-b2?cuts=true', 'Bet', '/pure/von-neumann/n9-b5_2?cuts=true', 'bet 5/2'],
  ['/continuous/three-player/b2', 'Bet', '/continuous/three-player/b5_2', 'bet 5/2'],
  ['/compare/von-neumann/b2', 'Bet', '/compare/von-neumann/b5_2?from=2&to=60', 'bet 5/2'],
  ['/newman/n28-b5?tab=why', 'Largest bet', '/newman/n28-b6?tab=why', 'bets up to 6'],
  ['/basic-endgame/n3-b2-w1_3', 'Bet', '/basic-endgame/n3-b5_2-w1_3', 'bet 5/2'],
];

const here = visitor();

const addressed = (address) =>
  here.page.waitForFunction((end) => location.pathname + location.search === end, address);
/** The field of a number; its label may end with its letter. */
const field = (name) => here.page.getByRole('textbox', { name: new RegExp(`^${name}( .)?$`) });
const heading = () => here.page.innerText('h1');
const mark = () => here.page.evaluate(() => { document.documentElement.dataset.mark = 'kept'; });
const marked = () => here.page.evaluate(() => document.documentElement.dataset.mark === 'kept');

for (const [path, name, address, words] of MOVES) {
  test(`the slider of “${name}” on ${path} shows the next answer`, async () => {
    const { page } = here;
    await page.goto(path);
    await mark();
    const before = await field(name).inputValue();
    await page.getByRole('slider', { name, exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await addressed(address);
    assert.ok((await heading()).includes(words), await heading());
    assert.ok(await marked(), 'no page was loaded');
    assert.deepEqual(await here.serious(), []);
    // The numbers follow the address back.
    await page.goBack();
    await addressed(path);
    const number = field(name);
    await page.waitForFunction(([input, text]) => input.value === text, [await number.elementHandle(), before]);
  });
}

test('every size of a set has a slider, and buttons move the last', async () => {
  const { page } = here;
  await page.goto('/one-street/n28-s1-5_2-7');
  await mark();
  const sizes = field('Bet sizes');
  await page.getByRole('slider', { name: 'Size 2', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await addressed('/one-street/n28-s1-3-7');
  assert.equal(await sizes.inputValue(), '1,3,7');
  await page.getByRole('button', { name: 'Bet sizes, more' }).click();
  await addressed('/one-street/n28-s1-3-15_2');
  await sizes.fill('2,4');
  await sizes.press('Enter');
  await addressed('/one-street/n28-s2-4');
  assert.equal(await page.getByRole('slider', { name: /^Size/ }).count(), 2);
  assert.ok(await marked(), 'no page was loaded');
});

test('all whole bets are the end of a slider', async () => {
  const { page } = here;
  await page.goto('/continuous/newman/bmax');
  const bet = page.getByRole('slider', { name: 'Largest bet', exact: true });
  assert.equal(await bet.inputValue(), '12');
  await bet.focus();
  await page.keyboard.press('ArrowLeft');
  await addressed('/continuous/newman/b11');
});

test('the slider of whole bets ends where larger ones change nothing, and says so', async () => {
  const { page } = here;
  await page.goto('/newman/n14-b3');
  const most = () => page.getByRole('slider', { name: 'Largest bet' }).getAttribute('max');
  assert.equal(await most(), '5');
  assert.equal(await page.textContent('[data-now]'), 'Bets above 5 change nothing in this deck');
  await page.getByRole('button', { name: 'Cards, more' }).click();
  await addressed('/newman/n15-b3');
  await page.keyboard.press('Escape');
  assert.equal(await page.textContent('[data-now]'), `Bets above ${await most()} change nothing in this deck`);
});

test('the slider of players has no more of them than cards', async () => {
  const { page } = here;
  await page.goto('/callers/n5-b2-p4');
  const slider = page.getByRole('slider', { name: 'Players' });
  await slider.focus();
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.title.includes('5 players'));
  assert.match(await page.textContent('.stage .below .who'), /Players II to V\b/);
  assert.equal(await page.getByRole('slider', { name: 'Cards' }).getAttribute('min'), '5');
});

test('a power of ten is a number of cards', async () => {
  const { page } = here;
  await page.goto('/von-neumann/n28-b4');
  await field('Cards').fill('10^18');
  await field('Cards').press('Enter');
  await addressed('/von-neumann/n1000000000000000000-b4');
});

test('the first deck does not pass the last one', async () => {
  const { page } = here;
  await page.goto('/compare/von-neumann/b2?from=2&to=9');
  const first = field('First deck');
  await first.fill('20');
  await first.press('Enter');
  await addressed('/compare/von-neumann/b2?from=20&to=20');
});

test('a finger moves a slider on a phone', async () => {
  await here.open(PHONE);
  const { page } = here;
  await page.goto('/pure/von-neumann/n9-b2');
  const box = await page.getByRole('slider', { name: 'Cards' }).boundingBox();
  await page.touchscreen.tap(box.x + box.width - 1, box.y + box.height / 2);
  await addressed('/pure/von-neumann/n60-b2');
});

test('tabs of lists and scales swap the answer', async () => {
  const { page } = here;
  await page.goto('/pure/von-neumann/n9-b2');
  await mark();
  await page.getByRole('link', { name: 'In cuts' }).click();
  await page.getByRole('link', { name: 'In cuts', exact: true }).and(page.locator('[aria-current]')).waitFor();
  assert.match(await page.textContent('#count'), /in cuts/);
  assert.ok(await marked(), 'no page was loaded');
});

test('the form leads to the same kind of page without a script', async () => {
  await here.open({ javaScriptEnabled: false });
  const { page } = here;
  for (const [path, name, value, end] of [
    ['/pure/von-neumann/n9-b2?cuts=true', 'Cards', '10', '/pure/von-neumann/n10-b2?cuts=true'],
    ['/continuous/three-player/b2', 'Bet', '3', '/continuous/three-player/b3'],
    ['/compare/von-neumann/b2', 'Bet', '7/2', '/compare/von-neumann/b7_2?from=2&to=60'],
    ['/kuhn/n3-b1?tab=why', 'Cards', '4', '/kuhn/n4-b1?tab=why'],
  ]) {
    await page.goto(path);
    await field(name).fill(value);
    await page.getByRole('button', { name: 'Show' }).first().click();
    const { pathname, search } = new URL(page.url());
    assert.equal(pathname + search, end);
  }
});

test('a map is drawn again in place', async () => {
  const { page } = here;
  await page.goto('/map/von-neumann?n=2..9&b=1..3');
  await mark();
  await page.fill('#n', '2..5');
  await page.locator('#n').press('Enter');
  await page.waitForFunction(() => document.querySelector('.rules').textContent.includes('12 games'));
  assert.ok(await marked(), 'no page was loaded');
});

test('other strips of a long game are chosen', async () => {
  const { page } = here;
  await page.goto('/newman/n14-b12?tab=lock');
  await page.selectOption('#strip', { index: 4 });
  await page.waitForURL(/strip=5/);
  assert.equal(await page.locator('.paint').first().getAttribute('data-view'), '4');
});

test('a long number is shown whole on a phone, where it is typed and where it comes from', async () => {
  await here.open(PHONE);
  const { page } = here;
  const whole = () => field('Cards').evaluate((input) => input.scrollWidth <= input.clientWidth);
  await page.goto('/von-neumann/n1000000000000000000-b2');
  assert.ok(await whole(), 'from the address');
  await page.goto('/von-neumann/n28-b4');
  const beside = (await field('Cards').boundingBox()).width;
  await field('Cards').pressSequentially('0000000000000');
  assert.ok(await whole(), 'as it is typed');
  assert.ok((await field('Cards').boundingBox()).width > 2 * beside, 'on a line of its own');
  assert.ok((await page.getByRole('slider', { name: 'Cards', exact: true }).boundingBox()).width > 120);
});

test('a number is read as it was pasted, or named', async () => {
  const { page } = here;
  here.expected = /status of 400/;
  await page.goto('/von-neumann/n28-b4');
  const cards = field('Cards');
  await cards.fill("1 000'000");
  await cards.press('Enter');
  await addressed('/von-neumann/n1000000-b4');
  await cards.fill('2,5');
  await cards.press('Enter');
  await page.waitForSelector('[role=alert]:has-text("2,5")');
});

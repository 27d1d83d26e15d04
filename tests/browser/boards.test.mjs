// Many boards of a spot as a map, and a drill of a solved spot.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audited, visitor } from './visitor.mjs';

const here = visitor();
const HEAD = 'board,boards,deals,lower,upper,exploitability,exploitability_of_pot,reason';
const ROWS = [
  'AsKs2d,12,240,-1.25,-1.125,0.0625,0.00625,,0.75,0.25',
  '9s9d2h,12,264,0.5,0.625,0.0625,0.00625,,0.25,0.75',
  'QsJs2s,4,200,1.5,1.75,0.125,0.0125,,0.5,0.5',
];
const cells = () =>
  here.page.locator('.cell').evaluateAll((all) => all.map((cell) => cell.title.slice(0, 6)));

audited(here, ['/holdem/boards']);

test('a table is dropped, drawn, sorted and filtered, and each cell says its numbers', async () => {
  const { page } = here;
  await page.goto('/holdem/boards');
  const table = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'boards.csv', { type: 'text/csv' }));
    return data;
  }, [`${HEAD},check,bet 10`, ...ROWS].join('\n'));
  await page.dispatchEvent('[name=table]', 'drop', { dataTransfer: table });
  await page.waitForFunction((first) => document.querySelector('[name=table]').value.startsWith(first), HEAD);
  await page.getByRole('button', { name: 'Draw' }).click();
  await page.getByText('3 boards').waitFor();
  assert.deepEqual(await cells(), ['AsKs2d', '9s9d2h', 'QsJs2s']);
  await here.picture('/holdem/boards drawn', 'light');
  await page.selectOption('[name=sort]', 'upper');
  await page.getByRole('button', { name: 'Draw' }).click();
  await page.waitForFunction(() => document.querySelector('.cell').title.startsWith('QsJs2s'));
  assert.deepEqual(await cells(), ['QsJs2s', '9s9d2h', 'AsKs2d']);
  const first = await page.locator('.cell').first().getAttribute('aria-label');
  assert.match(first, /^QsJs2s: check 50.%, bet 10 50.%, value of player I from 1\.50 to 1\.75 chips/);
  assert.deepEqual(await here.serious('main'), []);
  await page.selectOption('[name=pairs]', 'yes');
  await page.getByRole('button', { name: 'Draw' }).click();
  await page.getByText('1 board', { exact: true }).waitFor();
  assert.deepEqual(await cells(), ['9s9d2h']);
});

test('boards of three, four and five cards stand in one row above their bars', async () => {
  const { page } = here;
  const row = (board) => `${board},12,240,-1.25,-1.125,0.0625,0.00625,,0.75,0.25`;
  for (const board of ['Ts9s9d', 'ThTdTs9c', 'AsKs2dThTc']) {
    await page.goto('/holdem/boards');
    await page.fill('[name=table]', `${HEAD},check,bet 10\n${row(board)}`);
    await page.getByRole('button', { name: 'Draw' }).click();
    const faces = page.locator('.boards .faces');
    await faces.waitFor();
    const { height, bottom, right, wide } = await faces.evaluate((box) => {
      const cards = [...box.children].map((card) => card.getBoundingClientRect());
      return {
        height: box.getBoundingClientRect().height,
        bottom: box.nextElementSibling.getBoundingClientRect().top - box.getBoundingClientRect().bottom,
        right: box.parentElement.getBoundingClientRect().right - cards.at(-1).right,
        wide: [...box.children].filter((card) => card.scrollWidth > card.clientWidth).length,
      };
    });
    assert.ok(height < 24 && bottom >= 0, `${board}: ${height} high, ${bottom} above the bar`);
    assert.ok(right >= 0 && wide === 0, `${board}: ${right} to the edge, ${wide} cards clipped`);
  }
});

test('a drill goes on by its buttons and says what each answer lost', async () => {
  const { page } = here;
  await page.goto('/holdem?board=QsJh2h8c&I=AhKh,AdKd,QdQc,Th9h&II=AhQd,KsKd,8s8d,6h5h&within=1%25');
  await page.waitForURL(/spot=/);
  here.expected = /status of 400/;
  const lock = page.locator('[data-lock]');
  await lock.locator('[name=part]').first().fill('abc');
  await lock.getByRole('button').click();
  await lock.getByText('“abc” is not a rational number').waitFor();
  await page.getByRole('link', { name: 'Drill' }).click();
  await page.waitForURL(/\/holdem\/drill\?spot=[0-9a-f]{16}&seed=\d+$/);
  for (const number of [1, 2, 3]) {
    await page.locator('h1', { hasText: `Decision ${number}` }).waitFor();
    await page.getByText(/^Pot \d.* behind$/).waitFor();
    await page.locator('.act').first().click();
    await page.locator('[role=status]', { hasText: `Decision ${number}` }).waitFor();
  }
  assert.deepEqual(await here.serious('main'), []);
  await here.picture('/holdem/drill', 'light');
  assert.equal(await page.locator('[aria-label=Score] tbody tr').count(), 3);
});

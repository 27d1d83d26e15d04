// A turn of hold'em: its board picked, its ranges painted, its bounds followed, and its tree walked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from './service.mjs';
import { audited, visitor } from './visitor.mjs';

const here = visitor();
const range = (player) => here.page.locator(`[data-range=${player}]`);
const RANGES = 'I=AhKh,AdKd,QdQc,Th9h&II=AhQd,KsKd,8s8d,6h5h';

audited(here, ['/holdem', '/equity', '/equity?hand=AKs,QQ&range=JJ-99&board=Qs7h2d']);

test('a turn is picked, painted, solved and walked to a node', async () => {
  const { page } = here;
  await page.goto('/holdem');
  for (const card of ['Qs', 'Jh', '2h', '8c']) await page.locator(`[data-pick="${card}"]`).click();
  assert.equal(await page.inputValue('[name=board]'), 'QsJh2h8c');
  await page.getByRole('button', { name: 'Solve this turn' }).waitFor();
  // A preset clears a range, a stroke draws it, and the text follows in the spelling of the house.
  for (const [player, first, last, text] of [['I', 'AA', 'AQs', 'AA,AQs+'], ['II', 'KK', 'KQs', 'KK,KQs']]) {
    await range(player).getByRole('button', { name: 'Clear' }).click();
    await range(player).getByText('0 %').waitFor();
    await range(player).locator(`[data-class=${first}]`).hover();
    await page.mouse.down();
    await range(player).locator(`[data-class=${last}]`).hover({ force: true });
    await page.mouse.up();
    await range(player).getByText(player === 'I' ? '14 combinations' : '10 combinations').waitFor();
    assert.equal(await range(player).locator('textarea').inputValue(), text);
  }
  await page.getByLabel('Stop within').fill('1%');
  await page.getByRole('button', { name: 'Solve this turn' }).click();
  await page.waitForURL(/\/holdem\?spot=[0-9a-f]{16}$/);
  await page.getByText(/Player I’s value is between −?[0-9.]+ and −?[0-9.]+ chips\./).waitFor();
  const betting = page.getByRole('navigation', { name: 'Betting' });
  await betting.getByRole('link', { name: 'check' }).click();
  await betting.getByText('Player II to act').waitFor();
  await betting.getByRole('link', { name: 'check' }).click();
  await betting.getByRole('link', { name: '3♣' }).click();
  await page.locator('h1', { hasText: 'River Q J 2 8 3' }).waitFor();
  assert.match(decodeURIComponent(page.url()), /path=check,check,3c$/);
  await page.locator('.squares a', { hasText: 'AA' }).hover();
  await page.locator('[data-part=class]', { hasText: 'AA 6 of 6 hands' }).waitFor();
  // A filter fades the other hands, and keeps the place.
  await page.getByRole('link', { name: 'suited', exact: true }).click();
  await page.locator('.squares .faded', { hasText: 'AA' }).waitFor();
  assert.match(decodeURIComponent(page.url()), /path=check,check,3c&filter=suited$/);
  await page.getByLabel('Hands to show').fill('AA');
  await page.keyboard.press('Enter');
  await page.locator('.squares a:not(.faded)', { hasText: 'AA' }).waitFor();
  const [ranges] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Both ranges for PioViewer' }).click(),
  ]);
  assert.equal(ranges.suggestedFilename(), 'ranges.txt');
  await page.goto(page.url().replace(/&filter=.*/, ''));
  await page.getByRole('link', { name: 'EV', exact: true }).click();
  await page.locator('.squares i').first().waitFor();
  for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]]) {
    await page.setViewportSize({ width, height });
    const covered = await page.locator('.squares a:has(i)').evaluateAll((cells) =>
      cells.filter((cell) => {
        const [name, number] = ['b', 'i'].map((part) => cell.querySelector(part).getBoundingClientRect());
        // The box of a line is higher than its letters.
        return number.top < name.bottom - 2;
      }).length);
    assert.equal(covered, 0, `names under numbers at ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  assert.deepEqual(await here.serious('main'), []);
});

test('both bounds are drawn as they close, and the work stops where the visitor stops it', async () => {
  const { page } = here;
  await page.goto('/holdem?board=Ks9d6h3c&within=1/100000000');
  await page.locator('[data-plot] circle').first().waitFor();
  await page.getByText('Proved already; the ends are still moving.').waitFor();
  await page.getByRole('button', { name: 'Stop here' }).click();
  await page.waitForURL(/spot=/);
});

test('work that waits says so, and begins again after it was stopped', async () => {
  const service = await serve(['--threads', '1', '--rate', '0']);
  const context = await here.context.browser().newContext({ baseURL: service.address });
  try {
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.goto('/holdem?board=Ks9d6h3c&within=1/100000000');
    await first.locator('[data-plot] circle').first().waitFor();
    await second.goto('/holdem?board=Ks9d6h3d&within=1/100000000');
    const gap = second.locator('[data-gap]');
    await gap.getByText('Other work comes first. This begins by itself.').waitFor();
    await second.getByRole('button', { name: 'Stop here' }).click();
    await second.getByText('There are no bounds: stopped before it began.').waitFor();
    for (const part of ['[data-gap]', '[data-bounds]'])
      assert.equal(await second.textContent(part), '');
    await first.close();
    await second.getByRole('button', { name: 'Begin again' }).click();
    await second.locator('[data-plot] circle').first().waitFor();
    assert.equal(await second.locator('[data-error]:not([hidden])').count(), 0);
  } finally {
    await context.close();
    service.stop();
  }
});

test('the room works below a path', async () => {
  const service = await serve(['--base', '/bluff/']);
  const page = await here.context.browser().newPage();
  try {
    const spot = '/bluff/holdem?board=QsJh2h8c&I=AhKh,AdKd&II=AhQd,KsKd&within=1%25';
    await page.goto(new URL(spot, service.address).href);
    await page.waitForURL(/\/bluff\/holdem\?spot=/);
    await page.goto(new URL('/bluff/holdem', service.address).href);
    await page.locator('[data-range=I] textarea').fill('AA');
    await page.locator('[data-range=I] textarea').blur();
    await page.locator('[data-range=I]').getByText('6 combinations').waitFor();
  } finally {
    await page.close();
    service.stop();
  }
});

test('a spot of another solver is pasted, and what cannot be read is named', async () => {
  const { page } = here;
  await page.goto('/holdem');
  await page.getByText('Paste a spot').click();
  await page.locator('[name=paste]').fill('#Range0#AA,QQ:0.5\n#Board#Ks 9d 6h 3c\n#Pot#60\n#Rake.Enabled#True');
  await page.getByRole('button', { name: 'Take it' }).click();
  await page.getByText('“#Rake.Enabled#True”').waitFor();
  await page.getByRole('button', { name: 'Solve this turn' }).waitFor();
  assert.equal(await page.inputValue('[name=pot]'), '60');
  await range('I').getByText('9 combinations').waitFor();
});

test('each cell of a range says its weight', async () => {
  const { page } = here;
  await page.goto('/holdem?I=AKs:1/2,QQ');
  const name = (hand) => range('I').locator(`[data-class="${hand}"]`).getAttribute('aria-label');
  assert.equal(await name('AKs'), 'AKs 50\u00a0%');
  assert.equal(await name('QQ'), 'QQ 100\u00a0%');
  assert.equal(await name('72o'), '72o not in the range');
  // The stroke that is under way is named too, and so are the cells that the service draws after it.
  await range('I').locator('[data-class=KK]').hover();
  await page.mouse.down();
  assert.equal(await name('KK'), 'KK 100\u00a0%');
  await page.mouse.up();
  await range('I').getByText('14 combinations').waitFor();
  assert.equal(await name('KK'), 'KK 100\u00a0%');
  await range('I').locator('[data-class=QQ]').focus();
  await page.keyboard.press('3');
  assert.equal(await name('QQ'), 'QQ 30\u00a0%');
  await page.keyboard.press('0');
  assert.equal(await name('QQ'), 'QQ not in the range');
});

test('equities are painted', async () => {
  const { page } = here;
  await page.goto('/equity?hand=AA&range=QQ');
  await page.getByText('First, hand by hand').waitFor();
  await range('hand').locator('[data-class=KK]').click();
  await range('hand').getByText('12 combinations').waitFor();
  assert.equal(await range('hand').locator('textarea').inputValue(), 'KK+');
  for (const card of ['Qs', '7h', '2d']) await page.locator(`[data-pick="${card}"]`).click();
  await page.getByRole('button', { name: 'Who is ahead?' }).click();
  await page.locator('h1', { hasText: 'two ranges on Qs7h2d' }).waitFor();
  await page.locator('[data-class=KK] i').first().waitFor();
});

test('without scripts a turn says what to do, and ranges are typed', async () => {
  await here.open({ javaScriptEnabled: false });
  const { page } = here;
  await page.goto(`/holdem?board=QsJh2h8c&${RANGES}`);
  await page.getByText('Take another door below').waitFor();
  await page.getByText('bluff solve spot.json --within 1/1000').waitFor();
});

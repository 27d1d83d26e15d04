// A river of hold'em: the grid under the mouse, the keys and a finger, the betting to walk through,
// and the form.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { audited, visitor } from './visitor.mjs';

const here = visitor();
const tip = () => here.page.locator('.tip');
const cell = (name) => here.page.locator('.squares a', { hasText: name }).first();

audited(here, ['/holdem?board=Ks9d6h3c2s', '/holdem?board=Ks9d6h3c2s&view=5', '/holdem?board=Ks9d6h3c2s&view=2&card=100', '/holdem/push-fold', '/holdem?board=Ks9d6h3c2s&card=285&hands=AKs&part=&part=1']);

test('a hand under the mouse shows what each action pays, and its class', async () => {
  const { page } = here;
  await page.goto('/holdem?board=Ks9d6h3c2s');
  await cell('JTo').hover();
  await tip().getByRole('rowheader', { name: 'bet 20' }).first().waitFor();
  assert.match(await tip().innerText(), /player I, first to act[^]*check/);
  assert.match(await page.innerText('[data-part=class]'), /JTo 12 of 12 hands/);
});

test('arrows walk the grid, over hands outside the range', async () => {
  const { page } = here;
  await page.goto('/holdem?board=Ks9d6h3c2s');
  await cell('K9s').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.innerText), 'AQo');
  await page.keyboard.press('Escape');
  assert.equal(await tip().isVisible(), false);
});

test('the betting is walked by links, and the address follows', async () => {
  const { page } = here;
  await page.goto('/holdem?board=Ks9d6h3c2s');
  const betting = page.getByRole('navigation', { name: 'Betting' });
  await betting.getByRole('link', { name: 'bet 20' }).click();
  await page.locator('.who', { hasText: 'facing bet 20' }).waitFor();
  assert.equal(await page.evaluate(() => location.search), '?board=Ks9d6h3c2s&view=5');
  await page.goBack();
  await page.locator('.who', { hasText: 'first to act' }).waitFor();
});

test('another board is another river, and a wrong one is refused beside the form', async () => {
  const { page } = here;
  here.expected = /422/;
  const board = page.getByRole('textbox', { name: 'Board' });
  await page.goto('/river');
  for (const text of ['Qh7s5d4c2h', 'Qh7s5d4cQh']) {
    const form = page.getByText('Board, ranges and sizes');
    if (await form.isVisible()) await form.click();
    await board.fill(text);
    await board.press('Enter');
    await page.locator('h1', { hasText: text.endsWith('2h') ? 'River Q 7 5 4 2' : 'A spot' }).waitFor();
  }
  await page.getByText('Qh is given twice').waitFor();
});

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
]) {
  test(`a finger on the grid at ${width} pixels`, async () => {
    await here.open({ viewport: { width, height }, hasTouch: true });
    await here.page.goto('/holdem?board=Ks9d6h3c2s&view=2');
    await cell('AJs').tap();
    await tip().getByRole('rowheader', { name: 'check' }).first().waitFor();
    const box = await cell('AKs').boundingBox();
    assert.ok(box.width >= 20, `${box.width} pixels`);
  });
}

test('without scripts a river is whole, and its links lead on', async () => {
  await here.open({ javaScriptEnabled: false });
  const { page } = here;
  await page.goto('/holdem?board=Ks9d6h3c2s');
  await cell('JTo').click();
  assert.match(page.url(), /\/holdem\?board=Ks9d6h3c2s&card=\d+#card$/);
  assert.equal(await tip().isVisible(), true);
  await page.goto('/leduc?view=13');
  await page.locator('.stage a').first().click();
  assert.match(page.url(), /\/leduc\?view=13&card=1$/);
});

/**
 * The names of hands on a page whose letters stand out less than 4.5 from any colour below them,
 * and those on a plate. A rim is the colour around the letters.
 */
const faint = () =>
  here.page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const rgb = (colour) => {
      probe.style.color = colour;
      return getComputedStyle(probe).color.match(/[\d.]+/g).map(Number);
    };
    const light = (colour) => {
      const [red, green, blue] = rgb(colour).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one, other) => {
      const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
      return (bright + 0.05) / (dark + 0.05);
    };
    // Hatched ground is the colour between its lines, or both colours of a bluff raise.
    const HATCHED = { fold: ['--fold'], 'raise-bluff': ['--raise', '--bluff'] };
    const grounds = (name) => {
      const box = name.getBoundingClientRect();
      const fills = [...name.parentElement.querySelectorAll('rect')].map((rect) => [rect, rect.getBoundingClientRect()]);
      const below = fills.filter(([, at]) => at.left < box.right && at.right > box.left && at.top < box.bottom);
      const free = fills.some(([, at]) => at.top > box.top + 1);
      const colours = below.flatMap(([rect]) =>
        HATCHED[rect.getAttribute('class')]?.map((token) => `var(${token})`) ?? [getComputedStyle(rect).fill]);
      return free ? [...colours, 'var(--panel)'] : colours;
    };
    return [...document.querySelectorAll('.squares b')].flatMap((name) => {
      const { color, textShadow, backgroundColor } = getComputedStyle(name);
      const rim = textShadow.match(/rgba?\([^)]*\)/)?.[0];
      const least = Math.min(...(rim ? [rim] : grounds(name)).map((ground) => contrast(color, ground)));
      const plate = backgroundColor !== 'rgba(0, 0, 0, 0)';
      return least < 4.5 || plate ? [`${name.innerText}: ${least.toFixed(1)}${plate ? ', on a plate' : ''}`] : [];
    });
  });

test('names of hands stand out on a phone, and no plate hides what a hand does', async () => {
  await here.open({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const { page } = here;
  for (const path of ['/holdem?board=Ks9d6h3c2s', '/holdem?board=Ks9d6h3c2s&view=5', '/holdem?board=Ks9d6h3c2s&bets=5,10,20&raises=', '/holdem/push-fold', '/push-fold/s10']) {
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      assert.equal((await page.goto(path)).status(), 200, path);
      assert.deepEqual(await faint(), [], `${path}, ${colorScheme}`);
    }
  }
  // The measure finds letters without contrast.
  await page.evaluate(() => { document.querySelector('.squares b.on').style.color = 'rgb(90, 90, 90)'; });
  assert.equal((await faint()).length, 1);
});

test('the slider of the chart shows the next stack, and a hand all of its stacks', async () => {
  const { page } = here;
  await page.goto('/holdem/push-fold');
  await page.getByRole('slider', { name: 'Stack' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('with 201/20 big blinds').waitFor();
  await cell('63s').hover();
  await tip().getByText('1 to 2.3885').waitFor();
});

test('another ante is another chart, at the same stack', async () => {
  const { page } = here;
  await page.goto('/holdem/push-fold?stack=12');
  await page.getByRole('button', { name: 'Ante, more' }).click();
  await page.locator('h1', { hasText: 'ante 1/8' }).waitFor();
  assert.match(page.url(), /\/holdem\/push-fold\/a1_8\?stack=12$/);
  // Below 0 there is none.
  await page.getByRole('button', { name: 'Ante, less' }).click();
  await page.getByRole('button', { name: 'Ante, less' }).click();
  await page.waitForFunction(() => location.pathname === '/holdem/push-fold');
  await page.getByRole('textbox', { name: 'Ante' }).fill('1/4');
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: 'ante 1/4' }).waitFor();
  assert.equal(await page.getByRole('slider', { name: 'Stack' }).getAttribute('min'), '25');
});

test('without scripts the ante of a chart is a field', async () => {
  await here.open({ javaScriptEnabled: false });
  const { page } = here;
  await page.goto('/holdem/push-fold');
  await page.getByRole('textbox', { name: 'Ante' }).fill('1/8');
  await page.getByRole('button', { name: 'Show' }).click();
  assert.match(page.url(), /\/holdem\/push-fold\/a1_8\?stack=10$/);
  assert.match(await page.innerText('h1'), /ante 1\/8/);
});

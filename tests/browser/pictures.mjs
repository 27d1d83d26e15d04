// Writes the pictures of docs/PAGES.md: `npm run pictures`, after `cargo build --release`.

import { mkdirSync } from 'node:fs';
import { browser, serve } from './service.mjs';

const FOLDER = new URL('../../docs/pictures/', import.meta.url).pathname;
const WIDTH = 1440;
/** Name, address, and how much of a long page is shown. */
const PAGES = [
  ['home', '/', 900],
  ['games', '/games', 900],
  ['solved-game', '/von-neumann/n28-b4', 900],
  ['card', '/von-neumann/n28-b4?card=3', 1000],
  ['matrix', '/newman/n14-b5', 900],
  ['formula', '/formulas/von-neumann/b2', 900],
  ['river', '/holdem?board=Ks9d6h3c2s', 900],
  ['play', '/kuhn/n3-b1?tab=play&seat=I&seed=0000000000000003', 900],
  ['compare', '/compare/von-neumann/b2', 900],
  ['try', '/von-neumann/n9-b2?tab=lock&view1=1+to+8:+fold%0A9:+call', 900],
  ['sweeps', '/sweeps', 1000],
  ['errata', '/errata', 900],
  ['deal', '/deals?protocol=barany-furedi&players=3&cards=3&hand=1&seed=7&seat=P1', 1100],
];

const [service, chrome] = await Promise.all([serve(), browser()]);
try {
  mkdirSync(FOLDER, { recursive: true });
  const page = await chrome.newPage({
    baseURL: service.address,
    colorScheme: 'light',
    deviceScaleFactor: 1,
  });
  const write = (name) => page.screenshot({ path: `${FOLDER}${name}.png` });
  for (const [name, address, height] of PAGES) {
    await page.setViewportSize({ width: WIDTH, height });
    const answer = await page.goto(address, { waitUntil: 'networkidle' });
    if (answer.status() !== 200) throw new Error(`${address}: ${answer.status()}`);
    await write(name);
  }
  await page.goto('/sweeps');
  await page.fill('#n', '2..40');
  await page.fill('#b', '1..10');
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await page.getByRole('heading', { name: 'Files' }).waitFor();
  await page.setViewportSize({ width: WIDTH, height: 900 });
  await page.waitForLoadState('networkidle');
  await write('sweep');
} finally {
  await chrome.close();
  service.stop();
}

// The part that the tests of all flows share: a service of their own, a browser, a fresh visitor
// for each test, and the audit. A visitor has no trouble: no errors on the console, no other host.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import axe from 'axe-core';
import { browser, serve } from './service.mjs';

const PICTURES = new URL('../../target/screenshots/', import.meta.url).pathname;
const RULES = { resultTypes: ['violations'] };
// Processor seconds, not seconds, are promised: beside other work a river takes a minute.
const PATIENCE_MS = 120_000;

/**
 * A visitor for each test of a file: `context`, `page`, and in `expected` which words of the
 * console are no trouble.
 */
export function visitor() {
  const here = {};
  let chrome, troubles;

  /** Begins anew, with other eyes or habits. */
  here.open = async (options = {}) => {
    await here.context?.close();
    here.context = await chrome.newContext({
      baseURL: here.service.address,
      acceptDownloads: true,
      ...options,
    });
    here.context.setDefaultTimeout(PATIENCE_MS);
    here.page = await here.context.newPage();
    here.expected = undefined;
    troubles = [];
    here.page.on(
      'console',
      (message) => message.type() === 'error' && troubles.push(message.text()),
    );
    here.page.on('pageerror', (error) => troubles.push(error.message));
    here.page.on('request', (request) => {
      const url = request.url();
      if (!/^(data|blob):/.test(url) && !url.startsWith(here.service.address))
        troubles.push(`asked another host: ${url}`);
    });
  };

  /** What an audit finds that keeps somebody out, in the page or in parts of it. */
  here.serious = async (where) => {
    await here.page.evaluate(`if (!globalThis.axe) { ${axe.source} }\nvoid 0;`);
    const { violations } = await here.page.evaluate(
      ([context, options]) => globalThis.axe.run(context ?? document, options),
      [where, RULES],
    );
    const found = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return found.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.html)
          .slice(0, 3)
          .join(' ')}`,
    );
  };

  /** Takes a picture of the whole page at this path, named after it and its look, if asked to. */
  here.picture = (path, eyes) => {
    if (!process.env.SCREENSHOTS) return undefined;
    const name = path === '/' ? 'explorer' : path.slice(1).replaceAll(/[^a-z0-9_]+/g, '-');
    return here.page.screenshot({ path: `${PICTURES}${name}-${eyes}.png`, fullPage: true });
  };

  before(async () => {
    [here.service, chrome] = await Promise.all([serve(), browser()]);
  });
  after(async () => {
    await chrome?.close();
    here.service?.stop();
  });
  beforeEach(() => here.open());
  afterEach(async () => {
    await here.context.close();
    assert.deepEqual(
      troubles.filter((trouble) => !here.expected?.test(trouble)),
      [],
    );
  });
  return here;
}

/**
 * Tests of every page: nothing keeps anybody out in light or in dark, and neither a wide nor a
 * narrow screen scrolls sideways. A page is loaded once, then the room around it changes.
 */
export function audited(here, pages) {
  for (const path of pages) {
    test(`${path} in light and in dark, on a wide and on a narrow screen`, async () => {
      const { page } = here;
      const fits = async (width) => {
        await page.setViewportSize({ width, height: 740 });
        const [wide, room] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          document.documentElement.clientWidth,
        ]);
        assert.ok(wide <= room, `${wide} of ${room}`);
      };
      assert.equal((await page.goto(path)).status(), 200);
      await fits(1280);
      assert.deepEqual(await here.serious(), []);
      await here.picture(path, 'light');
      await page.emulateMedia({ colorScheme: 'dark' });
      await fits(390);
      assert.deepEqual(await here.serious(), []);
      await fits(360);
      await here.picture(path, 'dark');
    });
  }
}

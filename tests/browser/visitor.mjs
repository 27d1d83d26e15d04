// The part that the tests of all flows share: a service of their own, a browser, a fresh visitor
// for each test, and the audit. A visitor has no trouble: no errors on the console, no other host.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import axe from 'axe-core';
import { browser, serve } from './service.mjs';

const PICTURES = new URL('../../target/screenshots/', import.meta.url).pathname;

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
    await here.page.evaluate(axe.source);
    const { violations } = await here.page.evaluate(
      (context) => globalThis.axe.run(context ?? document),
      where,
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

  /** Takes a picture of the whole page at this path, named after it and after who looks. */
  here.picture = (path, eyes) => {
    const name = path === '/' ? 'explorer' : path.slice(1).replaceAll(/[^a-z0-9_]+/g, '-');
    return here.page.screenshot({ path: `${PICTURES}${name}-${eyes}.png`, fullPage: true });
  };

  before(async () => {
    mkdirSync(PICTURES, { recursive: true });
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
 * Tests of every page: nothing keeps anybody out in light or in dark, and a narrow screen does not
 * scroll sideways.
 */
export function audited(here, pages) {
  for (const path of pages) {
    for (const colorScheme of ['light', 'dark']) {
      test(`${path} in a ${colorScheme} room`, async () => {
        await here.open({ colorScheme });
        const answer = await here.page.goto(path);
        assert.equal(answer.status(), 200);
        assert.deepEqual(await here.serious(), []);
        await here.picture(path, colorScheme);
      });
    }
  }

  test('a narrow screen shows every page without scrolling sideways', async () => {
    await here.open({ viewport: { width: 360, height: 740 } });
    for (const path of pages) {
      await here.page.goto(path);
      const [wide, room] = await here.page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      assert.ok(wide <= room, `${path}: ${wide} of ${room}`);
    }
  });
}

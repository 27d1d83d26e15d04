// What the tests of all flows share: a service of their own, a browser, a fresh visitor for each test who has no trouble, and
// the audit.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import axe from 'axe-core';
import { browser, serve } from './service.mjs';

/** A visitor for each test of a file: `context`, `page`, and in `expected` which words of the console are no trouble. */
export function visitor() {
  const here = {};
  let chrome, troubles;

  /** Begins anew, with other eyes or habits. */
  here.open = async (options = {}) => {
    await here.context?.close();
    here.context = await chrome.newContext({ baseURL: here.service.address, acceptDownloads: true, ...options });
    here.page = await here.context.newPage();
    here.expected = undefined;
    troubles = [];
    here.page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    here.page.on('pageerror', (error) => troubles.push(error.message));
    here.page.on('request', (request) => {
      const url = request.url();
      if (!/^(data|blob):/.test(url) && !url.startsWith(here.service.address)) troubles.push(`asked another host: ${url}`);
    });
  };

  /** What an audit finds that keeps somebody out, in the page or in parts of it. */
  here.serious = async (where) => {
    await here.page.evaluate(axe.source);
    const { violations } = await here.page.evaluate((context) => globalThis.axe.run(context ?? document), where);
    const found = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(' ')}`);
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
    assert.deepEqual(troubles.filter((trouble) => !here.expected?.test(trouble)), []);
  });
  return here;
}

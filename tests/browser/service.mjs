// A service of a test's own, and a browser to look at it with.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

export const BLUFF = process.env.BLUFF ?? new URL('../../target/release/bluff', import.meta.url).pathname;
// The shell without windows takes half the processor time.
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);
// No lookups and no downloads: only the service is asked for anything.
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts `bluff serve` on a free port, with a catalogue of its own and much time for an answer;
 * resolves when it listens.
 */
export async function serve(more = []) {
  const folder = mkdtempSync(join(tmpdir(), 'bluff-browser-'));
  const child = spawn(BLUFF, ['serve', '--listen', '127.0.0.1:0', '--solve-seconds', '100', ...more], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, BLUFF_CATALOGUE: join(folder, 'catalogue.sqlite') },
  });
  const address = await new Promise((found, failed) => {
    const said = [];
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      const at = line.match(/listening on (http:\/\/\S+)/);
      if (at) found(at[1]);
    });
    child.on('exit', () => failed(new Error(`the service ended: ${said.join('\n')}`)));
  });
  const stop = () => {
    child.removeAllListeners('exit');
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, stop };
}

/** A headless Chromium. */
export function browser() {
  const executablePath = BROWSERS.find((path) => existsSync(path));
  if (!executablePath) throw new Error(`no browser at ${BROWSERS.join(', ')}`);
  return chromium.launch({ executablePath, args: QUIET });
}

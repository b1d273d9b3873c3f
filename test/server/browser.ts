import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian's chromium is. */
const CHROMIUM = '/usr/bin/chromium';

/** Whether there is a browser to test with. */
export const HAS_BROWSER = existsSync(CHROMIUM);

if (!HAS_BROWSER) process.stderr.write(`no ${CHROMIUM}: tests in a browser are skipped\n`);

/** Starts the browser, without whatever it would do on its own on the network. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

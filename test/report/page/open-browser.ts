import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** An open page, with its console messages and requests. */
export interface OpenedPage {
  readonly page: Page;
  /** Console messages and errors; requests other than the one for the file. */
  readonly complaints: readonly string[];
  /** From the start of the navigation until the page has been drawn. */
  readonly drawn_ms: number;
}

/** Opens a file, waits until its script has finished, and records every message and request. */
export async function openPage(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const address = pathToFileURL(path).href;
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  await context.route('**/*', async (route) => {
    if (route.request().url() === address) return route.continue();
    complaints.push(`request: ${route.request().url()}`);
    return route.abort();
  });
  await page.goto(address);
  await page.waitForSelector('html[data-ready="yes"]', { state: 'attached' });
  // The curves are drawn in a microtask, and are on the screen one frame later.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const drawn_ms = await page.evaluate<number>('performance.now()');
  return { page, complaints, drawn_ms };
}

/** All violations found by the accessibility checker; as a debugger it is not subject to the page's policy. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<readonly string[]>(
    `axe.run().then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  );
}

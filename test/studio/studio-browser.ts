import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { browserAsset } from '../../src/files/browser-asset.js';
import type { Question, Reply } from '../../src/studio/worker/question.js';

/** A page with a worker of the studio; nothing else. */
export async function openWorker(browser: Browser, folder: string): Promise<Page> {
  const file = join(folder, 'worker.html');
  writeFileSync(file, '<!doctype html><title>worker</title>');
  const page = await browser.newPage();
  await page.goto(pathToFileURL(file).href);
  await page.evaluate(`window.source = ${JSON.stringify(browserAsset('studio-worker.js'))}`);
  return page;
}

/** The replies of a new worker to a question, up to the last one that is wanted. */
export function askWorker(page: Page, question: Question, last: string): Promise<readonly Reply[]> {
  return page.evaluate<readonly Reply[]>(`new Promise((done) => {
    const worker = new Worker(URL.createObjectURL(new Blob([window.source])));
    const replies = [];
    worker.onmessage = ({ data }) => {
      if (data.kind === 'progress') return;
      replies.push(data);
      if (data.kind !== 'wrong' && data.shown?.exactness !== ${JSON.stringify(last)} && data.is_last !== true) return;
      worker.terminate();
      done(replies);
    };
    worker.postMessage(${JSON.stringify({ ...question, purpose: 'begin' })});
    worker.postMessage(${JSON.stringify(question)});
  })`);
}

/** A page of the studio, with whatever it complained about and asked of other addresses. */
export interface OpenedStudio {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Opens the studio and waits for its first answer about the whole run. */
export async function openStudio(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<OpenedStudio> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  // Whole runs take minutes on a busy machine.
  context.setDefaultTimeout(240_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  await context.route('**/*', async (route) => {
    const url = route.request().url();
    if (
      url.startsWith(new URL(address).origin) ||
      url === address.replace(/#.*/, '') ||
      url.startsWith('blob:')
    )
      return route.continue();
    complaints.push(`request: ${url}`);
    return route.abort();
  });
  await page.goto(address);
  await exactly(page);
  return { page, complaints };
}

/** Waits until the page shows the exact answer to the newest question. */
export async function exactly(page: Page): Promise<void> {
  await page.waitForSelector('html[data-answered="exact"]', { state: 'attached' });
}

/** Waits until the page shows what follows the exact answer: fixes that were simulated, and intervals. */
export async function finished(page: Page): Promise<void> {
  await page.waitForSelector('html[data-finished="yes"]', { state: 'attached' });
}

/** Replaces the text of the editor as typing over it does. */
export async function typeOver(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** The value of a tile. */
export async function tileValue(page: Page, label: string): Promise<number> {
  return Number(await tile(page, label).getAttribute('data-value'));
}

export function tile(page: Page, label: string) {
  return page.locator('.card', { has: page.locator('.label', { hasText: label }) });
}

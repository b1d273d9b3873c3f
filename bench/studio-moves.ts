import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { openBrowser } from '../test/programs.js';
import { median } from './median.js';

/**
 * `npm run bench:studio`: the time from a move of a slider to the painted verdict, next to `neap run` of the same
 * scenario. Rows: the exact answer of hobby-app, and the preview and hybrid answers of weekday-saas.
 */
const MOVES = 8;
/** Position of the load slider at the load of the file. */
const ONCE = 20;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAIN = join(ROOT, 'dist/cli/main.js');

/**
 * Moves the load slider.
 * @returns for each selector the ms until it matched and was painted, if it did before the last one
 */
function move(page: Page, place: number, shown: readonly string[]): Promise<readonly (number | null)[]> {
  return page.evaluate<readonly (number | null)[]>(`new Promise((done) => {
    const shown = ${JSON.stringify(shown)};
    const found = shown.map(() => null);
    const slider = [...document.querySelectorAll('.slider input')].find(({ labels }) =>
      labels[0]?.textContent.startsWith('Load'));
    const began = performance.now();
    slider.value = ${place};
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    const look = () => requestAnimationFrame(() => {
      for (const [at, selector] of shown.entries()) {
        if (found[at] === null && document.querySelector(selector)) found[at] = performance.now() - began;
      }
      if (found.at(-1) !== null) done(found);
    });
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  })`);
}

function timeRun(file: string, options: readonly string[]): number {
  const began = performance.now();
  spawnSync(process.execPath, [MAIN, 'run', file, '--quiet', ...options]);
  return performance.now() - began;
}

const line = (name: string, values: readonly number[]): string =>
  `${name.padEnd(34)} ${Math.round(median(values))} ms (${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))})`;

const folder = mkdtempSync(join(tmpdir(), 'neap-moves-'));
const browser = await openBrowser();
const exact = 'html[data-answered="exact"]';
const verdict = (exactness: string) => `#verdict[data-exactness="${exactness}"]`;
for (const [name, options, answers] of [
  ['hobby-app', [], ['exact']],
  ['weekday-saas', ['--fidelity', 'hybrid'], ['preview', 'hybrid']],
] as const) {
  const file = join(ROOT, 'scenarios', `${name}.yaml`);
  const html = join(folder, `${name}.html`);
  spawnSync(process.execPath, [MAIN, 'studio', file, '--html', html]);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(pathToFileURL(html).href);
  const times = new Map<string, number[]>(answers.map((each) => [each, []]));
  const runs: number[] = [];
  for (let made = 0; made < MOVES; made++) {
    await page.waitForSelector(exact, { state: 'attached', timeout: 600_000 });
    const waited = answers.map((each) => (each === 'exact' ? exact : verdict(each)));
    const moved = await move(page, made % 2 === 0 ? ONCE + 1 : ONCE, waited);
    for (const [at, each] of answers.entries()) {
      const ms = moved[at] ?? null;
      if (ms !== null) times.get(each)!.push(ms);
    }
    await page.waitForSelector(exact, { state: 'attached', timeout: 600_000 });
    runs.push(timeRun(file, options));
  }
  for (const [each, ms] of times)
    console.log(ms.length === 0 ? `${name}: no ${each}` : line(`${name}, ${each}`, ms));
  console.log(line(`  neap run ${options.join(' ')}`, runs));
  console.log(`  page: ${gzipSync(readFileSync(html), { level: 9 }).length} bytes gzipped`);
  await page.close();
}
await browser.close();
rmSync(folder, { recursive: true });

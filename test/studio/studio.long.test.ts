import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAVE_BROWSER, openBrowser } from '../programs.js';
import { faultsOf } from '../report/page/open-browser.js';
import { exactly, finished, openStudio, tile, typeOver } from './studio-browser.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(ROOT, 'dist/cli/main.js');
const POLLER = join(ROOT, 'scenarios/cron-poller.yaml');
/** Its cost grows with its load. */
const HOBBY = join(ROOT, 'scenarios/hobby-app.yaml');

/** Figures of `neap run --json`. */
function ran(file: string) {
  const { stdout } = spawnSync(process.execPath, [MAIN, 'run', file, '--json', '--quiet'], {
    encoding: 'utf8',
  });
  const { total } = JSON.parse(stdout);
  return { cost: total.cost_usd_per_month, p99: total.latency_ms.p99, waited: total.delayed_probability };
}

/** Words that `neap run` prints, in one line. */
function printed(file: string, ...options: string[]): string {
  const asked = [MAIN, 'run', file, '--quiet', ...options];
  return inOneLine(spawnSync(process.execPath, asked, { encoding: 'utf8' }).stdout);
}

const inOneLine = (text: string | null): string => text!.replaceAll(/\s+/g, ' ').trim();

async function shown(page: Page) {
  return {
    cost: await tile(page, 'total.cost_usd_per_month'),
    p99: await tile(page, 'total.latency_ms.p99'),
    waited: await tile(page, 'total.delayed_probability'),
  };
}

/** Starts the command. @returns the printed address, and what stops it */
async function started(file: string) {
  const served = spawn(process.execPath, [MAIN, 'studio', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = (await once(served.stdout, 'data')) as [Buffer];
  const address = /http:\S+/.exec(first.toString())![0];
  return { address, stop: () => served.kill('SIGINT') };
}

describe.skipIf(!HAVE_BROWSER)('the studio', () => {
  const folder = mkdtempSync(join(tmpdir(), 'neap-studio-'));
  const file = join(folder, 'app.yaml');
  const alone = join(folder, 'studio.html');
  let browser: Browser;
  let served: Awaited<ReturnType<typeof started>>;
  beforeAll(async () => {
    browser = await openBrowser();
    copyFileSync(POLLER, file);
    spawnSync(process.execPath, [MAIN, 'studio', HOBBY, '--html', alone]);
    served = await started(file);
  }, 60_000);
  afterAll(async () => {
    served?.stop();
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  it('shows the figures of neap run for the file that it saves, whose comments stay', async () => {
    copyFileSync(POLLER, file);
    const { page, complaints } = await openStudio(browser, served.address);
    expect(await shown(page)).toEqual(ran(file));
    await page.getByLabel('Size from').press('ArrowRight');
    await exactly(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => page.locator('.file').textContent()).toContain(', saved');
    expect(await shown(page)).toEqual(ran(file));
    const comments = (text: string) => text.split('\n').filter((line) => line.includes('#'));
    expect(comments(readFileSync(file, 'utf8'))).toEqual(comments(readFileSync(POLLER, 'utf8')));
    expect(readFileSync(file, 'utf8')).not.toBe(readFileSync(POLLER, 'utf8'));
    expect(complaints).toEqual([]);
  }, 60_000);

  it('prints the verdict and the intervals of neap run, once fixes and replications were simulated', async () => {
    copyFileSync(POLLER, file);
    const { page, complaints } = await openStudio(browser, served.address);
    await finished(page);
    expect(printed(file)).toContain(inOneLine(await page.locator('#verdict').textContent()));
    const intervals = await page.locator('.interval:not(:empty)').allTextContents();
    const words = intervals.map((each) => inOneLine(each).replace('5 runs: ', '')).filter(Boolean);
    expect(words).toHaveLength(3);
    const replicated = printed(file, '--replications', '5');
    for (const each of words) expect(replicated).toContain(each);
    await page.getByRole('button', { name: 'Try it' }).first().click();
    await exactly(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => page.locator('.file').textContent()).toContain(', saved');
    await finished(page);
    expect(printed(file)).toContain(inOneLine(await page.locator('#verdict').textContent()));
    expect(complaints).toEqual([]);
  }, 120_000);

  it('never overwrites a change that was made elsewhere, be it by another tab', async () => {
    copyFileSync(POLLER, file);
    const { page, complaints } = await openStudio(browser, served.address);
    await page.getByLabel('Size from').press('ArrowRight');
    const other = `${readFileSync(POLLER, 'utf8')}# changed elsewhere\n`;
    writeFileSync(file, other);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('has changed on disk').waitFor();
    expect(readFileSync(file, 'utf8')).toBe(other);
    await page.getByRole('button', { name: 'Read it again' }).click();
    await expect.poll(() => page.locator('.file').textContent()).toContain(', saved');
    // The browser logs the refusal, unless the page found the change before saving.
    expect(complaints.filter((each) => !each.includes('412 (Precondition Failed)'))).toEqual([]);
  }, 60_000);

  it('works from a single file without a network, as served', async () => {
    const { page, complaints } = await openStudio(browser, pathToFileURL(alone).href, { offline: true });
    expect(await shown(page)).toEqual(ran(HOBBY));
    await page.getByLabel('Load').press('ArrowRight');
    await exactly(page);
    expect(await shown(page)).not.toEqual(ran(HOBBY));
    expect(complaints).toEqual([]);
  }, 60_000);

  it('refuses pages of other origins, other hosts, and clients without the token', async () => {
    const { origin } = new URL(served.address);
    const status = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(`${origin}${path}`, { headers, redirect: 'manual' })).status;
    expect(await status('/')).toBe(401);
    expect(await status('/file')).toBe(401);
    expect(await status('/?token=wrong')).toBe(401);
    const entry = served.address.slice(origin.length);
    expect(await status(entry)).toBe(302);
    expect(await status(entry, { origin: 'http://evil.example' })).toBe(403);
    expect(await status('/file', { 'sec-fetch-site': 'cross-site' })).toBe(403);
  });

  it('is accessible in light and dark, fits 1440 by 900, and is usable at 390 pixels', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openStudio(browser, pathToFileURL(alone).href, { colorScheme });
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
      await page.context().close();
    }
    const { page } = await openStudio(browser, pathToFileURL(alone).href, {
      viewport: { width: 390, height: 844 },
    });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await faultsOf(page)).toEqual([]);
  }, 60_000);

  it('does everything from the keyboard', async () => {
    const { page } = await openStudio(browser, pathToFileURL(alone).href);
    await page.keyboard.press('Tab');
    const seen = new Set<string>();
    for (let step = 0; step < 60 && !seen.has('Scenario, YAML'); step++) {
      seen.add(
        await page.evaluate<string>(
          `(() => { let at = document.activeElement; while (at?.shadowRoot) at = at.shadowRoot.activeElement;
            return (at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? '').trim(); })()`,
        ),
      );
      await page.keyboard.press('Tab');
    }
    const reached = [...seen].join('|');
    for (const name of [
      'Undo',
      'Pin baseline',
      'Copy link',
      'Download',
      'Size from',
      'Suspend after',
      'Load',
    ])
      expect(reached).toContain(name);
    expect(seen).toContain('Scenario, YAML');
  }, 60_000);

  it('opens a link with its sliders, and runs no policy module that it names', async () => {
    const address = pathToFileURL(alone).href;
    const { page } = await openStudio(browser, address);
    const { cost } = await shown(page);
    await page.getByLabel('Load').press('ArrowRight');
    await exactly(page);
    const scaled = await shown(page);
    expect(scaled.cost).toBeGreaterThan(cost);
    const link = await linkOf(page);
    const linked = await openStudio(browser, link);
    await expect.poll(() => shown(linked.page)).toEqual(scaled);
    const slider = linked.page.getByRole('slider', { name: 'Load' });
    expect(await slider.getAttribute('aria-valuetext')).toBe('1.12 times');
    const policy = readFileSync(HOBBY, 'utf8').replace('type: read_write', '$&, policy: ./evil.mjs');
    await typeOver(linked.page, policy);
    const refusal = linked.page.locator('.problems').getByText('a page runs no policy modules');
    await refusal.waitFor();
    await linkOf(linked.page);
    await linked.page.reload();
    await refusal.waitFor();
    await linked.page.locator('.cm-lint-marker-error').waitFor();
    expect(linked.complaints).toEqual([]);
  }, 60_000);

  it('refuses 10 MB of YAML and a run that would take hours, and goes on answering', async () => {
    const { page, complaints } = await openStudio(browser, pathToFileURL(alone).href);
    const whole = readFileSync(HOBBY, 'utf8');
    await typeOver(page, whole.replaceAll(/rate: \S+/g, 'rate: 100000/s,'));
    await page.getByText('the run would take about').waitFor();
    await typeOver(page, whole);
    await exactly(page);
    await typeOver(page, `# ${'x'.repeat(10_000_000)}`);
    await page.getByText('million characters').waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);
});

/** Copies a link to what the page shows, which also becomes its address. */
async function linkOf(page: Page): Promise<string> {
  const before = page.url();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => page.url()).not.toBe(before);
  return page.url();
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editScenario } from '../../src/scenario/document/edit-scenario.js';
import { HAVE_BROWSER, openBrowser } from '../programs.js';
import { faultsOf } from '../report/page/open-browser.js';
import { exactly, finished, openStudio, tile, tileValue, typeOver } from './studio-browser.js';

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
  return {
    cost: total.cost_usd_per_month,
    p99: total.latency_ms.p99,
    waited: total.delayed_probability,
    wakes: total.wakes,
  };
}

/** Words that a command prints, in one line. */
function printed(command: string, file: string, ...options: string[]): string {
  const asked = [MAIN, command, file, '--quiet', ...options];
  return inOneLine(spawnSync(process.execPath, asked, { encoding: 'utf8' }).stdout);
}

const inOneLine = (text: string | null): string => text!.replaceAll(/\s+/g, ' ').trim();

/** Moves the focus with the Tab key to the next element of this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press('Tab');
    const reached = await page.evaluate<string>(`(() => {
      let at = document.activeElement;
      while (at?.shadowRoot) at = at.shadowRoot.activeElement;
      return at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? '';
    })()`);
    if (reached.trim().startsWith(name)) return;
  }
  throw new Error(`the Tab key does not reach ${name}`);
}

async function shown(page: Page) {
  const suspended = await tile(page, 'Suspended').getAttribute('title');
  return {
    cost: await tileValue(page, 'Cost'),
    p99: await tileValue(page, 'Latency'),
    waited: await tileValue(page, 'Waited'),
    wakes: Number(/([\d,]+) wakes?/.exec(suspended ?? '')?.[1]?.replaceAll(',', '')),
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
  });
  afterAll(async () => {
    served?.stop();
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  it('the studio shows the figures of neap run for the file that it saves, and keeps its comments', async () => {
    copyFileSync(POLLER, file);
    const { page, complaints } = await openStudio(browser, served.address);
    expect(await shown(page)).toEqual(ran(file));
    await page.getByLabel('Size up to').press('ArrowRight');
    await exactly(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => page.locator('.file').textContent()).toContain(', saved');
    expect(await shown(page)).toEqual(ran(file));
    const comments = (text: string) => text.split('\n').filter((line) => line.includes('#'));
    expect(comments(readFileSync(file, 'utf8'))).toEqual(comments(readFileSync(POLLER, 'utf8')));
    expect(readFileSync(file, 'utf8')).not.toBe(readFileSync(POLLER, 'utf8'));
    expect(complaints).toEqual([]);
  });

  it('the studio shows the verdict and the intervals of neap run after simulating fixes and replications', async () => {
    copyFileSync(POLLER, file);
    const { page, complaints } = await openStudio(browser, served.address);
    await finished(page);
    expect(printed('run', file)).toContain(inOneLine(await page.locator('#verdict').textContent()));
    const intervals = await page.locator('.interval:not(:empty)').allTextContents();
    const words = intervals.map((each) => inOneLine(each).replace('5 runs: ', '')).filter(Boolean);
    expect(words).toHaveLength(3);
    const replicated = printed('run', file, '--replications', '5');
    for (const each of words) expect(replicated).toContain(each);
    await page.getByRole('button', { name: 'Try it' }).first().click();
    await exactly(page);
    const tried = page.locator('.tried button span:first-child');
    expect(await tried.allTextContents()).toEqual([
      '0.25 CU, 5 min, launch, schedule: "*/10 * * * *"',
      '0.25 CU, 5 min, launch',
    ]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => page.locator('.file').textContent()).toContain(', saved');
    await finished(page);
    expect(printed('run', file)).toContain(inOneLine(await page.locator('#verdict').textContent()));
    expect(complaints).toEqual([]);
  });

  it('the studio keeps a byte order mark, line ends and a symbolic link, and writes a deleted file again', async () => {
    const target = join(folder, 'target.yaml');
    writeFileSync(target, `\ufeff${readFileSync(POLLER, 'utf8').replaceAll('\n', '\r\n')}`);
    rmSync(file);
    symlinkSync(target, file);
    const { page, complaints } = await openStudio(browser, served.address);
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Size up to').press('ArrowRight');
    await save();
    await expect.poll(() => page.locator('.file').textContent()).toContain(', saved');
    const written = readFileSync(target, 'utf8');
    expect(written).toMatch(/^\ufeff.*autoscaling_limit_max_cu: 0.5/s);
    expect(written.replaceAll('\r\n', '')).not.toContain('\n');
    rmSync(file);
    await page.getByText('was deleted').waitFor();
    await save();
    await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toBe(written.slice(1));
    writeFileSync(file, Buffer.from([0xff, 0xff]));
    await page.getByText('UTF-8').waitFor();
    writeFileSync(file, written.slice(1));
    await page.getByText('UTF-8').waitFor({ state: 'hidden' });
    // The browser logs that the file is missing or cannot be read.
    expect(
      complaints.filter((each) => !/404 \(Not Found\)|500 \(Internal Server Error\)/.test(each)),
    ).toEqual([]);
    await page.context().close();
  });

  it('the studio never overwrites a change made elsewhere, including in another tab', async () => {
    copyFileSync(POLLER, file);
    const { page, complaints } = await openStudio(browser, served.address);
    await page.getByLabel('Size up to').press('ArrowRight');
    const other = `${readFileSync(POLLER, 'utf8')}# changed elsewhere\n`;
    writeFileSync(file, other);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('has changed on disk').waitFor();
    expect(readFileSync(file, 'utf8')).toBe(other);
    await page.getByRole('button', { name: 'Read it again' }).click();
    await expect.poll(() => page.locator('.file').textContent()).toContain(', saved');
    // The browser logs the refusal, unless the page found the change before saving.
    expect(complaints.filter((each) => !each.includes('412 (Precondition Failed)'))).toEqual([]);
  });

  it('the second of two studio tabs can save only after reading the changes of the first', async () => {
    copyFileSync(POLLER, file);
    const [first, second] = [
      (await openStudio(browser, served.address)).page,
      (await openStudio(browser, served.address)).page,
    ];
    const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
    for (const page of [first, second]) await page.getByLabel('Size up to').press('ArrowRight');
    await second.getByLabel('Size up to').press('ArrowRight');
    await save(first);
    await expect.poll(() => first.locator('.file').textContent()).toContain(', saved');
    const saved = readFileSync(file, 'utf8');
    await save(second);
    await second.getByText('has changed on disk').waitFor();
    expect(readFileSync(file, 'utf8')).toBe(saved);
    await second.getByRole('button', { name: 'Read it again' }).click();
    await second.getByText('has changed on disk').waitFor({ state: 'hidden' });
    await second.getByLabel('Size up to').press('ArrowRight');
    await save(second);
    await expect.poll(() => readFileSync(file, 'utf8')).not.toBe(saved);
    for (const page of [first, second]) await page.context().close();
  });

  it('the studio server plans, forecasts and bills as the commands do, one job at a time, which ends with its page', async () => {
    writeFileSync(file, editScenario(readFileSync(POLLER, 'utf8'), ['duration=1d', 'min=1', 'max=2']));
    const before = readFileSync(file, 'utf8');
    const { page, complaints } = await openStudio(browser, served.address);
    const told = (kind: string) => page.locator(`[data-job="${kind}"] .told`);
    await page.getByLabel('Cost per month at most, $').fill('40');
    await page.getByLabel('Growth per month').press('ArrowRight');
    await page.getByRole('button', { name: 'Forecast' }).click();
    await told('forecast').waitFor();
    const limits = ['--constraint', 'cost_usd <= $40/month'];
    const forecast = printed('forecast', file, ...limits, '--growth', '1%/month');
    expect(forecast).toContain(inOneLine(await told('forecast').textContent()));
    await page.locator('[data-job="forecast"] .sheet.narrow').waitFor();
    await page.getByRole('button', { name: 'Bill', exact: true }).click();
    await told('bill').waitFor();
    expect(printed('bill', file)).toContain(inOneLine(await told('bill').textContent()));
    const elsewhere = join(folder, 'elsewhere.yaml');
    writeFileSync(elsewhere, `${before}vendor: { name: supabase, size: small }\n`);
    await typeOver(page, readFileSync(elsewhere, 'utf8'));
    await exactly(page);
    expect(await shown(page)).toEqual(ran(elsewhere));
    await page.getByRole('button', { name: 'Bill', exact: true }).click();
    const billed = printed('bill', elsewhere);
    await expect.poll(async () => billed.includes(inOneLine(await told('bill').textContent()))).toBe(true);
    await typeOver(page, before);
    await exactly(page);
    await page.getByRole('button', { name: 'Find the cheapest' }).click();
    const written = join(folder, 'written.yaml');
    const options = [...limits, '--at-load', 'none', '--no-sensitivity', '--write', written];
    const plan = printed('plan', file, ...options);
    await told('plan').waitFor();
    expect(plan).toContain(inOneLine(await told('plan').textContent()));
    await page.getByRole('button', { name: 'Use these settings' }).click();
    await exactly(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => readFileSync(file, 'utf8')).not.toBe(before);
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(written, 'utf8'));
    expect(complaints).toEqual([]);
    const busy = ['process=poisson', 'rate=90/s'].map((each) => `load.poll-every-4-minutes.${each}`);
    const text = editScenario(before, busy);
    const short = { kind: 'forecast', text: before, growth: '0%' };
    const other = (await openStudio(browser, served.address)).page;
    const post = (from: Page, job: object) =>
      from.evaluate<number>(
        `fetch('job', { method: 'POST', body: ${JSON.stringify(JSON.stringify(job))} }).then(({ status }) => status)`,
      );
    await typeOver(page, text);
    await page.getByRole('button', { name: 'Find the cheapest' }).click();
    await page.locator('progress:not([value="0"])').waitFor();
    expect(await post(other, short)).toBe(409);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect.poll(() => post(other, { ...short, kind: 'plan', text })).toBe(200);
    expect(await post(page, short)).toBe(409);
    await other.context().close();
    await expect.poll(() => post(page, short)).toBe(200);
    await page.context().close();
  });

  it('the studio server makes long exact runs, with the figures of neap run, and stops them', async () => {
    const busy = readFileSync(join(ROOT, 'scenarios/weekday-saas.yaml'), 'utf8');
    writeFileSync(file, editScenario(busy, ['duration=36h']));
    const { page, complaints } = await openStudio(browser, served.address);
    const load = page.getByRole('slider', { name: 'Load' });
    const state = page.locator('#state');
    expect(await state.textContent()).toContain('exact, by the server');
    const figures = await shown(page);
    await load.press('ArrowLeft');
    await state.getByText('exact run on the server').waitFor();
    await page.getByRole('button', { name: 'Stop the run' }).click();
    await expect.poll(() => state.textContent()).toMatch(/^hybrid · [\d.]+ m?s$/);
    await load.press('ArrowRight');
    await exactly(page);
    expect(await shown(page)).toEqual(figures);
    expect(complaints).toEqual([]);
    await page.context().close();
    expect(figures).toEqual(ran(file));
  });

  it('the studio works from a single file without a network, as it does when served', async () => {
    const { page, complaints } = await openStudio(browser, pathToFileURL(alone).href, { offline: true });
    const figures = ran(HOBBY);
    expect(await shown(page)).toEqual(figures);
    await page.getByLabel('Load').press('ArrowRight');
    await exactly(page);
    expect(await shown(page)).not.toEqual(figures);
    expect(complaints).toEqual([]);
  });

  it('the studio moves a scenario to other platforms and back, and keeps its comments', async () => {
    const { page, complaints } = await openStudio(browser, pathToFileURL(alone).href, { offline: true });
    const there = join(folder, 'there.yaml');
    const platform = page.getByLabel('Platform');
    const saved = async () => {
      await exactly(page);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ]);
      await download.saveAs(there);
      return readFileSync(there, 'utf8');
    };
    await typeOver(page, `${readFileSync(HOBBY, 'utf8')}vendor: xatta\n`);
    await page.locator('.problems').getByText('did you mean "xata"?').waitFor();
    expect(await page.getByText('never pauses').count()).toBe(0);
    await platform.selectOption('cockroachdb', { force: true });
    await page.locator('.problems').getByText('neap bill --elsewhere estimates its cost').waitFor();
    expect(await page.getByText('never pauses').count()).toBe(0);
    await platform.selectOption('Scaleway');
    await page.locator('.problems').getByText('Scaleway publishes no prices').waitFor();
    await page.getByLabel('Price of compute').fill('0.1');
    await page.getByLabel('Price of compute').blur();
    await page.getByLabel('Price of storage').fill('0.2');
    await page.getByLabel('Price of storage').blur();
    expect(await saved()).toContain('vendor: { name: scaleway, price: { compute: 0.1, storage: 0.2 } }');
    expect(await shown(page)).toEqual(ran(there));
    await page.getByLabel('Cost bound').selectOption('lower bound');
    const least = 'vendor: { name: scaleway, bound: least, price: { compute: 0.1, storage: 0.2 } }';
    expect(await saved()).toContain(least);
    expect(await shown(page)).toEqual(ran(there));
    await platform.selectOption('Supabase');
    await page.getByRole('combobox', { name: /^Size/ }).selectOption('small');
    await platform.selectOption('Xata');
    expect(await saved()).toContain('vendor: xata\n');
    expect(await shown(page)).toEqual(ran(there));
    await platform.selectOption('Neon');
    expect(await saved()).toBe(`${readFileSync(HOBBY, 'utf8')}vendor: neon\n`);
    expect(await shown(page)).toEqual(ran(HOBBY));
    expect(complaints).toEqual([]);
  });

  it('the studio server refuses pages of other origins, other hosts, and clients without the token', async () => {
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
    const posted = (headers: Record<string, string>) =>
      fetch(`${origin}/job`, { method: 'POST', headers, body: '{}' }).then((answer) => answer.status);
    expect(await posted({})).toBe(401);
    expect(await posted({ origin: 'http://evil.example' })).toBe(403);
  });

  it('the studio is accessible in light and dark, fits 1440 by 900, and is usable at 390 pixels', async () => {
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
  });

  it('the studio works with the keyboard alone, from a change to saving it', async () => {
    copyFileSync(POLLER, file);
    const { page, complaints } = await openStudio(browser, served.address);
    const verdict = () => page.locator('#verdict').textContent();
    const { cost } = await shown(page);
    await tabTo(page, 'Size up to');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await exactly(page);
    await tabTo(page, 'Size from');
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
    await exactly(page);
    // The lower handle stops at the upper one.
    expect(await page.getByLabel('Size from').getAttribute('aria-valuetext')).toBe('1 CU');
    expect(await page.getByLabel('Size up to').getAttribute('aria-valuetext')).toBe('1 CU');
    const larger = await shown(page);
    expect(larger.cost).toBeGreaterThan(2 * cost);
    expect(await verdict()).toContain('a month');
    await page.keyboard.press('b');
    await exactly(page);
    await page.getByText('same as the baseline').first().waitFor();
    await page.keyboard.press('z');
    await exactly(page);
    expect((await shown(page)).cost).toBeLessThan(larger.cost);
    await finished(page);
    await tabTo(page, 'Try it');
    const before = await verdict();
    await page.keyboard.press('Enter');
    await exactly(page);
    expect(await verdict()).not.toBe(before);
    await page.keyboard.press('Control+s');
    await expect.poll(() => page.locator('.file').textContent()).toContain(', saved');
    expect(await shown(page)).toEqual(ran(file));
    await tabTo(page, 'Scenario, YAML');
    expect(complaints).toEqual([]);
  });

  it('the studio opens a link with its sliders, and does not run its policy modules', async () => {
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
    expect(await slider.getAttribute('aria-valuetext')).toBe('×1.12');
    const policy = readFileSync(HOBBY, 'utf8').replace('type: read_write', '$&, policy: ./evil.mjs');
    await typeOver(linked.page, policy);
    const refusal = linked.page.locator('.problems').getByText('a page cannot run policy modules');
    await refusal.waitFor();
    await linkOf(linked.page);
    await linked.page.reload();
    await refusal.waitFor();
    await linked.page.locator('.cm-lint-marker-error').waitFor();
    expect(linked.complaints).toEqual([]);
  });

  it('the studio refuses 10 MB of YAML and a run of hours, stops an overload, and answers the next question', async () => {
    const { page, complaints } = await openStudio(browser, pathToFileURL(alone).href);
    const whole = readFileSync(HOBBY, 'utf8');
    await typeOver(page, whole.replaceAll(/rate: \S+/g, 'rate: 100000/s,'));
    await page.getByText('the run would take about').waitFor();
    await typeOver(page, whole.replace('rate: 60/h, query: { cpu: 20ms }', 'rate: 2/s, query: { cpu: 10s }'));
    await page.getByText('The run was stopped after').getByText('the backlog passed 60 min').waitFor();
    await typeOver(page, whole);
    await exactly(page);
    const limit = page.getByLabel('Cost per month at most, $');
    for (const text of ['40', '-5']) {
      await limit.fill(text);
      await limit.press('Enter');
    }
    await limit.blur();
    await page.getByText('expected a number above 0').waitFor();
    expect(await limit.inputValue()).toBe('40');
    const largest = page.getByLabel('Size up to');
    const size = await largest.getAttribute('aria-valuetext');
    await typeOver(page, `${whole}load: [\n`);
    await page.locator('.problems').getByText('the key "load" appears twice').waitFor();
    await largest.press('ArrowRight');
    expect(await largest.getAttribute('aria-valuetext')).toBe(size);
    expect(await page.locator('.problems').textContent()).toContain('the key "load" appears twice');
    const fleet = readFileSync(join(ROOT, 'scenarios/fleet.yaml'), 'utf8');
    await typeOver(
      page,
      editScenario(fleet, [
        'computes.count=2',
        'computes.mix={ business: { share: 100%, autoscaling_limit_max_cu: 2 } }',
      ]),
    );
    await exactly(page);
    // The size of the template, which business tenants exceed.
    expect(await largest.getAttribute('aria-valuetext')).toBe('0.25 CU');
    await page.getByRole('combobox', { name: 'Plan' }).selectOption('free');
    await page.locator('.problems').getByText('the free plan has 100 CU-hours').waitFor();
    expect(await page.getByRole('combobox', { name: 'Plan' }).inputValue()).toBe('free');
    await typeOver(page, `# ${'x'.repeat(10_000_000)}`);
    await page.getByText('million characters').waitFor();
    expect(complaints).toEqual([]);
  });
});

/** Copies a link to what the page shows, which also becomes its address. */
async function linkOf(page: Page): Promise<string> {
  const before = page.url();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => page.url()).not.toBe(before);
  return page.url();
}

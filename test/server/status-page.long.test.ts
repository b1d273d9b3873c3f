import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timestamp } from '../../src/platform/resource/row.js';
import { type ListeningEmulator, listen } from '../../src/server/listen.js';
import { withLocalAddresses } from '../../src/server/postgres/local-addresses.js';
import { statusView } from '../../src/server/status/status-view.js';
import { HAVE_BROWSER, openBrowser } from '../programs.js';
import { faultsOf } from '../report/page/open-browser.js';
import { EmulatorUnderTest } from './emulator-under-test.js';

const FLEET = 300;

describe.skipIf(!HAVE_BROWSER)('the status page, in a browser', () => {
  const one = new EmulatorUnderTest({
    platform: { seed: 'test', operation_duration_ms: { start_compute: 400, suspend_compute: 200 } },
  });
  const complaints: string[] = [];
  const elsewhere: string[] = [];
  let listening: ListeningEmulator;
  let browser: Browser;
  let page: Page;
  let project: Awaited<ReturnType<EmulatorUnderTest['project']>>;

  const serve = ({ emulator }: EmulatorUnderTest) => listen(emulator, { port: 0, host: '127.0.0.1' });
  const open = async (address: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const opened = await (await browser.newContext(options)).newPage();
    opened.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
    opened.on('pageerror', (error) => complaints.push(error.message));
    opened.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${address}/`) && !url.startsWith('data:')) elsewhere.push(url);
    });
    await opened.goto(`${address}/`);
    return opened;
  };
  /** Opens the page of another emulator for a test. */
  const withPage = async (
    other: EmulatorUnderTest,
    body: (opened: Page, address: string) => Promise<void>,
  ) => {
    const served = await serve(other);
    const opened = await open(served.address);
    await body(opened, served.address);
    await opened.context().close();
    await served.stop();
  };

  beforeAll(async () => {
    project = await one.project({
      name: 'shop <b>&amp;',
      default_endpoint_settings: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 },
    });
    await one.emulator.platform.resize(project.endpoint_id, 1.5, one.emulator.now());
    listening = await serve(one);
    browser = await openBrowser();
    page = await open(listening.address);
  });
  afterAll(async () => {
    await browser?.close();
    await listening?.stop();
    // The page reports no error, and sends requests to the emulator only.
    expect([complaints, elsewhere, one.defects]).toEqual([[], [], []]);
  });

  const rows = async (table: string): Promise<string[][]> =>
    page.locator(`#${table} tbody tr`).evaluateAll((found) =>
      found.map((row) =>
        [...row.querySelectorAll('th, td')].map((cell) => {
          const parts = [...cell.children].map((part) => part.textContent ?? '');
          return parts.join(' ').trim();
        }),
      ),
    );
  const firstOf = async (table: string) => (await rows(table))[0] ?? [];
  const computeShows = (text: string) =>
    page.locator('#computes tbody tr', { hasText: text }).first().waitFor();
  const state = async () => (await firstOf('computes'))[2];
  const latestOperation = async () => (await firstOf('operations')).slice(1, 3);
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
  const text = (id: string) => page.locator(`#${id}`).textContent();
  const shows = (id: string, words: string | RegExp) => expect.poll(() => text(id)).toMatch(words);

  test('the page shows computes with their states and sizes, and the operations', async () => {
    await computeShows(project.endpoint_id);
    const compute = [project.endpoint_id, 'shop <b>&amp; / main read_write', 'active'];
    const size = ['1.5 CU (0.25 to 2 CU)', '5 min'];
    await expect.poll(async () => (await firstOf('computes')).slice(0, 5)).toEqual([...compute, ...size]);
    const operations = async () => (await rows('operations')).map((cells) => cells.slice(1, 3));
    await expect.poll(operations).toEqual([
      ['start_compute', 'finished'],
      ['create_timeline', 'finished'],
    ]);
    await shows('count-active', /^1 active$/);
    await shows('totals', '1 compute, 1.5 CU now');
    await shows('speed', /^paused$/);
  });

  test('the page names the tiles of a few computes, and lists calls with their refusals', async () => {
    expect(await page.locator('#tiles .name').allTextContents()).toEqual(['shop <b>&amp; / main']);
    for (const id of ['#begin', '#events']) expect(await page.locator(id).isHidden(), id).toBe(true);
    expect((await one.call('GET', '/projects/nope')).status).toBe(404);
    const latest = async () => (await firstOf('calls')).slice(1);
    await expect.poll(latest).toEqual(['404 not found', 'GET /projects/nope']);
  });

  test('the page shows the commands for a first project until one exists', async () => {
    const fresh = new EmulatorUnderTest();
    await withPage(fresh, async (opened, address) => {
      const commands = () => opened.locator('#begin-commands').textContent();
      await expect.poll(commands).toContain(`export NEON_API_HOST=${address}/api/v2`);
      for (const words of ['neonctl projects create --name shop', 'curl -X POST'])
        expect(await commands()).toContain(words);
      expect(await faultsOf(opened)).toEqual([]);
      await fresh.project({ name: 'first' });
      await expect.poll(() => opened.locator('#begin').isHidden()).toBe(true);
    });
  });

  test('the page shows the progress and end of a scenario, and the events of its computes', async () => {
    const fresh = new EmulatorUnderTest();
    const { clock } = fresh.emulator;
    const ends_ms = clock.now_ms + 60_000;
    const events = [{ at: '2026-01-01T00:00:00Z', compute: 'primary', what: 'fault', reason: 'zone loss' }];
    const latencies = { latency_p50_seconds: 0.012, latency_p99_seconds: 0.34 };
    const figures = { queries: 12, failed: 2, open_connections: 3, ...latencies };
    fresh.emulator.attach({
      advance: () => undefined,
      follow: () => undefined,
      title: 'day',
      course: () => ({ ...figures, ends: timestamp(ends_ms), ended: clock.now_ms >= ends_ms, events }),
    });
    const proxy = { host: '127.0.0.1', port: 5433, require_tls: false };
    fresh.emulator.view = (answer) => withLocalAddresses(answer, proxy) as object;
    const { endpoint_id } = await fresh.project({ name: 'served' });
    await withPage(fresh, async (opened) => {
      const address = `127.0.0.1:5433/?options=endpoint%3D${endpoint_id}`;
      await expect.poll(() => opened.locator('#computes tbody').textContent()).toContain(address);
      const words = () => opened.locator('#course').textContent();
      await expect
        .poll(words)
        .toMatch(
          /^The scenario runs until .* UTC: 12 queries, 2 failed; latency p50 12 ms, p99 340 ms; 3 open connections\.$/,
        );
      expect(await opened.locator('#events tbody').textContent()).toContain('zone loss');
      fresh.emulator.skip(60_000);
      await expect.poll(words).toMatch(/^The scenario ended at /);
    });
  });

  test('the buttons of the page skip time: a compute is suspended after five idle minutes, and a connection wakes it', async () => {
    const before = await text('now');
    await press('+5m');
    await press('+1s');
    await expect.poll(state).toBe('idle');
    await expect.poll(() => text('now')).not.toBe(before);
    await expect.poll(latestOperation).toEqual(['suspend_compute', 'finished']);
    await press(/^connect to /);
    await expect.poll(state).toBe('idle → active');
    await press('+1s');
    await expect.poll(state).toBe('active');
  });

  test('the page shows the usage that the API meters, and its cost at the price of the plan', async () => {
    await press('+5m');
    await expect.poll(state).toBe('idle');
    const { body } = await one.call('GET', `/projects/${project.project_id}`);
    const hours = body.project.compute_time_seconds / 3600;
    const { chosen } = statusView(one.emulator);
    expect(chosen.cu_hours).toBeCloseTo(hours, 3);
    expect(chosen.cost_usd).toBeCloseTo(hours * 0.222, 4);
    await expect.poll(() => page.locator('#drawing svg.wide').count()).toBe(1);
    const axes = await page.locator('#drawing .axis-name').allTextContents();
    expect(axes).toContain('Compute cost so far at list price, US dollars');
    await page.locator('#drawing summary').click();
    expect(await page.locator('#drawing tbody tr').count()).toBeGreaterThan(4);
  });

  test('a long skip shows its progress, and can be stopped', async () => {
    const before = one.emulator.now();
    await press('+1d');
    await shows('progress', /skipping \+1d: \d+ of 24 parts/);
    await press('Stop');
    await shows('progress', /^$/);
    const skipped_hours = (one.emulator.now() - before) / 3_600_000;
    expect(skipped_hours).toBeGreaterThanOrEqual(1);
    expect(skipped_hours).toBeLessThan(24);
    expect(Number.isInteger(skipped_hours)).toBe(true);
  });

  test('the page follows changes by clients, and the chosen speed', async () => {
    await press('60×');
    await shows('speed', /^60 times as fast$/);
    expect(one.emulator.clock.speed).toBe(60);
    await press('pause');
    await shows('speed', /^paused$/);
    const path = `/projects/${project.project_id}/endpoints/${project.endpoint_id}`;
    await one.call('PATCH', path, { endpoint: { autoscaling_limit_max_cu: 4 } });
    await computeShows('0.25 to 4 CU');
    one.emulator.skip(1_000);
    expect((await one.call('DELETE', path)).status).toBe(200);
    await expect.poll(() => rows('computes')).toEqual([]);
  });

  test('the page keeps the focus on a button while it is redrawn', async () => {
    await one.project({ name: 'second' });
    await computeShows('second');
    await page.getByRole('button', { name: /^connect to / }).focus();
    const redrawn = () => page.waitForResponse((answer) => answer.url().endsWith('/_neap/state'));
    await redrawn();
    await redrawn();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('connect');
  });

  test('the page shows three hundred computes at a glance, and finds one by name, project and state', async () => {
    for (let index = 0; index < FLEET; index++) {
      await one.project({ name: `tenant-${String(index).padStart(3, '0')}` });
    }
    await expect.poll(() => page.locator('#tiles .tile').count()).toBe(FLEET + 1);
    const { height } = (await page.locator('main').boundingBox())!;
    expect(height).toBeLessThan(3_500);
    const search = page.getByRole('searchbox', { name: 'Search computes' });
    await search.fill('TENANT-27 main');
    await expect.poll(async () => (await rows('computes')).length).toBe(10);
    await shows('found', /^10 computes found$/);
    await page.locator('#tiles .tile').first().click();
    await expect.poll(async () => (await rows('computes')).length).toBe(1);
    await search.fill('');
    await page.getByLabel('State').selectOption('idle');
    const states = async () => new Set((await rows('computes')).map((row) => row[2]!.slice(0, 4)));
    await expect.poll(states).toEqual(new Set(['idle']));
    await page.getByLabel('State').selectOption('');
  });

  test.each([
    ['a desktop, light', { viewport: { width: 1280, height: 900 } }],
    ['a telephone, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ] as const)('the page is accessible and fits on %s', async (_, options) => {
    const opened = await open(listening.address, options);
    await expect.poll(() => opened.locator('#drawing svg').count()).toBe(2);
    const width = await opened.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(options.viewport.width);
    expect(await faultsOf(opened)).toEqual([]);
    await opened.context().close();
  });

  test('the page cannot be framed, and without scripts it explains that it needs them', async () => {
    const { headers } = await fetch(`${listening.address}/`);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toMatch(/^(?!.*unsafe).*frame-ancestors 'none'/);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const still = await context.newPage();
    await still.goto(`${listening.address}/`);
    expect(await still.locator('noscript, .warning').first().textContent()).toContain('needs JavaScript');
    await context.close();
  });
});

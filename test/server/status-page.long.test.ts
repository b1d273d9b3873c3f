import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ListeningEmulator, listen } from '../../src/server/listen.js';
import { HAVE_BROWSER, openBrowser } from '../programs.js';
import { EmulatorUnderTest } from './emulator-under-test.js';

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

  beforeAll(async () => {
    project = await one.project({
      name: 'shop <b>&amp;',
      default_endpoint_settings: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 },
    });
    await one.emulator.platform.resize(project.endpoint_id, 1.5, one.emulator.now());
    listening = await listen(one.emulator, { port: 0, host: '127.0.0.1' });
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${listening.address}/`) && !url.startsWith('data:')) elsewhere.push(url);
    });
    await page.goto(`${listening.address}/`);
  });

  afterAll(async () => {
    await browser?.close();
    await listening?.stop();
  });

  const rows = async (table: string): Promise<string[][]> =>
    page
      .locator(`#${table} tbody tr`)
      .evaluateAll((found) =>
        found.map((row) => [...row.querySelectorAll('td')].map((td) => td.textContent ?? '')),
      );
  const computeShows = (text: string) =>
    page.locator('#computes tbody tr', { hasText: text }).first().waitFor();
  const state = async () => (await rows('computes'))[0]?.[3];
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();

  test('shows computes with their states and sizes, and the operations', async () => {
    await computeShows(project.endpoint_id);
    await expect
      .poll(async () => (await rows('computes'))[0]?.slice(0, 6))
      .toEqual([
        project.endpoint_id,
        'shop <b>&amp; / main',
        'read_write',
        'active',
        '1.5 CU (0.25 to 2 CU)',
        '300 s',
      ]);
    const operations = async () => (await rows('operations')).map((cells) => cells.slice(1, 3));
    await expect.poll(operations).toEqual([
      ['start_compute', 'finished'],
      ['create_timeline', 'finished'],
    ]);
    await expect.poll(() => page.locator('#totals').textContent()).toContain('1 active, 0 idle');
    await expect.poll(() => page.locator('#speed').textContent()).toBe('standing still');
  });

  test('its buttons skip time: the compute is suspended after five idle minutes, and woken by a connection', async () => {
    const before = await page.locator('#now').textContent();
    await press('+5m');
    await press('+1s');
    await expect.poll(state).toBe('idle');
    await expect.poll(() => page.locator('#now').textContent()).not.toBe(before);
    const latest = async () => (await rows('operations'))[0]?.slice(1, 3);
    await expect.poll(latest).toEqual(['suspend_compute', 'finished']);
    await press('connect');
    await expect.poll(state).toBe('idle → active');
    await press('+1s');
    await expect.poll(state).toBe('active');
  });

  test('follows by itself what clients change, and the speed that is chosen', async () => {
    await press('60');
    await expect.poll(() => page.locator('#speed').textContent()).toBe('60 times as fast');
    expect(one.emulator.clock.speed).toBe(60);
    await press('0');
    await expect.poll(() => page.locator('#speed').textContent()).toBe('standing still');
    const path = `/projects/${project.project_id}/endpoints/${project.endpoint_id}`;
    await one.call('PATCH', path, { endpoint: { autoscaling_limit_max_cu: 4 } });
    await computeShows('0.25 to 4 CU');
    one.emulator.skip(1_000);
    expect((await one.call('DELETE', path)).status).toBe(200);
    await expect.poll(() => rows('computes')).toEqual([]);
  });

  test('keeps the focus on a button while it is drawn anew', async () => {
    await one.project({ name: 'second' });
    await computeShows('second');
    await page.getByRole('button', { name: 'connect' }).focus();
    await page.waitForResponse((answer) => answer.url().endsWith('/_neap/state'));
    await page.waitForResponse((answer) => answer.url().endsWith('/_neap/state'));
    expect(await page.evaluate('document.activeElement.textContent')).toBe('connect');
  });

  test('has no complaint in the console, and asks nobody else', () => {
    expect(complaints).toEqual([]);
    expect(elsewhere).toEqual([]);
    expect(one.defects).toEqual([]);
  });
});

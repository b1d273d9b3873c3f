import { writeFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepReport } from '../../../src/report/answers/sweep.js';
import { reportPage } from '../../../src/report/forms/page.js';
import { quoted } from '../../../src/scenario/document/scenario-document.js';
import { sweep } from '../../../src/study/compare/sweep.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { HAVE_BROWSER, openBrowser } from '../../programs.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { type MadePage, pageOfRun } from './made-page.js';
import { faultsOf, openPage } from './open-browser.js';

/** Names that a page must show unchanged, in a scenario of a few minutes. */
const NAMES = [
  '=cmd()',
  '<script>document.title="taken"</script>',
  '</script><img src=x onerror=alert(1)>',
  '</title></style><b>bold</b>',
  '🌊 neap-tide 👩‍👩‍👧',
  'خادم الحوسبة',
  'l'.repeat(64),
  '"&amp;\'`$1',
];

/** The maximum length of a scenario's name. */
const TITLE = `${NAMES[1]}${'n'.repeat(200 - NAMES[1]!.length)}`;

const HOSTILE = JSON.stringify({
  name: TITLE,
  seed: '<b>7</b>',
  start: '2026-01-05T00:00:00Z',
  duration: '20m',
  timeline_interval: '1m',
  plan: 'launch',
  computes: NAMES.map((name, index) => ({
    name,
    branch: `branch-${index}`,
    type: 'read_write',
    autoscaling_limit_min_cu: 0.25,
    autoscaling_limit_max_cu: 0.5,
  })),
  load: NAMES.map((compute, index) => ({
    name: `load ${index}`,
    compute,
    rate: '2/s',
    query: { cpu: '5ms' },
  })),
});

describe.skipIf(!HAVE_BROWSER)('hostile names in a browser', () => {
  let browser: Browser;
  const folder = temporaryFolder();
  let made: MadePage;
  beforeAll(async () => {
    browser = await openBrowser();
    made = await pageOfRun(folder, HOSTILE, '<img src=x onerror=alert(1)>.yaml');
  }, 120_000);
  afterAll(() => browser?.close());

  it('are shown unchanged on the page of a run, and never executed', async () => {
    const { page, complaints } = await openPage(browser, made.path);
    expect(await page.title()).toBe(`Simulated run: ${TITLE} · neap`);
    expect(await page.locator('h1').textContent()).toBe(TITLE);
    expect(await page.locator('#computes bdi').allTextContents()).toEqual(expect.arrayContaining([...NAMES]));
    expect(await page.locator('#lane option').allTextContents()).toEqual(['all computes', ...NAMES]);
    expect(await page.locator('#source').textContent()).toContain(HOSTILE);
    for (const name of NAMES) {
      await page.locator('#decision-search').fill(name);
      await expect.poll(() => page.locator('#decision-table tbody tr td').first().textContent()).toBe(name);
    }
    expect(await page.locator('img, main b, #source script').count()).toBe(0);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280);
    expect(complaints).toEqual([]);
  });

  it('are shown unchanged on the page of a sweep, in the labels of its points', async () => {
    const set = ['duration=5m', `load.0.name=${JSON.stringify(NAMES[2])}`];
    const source = { text: HOSTILE, file: 'a.json', directory: '.', set, seed: undefined };
    const axes = [{ path: `load.${quoted(NAMES[2]!)}.rate`, values: ['2/s', '20/s', '60/s'] }];
    const swept = await sweep(source, { axes, replications: 1, confidence: 0.95 });
    const variant = await compileVariant(source);
    const html = reportPage(sweepReport(swept, variant), { variant, command: 'neap sweep' });
    writeFileSync(made.path, html);
    const { page, complaints } = await openPage(browser, made.path);
    expect(await page.locator('#candidates tbody th bdi').allTextContents()).toEqual(
      axes[0]!.values.map((rate) => `${quoted(NAMES[2]!)} rate ${rate}`),
    );
    const points = page.locator('[id^=setting-load] svg.wide circle.cost');
    expect(await points.count()).toBe(3);
    await points.last().hover();
    await expect.poll(() => page.locator('#tip').textContent()).toMatch(/^Rate .*\nCost of the run \$/s);
    await page.locator('[id^=setting-load] svg.wide circle.latency').first().focus();
    await expect.poll(() => page.locator('#tip').textContent()).toContain('Latency, p99');
    expect(complaints).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await faultsOf(page)).toEqual([]);
  });
});

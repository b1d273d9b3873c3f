import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAVE_BROWSER, openBrowser } from '../../programs.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { type CsvRow, csvRows } from '../all-reports.js';
import { EVENTFUL, type MadePage, pageOfRun } from './made-page.js';
import { faultsOf, type OpenedPage, openPage } from './open-browser.js';

describe.skipIf(!HAVE_BROWSER)('the page in a browser', () => {
  const folder = temporaryFolder();
  let made: MadePage;
  let decisions: readonly CsvRow[];
  let browser: Browser;
  let opened: OpenedPage;
  let page: Page;

  beforeAll(async () => {
    made = await pageOfRun(folder, EVENTFUL, 'app.yaml', '--out', join(folder, 'out'));
    decisions = csvRows(readFileSync(join(folder, 'out/decisions.csv'), 'utf8'));
    browser = await openBrowser();
    opened = await openPage(browser, made.path);
    page = opened.page;
  }, 120_000);

  afterAll(() => browser?.close());

  const text = (selector: string) => page.locator(selector).textContent();

  it('loads without console messages and without network requests', () => {
    expect(opened.complaints).toEqual([]);
  });

  it('draws every curve, and distributions with their percentiles', async () => {
    const course = page.locator('#course svg.wide');
    expect(Number(await course.getAttribute('data-points'))).toBeGreaterThan(1000);
    for (const curve of ['cu', 'latency', 'queries']) {
      expect(await course.locator(`path.time-line.${curve}`).count()).toBe(1);
    }
    expect(await page.locator('#distributions svg.wide circle.dot').count()).toBeGreaterThan(4);
  });

  it('shows when each compute was awake and when something went wrong', async () => {
    const ribbon = page.locator('#awake-ribbon svg.wide');
    const names = await ribbon.locator('text').allTextContents();
    expect(names).toEqual(expect.arrayContaining(['reports', 'restart', 'refusal', 'failed', 'fault']));
    expect(await ribbon.locator('path.event').count()).toBe(4);
  });

  it('starts its charts within the first 420 pixels of a wide screen', async () => {
    const { page: wide } = await openPage(browser, made.path, { viewport: { width: 1440, height: 900 } });
    const box = await wide.locator('#awake-ribbon').boundingBox();
    expect(box!.y).toBeLessThanOrEqual(420);
    await wide.context().close();
  });

  it('shows the value of every curve at the cursor', async () => {
    await page.locator('#course svg.wide').hover({ position: { x: 300, y: 80 } });
    await expect.poll(() => text('#reading')).toMatch(/^2026-01-05 \d\d:\d\d$/);
    const values = await page.locator('#course svg.wide text.reading').allTextContents();
    expect(values).toHaveLength(await page.locator('#course svg.wide > g').count());
    expect(values[0]).toMatch(/^[\d.]+$/);
    await page.locator('#distributions svg.wide circle.dot').nth(1).hover({ force: true });
    await expect.poll(() => text('#tip')).toMatch(/ took no longer than /);
  });

  it('zooms and pans with the mouse and with the keyboard', async () => {
    const whole = await text('#in-view');
    await page.locator('#course svg.wide').scrollIntoViewIfNeeded();
    const box = (await page.locator('#course svg.wide').boundingBox())!;
    await page.mouse.move(box.x + 200, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => text('#in-view')).not.toBe(whole);
    const dragged = await text('#in-view');
    await page.locator('#curves').focus();
    await page.keyboard.press('PageDown');
    await expect.poll(() => text('#in-view')).not.toBe(dragged);
    const before = await text('#reading');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => text('#reading')).not.toBe(before);
    await page.keyboard.press('Home');
    await expect.poll(() => text('#in-view')).toBe(whole);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.locator('#timeline-details summary').click();
    await expect.poll(() => page.locator('#timeline-table tbody tr').count()).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Whole run' }).click();
    await expect.poll(() => text('#in-view')).toBe(whole);
  });

  it('shows one compute with its limits', async () => {
    const choice = page.getByRole('combobox', { name: /^Compute/ });
    const shown = () => text('#curves figcaption strong');
    const whole = await shown();
    await choice.selectOption({ label: 'reports' });
    await expect.poll(shown).toBe('Over time, reports');
    await choice.selectOption({ label: 'all computes' });
    await expect.poll(shown).toBe(whole);
  });

  it('keeps the stretch in view in its address, and opens at it', async () => {
    const address = `${page.url().replace(/#.*/, '')}#t=36000-43200`;
    const { page: linked } = await openPage(browser, made.path);
    await linked.goto('about:blank');
    await linked.goto(address);
    await expect
      .poll(() => linked.locator('#in-view').textContent())
      .toBe('2026-01-05 10:00 to 2026-01-05 12:00');
    await linked.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => linked.url()).toMatch(/#t=37800-41400$/);
    await linked.getByRole('button', { name: 'Whole run' }).click();
    await expect.poll(() => linked.url()).not.toContain('#t=');
    await linked.context().close();
  });

  it('links from the moment selected with the keyboard to its decisions', async () => {
    const { page: fresh } = await openPage(browser, made.path);
    await fresh.locator('#curves').focus();
    for (let step = 0; step < 30; step++) await fresh.keyboard.press('ArrowRight');
    await fresh.keyboard.press('Enter');
    await expect.poll(() => fresh.locator('#decision-table tr.asked').count()).toBe(1);
    await fresh.context().close();
  });

  it('searches the decision log, which shows ten rows until more are requested', async () => {
    const rows = page.locator('#decision-table tbody tr');
    await expect
      .poll(() => text('#decision-status'))
      .toBe(`${decisions.length.toLocaleString('en')} decisions`);
    await expect.poll(() => rows.count()).toBe(10);
    await page.locator('#decision-more').click();
    await expect.poll(() => rows.count()).toBe(Math.min(510, decisions.length));
    await page.getByRole('combobox', { name: /^Kind/ }).selectOption('suspend');
    const suspends = decisions.filter((row) => row['decision'] === 'suspend').length;
    await expect.poll(() => text('#decision-status')).toMatch(new RegExp(`^${suspends} of `));
    await page.getByRole('combobox', { name: /^Kind/ }).selectOption('');
    await page.getByRole('searchbox').fill('REPORTS activity');
    const found = decisions.filter((row) => row['reason']!.includes('activity')).length;
    expect(found).toBeGreaterThan(0);
    await expect.poll(() => text('#decision-status')).toMatch(new RegExp(`^${found} of `));
    await expect.poll(() => rows.first().textContent()).toContain('no activity for');
    await page.getByRole('searchbox').fill('');
  });

  it('can be reached with the keyboard: the skip link first, then every control', async () => {
    const fresh = (await openPage(browser, made.path)).page;
    const stops: string[] = [];
    for (let step = 0; step < 40; step++) {
      await fresh.keyboard.press('Tab');
      stops.push(
        await fresh.evaluate<string>(
          '(document.activeElement.id || document.activeElement.dataset.move || document.activeElement.textContent)',
        ),
      );
    }
    expect(stops[0]).toBe('Skip to the content');
    for (const stop of ['lane', 'in', 'out', 'all', 'curves']) expect(stops).toContain(stop);
    await fresh.context().close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no accessibility violations in ${colorScheme}`, async () => {
      const { page: shown } = await openPage(browser, made.path, { colorScheme });
      expect(await faultsOf(shown)).toEqual([]);
      await shown.context().close();
    });
  }

  it('fits a phone, and paper', async () => {
    const { page: small } = await openPage(browser, made.path, { viewport: { width: 360, height: 740 } });
    expect(await small.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await small.context().close();
    const { page: paper, complaints } = await openPage(browser, made.path, { colorScheme: 'dark' });
    await paper.emulateMedia({ media: 'print' });
    expect(await paper.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe(
      'rgb(255, 255, 255)',
    );
    expect(await paper.locator('#in-view').isVisible()).toBe(false);
    expect(await paper.locator('#course svg.wide').isVisible()).toBe(true);
    const pdf = await paper.pdf({ format: 'A4' });
    expect(pdf.length).toBeGreaterThan(10_000);
    expect(complaints).toEqual([]);
    await paper.context().close();
  });
});

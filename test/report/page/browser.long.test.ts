import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAVE_BROWSER, openBrowser } from '../../programs.js';
import { EVENTFUL, type MadePage, pageOfRun } from './made-page.js';
import { faultsOf, type OpenedPage, openPage } from './open-browser.js';

/** How many of the pixels of a curve have been drawn on. */
function inkOf(page: Page, curve: string): Promise<number> {
  return page.evaluate<number>(`(() => {
    const canvas = document.querySelector('#curve-${curve} canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let inked = 0;
    for (let index = 3; index < data.length; index += 4) if (data[index] > 0) inked += 1;
    return inked / (data.length / 4);
  })()`);
}

describe.skipIf(!HAVE_BROWSER)('the page in a browser', () => {
  let made: MadePage;
  let browser: Browser;
  let opened: OpenedPage;
  let page: Page;

  beforeAll(async () => {
    made = await pageOfRun(EVENTFUL);
    browser = await openBrowser();
    opened = await openPage(browser, made.path);
    page = opened.page;
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    made?.remove();
  });

  const text = (selector: string) => page.locator(selector).textContent();

  it('loads without a message on the console and without a request', () => {
    expect(opened.complaints).toEqual([]);
  });

  it('draws every chart with all of its points', async () => {
    for (const curve of ['size', 'load', 'queries', 'latency', 'connections', 'cost']) {
      await expect
        .poll(() => page.locator(`#curve-${curve}`).getAttribute('data-points'))
        .toBe(String(made.intervals));
      await expect.poll(() => inkOf(page, curve)).toBeGreaterThan(0.005);
    }
    for (const id of ['latency-distribution', 'wake-distribution']) {
      const bins = await page.locator(`#${id} rect.bin`).count();
      await expect.poll(() => page.locator(`#${id} svg.area`).getAttribute('data-points')).toBe(String(bins));
      expect(bins).toBeGreaterThan(2);
    }
  });

  it('marks what happened, and says so in words', async () => {
    for (const kind of ['wake', 'suspend', 'restart', 'refusal', 'fault', 'failed']) {
      await page.locator(`[data-mark="${kind}"]`).waitFor();
    }
  });

  it('tells the values that are pointed at', async () => {
    await page.locator('#curve-size .u-over').hover({ position: { x: 300, y: 80 } });
    await expect.poll(() => text('#readout')).toMatch(/^2026-01-05 \d\d:\d\d · [\d.]+ CU · .* queries\/s/);
    await page.locator('#latency-distribution rect.bin').nth(3).hover({ force: true });
    await expect.poll(() => text('#tip')).toMatch(/ to .*: .* (query|queries) \(/);
  });

  it('is zoomed and moved with the mouse and with the keyboard', async () => {
    const whole = await text('#in-view');
    await page.locator('#curve-queries').scrollIntoViewIfNeeded();
    const box = (await page.locator('#curve-queries .u-over').boundingBox())!;
    await page.mouse.move(box.x + 200, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => text('#in-view')).not.toBe(whole);
    const dragged = await text('#in-view');
    await page.locator('#curves').focus();
    await page.keyboard.press('PageDown');
    await expect.poll(() => text('#in-view')).not.toBe(dragged);
    const before = await text('#readout');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => text('#readout')).not.toBe(before);
    await page.keyboard.press('Home');
    await expect.poll(() => text('#in-view')).toBe(whole);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.locator('#timeline-details summary').click();
    await expect.poll(() => page.locator('#timeline-table tbody tr').count()).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Whole run' }).click();
    await expect.poll(() => text('#in-view')).toBe(whole);
  });

  it('shows one compute, with its own marks', async () => {
    await page.getByRole('combobox', { name: /^Compute/ }).selectOption({ label: 'reports' });
    await expect.poll(() => page.locator('[data-mark="restart"]').isVisible()).toBe(false);
    await expect.poll(() => page.locator('[data-mark="suspend"]').isVisible()).toBe(true);
    await page.getByRole('combobox', { name: /^Compute/ }).selectOption({ label: 'all computes' });
    await expect.poll(() => page.locator('[data-mark="restart"]').isVisible()).toBe(true);
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

  it('leads from a mark, and from the moment that the keyboard points at, to its decisions', async () => {
    const { page: fresh } = await openPage(browser, made.path);
    await fresh.locator('#curves').focus();
    for (let step = 0; step < 30; step++) await fresh.keyboard.press('ArrowRight');
    await fresh.keyboard.press('Enter');
    await expect.poll(() => fresh.locator('#decision-table tr.asked').count()).toBe(1);
    await fresh.locator('#curve-size .u-wrap').click({ position: { x: 67, y: 14 } });
    await expect
      .poll(() => fresh.locator('#decision-table tr.asked').textContent())
      .toMatch(/2026-01-05 00:0/);
    await fresh.context().close();
  });

  it('searches the decision log and turns its pages', async () => {
    const rows = page.locator('#decision-table tbody tr');
    await expect
      .poll(() => text('#decision-status'))
      .toBe(`${made.decisions.length.toLocaleString('en')} decisions`);
    await expect.poll(() => rows.count()).toBe(Math.min(50, made.decisions.length));
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => text('#decision-page')).toMatch(/^Page 2 of /);
    await page.getByRole('combobox', { name: /^Kind/ }).selectOption('suspend');
    const suspends = made.decisions.filter(({ decision }) => decision === 'suspend').length;
    await expect.poll(() => text('#decision-status')).toMatch(new RegExp(`^${suspends} of `));
    await page.getByRole('combobox', { name: /^Kind/ }).selectOption('');
    await page.getByRole('searchbox').fill('REPORTS activity');
    const found = made.decisions.filter(({ reason }) => reason.includes('activity')).length;
    expect(found).toBeGreaterThan(0);
    await expect.poll(() => text('#decision-status')).toMatch(new RegExp(`^${found} of `));
    await expect.poll(() => rows.first().textContent()).toContain('no activity for');
    await page.getByRole('searchbox').fill('');
  });

  it('changes between light and dark', async () => {
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.getByRole('button', { name: 'Dark colours' }).click();
    await expect.poll(() => ground()).not.toBe(light);
    // The choice is kept.
    await page.reload();
    await page.getByRole('button', { name: 'Light colours' }).click();
    await expect.poll(() => ground()).toBe(light);
  });

  it('is reached with the keyboard: the skip link first, then every control', async () => {
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
    for (const stop of ['theme', 'lane', 'in', 'out', 'all', 'curves']) expect(stops).toContain(stop);
    await fresh.context().close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no fault of accessibility in ${colorScheme}`, async () => {
      const { page: shown } = await openPage(browser, made.path, { colorScheme });
      expect(await faultsOf(shown)).toEqual([]);
      await shown.context().close();
    });
  }

  it('fits a telephone, and paper', async () => {
    const { page: small } = await openPage(browser, made.path, { viewport: { width: 360, height: 740 } });
    expect(await small.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await small.context().close();
    const { page: paper, complaints } = await openPage(browser, made.path, { colorScheme: 'dark' });
    await paper.emulateMedia({ media: 'print' });
    expect(await paper.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe(
      'rgb(255, 255, 255)',
    );
    expect(await paper.locator('#curves-live').isVisible()).toBe(false);
    expect(await paper.locator('#timeline-still svg.wide').isVisible()).toBe(true);
    const pdf = await paper.pdf({ format: 'A4' });
    expect(pdf.length).toBeGreaterThan(10_000);
    expect(complaints).toEqual([]);
    await paper.context().close();
  });
});

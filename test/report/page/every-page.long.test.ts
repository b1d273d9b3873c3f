import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAVE_BROWSER, openBrowser } from '../../programs.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { allPages } from './all-pages.js';
import { faultsOf, openPage } from './open-browser.js';

const PAGES = [
  ...['run', 'fleet', 'idle', 'failing'],
  ...['sweep', 'compare', 'plan', 'forecast', 'capacity', 'policies'],
];

/** The height above the fold, within which a verdict has to end. */
const FIRST_SIGHT = 600;

const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  'a desktop, light': { viewport: { width: 1280, height: 900 } },
  'a telephone, dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
};

/** Chart labels that overlap; symbols of marks may overlap. */
const COLLISIONS = `[...document.querySelectorAll('svg.sheet')]
  .filter((sheet) => sheet.getBoundingClientRect().width > 0)
  .flatMap((sheet) => {
    const texts = [...sheet.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()]);
    return texts.flatMap(([one, a], index) => texts.slice(index + 1)
      .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4)
      .map(([other]) => sheet.closest('figure').id + ': ' + one + ' | ' + other));
  })`;

/** Charts without a title, a text for screen readers, or an axis name. */
const NAMELESS = `[...document.querySelectorAll('figure.drawing')]
  .filter((figure) => {
    const sheets = [...figure.querySelectorAll('svg.sheet')];
    const named = sheets.every((sheet) => (sheet.getAttribute('aria-label') ?? '') !== '');
    const axes = sheets.every((sheet) => sheet.querySelector('.axis-name') !== null);
    return sheets.length === 0 || !named || !axes || (figure.querySelector('figcaption strong')?.textContent ?? '') === '';
  })
  .map(({ id }) => id)`;

describe.skipIf(!HAVE_BROWSER)('every page', () => {
  const folder = temporaryFolder();
  let paths: ReadonlyMap<string, string>;
  let browser: Browser;
  beforeAll(async () => {
    paths = await allPages(folder);
    browser = await openBrowser();
  }, 180_000);
  afterAll(() => browser?.close());

  const width = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');

  for (const name of PAGES) {
    for (const [screen, options] of Object.entries(SCREENS)) {
      it(`${name}: is clean on ${screen}`, async () => {
        const { page, complaints } = await openPage(browser, paths.get(name)!, options);
        expect(complaints).toEqual([]);
        expect(await width(page)).toBeLessThanOrEqual(options.viewport!.width);
        const verdict = await page.locator('#verdict').boundingBox();
        expect(verdict!.y + verdict!.height).toBeLessThanOrEqual(FIRST_SIGHT);
        expect(await page.evaluate(COLLISIONS)).toEqual([]);
        expect(await page.evaluate(NAMELESS)).toEqual([]);
        expect(await faultsOf(page)).toEqual([]);
        await page.context().close();
      });
    }

    it(`${name}: shows its pictures without scripts, and on paper`, async () => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(pathToFileURL(paths.get(name)!).href);
      const wide = page.locator('figure.drawing svg.wide');
      const shown = await wide.count();
      if (name !== 'idle') expect(shown).toBeGreaterThan(0);
      for (const drawing of await wide.all()) expect(await drawing.isVisible()).toBe(true);
      await page.emulateMedia({ media: 'print' });
      for (const drawing of await wide.all()) expect(await drawing.isVisible()).toBe(true);
      expect(await page.locator('.appendix-title').isVisible()).toBe(true);
      await context.close();
    });
  }

  it.each(PAGES)('%s: takes three sheets of paper, two before its appendix', async (name) => {
    const { page } = await openPage(browser, paths.get(name)!);
    const sheets = async (): Promise<number> => {
      const pdf = await page.pdf({ format: 'A4' });
      return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length;
    };
    expect(await sheets()).toBeLessThanOrEqual(3);
    await page.evaluate(`{
      const title = document.querySelector('.appendix-title');
      while (title.nextElementSibling !== null) title.nextElementSibling.remove();
    }`);
    expect(await sheets()).toBeLessThanOrEqual(2);
    await page.context().close();
  });

  it('leaves out figures that were not measured, instead of an empty curve', async () => {
    const { page, complaints } = await openPage(browser, paths.get('failing')!);
    expect(await page.locator('#curves').textContent()).not.toMatch(/latency/i);
    expect(await page.locator('#awake-ribbon svg.wide path.failed').count()).toBe(1);
    expect(await page.locator('#verdict').textContent()).toMatch(/queries failed/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('sorts and searches its tables', async () => {
    const { page } = await openPage(browser, paths.get('fleet')!);
    const rows = page.locator('#tenants tbody tr');
    await page.locator('#tenants').getByRole('button', { name: 'Cost in these 2 h' }).click();
    await page.locator('#tenants').getByRole('button', { name: 'Tenant', exact: true }).click();
    await expect.poll(() => rows.first().locator('th').textContent()).toBe('tenant-0001');
    await page.getByRole('searchbox', { name: 'Search tenants' }).fill('search business');
    const found = await rows.locator('visible=true').count();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(60);
    for (const row of await rows.locator('visible=true').all()) {
      expect(await row.textContent()).toMatch(/business.*search/);
    }
    await page.context().close();
  });

  it('exports its charts with their appearance', async () => {
    const { page, complaints } = await openPage(browser, paths.get('plan')!, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const figure = page.locator('#front-latency_p99');
    await figure.getByRole('button', { name: /^Copy as SVG/ }).click();
    await expect.poll(() => figure.locator('.picture [role="status"]').textContent()).toBe('copied');
    const svg = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(svg).toMatch(/^<svg .*<rect width="932"[^>]*fill="rgb\(255, 255, 255\)"/);
    expect(svg).toContain('Latency, p99');
    expect(svg).not.toContain('class=');
    await figure.getByRole('button', { name: /^Copy as PNG/ }).click();
    await expect.poll(() => figure.locator('.picture [role="status"]').textContent()).toMatch(/copied|saved/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

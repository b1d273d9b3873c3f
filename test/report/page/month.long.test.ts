import { statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAVE_BROWSER, openBrowser } from '../../programs.js';
import { type MadePage, pageOfRun } from './made-page.js';
import { monthScenario } from './month-scenario.js';
import { openPage } from './open-browser.js';

describe('the page of a month of ten computes with one row per minute', () => {
  let made: MadePage;
  beforeAll(async () => {
    made = await pageOfRun(monthScenario());
  }, 300_000);
  afterAll(() => made?.remove());

  it('is smaller than 5 MB', () => {
    expect(made.intervals).toBe(43_200);
    expect(statSync(made.path).size).toBeLessThan(5e6);
  });

  it.skipIf(!HAVE_BROWSER)('is drawn within two seconds', async () => {
    const browser = await openBrowser();
    const { page, complaints, drawn_ms } = await openPage(browser, made.path);
    expect(complaints).toEqual([]);
    expect(Number(await page.locator('#course svg').first().getAttribute('data-points'))).toBeGreaterThan(90);
    console.log(`drawn ${Math.round(drawn_ms)} ms after navigation`);
    await browser.close();
  });
});

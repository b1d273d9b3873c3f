import { statSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { HAVE_BROWSER, openBrowser } from '../../programs.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { type MadePage, pageOfRun } from './made-page.js';
import { monthScenario } from './month-scenario.js';
import { openPage } from './open-browser.js';

describe('the page of a month of ten computes with one row per minute', () => {
  const folder = temporaryFolder();
  let made: MadePage;
  beforeAll(async () => {
    made = await pageOfRun(folder, monthScenario());
  }, 300_000);

  it('is smaller than 5 MB', () => {
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

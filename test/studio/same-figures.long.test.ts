import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../../src/kernel/units.js';
import { foreseenWork } from '../../src/simulation/foreseen-work.js';
import { namedTraces } from '../../src/studio/named-traces.js';
import { readScenario } from '../../src/studio/worker/read-scenario.js';
import { shownRun, simulateShown } from '../../src/studio/worker/show-run.js';
import { HAVE_BROWSER, openBrowser } from '../programs.js';
import { askWorker, openWorker } from './studio-browser.js';

const SCENARIOS = fileURLToPath(new URL('../../scenarios', import.meta.url));
const FILES = readdirSync(SCENARIOS).filter((file) => file.endsWith('.yaml'));
/** Scenarios whose whole exact run takes longer are compared over the first day, at hybrid fidelity. */
const MAX_CPU_SECONDS = 0.5;

describe.skipIf(!HAVE_BROWSER)('figures of the studio', () => {
  let browser: Browser;
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), 'neap-studio-'));
  beforeAll(async () => {
    browser = await openBrowser();
    page = await openWorker(browser, folder);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  it.each(FILES)(
    'of %s are the same in a browser and in Node, byte for byte',
    async (file) => {
      const text = readFileSync(join(SCENARIOS, file), 'utf8');
      const traces = await namedTraces(text, SCENARIOS);
      const asked = { text, file, traces, summary: true };
      const scenario = await readScenario(asked);
      const isShort = foreseenWork(scenario).cpu_seconds < MAX_CPU_SECONDS || scenario.fleet !== undefined;
      const exactness = isShort ? 'exact' : 'preview';
      const run = await simulateShown(
        scenario,
        isShort ? 'exact' : 'hybrid',
        async () => true,
        isShort ? undefined : DAY_SECONDS,
      );
      const { shown } = shownRun(run!, asked, { exactness, behind: undefined });
      const question = {
        ...asked,
        id: 1,
        purpose: 'show',
        load_factor: 1,
        without: [],
        preview: true,
      } as const;
      const replies = await askWorker(page, question, exactness);
      const last = replies.at(-1);
      expect(last?.kind === 'shown' && last.shown.summary_json).toBe(shown.summary_json);
    },
    60_000,
  );
});

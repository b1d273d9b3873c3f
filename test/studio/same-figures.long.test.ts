import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../../src/kernel/units.js';
import { editScenario } from '../../src/scenario/document/edit-scenario.js';
import { foreseenWork } from '../../src/simulation/foreseen-work.js';
import { namedTraces } from '../../src/studio/named-traces.js';
import { readScenario } from '../../src/studio/worker/read-scenario.js';
import { shownRun, simulateShown } from '../../src/studio/worker/show-run.js';
import { HAVE_BROWSER, openBrowser } from '../programs.js';
import { askWorker, openWorker } from './studio-browser.js';

const SCENARIOS = fileURLToPath(new URL('../../scenarios', import.meta.url));
const FILES = readdirSync(SCENARIOS).filter((file) => file.endsWith('.yaml'));
/** Scenarios whose exact run takes longer are compared at hybrid fidelity, and over the first day if they are long. */
const MAX_CPU_SECONDS = 0.5;
/** Changes of scenarios that take long in any case. */
const SHORTENED: Readonly<Record<string, readonly string[]>> = { 'fleet.yaml': ['computes.count=30'] };

/** A summary whose numbers have nine digits. */
function digits(json: string): unknown {
  return JSON.parse(json, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value));
}

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
    'of %s are the same in a browser and in Node',
    async (file) => {
      const text = editScenario(readFileSync(join(SCENARIOS, file), 'utf8'), SHORTENED[file] ?? []);
      const traces = await namedTraces(text, SCENARIOS);
      const asked = { text, file, traces, summary: true };
      const scenario = await readScenario(asked);
      const isShort = foreseenWork(scenario).cpu_seconds < MAX_CPU_SECONDS || scenario.fleet !== undefined;
      const isLong = scenario.duration_seconds > 2 * DAY_SECONDS;
      const exactness = isShort ? 'exact' : isLong ? 'preview' : 'hybrid';
      const question = {
        ...asked,
        id: 1,
        purpose: exactness === 'preview' ? 'preview' : 'show',
        load_factor: 1,
        without: [],
      } as const;
      const until = exactness === 'preview' ? DAY_SECONDS : undefined;
      const [replies, run] = await Promise.all([
        askWorker(page, question, exactness),
        simulateShown(scenario, isShort ? 'exact' : 'hybrid', async () => true, until),
      ]);
      const { shown } = shownRun(run!, asked, { exactness, behind: undefined });
      const last = replies.at(-1);
      const there = last?.kind === 'shown' ? last.shown.summary_json : undefined;
      if (scenario.fleet === undefined) expect(there).toBe(shown.summary_json);
      // Fleets draw from functions whose last digit differs between engines.
      else expect(digits(there!)).toEqual(digits(shown.summary_json!));
    },
    60_000,
  );
});

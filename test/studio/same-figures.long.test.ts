import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../../src/kernel/units.js';
import { editScenario } from '../../src/scenario/document/edit-scenario.js';
import { namedTraces } from '../../src/studio/named-traces.js';
import { readScenario } from '../../src/studio/worker/read-scenario.js';
import { reportOf, simulateShown } from '../../src/studio/worker/show-run.js';
import { HAVE_BROWSER, openBrowser } from '../programs.js';
import { askWorker, openWorker } from './studio-browser.js';

const SCENARIOS = fileURLToPath(new URL('../../scenarios', import.meta.url));
const FILES = readdirSync(SCENARIOS).filter((file) => file.endsWith('.yaml'));
/** Parts of scenarios that take long; the rest of them runs by the same code. */
const SHORTENED: Readonly<Record<string, readonly string[]>> = {
  'read-replicas.yaml': ['duration=1d'],
  'weekday-saas.yaml': ['duration=1d'],
};

it('the preview of a run is the first day of its hybrid run', async () => {
  const file = 'weekday-saas.yaml';
  const asked = { text: readFileSync(join(SCENARIOS, file), 'utf8'), file, traces: {} };
  const scenario = await readScenario(asked);
  const curvesUntil = async (until?: number) => {
    const run = await simulateShown(scenario, 'hybrid', async () => true, until);
    return reportOf(run!, asked, 'hybrid').course.lanes[0]!.series;
  };
  const [day, whole] = [await curvesUntil(DAY_SECONDS), await curvesUntil()];
  expect(day.latency.length).toBe(DAY_SECONDS / scenario.timeline_interval_seconds);
  for (const [name, curve] of Object.entries(day)) {
    expect(whole[name as keyof typeof whole].slice(0, curve.length)).toEqual(curve);
  }
});

describe.skipIf(!HAVE_BROWSER)('figures of the studio', () => {
  let browser: Browser;
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), 'neap-studio-'));
  beforeAll(async () => {
    browser = await openBrowser();
    page = await openWorker(browser, folder);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  it.each(FILES)('of %s are the same in a browser and in Node, byte for byte', async (file) => {
    const text = editScenario(readFileSync(join(SCENARIOS, file), 'utf8'), SHORTENED[file] ?? []);
    const asked = { text, file, traces: await namedTraces(text, SCENARIOS), summary: true };
    const question = { ...asked, id: 1, purpose: 'show', load_factor: 1, without: [] } as const;
    const scenario = await readScenario(asked);
    const [replies, run] = await Promise.all([
      askWorker(page, question, 'exact'),
      simulateShown(scenario, 'exact', async () => true),
    ]);
    const { shown } = reportOf(run!, asked, 'exact');
    const last = replies.at(-1);
    expect(last?.kind === 'shown' && last.shown.summary_json).toBe(shown.summary_json);
  });
});

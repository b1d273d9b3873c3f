import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../../src/kernel/units.js';
import { editScenario } from '../../src/scenario/document/edit-scenario.js';
import { readNamedTraces } from '../../src/studio/named-traces.js';
import { readScenario } from '../../src/studio/worker/read-scenario.js';
import { reportOf, simulateShown } from '../../src/studio/worker/show-run.js';
import { vendorEnds } from '../../src/study/elsewhere/vendor-size.js';
import { vendors } from '../../src/vendors/vendor-file.js';
import { HAVE_BROWSER, openBrowser } from '../programs.js';
import { askWorker, openWorker } from './studio-browser.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const SCENARIOS = fileURLToPath(new URL('../../scenarios', import.meta.url));
const FILES = readdirSync(SCENARIOS).filter((file) => file.endsWith('.yaml'));
/** Parts of scenarios that take long; the rest of them runs by the same code. */
const SHORTENED: Readonly<Record<string, readonly string[]>> = {
  'autoscaling-experiment.yaml': ['duration=45m'],
  'chargeback.yaml': ['duration=2d'],
  'flash-crowd.yaml': ['duration=12h5m'],
  'fleet.yaml': ['duration=1d'],
  'read-replicas.yaml': ['duration=12h30m'],
  'weekday-saas.yaml': ['duration=8h'],
};

const ASKED = {
  id: 1,
  purpose: 'show',
  traces: {},
  vendors: vendors(),
  load_factor: 1,
  without: [],
  summary: true,
} as const;
/** Every vendor that a scenario can name, both ends of its cost, and prices that a scenario has to give. */
const NAMED = vendors()
  .filter(({ ship }) => ship === 'compare')
  .flatMap(({ id, unpublished = {} }) => {
    const prices = Object.keys(unpublished).map((item) => `${item}: 0.1`);
    return vendorEnds(prices.length === 0 ? id : `{ name: ${id}, price: { ${prices.join(', ')} } }`);
  })
  .map(({ written }) => written);

it('the preview of a run is the first day of its hybrid run', async () => {
  const file = 'weekday-saas.yaml';
  const asked = { ...ASKED, text: readFileSync(join(SCENARIOS, file), 'utf8'), file };
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

  it.each(FILES)('the figures of %s are the same in a browser and in Node, byte for byte', async (file) => {
    const text = editScenario(readFileSync(join(SCENARIOS, file), 'utf8'), SHORTENED[file] ?? []);
    const traces = await readNamedTraces(text, SCENARIOS);
    const asked = { ...ASKED, text, file, traces };
    const scenario = await readScenario(asked);
    const [replies, run] = await Promise.all([
      askWorker(page, asked, 'exact'),
      simulateShown(scenario, 'exact', async () => true),
    ]);
    const { shown } = reportOf(run!, asked, 'exact');
    const last = replies.at(-1);
    expect(last?.kind === 'shown' && last.shown.summary_json).toBe(shown.summary_json);
  });

  it.each(NAMED)('the studio shows the figures of neap run at %s, byte for byte', async (vendor) => {
    const file = join(folder, 'elsewhere.yaml');
    const written = readFileSync(join(SCENARIOS, 'elsewhere.yaml'), 'utf8');
    const text = editScenario(written, [`vendor=${vendor}`]);
    writeFileSync(file, text);
    const [replies, { stdout }] = await Promise.all([
      askWorker(page, { ...ASKED, text, file: 'elsewhere.yaml' }, 'exact'),
      promisify(execFile)(process.execPath, [MAIN, 'run', file, '--json', '--quiet']),
    ]);
    const last = replies.at(-1);
    expect(last?.kind === 'shown' && last.shown.summary_json).toBe(stdout);
  });
});

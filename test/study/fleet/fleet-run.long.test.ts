import { expect, it } from 'vitest';
import { parseOutline, parseScenario } from '../../../src/scenario/load-scenario.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { TENANTS_OF_A_PART } from '../../../src/simulation/fleet/fleet-parts.js';
import { foreseenWork } from '../../../src/simulation/foreseen-work.js';
import { KeptComputes } from '../../../src/simulation/outcome/compute-sink.js';
import { answer } from '../../../src/study/engine/engine.js';
import { compiledParts, shownRun } from '../../../src/study/fleet/fleet-run.js';

const source = {
  file: 'fleet.yaml',
  directory: '/',
  set: [],
  seed: undefined,
  text: JSON.stringify({
    name: 'fleet',
    duration: '20m',
    plan: 'scale',
    computes: {
      name: 'tenant',
      count: 200,
      template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.5 },
      mix: { quiet: { share: 0.7, rate_factor: 0.5 }, busy: { share: 0.3, rate_factor: 3 } },
    },
    load: [
      { name: 'app', compute: 'tenant', rate: '30/h', query: { cpu: '20ms' } },
      {
        name: 'job',
        compute: 'tenant',
        process: { cron: { schedule: '*/5 * * * *' } },
        query: { cpu: '20ms' },
      },
    ],
    events: [{ at: '10m', update: 'tenant', set: { suspend_timeout_seconds: 120 } }],
  }),
};

const whole = await parseScenario(source.text, source);
const { scenario: outline, is_partial } = await parseOutline(source.text, source, 100);

async function shown(...[scenario, parts]: [Scenario, Parameters<typeof shownRun>[2]?]) {
  const reported: unknown[] = [];
  const computes = new KeptComputes();
  const observer = {
    timeline: (row: unknown) => void reported.push(row),
    decision: (row: unknown) => void reported.push(row),
  };
  const run = await answer(shownRun(scenario, { fidelity: 'exact', computes, observer }, parts));
  return { reported, run: computes.observations(run) };
}

it('a fleet compiled in batches of tenants gives the same results as one compiled as a whole', async () => {
  expect(is_partial).toBe(true);
  const parts = compiledParts(source, outline, TENANTS_OF_A_PART);
  const [few, all] = [await shown(outline, parts), await shown(whole)];
  expect(few.reported.length).toBeGreaterThan(400);
  expect(few).toEqual(all);
});

it('the outline of a fleet predicts its work within a tenth', () => {
  const [few, all] = [foreseenWork(outline), foreseenWork(whole)];
  expect(Math.abs(few.queries / all.queries - 1)).toBeLessThan(0.1);
  expect(few.timeline_rows).toBe(all.timeline_rows);
});

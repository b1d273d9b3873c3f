import { describe, expect, test } from 'vitest';
import { HttpAdapter } from '../../../src/adapter/http-adapter.js';
import { Belongings } from '../../../src/adapter/observe/created-resources.js';
import type { Observed } from '../../../src/adapter/observe/observation.js';
import { planObservation } from '../../../src/adapter/observe/observation-plan.js';
import { observeScenario } from '../../../src/adapter/observe/observe-scenario.js';
import { observationReport } from '../../../src/report/answers/observation.js';
import { summariseObserved } from '../../../src/report/figures/observed-summary.js';
import { screenText } from '../../../src/report/forms/screen.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { createEmulator } from '../../../src/server/create-emulator.js';
import { scenarioOf } from './agreement.js';

/** A compute of one size that is started, restarted by an edit, and restarted again. */
const SCENARIO = `
name: trial
duration: 30s
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }]
events:
  - { at: 3s, start: primary }
  - { at: 8s, update: primary, set: { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 } }
  - { at: 20s, restart: primary }
`;

const SOURCE = { adapter: 'http', base_url: 'http://localhost', project_id: 'p', poll_seconds: 1 } as const;

/** Observes on an emulator whose calls fail as specified from time 0 on. */
async function observedUnder(faults: readonly object[], stopped_at?: string) {
  const stop = new AbortController();
  const scenario: Scenario = await scenarioOf(SCENARIO);
  const emulator = createEmulator({ seed: 'observe', operation_duration_ms: 400 });
  const { base_url, api_key, fetch, clock } = emulator;
  const adapter = new HttpAdapter({ base_url, api_key, fetch, clock, seed: 'observe' });
  const steps: string[] = [];
  let seenSoFar: (() => Observed) | undefined;
  const set = (body: object) =>
    fetch('http://localhost/_neap/faults', { method: 'POST', body: JSON.stringify(body) });
  const run = observeScenario(adapter, scenario, {
    plan: planObservation(scenario),
    belongings: new Belongings(),
    poll_seconds: 1,
    project_name: 'trial',
    signal: stop.signal,
    progress: (_at, step, refused) => {
      if (step !== undefined) steps.push(refused === undefined ? step.kind : `${step.kind} refused`);
      if (step !== undefined && step.kind === stopped_at) stop.abort(new Error('stopped'));
    },
    begun(soFar) {
      seenSoFar = soFar;
      for (const fault of faults) void set(fault);
    },
  });
  const summary = (seen: Observed) => summariseObserved(scenario, seen, SOURCE, []);
  return { run, steps, summary, seen: () => seenSoFar!() };
}

describe('an observation with delayed polls', () => {
  test('delayed polls do not change the times of changes made by the observation itself', async () => {
    const [calm, delayed] = await Promise.all([
      observedUnder([]),
      observedUnder([{ answer: 429, share: 0.3, method: 'GET' }]),
    ]);
    const figures = async ({ run, summary }: typeof calm) => {
      const { computes, observed } = summary(await run);
      return {
        restarting: computes[0]?.['restarting_seconds'],
        at_most: observed.cu_hours_at_most,
        observed,
      };
    };
    const [expected, seen] = [await figures(calm), await figures(delayed)];
    expect(expected.restarting).toBeCloseTo(0.4 + 0.8, 3);
    expect(seen.restarting).toBeCloseTo(expected.restarting as number, 3);
  });

  test('changes at an unknown time are never reported as exact', async () => {
    const { run, summary } = await observedUnder([]);
    const { observed, total } = summary(await run);
    const exact = total?.['cu_hours'] as number;
    expect(observed.cu_hours_at_least).toBeLessThanOrEqual(exact);
    expect(observed.cu_hours_at_most).toBeGreaterThanOrEqual(exact);
  });
});

describe('an interrupted observation', () => {
  test('an interrupted observation reports what it saw, and no overall verdict', async () => {
    const cut = await observedUnder([], 'update');
    await expect(cut.run).rejects.toThrow('stopped');
    const seen = cut.seen();
    expect(seen.duration_seconds).toBeGreaterThan(5);
    expect(seen.duration_seconds).toBeLessThan(20);
    const summary = cut.summary(seen);
    expect(summary.duration_seconds).toBe(seen.duration_seconds);
    expect(summary.slo).toEqual([]);
    expect(screenText(observationReport(summary), 200)).toContain('of 30 s: the observation was cut short');
  });

  test('an observation that ends with a service failure keeps what it saw', async () => {
    const failing = await observedUnder([{ answer: 403, call: 'restartProjectEndpoint' }]);
    await expect(failing.run).rejects.toThrow();
    expect(failing.seen().duration_seconds).toBeGreaterThanOrEqual(19);
  });
});

test('a refused call is reported as refused', async () => {
  const { run, steps } = await observedUnder([{ answer: 422, call: 'restartProjectEndpoint' }]);
  await run;
  expect(steps).toContain('restart refused');
});

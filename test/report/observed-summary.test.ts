import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Observed } from '../../src/adapter/observe/observation.js';
import { planObservation } from '../../src/adapter/observe/observation-plan.js';
import { simulatedAccount } from '../../src/adapter/simulated-adapter.js';
import { observationReport } from '../../src/report/answers/observation.js';
import { observationPlanReport } from '../../src/report/answers/observation-plan.js';
import { type ObservedSummary, summariseObserved } from '../../src/report/figures/observed-summary.js';
import { summarise } from '../../src/report/figures/summary.js';
import { ObservedFiles } from '../../src/report/files/observed-files.js';
import { RunFiles } from '../../src/report/files/run-files.js';
import { screenText } from '../../src/report/forms/screen.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { observed, SAME_DURATIONS } from '../adapter/observe/agreement.js';

const SCENARIO = `
name: two-sizes
duration: 20s
timeline_interval: 5s
plan: launch
computes:
  - { name: fixed, autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 }
  - { name: scaled, type: read_only, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 4, initial_state: active }
events: [{ at: 4s, start: fixed }, { at: 10s, restart: fixed }, { at: 15s, suspend: fixed }]
load: [{ name: web, compute: fixed, rate: 1/h, query: { cpu: 1ms } }]
slo: { success_rate: 99%, cu_hours: 1 }
model: { wake_latency: 600ms, restart_latency: 900ms }
`;
const SOURCE = { adapter: 'simulated', base_url: null, project_id: 'shop-1', poll_seconds: 1 } as const;

let scenario: Scenario;
let seen: Observed;
let summary: ObservedSummary;

beforeAll(async () => {
  scenario = await parseScenario(SCENARIO);
  const adapter = simulatedAccount({
    start_ms: Date.parse('2026-01-05T00:00:00Z'),
    platform: { operation_duration_ms: SAME_DURATIONS },
  });
  seen = await observed(adapter, scenario);
  summary = summariseObserved(scenario, seen, SOURCE, planObservation(scenario).left_out);
});

describe('the figures of an observation', () => {
  test('are observed times, counts and CU-hours, and null for the rest', () => {
    const [fixed, scaled] = summary.computes;
    expect(fixed).toMatchObject({ wakes: 1, suspends: 1, restarts: 1, max_cu: 2, resizes: null });
    expect(fixed?.active_seconds).toBeCloseTo(20 - 4 - 0.6 - 0.9 - 4.7, 9);
    expect(fixed?.cu_hours).toBeCloseTo((2 * 9.8) / 3600, 9);
    expect(fixed?.queries).toMatchObject({ arrived: null, completed: null, by_error: null });
    expect(fixed?.latency_ms).toMatchObject({ mean: null, p99: null });
    expect(fixed?.availability).toMatchObject({ time: null });
    // Between two limits the size is unknown, and so is the cost, except for its bounds.
    expect(scaled).toMatchObject({
      active_seconds: 20,
      cu_hours: null,
      cost_usd: null,
      mean_cu_active: null,
    });
    expect(summary.observed.cu_hours_at_least).toBeCloseTo((2 * 9.8 + 20) / 3600, 9);
    expect(summary.observed.cu_hours_at_most).toBeCloseTo((2 * 9.8 + 80) / 3600, 9);
    expect(summary.observed.cost_usd_at_least).toBeCloseTo(((2 * 9.8 + 20) / 3600) * 0.106, 9);
  });

  test('report objectives that cannot be checked, and planned actions that were not done', () => {
    expect(summary.slo).toEqual([]);
    expect(summary.warnings).toEqual([
      'load is not driven (web): only clients that connect to the computes wake them',
      'objectives that cannot be observed: success_rate, cu_hours',
    ]);
    expect(summary.assumptions).toEqual([]);
  });

  test('have the keys of a run in the same order, followed by the observations', () => {
    // The load that caused it cannot be observed from outside.
    const { loads, findings, ...run } = summarise(scenario, simulate(scenario));
    expect(findings).toEqual([]);
    expect(loads?.map(({ name }) => name)).toContain(scenario.load[0]!.name);
    expect(Object.keys(summary)).toEqual([...Object.keys(run), 'observed']);
    expect(Object.keys(summary.total ?? {})).toEqual(Object.keys(run.total));
  });

  test('fit on a screen', () => {
    expect(screenText(observationReport(summary), 80)).toMatchInlineSnapshot(`
      "two-sizes: 20 s observed, every 1 s

      compute active suspended starting restarting wakes suspends restarts CU-hours
      fixed    9.8 s     8.7 s   600 ms     900 ms     1        1        1  0.00544
      scaled    20 s       0 s      0 s        0 s     0        0        0        -

      Cost         between $0.0012 and $0.0029 at $0.106 per CU-hour of plan launch:
                   the API does not report the size between the limits
      Operations   8 seen, 8 finished
      Not seen     load is not driven (web): only clients that connect to the computes
                   wake them
                   objectives that cannot be observed: success_rate, cu_hours
      Amounts      prices checked until 2026-11-26
      "
    `);
  });
});

describe('the files of an observation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'neap-observed-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('are those of a run with the same columns, and the operations', () => {
    const files = new ObservedFiles(join(folder, 'observed'));
    files.commit(scenario, seen, summary);
    const run = new RunFiles(join(folder, 'simulated'), scenario);
    run.commit(summarise(scenario, simulate(scenario, { observer: run })));
    expect(readdirSync(join(folder, 'observed')).sort()).toEqual([
      'computes.csv',
      'data-dictionary.csv',
      'decisions.csv',
      'operations.csv',
      'summary.json',
      'timeline.csv',
    ]);
    const rows = (side: string, name: string) =>
      readFileSync(join(folder, side, name), 'utf8')
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));
    for (const name of ['computes.csv', 'decisions.csv', 'timeline.csv']) {
      const [ours, theirs] = [rows('observed', name), rows('simulated', name)];
      expect(ours[0]).toEqual(theirs[0]);
      expect(ours.length).toBe(theirs.length);
    }
    const [head, first] = rows('observed', 'timeline.csv');
    const cell = (column: string) => first![head!.indexOf(column)];
    expect([cell('state'), cell('active_seconds'), cell('queries_arrived'), cell('latency_p99_ms')]).toEqual([
      'active',
      '0.40000000000000036',
      '',
      '',
    ]);
  });
});

test('the plan lists every call with its maximum cost, and the actions it leaves out', () => {
  const calls = observationPlanReport(planObservation(scenario), scenario, {
    where: 'http://127.0.0.1/api/v2',
    poll_seconds: 1,
    project_name: 'neap-two-sizes-1',
  });
  expect(screenText(calls, 120)).toMatchInlineSnapshot(`
    "two-sizes: 20 s on http://127.0.0.1/api/v2

    when   call                                                        what
    before POST   /projects                                            neap-two-sizes-1, with branch
                                                                       main and compute fixed (2 CU)
    before POST   /projects/{project_id}/endpoints                     replica scaled (1 to 4 CU) on branch main
    before POST   /projects/{project_id}/endpoints/{endpoint_id}/      fixed
                  suspend
    4 s    POST   /projects/{project_id}/endpoints/{endpoint_id}/start fixed
    10 s   POST   /projects/{project_id}/endpoints/{endpoint_id}/      fixed
                  restart
    15 s   POST   /projects/{project_id}/endpoints/{endpoint_id}/      fixed
                  suspend
    after  DELETE /projects/{project_id}                               everything that was created

    Polls        states and operations every 1 s: 40 requests
    At most      0.0333 CU-hours, $0.0035 on plan launch, if everything ran at its largest size all the time
    Not done     load is not driven (web): only clients that connect to the computes wake them
    Amounts      prices checked until 2026-11-26
    "
  `);
});

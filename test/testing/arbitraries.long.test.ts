import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sizeProblem } from '../../src/compute/size.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { recordRun } from '../../src/testing/index.js';
import {
  arrivalTimes,
  computeSizes,
  countTraces,
  type ScenarioInput,
  scenarioDocuments,
} from '../../src/testing/properties.js';
import { temporaryFolder } from '../temporary-folder.js';

const directory = temporaryFolder();

describe('random scenarios', () => {
  test('random scenarios are valid, and survive a round trip through JSON', async () => {
    await fc.assert(
      fc.asyncProperty(scenarioDocuments(), async (document) => {
        const text = JSON.stringify(document);
        const scenario = await parseScenario(text);
        expect(scenario.computes).toHaveLength(document.computes.length);
        expect(scenario.events).toHaveLength(document.events.length);
        expect(scenario.faults).toHaveLength(document.faults.length);
        expect(JSON.stringify(JSON.parse(text))).toBe(text);
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  test('random scenarios together cover every feature of a scenario', () => {
    const words = new Set<string>();
    const collect = (value: unknown): void => {
      if (typeof value === 'string') words.add(value);
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        words.add(key);
        collect(inner);
      }
    };
    for (const document of fc.sample(scenarioDocuments(), { seed: 2, numRuns: 400 })) collect(document);
    const features = `
      poisson regular renewal mmpp cron arrivals closed listen route weight least_connections
      steps ramp spikes daily on_off log_ou sum product
      exponential uniform lognormal pareto bounded_pareto weibull gamma erlang hyperexponential empirical mixture
      per_query pool session pooler direct acquire_timeout max_waiting hold think query_wait_timeout
      hikaricp min_idle idle_timeout max_lifetime stale handed_out user database replication in_transaction
      attempts connect_timeout statement_timeout budget give_up rules proxy idle_in_transaction_timeout
      update restart start suspend read_only suspend_timer max_connections wake_latency temp pages
      crash slow_wakes control_plane_outage zone_loss no_upscale stuck_operation all free launch scale`;
    const expected = features.trim().split(/\s+/);
    expect(expected.filter((word) => !words.has(word))).toEqual([]);
  });

  test('random scenarios keep to their constraints', () => {
    const small = scenarioDocuments({ computes: 1, loads: 1, events: 0, plans: ['launch'] });
    fc.assert(
      fc.property(small, (document: ScenarioInput) => {
        expect(document.computes).toHaveLength(1);
        expect(document.load).toHaveLength(1);
        expect(document.events).toHaveLength(0);
        expect(document.faults).toHaveLength(0);
        expect(document['plan']).toBe('launch');
      }),
      { seed: 3, numRuns: 30 },
    );
  });

  test('random scenarios of open loads have no closed loops, routes or connections without queries', () => {
    for (const { load } of fc.sample(scenarioDocuments({ open: true }), { seed: 7, numRuns: 200 })) {
      for (const one of load) {
        expect(Object.keys(one)).toEqual(expect.arrayContaining(['compute', 'query']));
        expect(JSON.stringify(one['process'] ?? '')).not.toContain('closed');
      }
    }
  });

  test('at most one in three other scenarios has faults', () => {
    const documents = fc.sample(scenarioDocuments(), { seed: 8, numRuns: 400 });
    const faulty = documents.filter(({ faults }) => faults.length > 0).length;
    expect(faulty).toBeGreaterThan(60);
    expect(faulty).toBeLessThan(160);
  });
});

describe('random sizes and arrivals', () => {
  test('random sizes are in the size table of a known plan, fixed and autoscaling', () => {
    const sizes = fc.sample(computeSizes('free'), { seed: 4, numRuns: 200 });
    for (const { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max } of sizes) {
      expect(sizeProblem(min, max, Number.POSITIVE_INFINITY)).toBeUndefined();
      expect(max).toBeLessThanOrEqual(2);
    }
    const fixed = sizes.map((size) => size.autoscaling_limit_min_cu === size.autoscaling_limit_max_cu);
    expect(new Set(fixed)).toEqual(new Set([true, false]));
    expect(() => computeSizes('gold')).toThrow('expected one of free, launch, scale, business, got "gold"');
  });

  test('arrival times ascend and stay within the run', () => {
    fc.assert(
      fc.property(arrivalTimes({ duration_seconds: 10, queries: 50 }), (times) => {
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(times.every((time) => time >= 0 && time < 10)).toBe(true);
      }),
      { seed: 5 },
    );
  });
});

test('random traces are read back row by row, and every count arrives', async () => {
  await fc.assert(
    fc.asyncProperty(countTraces(20), async ({ csv, rows, interval_seconds }) => {
      await writeFile(join(directory, 'trace.csv'), csv);
      const document = `{
        name: traced, plan: scale, timeline_interval: ${interval_seconds}s,
        computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }],
        load: [{ name: web, compute: primary, process: trace, query: { cpu: 0s },
                 rate: { trace: { file: trace.csv, kind: counts } } }] }`;
      const scenario = await parseScenario(document, { directory });
      expect(scenario.warnings).toEqual([]);
      expect(scenario.duration_seconds).toBe(rows.length * interval_seconds);
      const arrived = recordRun(scenario).timeline.map((row) => row.arrived);
      expect(arrived).toEqual(rows.map((row) => row.value));
    }),
    { seed: 6, numRuns: 40 },
  );
});

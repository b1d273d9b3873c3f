import { expect, it } from 'vitest';
import type { RunReplication } from '../../../../src/planner/calibrate/demand/calibrated-demands.js';
import { fittedAgent, seenSizes } from '../../../../src/planner/calibrate/metrics/agent-fit.js';
import { calibratedMetrics } from '../../../../src/planner/calibrate/metrics/calibrated-metrics.js';
import type { Scenario } from '../../../../src/scenario/scenario.js';
import type { MetricSeries } from '../../../../src/workload/import/series.js';
import { compiled } from '../../../scenario/example.js';

const SECONDS = 4000;
const SECTIONS = 20;
const WIDTH = SECONDS / SECTIONS;
const STEP = 10;

const scenario = await compiled({ duration: `${SECONDS}s`, start: '2026-01-05T00:00:00Z' });

/** CU of each section at a target of 1: more load, and so a larger size, from section to section. */
const sizeOf = (section: number) => 1 + (section % 7) / 4;

/** A compute whose size is as many times smaller as its target is larger; replications differ by a hundredth. */
const run =
  (asked: Scenario[] = []): RunReplication =>
  async (of, observer) => {
    asked.push(of);
    const target = of.model.load_average_fraction_target;
    const off = 1 + 0.01 * (Number(of.seed.at(-1)) - 2);
    for (let section = 0; section < SECTIONS; section++) {
      const cu_seconds = (off * WIDTH * sizeOf(section)) / target;
      observer.timeline({ start_seconds: section * WIDTH, cu_seconds } as never);
    }
  };

function seen(target: number, count = SECONDS / STEP) {
  const times = Float64Array.from({ length: count }, (_, place) => STEP * (place + 0.5));
  const cu = times.map((time) => sizeOf(Math.floor(time / WIDTH)) / target);
  return { times, cu, step_seconds: STEP };
}

it('finds the target at which the sizes are as large as they were', async () => {
  const asked: Scenario[] = [];
  const found = await fittedAgent(scenario, seen(1.25), { run: run(asked), confidence: 0.95 });
  if (typeof found === 'string') throw new Error(found);
  expect(found.target.value).toBeCloseTo(1.25, 2);
  expect(found.target.low).toBeLessThan(found.target.value);
  expect(found.target.high).toBeGreaterThan(found.target.value);
  expect(found.points).toBe(400);
  const mean = Array.from({ length: SECTIONS }, (_, section) => sizeOf(section)).reduce((a, b) => a + b, 0);
  expect(found.mean_cu).toBeCloseTo(mean / SECTIONS / 1.25, 6);
  expect(new Set(asked.map(({ seed }) => seed))).toEqual(
    new Set(
      ['1 calibration 1', '1 calibration 2', '1 calibration 3'].map((each) =>
        each.replace(/^1/, scenario.seed),
      ),
    ),
  );
  expect(asked[0]).toMatchObject({ timeline_interval_seconds: WIDTH });
});

it('looks at the time of the scenario alone', async () => {
  const { times, cu, step_seconds } = seen(1.25);
  const more = {
    times: Float64Array.from([-5, ...times, SECONDS, SECONDS + 1]),
    cu: Float64Array.from([900, ...cu, 1, 900]),
    step_seconds,
  };
  const found = await fittedAgent(scenario, more, { run: run(), confidence: 0.95 });
  if (typeof found === 'string') throw new Error(found);
  expect(found.points).toBe(401);
  expect(found.mean_cu).toBeLessThan(2);
});

it('says why sizes do not tell', async () => {
  const options = { run: run(), confidence: 0.95 };
  expect(await fittedAgent(scenario, seen(1, 99), options)).toMatch(
    /^not enough data: 99 sizes lie within the time of the scenario, and it takes 100; expected the scenario that/,
  );
  const { times, step_seconds } = seen(1);
  expect(await fittedAgent(scenario, { times, cu: times.map(() => 2), step_seconds }, options)).toBe(
    'not enough data: the size was 2 CU all the time',
  );
  const [compute] = scenario.computes;
  const fixed = { ...scenario, computes: [{ ...compute!, autoscaling_limit_max_cu: 1 }] };
  expect(await fittedAgent(fixed, seen(1), options)).toBe(
    'the compute of the scenario has a fixed size of 1 CU; set the limits that it had',
  );
  // Sizes that no target gives: a twentieth of the largest.
  expect(await fittedAgent(scenario, seen(40), options)).toMatch(
    /^no target of the load average gives these sizes/,
  );
});

const series = (
  name: string,
  values: readonly number[],
  labels: MetricSeries['labels'] = {},
): MetricSeries => ({
  name,
  labels,
  times: Float64Array.from(values, (_, index) => scenario.start_epoch_seconds + 15 * index),
  values: Float64Array.from(values),
  counter: false,
});

it('reads sizes off the memory, in quarters of a CU, on the clock of the scenario', () => {
  const { memory_per_cu } = scenario.model;
  const shares = [0.24, 0.26, 0.99, 1.99, 0.01];
  const memory = series(
    'host_memory_total_bytes',
    shares.map((share) => share * memory_per_cu),
  );
  expect(seenSizes([series('other', [1, 2]), memory], scenario)).toEqual({
    times: Float64Array.of(0, 15, 30, 45, 60),
    cu: Float64Array.of(0.25, 0.25, 1, 2, 0.25),
    step_seconds: 15,
  });
  expect(seenSizes([series('other', [1, 2])], scenario)).toBeUndefined();
  expect(seenSizes([series('host_memory_total_bytes', [1])], scenario)).toBeUndefined();
});

it('refuses an export of several computes, and says what an export does not have', async () => {
  const of = (endpoint_id: string) => series('host_memory_total_bytes', [1], { endpoint_id });
  await expect(calibratedMetrics('m.json', [of('ep-a'), of('ep-b')], 0.95)).rejects.toThrow(
    'the file has several computes: ep-a, ep-b; export one, by endpoint_id="ep-a" in the query',
  );
  const one = [of('ep-a'), of('ep-a')];
  expect(await calibratedMetrics('m.json', one, 0.95)).toEqual({
    source: 'm.json',
    series: one,
    memory: 'the export has no host_memory_available_bytes, neon_connection_counts',
    warm_up: 'the export has no neon_lfc_hits and neon_lfc_misses',
  });
  const counted = await calibratedMetrics('m.json', [series('neon_lfc_misses', [1])], 0.95);
  expect(counted.warm_up).toMatch(/^not enough data: the file cache filled after 0 starts/);
});

import { expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';

const sparse = (max_cu: number) =>
  parseScenario(`
name: sparse
seed: 3
start: 2026-01-05T00:00:00Z
duration: 7d
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: ${max_cu} }]
load: [{ name: web, compute: primary, rate: 6/h, query: { cpu: 20ms } }]
`);

test('a sparse load costs an autoscaled compute little more than one of a fixed size', async () => {
  const fixed = simulate(await sparse(0.25));
  const scaled = simulate(await sparse(2));
  expect(scaled.computes[0]!.cu_seconds).toBe(fixed.computes[0]!.cu_seconds);
  expect(scaled.computes[0]!.latency.count).toBe(fixed.computes[0]!.latency.count);
  expect(scaled.events_fired).toBeLessThan(5 * fixed.events_fired);
});

test('requests that the agent repeats while nobody asks for another size are no events', async () => {
  const steady = (max_cu: number) =>
    parseScenario(`
name: steady
seed: 3
start: 2026-01-05T00:00:00Z
duration: 2h
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: ${max_cu}, initial_state: active }]
load: [{ name: web, compute: primary, process: regular, rate: 1/s, query: { cpu: 20ms } }]
`);
  const [fixed, scaled] = [simulate(await steady(0.25)), simulate(await steady(2))];
  // A sample of the load average and a look every 5 s, and a fetch of the working set every 20 s.
  expect((scaled.events_fired - fixed.events_fired) / (7200 / 5)).toBeLessThan(2.5);
});

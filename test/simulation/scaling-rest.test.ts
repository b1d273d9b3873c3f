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

test('a sparse load costs an autoscaled compute little more than a fixed-size one', async () => {
  const fixed = simulate(await sparse(0.25));
  const scaled = simulate(await sparse(2));
  expect(scaled.computes[0]!.cu_seconds).toBe(fixed.computes[0]!.cu_seconds);
  expect(scaled.computes[0]!.latency.count).toBe(fixed.computes[0]!.latency.count);
  expect(scaled.events_fired).toBeLessThan(5 * fixed.events_fired);
});

test('a control loop rests if the pages of the last hour are few, however many were read before', async () => {
  const reading = (max_cu: number) =>
    parseScenario(`
name: reading
seed: 3
start: 2026-01-05T00:00:00Z
duration: 7d
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: ${max_cu}, suspend_timeout_seconds: -1 }]
load: [{ name: web, compute: primary, rate: 20/h, query: { cpu: 20ms, pages: 200, working_set: 4GiB } }]
`);
  const [fixed, scaled] = [simulate(await reading(0.25)), simulate(await reading(2))];
  expect(scaled.computes[0]!.cu_seconds).toBe(fixed.computes[0]!.cu_seconds);
  expect(scaled.events_fired).toBeLessThan(6 * fixed.events_fired);
});

test('repeated requests of the agent for an unchanged size are not events', async () => {
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
  // A load-average sample and a metrics sample every 5 s, and a working-set fetch every 20 s.
  expect((scaled.events_fired - fixed.events_fired) / (7200 / 5)).toBeLessThan(2.5);
});

test('an idle control loop has seen the same working set as one that keeps running', async () => {
  const once = (replication: number, faults: string) =>
    parseScenario(`
name: once
seed: ${replication}
start: 2026-01-05T00:00:00Z
duration: 3h
plan: launch
model: { page_miss_latency: 0s, page_reads_per_second: unlimited }
computes: [{ name: primary, autoscaling_limit_min_cu: 4, autoscaling_limit_max_cu: 8, suspend_timeout_seconds: -1 }]
load: [{ name: job, compute: primary, process: { arrivals: [1s] }, query: { cpu: 20ms, pages: 400000, working_set: 3GiB } }]
faults: [${faults}]
`);
  for (let replication = 0; replication < 8; replication++) {
    const [resting, looking] = [
      simulate(await once(replication, '')),
      // No loop rests if something may fail.
      simulate(await once(replication, '{ at: 10799s, for: 1s, no_upscale: primary }')),
    ];
    expect(resting.events_fired).toBeLessThan(looking.events_fired);
    expect(resting.computes[0]!.largest_goal_cu).toBe(looking.computes[0]!.largest_goal_cu);
  }
});

import { expect, it } from 'vitest';
import { capacity } from '../../../src/study/growth/capacity.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { document } from '../../theory/support/experiment.js';
import { computeOf, quickSource, sourceOf } from '../quick-scenario.js';

/** The mean latency in ms of this number of clients that think for 400 ms and then need 100 ms of one vCPU. */
function latencyOf(clients: number): number {
  let latency = 0;
  // Mean value analysis.
  for (let count = 1, queue = 0; count <= clients; count++) {
    latency = 100 * (1 + queue);
    queue = (count * latency) / (400 + latency);
  }
  return latency;
}

// Half a client more is one more; one more that is as close to the bound is not included.
it.each([
  [2, 4, 0.01, 2, 2.27],
  [1, 2, 0.02, 2.4, 2.5],
])(
  'the capacity of %d clients is the factor up to which %d meet the objective',
  async (clients, most, tolerance, from, to) => {
    const process = { closed: { clients, think: { exponential: { mean: '400ms' } } } };
    const load = { process, query: { cpu: { exponential: { mean: '100ms' } } } };
    const bound = latencyOf(most) + 0.9 * (latencyOf(most + 1) - latencyOf(most));
    const objectives = [parseConstraint(`latency_mean <= ${bound}ms`)];
    const found = await capacity(sourceOf(document({ cu: 1, duration: '1200s', load })), {
      objectives,
      replications: 3,
      confidence: 0.95,
      tolerance,
    });
    expect(found.load!.factor).toBeGreaterThan(from);
    expect(found.load!.factor).toBeLessThan(to);
    const { mean } = found.objectives[0]!.at_capacity!;
    expect(mean).toBeLessThan(bound);
    expect(Math.abs(mean / latencyOf(most) - 1)).toBeLessThan(0.05);
    if (clients === 1) expect(found.levels.some(({ factor, met }) => factor > 2.5 && !met)).toBe(true);
  },
);

it('the capacity of a plan whose hours end is the load that lasts for the month, whatever fails after the end', async () => {
  const source = quickSource({
    ...{ start: '2026-01-01', duration: '31d', plan: 'free', slo: {}, computes: [computeOf(0.25)] },
    load: [{ name: 'web', compute: 'primary', rate: '20/h', query: { cpu: '1ms' } }],
  });
  const objectives = [parseConstraint('success_rate >= 99%')];
  const plan = { objectives, replications: 10, confidence: 0.95, tolerance: 0.05 };
  const { load, objectives: results } = await capacity(source, plan);
  // A quarter of a CU is active for 1 - exp(-λ · 300 s) of 744 h; 100 CU-hours are available.
  const expected = -Math.log(1 - 400 / 744) / 300 / (20 / 3600);
  expect(Math.abs(load!.factor / expected - 1)).toBeLessThan(0.01);
  expect(load!.low).toBeLessThan(expected);
  expect(load!.high).toBeGreaterThan(expected);
  expect(results[1]!.objective).toMatch(/^cu_hours <= 100 \(the hours of the free plan/);
});

it.each([1, 2])(
  'the capacity of one connection does not depend on the number of processors: %d CU',
  async (cu) => {
    const load = {
      ...{ rate: '5/s', process: 'poisson', query: { cpu: { exponential: { mean: '100ms' } } } },
      connection: { kind: 'pool', size: 1 },
    };
    const objectives = [parseConstraint('latency_mean <= 300ms')];
    const plan = { objectives, replications: 3, confidence: 0.95, tolerance: 0.02 };
    const found = await capacity(sourceOf(document({ cu, duration: '600s', load })), plan);
    // M/M/1: a mean of 300 ms at 6.67 queries per second.
    expect(found.queries_per_second_at_capacity!).toBeGreaterThan(5.8);
    expect(found.queries_per_second_at_capacity!).toBeLessThan(7.5);
    expect(found.binds[0]!.resource).toBe('pools');
  },
);

import { expect, it } from 'vitest';
import { capacity } from '../../../src/study/growth/capacity.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { document } from '../../theory/support/experiment.js';
import { sourceOf } from '../quick-scenario.js';

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

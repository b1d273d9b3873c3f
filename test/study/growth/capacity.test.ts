import { describe, expect, it } from 'vitest';
import { capacity } from '../../../src/study/growth/capacity.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import type { ScenarioSource } from '../../../src/study/runs/scenario-source.js';
import { document } from '../../theory/support/experiment.js';

/** Clients that think for 400 ms, and then need 100 ms of one vCPU. */
function closed(clients: number): ScenarioSource {
  const load = {
    process: { closed: { clients, think: { exponential: { mean: '400ms' } } } },
    query: { cpu: { exponential: { mean: '100ms' } } },
  };
  const text = JSON.stringify(document({ cu: 1, duration: '1200s', load }));
  return { text, file: 'closed.json', directory: '/', set: [], seed: undefined };
}

/** The mean latency with this number of clients, in milliseconds, by mean value analysis. */
function latencyOf(clients: number): number {
  let latency = 0;
  for (let count = 1, queue = 0; count <= clients; count++) {
    latency = 100 * (1 + queue);
    queue = (count * latency) / (400 + latency);
  }
  return latency;
}

describe('the load that a configuration carries', () => {
  it('of a closed loop is the number of clients that meet the objective, with the figures at that number', async () => {
    const bound = latencyOf(4) + 0.9 * (latencyOf(5) - latencyOf(4));
    const objectives = [parseConstraint(`latency_mean <= ${bound}ms`)];
    const plan = { objectives, replications: 3, confidence: 0.95, tolerance: 0.01 };
    const { load, objectives: results } = await capacity(closed(2), plan);
    // Half a client more is one more.
    expect(load!.factor).toBeGreaterThan(2);
    expect(load!.factor).toBeLessThan(2.27);
    expect(results[0]!.at_capacity!.mean).toBeLessThan(bound);
    expect(Math.abs(results[0]!.at_capacity!.mean / latencyOf(4) - 1)).toBeLessThan(0.05);
  });

  it('of a closed loop does not include one more client, even if that is as close to the bound', async () => {
    const bound = latencyOf(2) + 0.9 * (latencyOf(3) - latencyOf(2));
    const objectives = [parseConstraint(`latency_mean <= ${bound}ms`)];
    const plan = { objectives, replications: 3, confidence: 0.95, tolerance: 0.02 };
    const { load, objectives: results, levels } = await capacity(closed(1), plan);
    // 2.5 clients are three.
    expect(load!.factor).toBeGreaterThan(2.4);
    expect(load!.factor).toBeLessThan(2.5);
    expect(Math.abs(results[0]!.at_capacity!.mean / latencyOf(2) - 1)).toBeLessThan(0.05);
    expect(levels.some(({ factor, met }) => factor > 2.5 && !met)).toBe(true);
  });

  it('of a plan whose hours end is the load that lasts for the month, whatever fails after the end', async () => {
    const text = JSON.stringify({
      start: '2026-01-01',
      duration: '31d',
      plan: 'free',
      computes: [{ name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }],
      load: [{ name: 'web', compute: 'primary', rate: '20/h', query: { cpu: '1ms' } }],
    });
    const source = { text, file: 'free.json', directory: '/', set: [], seed: undefined };
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
    'of one connection is limited by the connection, however many processors there are: %d CU',
    async (cu) => {
      const load = {
        rate: '5/s',
        process: 'poisson',
        query: { cpu: { exponential: { mean: '100ms' } } },
        connection: { kind: 'pool', size: 1 },
      };
      const text = JSON.stringify(document({ cu, duration: '600s', load }));
      const source = { text, file: 'one.json', directory: '/', set: [], seed: undefined };
      const objectives = [parseConstraint('latency_mean <= 300ms')];
      const plan = { objectives, replications: 3, confidence: 0.95, tolerance: 0.02 };
      const found = await capacity(source, plan);
      // M/M/1: a mean of 300 ms at 6.67 queries per second.
      expect(found.queries_per_second_at_capacity!).toBeGreaterThan(5.8);
      expect(found.queries_per_second_at_capacity!).toBeLessThan(7.5);
      expect(found.binds[0]!.resource).toBe('pools');
    },
  );
});

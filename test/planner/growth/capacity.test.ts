import { describe, expect, it } from 'vitest';
import { capacity } from '../../../src/planner/growth/capacity.js';
import { parseConstraint } from '../../../src/planner/replicate/constraint.js';
import type { ScenarioSource } from '../../../src/planner/runs/scenario-source.js';
import { document } from '../../theory/support/experiment.js';

/** Clients that think for 400 ms, and then want 100 ms of one vCPU. */
function closed(clients: number): ScenarioSource {
  const load = {
    process: { closed: { clients, think: { exponential: { mean: '400ms' } } } },
    query: { cpu: { exponential: { mean: '100ms' } } },
  };
  const text = JSON.stringify(document({ cu: 1, duration: '1200s', load }));
  return { text, file: 'closed.json', directory: '/', set: [], seed: undefined };
}

/** The mean latency of so many such clients, in milliseconds: mean value analysis. */
function latencyOf(clients: number): number {
  let latency = 0;
  for (let count = 1, queue = 0; count <= clients; count++) {
    latency = 100 * (1 + queue);
    queue = (count * latency) / (400 + latency);
  }
  return latency;
}

describe('the load that a configuration carries', () => {
  it('of a closed loop is as many clients as meet the objective, with the figures of so many', async () => {
    const bound = latencyOf(4) + 0.9 * (latencyOf(5) - latencyOf(4));
    const objectives = [parseConstraint(`latency_mean <= ${bound}ms`)];
    const plan = { objectives, replications: 3, confidence: 0.95, tolerance: 0.01 };
    const { load, objectives: told } = await capacity(closed(2), plan);
    // Half a client more is one more.
    expect(load!.factor).toBeGreaterThan(2);
    expect(load!.factor).toBeLessThan(2.27);
    expect(told[0]!.at_capacity!.mean).toBeLessThan(bound);
    expect(Math.abs(told[0]!.at_capacity!.mean / latencyOf(4) - 1)).toBeLessThan(0.05);
  });
});

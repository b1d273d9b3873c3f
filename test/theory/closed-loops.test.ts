import { describe, expect, test } from 'vitest';
import { document, expectFigures, inSystem, throughput } from './support/experiment.js';

/** Mean number at the server and throughput of M/M/1//N, by its birth and death equations. */
function machineRepair(clients: number, think_seconds: number, demand_seconds: number) {
  const weights = [1];
  for (let inside = 1; inside <= clients; inside++) {
    weights.push((weights[inside - 1]! * (clients - inside + 1) * demand_seconds) / think_seconds);
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const inside = weights.reduce((sum, weight, count) => sum + count * weight, 0) / total;
  const busy = 1 - weights[0]! / total;
  return { inside, busy, throughput: busy / demand_seconds };
}

// G3 has two stations in a row; here a query joins the storage queue when it starts, not when it leaves the CPU.
describe('closed loops with known answers, through scenario files', () => {
  test('the machine-repair formula reproduces the value of G1', () => {
    const { inside, busy, throughput: rate } = machineRepair(20, 1, 0.05);
    expect(inside).toBeCloseTo(3.17783923084, 8);
    expect(busy).toBeCloseTo(0.841108038458, 8);
    expect(rate).toBeCloseTo(16.8221607692, 8);
  });

  test('a closed loop through a pool of one matches the machine-repair formula', async () => {
    const { inside, throughput: rate } = machineRepair(6, 0.5, 0.1);
    const load = {
      process: { closed: { clients: 6, think: { exponential: { mean: '0.5s' } } } },
      query: { cpu: { exponential: { mean: '0.1s' } } },
      connection: { kind: 'pool', size: 1 },
    };
    await expectFigures(document({ cu: 1, duration: '3h', load }), 20, [
      { name: 'throughput', of: throughput, expected: rate },
      { name: 'queries at the compute', of: inSystem, expected: inside },
    ]);
  });
});

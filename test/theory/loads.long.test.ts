import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import type { TimelineRow } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';
import { meanInterval } from '../../src/statistics/confidence-interval.js';
import { theoryCase } from '../vectors/theory-case.js';
import {
  document,
  expectFigures,
  inSystem,
  meanSojourn,
  throughput,
  utilisation,
} from './support/experiment.js';
import { number, numericCase } from './support/numbers.js';

describe('long runs of loads with known results', () => {
  const G1 = theoryCase('G1').inputs;
  const think = { exponential: { mean: `${G1['think_s'] as number}s` } };
  test.each([
    {
      as: 'endless sessions',
      process: { arrivals: Array.from({ length: G1['N'] as number }, () => '0s') },
      connection: { kind: 'session', queries: 1_000_000_000, think },
    },
    {
      as: 'a closed loop',
      process: { closed: { clients: G1['N'] as number, think } },
      connection: { kind: 'per_query' },
    },
  ])(
    'G1: twenty clients with think time match mean value analysis, as $as',
    async ({ process, connection }) => {
      const { inputs, expected } = theoryCase('G1');
      const [demand] = inputs['demands_s'] as readonly [number];
      const [inQueue] = expected['Q'] as unknown as readonly [number];
      const [used] = expected['U'] as unknown as readonly [number];
      const query = { cpu: { exponential: { mean: `${demand}s` } } };
      await expectFigures(document({ cu: 1, duration: '4h', load: { process, query, connection } }), 20, [
        { name: 'throughput', of: throughput, expected: expected['X']! },
        { name: 'mean sojourn', of: meanSojourn, expected: expected['R']! },
        { name: 'queries at the compute', of: inSystem, expected: inQueue },
        { name: 'utilisation', of: utilisation, expected: used },
      ]);
    },
  );

  test('G5: Little’s law holds', async () => {
    const { inputs, expected } = numericCase('G5');
    await expectFigures(
      document({
        cu: 0.25,
        duration: '20m',
        load: {
          rate: `${number(inputs, 'lambda_')}/s`,
          query: { cpu: '0s', wait: { exponential: { mean: `${number(inputs, 'W')}s` } } },
        },
        model: { max_connections: 100_000 },
      }),
      10,
      [
        { name: 'in system', of: inSystem, expected: number(expected, 'L') },
        { name: 'connections', of: (one) => one.connections.mean, expected: number(expected, 'L') },
      ],
    );
  });

  test('J3: bursts that overload one vCPU for a while match theory', async () => {
    const { inputs, expected } = numericCase('J3');
    await expectFigures(
      document({
        cu: 1,
        duration: '60h',
        load: {
          process: {
            mmpp: [
              { rate: `${number(inputs, 'l1')}/s`, mean: `${1 / number(inputs, 's1')}s` },
              { rate: `${number(inputs, 'l2')}/s`, mean: `${1 / number(inputs, 's2')}s` },
            ],
          },
          query: { cpu: { exponential: { mean: `${1 / number(inputs, 'mu')}s` } } },
        },
        model: { max_connections: 1_000_000 },
      }),
      20,
      [
        // Within 2 %: bursts this heavy would take minutes to estimate to 1 %.
        { name: 'in system', of: inSystem, expected: number(expected, 'L'), precision: 0.02 },
        { name: 'mean sojourn', of: meanSojourn, expected: number(expected, 'W'), precision: 0.02 },
        { name: 'utilisation', of: utilisation, expected: number(expected, 'rho') },
      ],
    );
  });

  test('I1: open work under a daily rhythm lags behind its arrivals', async () => {
    const { inputs, expected } = numericCase('I1');
    const day = number(inputs, 'period_s');
    const hold = 1 / number(inputs, 'mu');
    const scenario = await parseScenario(
      JSON.stringify({
        ...document({
          cu: 0.25,
          duration: '2d',
          load: {
            rate: { base: `${number(inputs, 'lambda_bar')}/s`, daily: number(inputs, 'A'), peak_hour: 6 },
            query: { cpu: '0s', wait: { exponential: { mean: `${hold}s` } } },
          },
          model: { max_connections: 1_000_000 },
        }),
        timeline_interval: '5m',
      }),
    );
    const replications = Array.from({ length: 4 }, (_, replication) => {
      const rows: TimelineRow[] = [];
      const observer = { timeline: (row: TimelineRow) => rows.push({ ...row }), decision: () => {} };
      simulate(scenario, { replication, observer });
      // The first day starts empty; the second is steady.
      return harmonics(
        rows.filter((row) => row.start_seconds >= day),
        day,
      );
    });
    const check = (name: 'mean' | 'amplitude' | 'lag_s', bound: number): void => {
      const { mean, half_width } = meanInterval(
        replications.map((one) => one[name]),
        0.99,
      );
      expect(half_width, name).toBeLessThan(bound);
      expect(Math.abs(mean - number(expected, name)), name).toBeLessThanOrEqual(half_width);
    };
    check('mean', 0.01 * number(expected, 'mean'));
    check('amplitude', 0.01 * number(expected, 'amplitude'));
    check('lag_s', 0.01 * day);
  });
});

/** First harmonic of the connections over one period: mean, amplitude, and lag behind a sine. */
function harmonics(
  rows: readonly TimelineRow[],
  period: number,
): { readonly mean: number; readonly amplitude: number; readonly lag_s: number } {
  let mean = 0;
  let sine = 0;
  let cosine = 0;
  for (const row of rows) {
    const angle = (2 * Math.PI * (row.start_seconds + row.end_seconds)) / (2 * period);
    mean += row.connections_mean / rows.length;
    sine += (2 * row.connections_mean * Math.sin(angle)) / rows.length;
    cosine += (2 * row.connections_mean * Math.cos(angle)) / rows.length;
  }
  // Averaging over a row's width damps a sine a little: by sin(x)/x with x half the width's angle.
  const half = Math.PI / rows.length;
  const damping = Math.sin(half) / half;
  return {
    mean,
    amplitude: Math.hypot(sine, cosine) / damping,
    lag_s: (Math.atan2(-cosine, sine) * period) / (2 * Math.PI),
  };
}

import { describe, test } from 'vitest';
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

describe('loads with known answers, through scenario files', () => {
  test('G1: twenty clients with think time (mean value analysis)', async () => {
    const { inputs, expected } = theoryCase('G1');
    const clients = inputs['N'] as number;
    const [demand] = inputs['demands_s'] as readonly [number];
    const [inQueue] = expected['Q'] as unknown as readonly [number];
    const [used] = expected['U'] as unknown as readonly [number];
    await expectFigures(
      document({
        cu: 1,
        duration: '4h',
        load: {
          process: { arrivals: Array.from({ length: clients }, () => '0s') },
          query: { cpu: { exponential: { mean: `${demand}s` } } },
          connection: {
            kind: 'session',
            queries: 1_000_000_000,
            think: { exponential: { mean: `${inputs['think_s'] as number}s` } },
          },
        },
      }),
      20,
      [
        { name: 'throughput', of: throughput, expected: expected['X']! },
        { name: 'mean sojourn', of: meanSojourn, expected: expected['R']! },
        { name: 'queries at the compute', of: inSystem, expected: inQueue },
        { name: 'utilisation', of: utilisation, expected: used },
      ],
    );
  });

  test('G5: Little’s law', async () => {
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
});

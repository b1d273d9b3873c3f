import { describe, test } from 'vitest';
import { document, expectFigures, inSystem } from './support/experiment.js';
import { number, numericCase } from './support/numbers.js';

describe('loads with known answers, through scenario files', () => {
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

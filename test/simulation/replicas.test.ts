import { describe, expect, test } from 'vitest';
import { at, runExample } from './support/one-compute.js';

describe('replicas', () => {
  test('replicas suspend, wake and are billed independently of the primary', async () => {
    const replica = { type: 'read_only', autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 };
    const record = await runExample({
      scenario: {
        computes: [
          { name: 'primary', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 },
          { name: 'reads', ...replica },
          { name: 'spare', ...replica },
        ],
        load: [
          { name: 'web', compute: 'primary', process: at(0), query: { cpu: '0s' } },
          { name: 'reports', compute: 'reads', process: at(100, 200), query: { cpu: '10s' } },
        ],
      },
    });
    expect(
      record.observations.computes.map(({ name, cu_seconds, completed }) => [name, cu_seconds, completed]),
    ).toEqual([
      ['primary', 300, 1],
      // 101 to 111, 200 to 210, and five idle minutes.
      ['reads', 2 * (510 - 101), 2],
      ['spare', 0, 0],
    ]);
  });
});

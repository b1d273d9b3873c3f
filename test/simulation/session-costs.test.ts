import { expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { overloadedShare } from '../../src/study/runs/offered-work.js';

test('connection CPU counts as offered work for clients that open a connection per query', async () => {
  const share = async (connection: object) =>
    overloadedShare(
      await parseScenario(
        JSON.stringify({
          ...{ name: 'functions', duration: '1h', plan: 'scale', model: { connection_cpu: '20ms' } },
          computes: [{ name: 'primary', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }],
          load: [{ name: 'web', compute: 'primary', rate: '60/s', query: { cpu: '1ms' }, connection }],
        }),
      ),
    );
  expect(await share({ kind: 'per_query' })).toBe(1);
  expect(await share({ kind: 'per_query', via: 'pooler' })).toBe(0);
  expect(await share({ kind: 'pool', size: 100 })).toBe(0);
});

import { expect, test } from 'vitest';
import type { RunRecord } from '../../src/testing/index.js';
import { at, primary, runExample } from './support/one-compute.js';

const size = { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 };

/** Two replicas that are always active, and a load routed over them. */
function replicas(route: unknown, load: Readonly<Record<string, unknown>>, further = {}) {
  const replica = { type: 'read_only', suspend_timeout_seconds: -1, initial_state: 'active', ...size };
  return runExample({
    scenario: {
      computes: [
        { name: 'primary', ...size },
        { name: 'one', ...replica },
        { name: 'two', ...replica },
      ],
      load: [{ name: 'reads', route, query: { cpu: '0s' }, ...load }],
      ...further,
    },
  });
}

function counts(record: RunRecord, of: 'arrived' | 'completed' | 'failed'): readonly number[] {
  return record.observations.computes.slice(1).map((compute) => compute[of]);
}

test('a weighted route uses a separate random stream and leaves arrivals and demands unchanged', async () => {
  const load = { rate: '2/s', query: { cpu: { exponential: { mean: '5ms' } } } };
  const routed = await replicas({ weight: { one: 1, two: 1 } }, load);
  const plain = await replicas(undefined, { ...load, compute: 'one' });
  const sum = (record: RunRecord) =>
    record.observations.computes.reduce((all, { cpu_seconds }) => all + cpu_seconds, 0);
  const arrived = (record: RunRecord) => counts(record, 'arrived').reduce((all, one) => all + one);
  expect(arrived(routed)).toBe(arrived(plain));
  expect(sum(routed)).toBeCloseTo(sum(plain), 9);
});

test('a weighted route skips a target that is lost, and returns to it', async () => {
  const record = await replicas(
    { weight: { one: 1, two: 1 } },
    { process: { regular: { every: '1s' } } },
    { faults: [{ at: '10m', for: '20m', zone_loss: 'one' }] },
  );
  const of = (from: number, to: number) =>
    record.timeline
      .filter(
        ({ compute, start_seconds }) => compute === 'one' && start_seconds >= from && start_seconds < to,
      )
      .reduce((sum, { arrived }) => sum + arrived, 0);
  expect(of(600, 1800)).toBe(0);
  expect(of(0, 600)).toBeGreaterThan(250);
  expect(of(1800, 3600)).toBeGreaterThan(800);
  expect(counts(record, 'failed')).toEqual([0, 0]);
});

test('a query keeps its target when it is retried', async () => {
  const record = await replicas(
    { weight: { one: 1, two: 1 } },
    {
      process: at(...Array.from({ length: 40 }, (_, index) => index)),
      retry: { attempts: 3, first: '1s' },
    },
    { model: { max_connections: 1, reserved_connections: 1 } },
  );
  for (const { attempts, arrived } of record.observations.computes) {
    expect(attempts).toEqual({
      made: 3 * arrived,
      completed: 0,
      failed: arrived,
      retried: 2 * arrived,
      open: 0,
    });
  }
});

test('two instances that take turns give exactly the results of two loads that share the queries', async () => {
  const times = Array.from({ length: 60 }, (_, index) => 3 * Math.floor(index / 7) + 0.05 * index);
  const pool = { kind: 'pool', size: 1, min_idle: 1, idle_timeout: '20s', max_lifetime: '1m' };
  const shared = { query: { cpu: '0s', wait: '1s' } };
  const turns = (first: number) => at(...times.filter((_, index) => index % 2 === first));
  const instances = await runExample({
    load: {
      ...shared,
      compute: undefined,
      route: { least_connections: ['primary'] },
      process: at(...times),
      connection: { ...pool, instances: 2 },
    },
  });
  const loads = await runExample({
    load: [0, 1].map((first) => ({ ...shared, process: turns(first), connection: pool })),
  });
  expect(primary(instances).client_pool_wait.max).toBeGreaterThan(1);
  expect(primary(instances)).toEqual(primary(loads));
});

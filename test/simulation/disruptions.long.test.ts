import { expect, test } from 'vitest';
import { simulate } from '../../src/simulation/simulation.js';
import { at, primary, runExample } from './support/one-compute.js';

test('the first fifty disruptions and the fifty largest are kept in full', async () => {
  // Before each restart, from zero to six queries.
  const numbers = Array.from({ length: 1000 }, (_, number) => number);
  const arrivals = numbers.flatMap((number) => Array<number>(number % 7).fill(10 * number + 0.5));
  const record = await runExample({
    compute: { suspend_timeout_seconds: -1 },
    load: { process: at(...arrivals), query: { cpu: '0s', wait: '2s' }, retry: { attempts: 2, first: '1s' } },
    events: numbers.map((number) => ({ at: `${10 * number + 1}s`, restart: 'primary' })),
    scenario: { duration: '3h' },
  });
  const { by_cause, kept } = primary(record).disruptions;
  expect(by_cause).toMatchObject({ restart: { count: 1000, disturbed: 2997, connections_dropped: 2997 } });
  const times = kept.map(({ at_seconds }) => at_seconds);
  expect(times).toHaveLength(100);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(kept.slice(50).map(({ disturbed }) => disturbed))).toEqual(new Set([6]));
});

test('time in trouble is the same at hybrid fidelity, within 5 %', async () => {
  const { scenario } = await runExample({
    compute: { autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2, initial_state: 'active' },
    load: {
      rate: '200/s',
      query: { cpu: '2ms', wait: '40ms' },
      connection: { kind: 'per_query', via: 'pooler' },
    },
    events: [{ at: '30m', restart: 'primary' }],
    model: { max_connections: 16 },
  });
  const [exact, hybrid] = (['exact', 'hybrid'] as const).map(
    (fidelity) => simulate(scenario, { fidelity }).computes[0]!.trouble!.seconds,
  );
  expect(exact).toBeGreaterThan(90);
  expect(hybrid! / exact!).toBeGreaterThan(0.95);
  expect(hybrid! / exact!).toBeLessThan(1.05);
});

import { expect, test } from 'vitest';
import { simulate } from '../../src/simulation/simulation.js';
import { type RunRecord, recordDocument } from '../../src/testing/index.js';

type Part = Readonly<Record<string, unknown>>;

/** A primary on the default branch, and child branches with a compute each. Each compute gets a query every minute. */
function branches(count: number, of: (index: number) => Part = () => ({}), more: Part = {}) {
  const numbers = Array.from({ length: count + 1 }, (_, index) => index);
  const name = (index: number) => (index === 0 ? 'main' : `b${index}`);
  return recordDocument({
    name: 'branches',
    plan: 'scale',
    model: { wake_latency: '1s' },
    duration: '20m',
    computes: numbers.map((index) => ({
      ...{ name: name(index), branch: name(index), type: 'read_write' },
      ...{ autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25, ...of(index) },
    })),
    load: numbers.map((index) => ({
      ...{ name: `load-${name(index)}`, compute: name(index), query: { cpu: '1ms' } },
      process: { regular: { every: index === 1 ? (more['first'] ?? '1m') : '1m' } },
    })),
    events: more['events'] ?? [],
  });
}

const failing = ({ computes }: RunRecord['observations']): readonly string[] =>
  computes.filter(({ failed }) => failed > 0).map(({ name }) => name);

test('the limit of active computes admits 20 besides the primary of the default branch, and refuses more', async () => {
  const { observations } = await branches(22);
  expect(failing(observations)).toEqual(['b21', 'b22']);
  for (const compute of observations.computes.slice(-2)) {
    expect(compute).toMatchObject({ completed: 0, wakes: 0, found_idle: 0, delayed: 0 });
    expect(compute.failed_by_error).toEqual({ XX000: 20 });
    expect(Object.keys(compute.unavailable_by_cause)).toEqual(['active_limit']);
  }
});

test('the limit does not affect 20 computes or the default branch', async () => {
  expect(failing((await branches(20)).observations)).toEqual([]);
});

test('read replicas of the default branch count towards the limit', async () => {
  const replica = { branch: 'main', type: 'read_only' };
  const { observations } = await branches(21, (index) => (index === 0 ? {} : replica));
  expect(failing(observations)).toEqual(['b21']);
});

test('a compute that suspends makes room under the limit', async () => {
  const { observations } = await branches(21, undefined, { first: '1h' });
  const last = observations.computes.at(-1)!;
  // b1 serves one query at the start and suspends five minutes after it.
  expect(last.wakes).toBe(1);
  expect(last.failed_by_error['XX000']).toBeLessThanOrEqual(7);
  expect(last.completed).toBeGreaterThanOrEqual(13);
});

test("a start call beyond the limit is refused with the platform's message", async () => {
  const { decisions } = await branches(21, undefined, { events: [{ at: '10m', start: 'b21' }] });
  const refusals = decisions.filter(({ compute, decision }) => compute === 'b21' && decision === 'refuse');
  expect(refusals.map(({ reason }) => reason)).toContainEqual(
    expect.stringContaining('start call: You have exceeded the limit of concurrently active endpoints'),
  );
});

test('the limit of active computes also applies at hybrid fidelity', async () => {
  const { scenario } = await branches(21);
  expect(failing(simulate(scenario, { fidelity: 'hybrid' }))).toEqual(['b21']);
});

test('the transfer limit of a plan is the same at hybrid fidelity', async () => {
  const { scenario } = await recordDocument({
    ...{ name: 'dump', start: '2026-09-01', duration: '30d', plan: 'free' },
    computes: [{ name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }],
    load: [
      { name: 'dump', compute: 'primary', process: { regular: { every: '1h' } }, query: { cpu: '1ms' } },
    ],
    data: { logical_size_bytes: '62MB', egress_per_query: '10MB' },
  });
  const { exhaustions } = simulate(scenario);
  expect(exhaustions).toHaveLength(1);
  expect(simulate(scenario, { fidelity: 'hybrid' }).exhaustions).toEqual(exhaustions);
});

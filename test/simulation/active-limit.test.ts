import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { runExample } from './support/one-compute.js';

/** A primary on the default branch, and child branches with a compute each. Each compute gets a query every minute. */
function branches(count: number, more: Readonly<Record<string, unknown>> = {}) {
  const child = (index: number) => ({
    name: `b${index}`,
    branch: `b${index}`,
    type: 'read_write',
    autoscaling_limit_min_cu: 0.25,
    autoscaling_limit_max_cu: 0.25,
  });
  const children = Array.from({ length: count }, (_, index) => child(index + 1));
  const computes = [{ ...child(0), name: 'main', branch: 'main' }, ...children];
  return {
    duration: '20m',
    computes,
    load: computes.map(({ name }) => ({
      name: `load-${name}`,
      compute: name,
      process: { regular: { every: '1m' } },
      query: { cpu: '1ms' },
    })),
    ...more,
  };
}

describe('the limit of concurrently active computes', () => {
  test('the limit of active computes admits 20 besides the primary of the default branch, and refuses more', async () => {
    const { observations } = await runExample({ scenario: branches(22) });
    const seen = new Map(observations.computes.map((compute) => [compute.name, compute]));
    expect(seen.get('main')!.failed).toBe(0);
    expect(seen.get('b20')!).toMatchObject({ failed: 0, wakes: 1 });
    for (const name of ['b21', 'b22']) {
      expect(seen.get(name)!).toMatchObject({ completed: 0, wakes: 0, found_idle: 0, delayed: 0 });
      expect(seen.get(name)!.failed_by_error).toEqual({ XX000: 20 });
      expect(Object.keys(seen.get(name)!.unavailable_by_cause)).toEqual(['active_limit']);
    }
  });

  test('the limit does not affect 20 computes or the default branch', async () => {
    const { observations } = await runExample({ scenario: branches(20) });
    expect(observations.computes.every(({ failed }) => failed === 0)).toBe(true);
  });

  test('read replicas of the default branch count towards the limit', async () => {
    const scenario = branches(21);
    const replicas = scenario.computes.map((compute, index) =>
      index === 0 ? compute : { ...compute, branch: 'main', type: 'read_only' },
    );
    const { observations } = await runExample({ scenario: { ...scenario, computes: replicas } });
    expect(observations.computes.filter(({ failed }) => failed > 0).map(({ name }) => name)).toEqual(['b21']);
  });

  test('a compute that suspends makes room under the limit', async () => {
    const scenario = branches(21);
    const load = scenario.load.map((one, index) =>
      index === 1 ? { ...one, process: { regular: { every: '1h' } } } : one,
    );
    const record = await runExample({ scenario: { ...scenario, load } });
    const last = record.observations.computes.at(-1)!;
    // b1 serves one query at the start and suspends five minutes after it.
    expect(last.wakes).toBe(1);
    expect(last.failed_by_error['XX000']).toBeLessThanOrEqual(7);
    expect(last.completed).toBeGreaterThanOrEqual(13);
  });

  test("a start call beyond the limit is refused with the platform's message", async () => {
    const record = await runExample({
      scenario: branches(21, { events: [{ at: '10m', start: 'b21' }] }),
    });
    const refusals = record.decisions.filter(
      ({ compute, decision }) => compute === 'b21' && decision === 'refuse',
    );
    expect(refusals.map(({ reason }) => reason)).toContainEqual(
      expect.stringContaining('start call: You have exceeded the limit of concurrently active endpoints'),
    );
  });

  test('the limit also applies at hybrid fidelity', async () => {
    const scenario = await parseScenario(JSON.stringify(branches(21)));
    const { computes } = simulate(scenario, { fidelity: 'hybrid' });
    expect(computes.filter(({ failed }) => failed > 0).map(({ name }) => name)).toEqual(['b21']);
  });
});

import { describe, expect, test } from 'vitest';
import { complaints } from '../scenario/example.js';
import { at, primary, runExample } from './support/one-compute.js';

/** A compute of a given size that is active throughout. */
const sized = (cu: number, max = cu) => ({
  autoscaling_limit_min_cu: cu,
  autoscaling_limit_max_cu: max,
  suspend_timeout_seconds: -1,
  initial_state: 'active',
});

const QUOTA = { cpu_limit: 'bandwidth', cpu_quota_burst: 1 };

describe('the CPU of a size below one vCPU', () => {
  test.each([
    ['a share of a vCPU', {}, 20],
    ['a whole vCPU by the rules of the platform', { rules: 'platform' }, 5],
    ['a whole vCPU until a quota is used up', QUOTA, 5],
  ])('the CPU capacity of a small size is %s', async (_what, model, milliseconds) => {
    const record = await runExample({
      compute: sized(0.25),
      load: { process: at(100), query: { cpu: '5ms' } },
      model,
    });
    expect(1000 * primary(record).latency.mean).toBeCloseTo(milliseconds, 6);
  });

  test('a CPU quota is used completely under sufficient load, and not exceeded', async () => {
    const { observations } = await runExample({
      compute: sized(0.5),
      load: { process: { closed: { clients: 3, think: '0s' } }, query: { cpu: '70ms' } },
      model: QUOTA,
    });
    const seen = observations.computes[0]!;
    expect(Math.abs(seen.cpu_seconds - 1800)).toBeLessThan(0.1);
    expect(seen.vcpu_seconds).toBeCloseTo(1800, 9);
    // Three queries for one vCPU, or none.
    expect(seen.saturated_seconds).toBeCloseTo(3600, 6);
    expect(Math.abs(seen.completed - 1800 / 0.07)).toBeLessThan(4);
    // Two events per query and little more: the 36,000 periods have none.
    expect(observations.events_fired).toBeLessThan(2.1 * seen.completed);
  });

  test('offered load and utilization are relative to the sustained CPU capacity', async () => {
    const run = async (model: Readonly<Record<string, unknown>>) =>
      primary(
        await runExample({
          compute: sized(0.25),
          load: { rate: '20/s', query: { cpu: { exponential: { mean: '10ms' } } } },
          model,
        }),
      );
    // The load is a fifth of a vCPU.
    for (const [model, vcpu] of [
      [{}, 0.25],
      [QUOTA, 0.25],
      [{ ...QUOTA, cpu_quota_burst: 2 }, 0.5],
      [{ cpu_limit: 'bandwidth' }, 1],
    ] as const) {
      const { cpu_seconds, vcpu_seconds, latency } = await run(model);
      expect(vcpu_seconds).toBeCloseTo(3600 * vcpu, 6);
      expect(Math.abs(cpu_seconds / 720 - 1)).toBeLessThan(0.02);
      // M/M/1-PS if the quota does not bind.
      if (vcpu === 1) expect(Math.abs(latency.mean / 0.0125 - 1)).toBeLessThan(0.02);
    }
  });

  test('queries waiting for the next quota period count in the load average', async () => {
    const record = await runExample({
      compute: sized(0.25, 2),
      load: [1, 2].map((query) => ({ process: at(60), query: { cpu: `${600 + query}s` } })),
      model: QUOTA,
      scenario: { duration: '20m' },
    });
    // A quarter works a quarter of the time. Two are runnable all of that time: a load of 2 asks for 2.25 CU.
    expect(primary(record).max_cu).toBe(2);
  });

  test('the backlog includes the work that exceeds the quota', async () => {
    const backlog = async (model: Readonly<Record<string, unknown>>) =>
      primary(
        await runExample({
          compute: sized(0.25),
          load: [1, 2].map(() => ({ process: at(100), query: { cpu: '10s' } })),
          model,
        }),
      ).overload.longest_backlog_seconds;
    // Twenty vCPU-seconds at a quarter, less the longest query; and at one vCPU.
    expect(await backlog({})).toBeCloseTo(40, 6);
    expect(Math.abs((await backlog(QUOTA)) - 40)).toBeLessThan(0.2);
    expect(await backlog({ cpu_limit: 'bandwidth' })).toBeCloseTo(10, 6);
  });

  test.each([
    [{ cpu_limit: 'quota' }, 'model.cpu_limit'],
    [{ cpu_quota_burst: 0 }, 'model.cpu_quota_burst: expected a number above 0 such as 4, got 0'],
    [{ cpu_quota_period: '0s' }, 'model.cpu_quota_period: expected a duration'],
  ])('the CPU limit %j is refused', async (model, message) => {
    expect((await complaints({ model })).join()).toContain(message);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { leadingAssumptions } from '../../src/report/figures/leading-assumptions.js';
import { summarise } from '../../src/report/figures/summary.js';
import { type RunRecord, recordDocument } from '../../src/testing/index.js';
import { at, primary, runExample } from './support/one-compute.js';

const SECONDS = 20 * 60;

/** An application whose pool opens its connections with the compute: 0.25 to 2 CU, 10 queries of 2 ms per second. */
function pooled(connections: number, model: Readonly<Record<string, unknown>> = {}): Promise<RunRecord> {
  return recordDocument({
    name: 'pool',
    duration: `${SECONDS}s`,
    plan: 'scale',
    computes: [{ name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 }],
    load: [
      {
        name: 'app',
        compute: 'primary',
        rate: '10/s',
        query: { cpu: '2ms' },
        connection: { kind: 'pool', size: connections, min_idle: connections },
      },
    ],
    model,
  });
}

describe('the memory of connections', () => {
  test('memory for 200 pooled connections fits on a quarter of a CU', async () => {
    const one = primary(await pooled(200));
    expect(one).toMatchObject({ out_of_memory: 0, failed: 0, restarts: 0 });
    expect(one.connections.peak).toBe(200);
  });

  test('time continues on a machine that is too small for one connection, even if restarts take no time', async () => {
    const model = {
      memory_per_cu: '1GiB',
      connection_memory: '300MiB',
      restart_latency: '0s',
      fork_latency: '0s',
    };
    const one = primary(await pooled(1, model));
    expect(one.out_of_memory).toBeGreaterThan(SECONDS / 4);
    expect(one.out_of_memory).toBeLessThanOrEqual(10 * SECONDS);
  });

  test('memory grows with each fork, so the peak is not reached in one instant', async () => {
    const document = {
      compute: { initial_state: 'active', suspend_timeout_seconds: -1 },
      load: {
        process: { arrivals: Array<string>(10).fill('10s') },
        connection: { kind: 'session', hold: '1h' },
      },
      model: { fork_latency: '100ms' },
    };
    const { latency } = primary(await runExample(document));
    // The first does not wait; the tenth waits for nine forks.
    expect(latency.count).toBe(10);
    expect(latency.max).toBeCloseTo(0.9, 9);
    expect(latency.sum).toBeCloseTo(0.1 * 45, 9);
    const together = primary(await runExample({ ...document, model: { fork_latency: '0s' } }));
    expect(together.latency.max).toBe(0);
  });

  test('memory runs out only if connections arrive faster than monitor and autoscaler can react', async () => {
    // 240 connections of 5 MiB. From the monitor's threshold of 785 MiB to the kernel's limit of 924 MiB there are 28.
    const within = async (fork_latency: string) =>
      primary(await pooled(240, { connection_memory: '5MiB', fork_latency }));
    // 0.84 s: a mean of five samples, a permit and a resize take less.
    const slow = await within('30ms');
    expect(slow).toMatchObject({ out_of_memory: 0, failed: 0 });
    expect(slow.scaling.upscales_requested).toBeGreaterThan(0);
    expect(slow.resizes).toBeGreaterThan(0);
    // 0.014 s: less than a sample.
    expect((await within('500us')).out_of_memory).toBeGreaterThan(0);
  });
});

describe('a crash loop', () => {
  let record: RunRecord;
  beforeAll(async () => {
    record = await pooled(200, { connection_memory: '5MiB' });
  });

  test('a crash loop is counted, billed, and unavailable while Postgres restarts', () => {
    const one = primary(record);
    const { count, restarts, span } = one.crash_loops;
    expect([count, restarts]).toEqual([1, one.out_of_memory]);
    expect(restarts).toBeGreaterThan(SECONDS / 4);
    const kills = record.decisions.filter(({ decision }) => decision === 'out_of_memory');
    expect(span).toEqual({
      from_seconds: kills[0]!.time_seconds,
      until_seconds: kills.at(-1)!.time_seconds,
    });
    // The machine keeps running: everything except the wake is billed.
    expect(one.active_seconds).toBeGreaterThan(SECONDS / 8);
    expect(one.cu_seconds).toBeCloseTo(0.25 * (SECONDS - one.starting_seconds), 6);
    expect(one.unavailable_by_cause['out_of_memory']).toBeCloseTo(one.restarting_seconds, 6);
  });

  test('the assumptions of a crash loop start with the memory per connection', () => {
    const { scenario, observations } = record;
    const [first] = leadingAssumptions(summarise(scenario, observations));
    expect(first!.name).toBe('model.connection_memory');
  });

  test('a crash loop needs three out-of-memory kills in a row, each within ten seconds of the start', async () => {
    // Every query takes more memory than the machine has.
    const killedAt = async (...seconds: readonly number[]) =>
      primary(
        await runExample({
          compute: {
            autoscaling_limit_min_cu: 0.25,
            autoscaling_limit_max_cu: 0.25,
            suspend_timeout_seconds: -1,
            initial_state: 'active',
          },
          load: { process: at(...seconds), query: { cpu: '1s', memory: '2GiB' } },
        }),
      );
    // Restarts take a second: the compute runs for 4 s before each.
    expect((await killedAt(5, 10)).crash_loops).toEqual({ count: 0, restarts: 0, span: undefined });
    expect((await killedAt(5, 10, 15)).crash_loops).toEqual({
      count: 1,
      restarts: 3,
      span: { from_seconds: 5, until_seconds: 15 },
    });
    expect((await killedAt(5, 17, 29, 41)).crash_loops.count).toBe(0);
    expect((await killedAt(5, 10, 15, 20, 60, 65, 70)).crash_loops).toEqual({
      count: 2,
      restarts: 7,
      span: { from_seconds: 5, until_seconds: 70 },
    });
    const { unavailable_by_cause, out_of_memory, cu_seconds } = await killedAt(5, 10, 15);
    expect(out_of_memory).toBe(3);
    expect(unavailable_by_cause).toEqual({ out_of_memory: 3 });
    expect(cu_seconds).toBe(0.25 * 3600);
  });
});

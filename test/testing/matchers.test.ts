import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { matchers, type RunMatchers, recordDocument } from '../../src/testing/index.js';

expect.extend(matchers);
declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: the parameter of the interface that is extended
  interface Matchers<T = any> extends RunMatchers<T> {}
}

/** A query every ten minutes on a compute that suspends after five, through a pool with the given `stale` setting. */
function sleepy(stale: 'noticed' | 'handed_out', timeout: string) {
  return recordDocument(
    parse(`{
      name: sleepy, duration: 2h, seed: 1,
      computes: [{ name: main, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25,
                   suspend_timeout_seconds: ${timeout} }],
      load: [{ name: visits, compute: main, process: regular, rate: 6/h, query: { cpu: 5ms },
               connection: { kind: pool, size: 1, idle_timeout: never, max_lifetime: never, stale: ${stale} } }] }`),
  );
}

describe('matchers of runs', () => {
  test('toMeetSlo checks given objectives and those of the scenario', async () => {
    const run = await sleepy('noticed', '5m');
    expect(run).toMeetSlo('success_rate >= 0.99');
    expect(run).not.toMeetSlo('latency_p99 <= 20ms');
    expect(() => expect(run).toMeetSlo('latency_p99 <= 20ms')).toThrow(
      /latency_p99 <= 20ms: it is [\d.]+ m?s$/,
    );
    expect(() => expect(run).toMeetSlo()).toThrow('sleepy has no objectives to meet');
    expect(() => expect(run).toMeetSlo('speed <= 1')).toThrow(
      'objective speed <= 1: error: unknown figure "speed"',
    );
  });

  test('toCostAtMost checks the cost', async () => {
    const run = await sleepy('noticed', '5m');
    expect(run).toCostAtMost(1);
    expect(run).not.toCostAtMost(0.001);
    expect(() => expect(run).toCostAtMost('5' as never)).toThrow('costsAtMost: usd: expected a number');
    expect(() => expect(run).toCostAtMost(Number.NaN)).toThrow('costsAtMost: usd: expected a number');
    expect(() => expect(run).toCostAtMost(0)).toThrow(/it costs \$0\.\d+, \$0.* expected at most/);
  });

  test('toSurviveSuspend passes for a pool that notices dead connections, and fails if it hands them out', async () => {
    expect(await sleepy('noticed', '5m')).toSurviveSuspend();
    const broken = await sleepy('handed_out', '5m');
    expect(broken).not.toSurviveSuspend();
    expect(() => expect(broken).toSurviveSuspend()).toThrow(/queries were lost because of it/);
  });

  test('toSurviveSuspend fails if nothing suspends', async () => {
    const awake = await sleepy('noticed', '-1');
    expect(() => expect(awake).toSurviveSuspend()).toThrow('no compute was ever suspended');
  });

  test('the matchers accept only runs', () => {
    expect(() => expect(17).toCostAtMost(1)).toThrow(
      'costsAtMost: run: expected a run that recordRun or recordDocument recorded',
    );
  });
});

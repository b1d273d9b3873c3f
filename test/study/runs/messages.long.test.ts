import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../../src/scenario/document/diagnostic.js';
import { PolicyError } from '../../../src/simulation/policy/policy-error.js';
import { InvariantError } from '../../../src/simulation/run/invariant.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { Histogram } from '../../../src/statistics/histogram.js';
import { packError, unpackError } from '../../../src/study/runs/error-transfer.js';
import { packObservations, unpackObservations } from '../../../src/study/runs/observations-transfer.js';
import { compileSource } from '../../../src/study/runs/scenario-source.js';
import { transferable } from '../../../src/study/runs/scenario-transfer.js';
import { TraceError } from '../../../src/workload/trace/reading/trace-error.js';
import { quickSource } from '../quick-scenario.js';

/** The message that another thread would receive. */
function sent<T>(message: T): T {
  return structuredClone(message);
}

describe('a message between threads', () => {
  it('contains observations with all counts', async () => {
    const observations = simulate(await compileSource(quickSource()));
    const received = unpackObservations(sent(packObservations(observations)));
    const [before, after] = [observations.computes[0]!, received.computes[0]!];
    expect(after.latency).toBeInstanceOf(Histogram);
    expect(after.latency.buckets()).toEqual(before.latency.buckets());
    const plain = ({ latency: _l, delay: _d, wake_latency: _w, ...rest }: typeof before) => rest;
    expect(plain(after)).toEqual(plain(before));
    expect(received.events_fired).toBe(observations.events_fired);
  });

  it('contains a scenario, which is plain data', async () => {
    const scenario = await compileSource(quickSource());
    expect(transferable(scenario)).toBe(scenario);
    const received = sent(scenario);
    expect(received).toEqual(scenario);
    expect(JSON.stringify(simulate(received))).toBe(JSON.stringify(simulate(scenario)));
  });

  it('shares large recordings of a scenario instead of copying them', async () => {
    const scenario = await compileSource(quickSource());
    const times_seconds = Float64Array.from({ length: 150_000 }, (_, index) => index / 1e6);
    const load = scenario.load.map((each) => ({
      ...each,
      process: { kind: 'arrivals', times_seconds } as const,
    }));
    const recorded = { ...scenario, load };
    const received = transferable(recorded);
    expect(received).toEqual(recorded);
    const { process } = received.load[0]!;
    expect(process).toMatchObject({
      times_seconds: { buffer: expect.any(SharedArrayBuffer) as SharedArrayBuffer },
    });
  });

  it("keeps the class and fields of the project's errors", () => {
    const call = {
      side: 'size' as const,
      policy: 'mine',
      module: '/tmp/mine.mjs',
      line: 3,
      compute: 'primary',
      function: 'look',
      time_seconds: 5,
      time: '2026-01-05T00:00:05Z',
    };
    const diagnostic = { source: 'a.yaml', line: 3, column: 1, path: 'seed', message: 'expected a value' };
    for (const error of [
      new InvariantError('no query is lost', 'one', '42', 12.5, 'suspend'),
      new PolicyError(call, ['answers NaN']),
      new ScenarioError([diagnostic]),
      new TraceError('requests.csv', 'no number', { line: 7 }),
    ]) {
      const received = unpackError(sent(packError(error)));
      expect(received).toBeInstanceOf(error.constructor);
      expect(received).toBeInstanceOf(Error);
      expect(received.message).toBe(error.message);
      expect({ ...received }).toMatchObject({ ...error });
    }
  });

  it('contains any other error as an error, and any other thrown value as one', () => {
    expect(unpackError(sent(packError(new TypeError('x is not a function'))))).toMatchObject({
      name: 'TypeError',
      message: 'x is not a function',
    });
    expect(unpackError(sent(packError('odd')))).toBeInstanceOf(Error);
  });
});

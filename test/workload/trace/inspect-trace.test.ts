import { describe, expect, it } from 'vitest';
import { arrivalGapFacts } from '../../../src/ingest/facts/arrival-gaps.js';
import { inspectTrace } from '../../../src/ingest/facts/inspect-trace.js';
import { loadProfile } from '../../../src/ingest/facts/load-profile.js';
import { randomStream } from '../../../src/kernel/random-stream.js';
import type { PlayedTrace } from '../../../src/workload/trace/trace.js';

const MONDAY = Date.UTC(2026, 0, 5) / 1000;

type Trace = PlayedTrace & { readonly times_seconds: Float64Array };

function counts(values: readonly number[], changes: Partial<Trace> = {}): Trace {
  return {
    kind: 'counts',
    times_seconds: Float64Array.from(values, (_, i) => i * 60),
    values: Float64Array.from(values),
    width_seconds: 60,
    origin_epoch_seconds: undefined,
    end_seconds: undefined,
    warnings: [],
    ...changes,
  };
}

function arrivals(times: readonly number[]): Trace {
  return counts([], { kind: 'arrivals', times_seconds: Float64Array.from(times), width_seconds: 0 });
}

describe('facts about counts', () => {
  it('include the amount and its unevenness', () => {
    const facts = inspectTrace(counts([0, 2, 4, 0]));
    expect(facts.counts).toMatchObject({
      total: 6,
      mean_per_second: 6 / 240,
      peak_per_second: 4 / 60,
      peak_at_seconds: 120,
      empty_share: 0.5,
      peak_to_mean: 4 / 1.5,
      // Variance over n: (1.5² + 0.5² + 2.5² + 1.5²) / 4 = 2.75.
      dispersion: 2.75 / 1.5,
      dispersion_long: undefined,
    });
    expect(facts.end_seconds).toBe(240);
    expect(facts.level).toBeUndefined();
    expect(facts.arrival_gaps).toBeUndefined();
  });

  it('include the dispersion over whole hours, leaving out those with a gap', () => {
    const values = Array.from({ length: 180 }, (_, i) => (i < 60 ? 1 : 2));
    expect(inspectTrace(counts(values)).counts?.dispersion_long).toBeCloseTo((20 * 40) / 100 + 0, 12);
    const trace = counts(values);
    const gap = {
      ...trace,
      times_seconds: trace.times_seconds.map((time) => (time < 600 ? time : time + 60)),
    };
    // The first hour is incomplete; the first of the two that follow has one interval of 1.
    expect(inspectTrace(gap).counts?.dispersion_long).toBeCloseTo(0.25 / 119.5, 12);
  });

  it('include quiet spells: runs of empty intervals, which a gap ends', () => {
    const values = [1, 0, 0, 0, 0, 0, 0, 1, 0, 0];
    const quiet = inspectTrace(counts(values)).quiet;
    expect(quiet).toEqual({ longest_seconds: 360, longest_at_seconds: 60, over_300_s: 1 });
    const trace = counts(values);
    const gap = {
      ...trace,
      times_seconds: trace.times_seconds.map((time) => (time < 240 ? time : time + 120)),
    };
    expect(inspectTrace(gap).quiet?.longest_seconds).toBe(180);
    expect(inspectTrace(gap).missing_intervals).toBe(2);
  });

  it('include seasons: amplitude and peak of a sinusoid, despite gaps', () => {
    const hours = Array.from({ length: 24 * 21 }, (_, i) => i).filter((hour) => hour % 37 !== 0);
    const rate = (hour: number) =>
      100 *
      (1 +
        0.6 * Math.cos((2 * Math.PI * (hour + 0.5 - 14)) / 24) +
        0.3 * Math.cos((2 * Math.PI * (hour - 60)) / 168));
    const facts = inspectTrace(
      counts([], {
        times_seconds: Float64Array.from(hours, (hour) => hour * 3600),
        values: Float64Array.from(hours, rate),
        width_seconds: 3600,
        origin_epoch_seconds: MONDAY,
      }),
    );
    expect(facts.daily?.amplitude).toBeCloseTo(0.6, 1);
    expect(facts.daily!.peak_seconds / 3600).toBeCloseTo(14, 1);
    expect(facts.weekly?.amplitude).toBeCloseTo(0.3, 1);
    expect(facts.weekly!.peak_seconds / 86_400).toBeCloseTo(2.5, 1);
    expect(facts.weekly?.by_clock).toBe(true);
  });

  it('include no season for less than two periods', () => {
    const facts = inspectTrace(counts(Array.from({ length: 2000 }, (_, i) => i)));
    expect(facts.daily).toBeUndefined();
    expect(facts.weekly).toBeUndefined();
  });
});

describe('facts about arrivals', () => {
  it('include gaps and the expected suspends', () => {
    const facts = inspectTrace(arrivals([0, 100, 200, 800, 900]));
    // Gaps 100, 100, 600, 100: mean 225, variance 46,875.
    expect(facts.arrival_gaps).toEqual({
      mean_seconds: 225,
      scv: 46_875 / 50_625,
      p50_seconds: 100,
      p90_seconds: 600,
      p99_seconds: 600,
      max_seconds: 600,
    });
    expect(facts.quiet).toEqual({ longest_seconds: 600, longest_at_seconds: 200, over_300_s: 1 });
    expect(facts.counts?.total).toBe(5);
    expect(facts.counts?.mean_per_second).toBeCloseTo(4 / 900, 12);
  });

  it('report no variance for a clock, and no gap for a single arrival', () => {
    expect(inspectTrace(arrivals([0, 60, 120, 180])).arrival_gaps?.scv).toBe(0);
    expect(inspectTrace(arrivals([7])).arrival_gaps).toBeUndefined();
    expect(inspectTrace(arrivals([7])).counts?.total).toBe(1);
  });
});

describe('facts about a level', () => {
  it('include its distribution', () => {
    const values = Array.from({ length: 1000 }, (_, i) => (i * 7) % 1000);
    const facts = inspectTrace(counts(values, { kind: 'level' }));
    expect(facts.level).toEqual({
      mean: 499.5,
      p50: 499,
      p95: 949,
      p99_5: 994,
      max: 999,
      max_at_seconds: 857 * 60,
    });
    expect(facts.counts).toBeUndefined();
    expect(facts.quiet).toBeUndefined();
  });
});

describe('the profile of a load', () => {
  it('is a rate for counts and arrivals, a mean for a level, and NaN for times without a row', () => {
    expect([...loadProfile(counts([60, 120, 0, 60]), 2)]).toEqual([1.5, 0.5]);
    expect([...loadProfile(counts([10, 20, 30, 40], { kind: 'level' }), 2)]).toEqual([15, 35]);
    expect([...loadProfile(arrivals([0, 1, 2, 10]), 2)]).toEqual([0.6, 0.2]);
    const gap = counts([1, 1], { times_seconds: Float64Array.of(0, 240) });
    expect([...loadProfile(gap, 5)]).toEqual([1 / 60, Number.NaN, Number.NaN, Number.NaN, 1 / 60]);
  });
});

it('a trace without a row has no facts', () => {
  expect(() => inspectTrace(arrivals([]))).toThrow(RangeError);
});

describe('gaps of single arrivals', () => {
  /** The exact value, by sorting. */
  const sorted = (gaps: readonly number[]) => {
    const ascending = gaps.toSorted((a, b) => a - b);
    return [0.5, 0.9, 0.99].map((level) => ascending[Math.ceil(level * gaps.length - 1e-9) - 1]);
  };
  const stream = randomStream('gaps', 0, 'x', 'gaps');

  it.each([
    ['drawn', () => -Math.log(1 - stream.uniform())],
    ['of a clock', () => 0.25],
    ['nothing at all, and much', () => (stream.uniform() < 0.7 ? 0 : 1e6 * stream.uniform())],
    ['some alike', () => Math.floor(5 * stream.uniform()) / 8],
  ])('%s: quantiles as by sorting', (_, draw) => {
    let time = 0;
    const times = Float64Array.from({ length: 700 }, () => (time = Math.round((time + draw()) * 1e6) / 1e6));
    const gaps = [...times.subarray(1)].map((moment, i) => moment - times[i]!);
    const facts = arrivalGapFacts(times);
    expect([facts.p50_seconds, facts.p90_seconds, facts.p99_seconds]).toEqual(sorted(gaps));
  });
});

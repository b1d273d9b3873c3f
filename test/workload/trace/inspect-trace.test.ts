import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { arrivalGapFacts } from '../../../src/ingest/facts/arrival-gaps.js';
import { inspectTrace } from '../../../src/ingest/facts/inspect-trace.js';
import { loadProfile } from '../../../src/ingest/facts/load-profile.js';
import { randomStream } from '../../../src/kernel/random-stream.js';
import type { PlayedTrace } from '../../../src/workload/trace/trace.js';
import { expected } from '../../expected.js';

const MONDAY = Date.UTC(2026, 0, 5) / 1000;

type Trace = PlayedTrace & { readonly times_seconds: Float64Array };

function counts(values: readonly number[], changes: Partial<Trace> = {}): Trace {
  return {
    kind: 'counts',
    name: undefined,
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

interface Row {
  readonly rule: string;
  readonly values?: readonly number[];
  readonly times?: readonly number[];
  readonly arrivals?: readonly number[];
  readonly facts: object;
  /** Paths of facts that there are not. */
  readonly lacks?: readonly string[];
}
const ROWS: readonly Row[] = parse(readFileSync(new URL('facts.yaml', import.meta.url), 'utf8'));

it.each(ROWS.map((row) => [row.rule, row] as const))('%s', (_, row) => {
  const times_seconds = row.times && { times_seconds: Float64Array.from(row.times, (minute) => minute * 60) };
  const facts = inspectTrace(row.values ? counts(row.values, times_seconds) : arrivals(row.arrivals!));
  expect(facts).toMatchObject(expected(row.facts) as object);
  for (const path of row.lacks ?? []) expect(facts).not.toHaveProperty(path, expect.anything());
});

describe('facts about counts', () => {
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

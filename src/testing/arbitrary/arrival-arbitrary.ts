import fc from 'fast-check';
import { checkArguments } from '../arguments/arguments.js';
import {
  durationDistributions,
  evenMixture,
  type Json,
  type JsonMapping,
  millisecondsText,
  seconds,
} from './distribution-arbitrary.js';

/** How long the arrivals of a load last, and their expected number. */
export interface ArrivalScale {
  readonly duration_seconds: number;
  readonly queries: number;
}

/** Times of single arrivals, in seconds: ascending, in whole milliseconds, in [0, duration). */
export function arrivalTimes(scale: ArrivalScale): fc.Arbitrary<readonly number[]> {
  checkArguments('arrivalTimes', { scale });
  const last = Math.max(0, Math.floor(scale.duration_seconds * 1000) - 1);
  return fc
    .array(fc.integer({ min: 0, max: last }), { maxLength: Math.max(1, scale.queries) })
    .map((moments) => moments.toSorted((a, b) => a - b).map((moment) => moment / 1000));
}

/**
 * The `process` and `rate` of a load, of every kind that needs no file: Poisson and regular arrivals under every rate
 * shape, renewal, MMPP, regular with an offset, cron, and single times. About `queries` arrive.
 */
export function arrivalProcesses(scale: ArrivalScale): fc.Arbitrary<JsonMapping> {
  checkArguments('arrivalProcesses', { scale });
  const gap_ms = Math.max(2, Math.round((1000 * scale.duration_seconds) / scale.queries));
  const gaps = durationDistributions(gap_ms).filter((gap) => gap !== '0ms');
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ process: fc.constantFrom('poisson', 'regular'), rate: rateShapes(scale) }),
    },
    // A gap of a few milliseconds would make a thousand times as many arrivals, so half of the gaps are the mean.
    gaps.map(
      (gap): JsonMapping => ({ process: { renewal: { gap: evenMixture(millisecondsText(gap_ms), gap) } } }),
    ),
    fc.record({ process: fc.record({ mmpp: mmppStates(scale) }) }),
    fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: gap_ms })).map(
      ([times, offset]): JsonMapping => ({
        process: { regular: { every: millisecondsText(times * gap_ms), offset: millisecondsText(offset) } },
      }),
    ),
    fc.record({
      process: fc.record({
        cron: fc.record({
          schedule: fc.constantFrom('* * * * *', '*/5 * * * *', '7,22 * * * *', '0 * * * *'),
          count: fc.integer({ min: 1, max: 3 }),
          jitter: durationDistributions(30_000),
        }),
      }),
    }),
    arrivalTimes(scale).map(
      (moments): JsonMapping => ({
        process: { arrivals: moments.map(seconds) },
      }),
    ),
  );
}

/** How a load's rate varies over time: every shape of the schema except traces. */
export function rateShapes(scale: ArrivalScale): fc.Arbitrary<Json> {
  checkArguments('rateShapes', { scale });
  const rate = rates(scale);
  const moment = fc.integer({ min: 0, max: Math.floor(scale.duration_seconds) });
  const length = fc.integer({ min: 1, max: Math.max(1, Math.floor(scale.duration_seconds)) }).map(seconds);
  const base: fc.Arbitrary<Json> = fc.oneof(
    { arbitrary: rate, weight: 3 },
    fc
      .array(fc.tuple(moment, rate), { minLength: 1, maxLength: 4 })
      .map(
        (steps): Json => ({ steps: ascending(steps).map(([at, one]) => ({ at: seconds(at), rate: one })) }),
      ),
    fc.record({ ramp: fc.record({ from: rate, to: rate, start: moment.map(seconds), over: length }) }),
    fc.record({
      base: rate,
      daily: fc.constantFrom(0, 0.5, 1),
      weekly: fc.constantFrom(0, 0.3),
      peak_hour: fc.integer({ min: 0, max: 24 }),
    }),
    fc.record({
      base: rate,
      spikes: fc.array(fc.record({ at: moment.map(seconds), for: length, rate }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    fc.record({ cron: fc.record({ schedule: fc.constant('*/10 * * * *'), for: fc.constant('2m'), rate }) }),
    fc.record({ mmpp: mmppStates(scale) }),
    fc.record({ on_off: fc.record({ rate, on: length, off: length }) }),
    fc.record({
      log_ou: fc.record({
        mean: rate,
        sigma: fc.constantFrom(0, 0.5, 1),
        correlation_time: length,
        step: fc.constant(seconds(Math.max(1, Math.ceil(scale.duration_seconds / 100)))),
      }),
    }),
  );
  return fc.oneof(
    { arbitrary: base, weight: 6 },
    fc.record({ sum: fc.array(base, { minLength: 1, maxLength: 2 }) }),
    base.map((shape): Json => ({ product: [shape, { base: 1, daily: 0.5 }] })),
  );
}

function rates(scale: ArrivalScale): fc.Arbitrary<string> {
  return fc
    .integer({ min: 0, max: 2 * scale.queries })
    .map((count) => `${count}/${seconds(scale.duration_seconds)}`);
}

function mmppStates(scale: ArrivalScale): fc.Arbitrary<Json> {
  const stay = fc.integer({ min: 1, max: Math.max(1, Math.floor(scale.duration_seconds / 4)) }).map(seconds);
  return fc.array(fc.record({ rate: rates(scale), mean: stay }), { minLength: 2, maxLength: 3 });
}

/** In order of time, one per time. */
function ascending<T>(steps: readonly (readonly [number, T])[]): readonly (readonly [number, T])[] {
  return [...new Map(steps)].toSorted(([a], [b]) => a - b);
}

import { expect, it } from 'vitest';
import {
  IdleLengthMeter,
  TIMEOUTS_SECONDS,
  totalIdleLengths,
  underEachTimeout,
} from '../../src/compute/idle-lengths.js';

const WEEK = 604_800;

/** The bins of the given gaps, as `[bin, gaps, seconds]`. */
function binned(...gaps: readonly number[]) {
  const meter = new IdleLengthMeter();
  for (const gap of gaps) meter.add(gap);
  const { counts, seconds } = meter.lengths()!;
  return [...counts].flatMap((count, bin) => (count === 0 ? [] : [[bin, count, seconds[bin]]]));
}

it('idle periods are counted in the bin of the first timeout that is at least as long', () => {
  expect(binned(1, 60, 60.5, 75, 76)).toEqual([
    [0, 2, 61],
    [1, 2, 135.5],
    [2, 1, 76],
  ]);
  const last = TIMEOUTS_SECONDS.length - 1;
  expect(binned(WEEK - 1, WEEK, WEEK + 1, 1e9)).toEqual([
    [last, 2, 2 * WEEK - 1],
    [last + 1, 2, WEEK + 1 + 1e9],
  ]);
});

it('the last idle period is reported as cut off by the end, and runs without idle periods report none', () => {
  const meter = new IdleLengthMeter();
  expect(meter.lengths()).toBeUndefined();
  const cut = meter.lengths({ seconds: 400, active_seconds: 300 })!;
  expect([cut.cut_off, cut.cut_off_active_seconds]).toEqual([[400], 300]);
  expect(cut.counts).toEqual(new Float64Array(TIMEOUTS_SECONDS.length + 1));
  expect(cut.seconds).toEqual(cut.counts);
  meter.add(100);
  expect(meter.lengths()).toMatchObject({ cut_off: [], cut_off_active_seconds: 0 });
});

it('active time and suspends are computed for each of the timeouts', () => {
  const meter = new IdleLengthMeter();
  for (const gap of [30, 70, 400, 2 * WEEK]) meter.add(gap);
  const all = underEachTimeout(meter.lengths({ seconds: 90, active_seconds: 90 })!);
  const under = (timeout: number) => all[TIMEOUTS_SECONDS.indexOf(timeout)];
  expect(under(60)).toEqual({ active_seconds: 30 + 3 * 60 + 60, wakes: 3 });
  expect(under(75)).toEqual({ active_seconds: 100 + 2 * 75 + 75, wakes: 2 });
  expect(under(600)).toEqual({ active_seconds: 500 + 600 + 90, wakes: 1 });
  expect(under(WEEK)).toEqual({ active_seconds: 500 + WEEK + 90, wakes: 1 });
});

it('idle periods of several runs are added up', () => {
  const of = (gaps: readonly number[], cut_off?: number) => {
    const meter = new IdleLengthMeter();
    for (const gap of gaps) meter.add(gap);
    return meter.lengths(cut_off === undefined ? undefined : { seconds: cut_off, active_seconds: cut_off });
  };
  const joined = totalIdleLengths([of([70, 4000], 65)!, of([1e6], 50)!]);
  expect(joined).toEqual({ ...of([70, 4000, 1e6])!, cut_off: [65, 50], cut_off_active_seconds: 115 });
});

it('the timeouts are round and closely spaced', () => {
  expect(TIMEOUTS_SECONDS[0]).toBe(60);
  expect(TIMEOUTS_SECONDS.at(-1)).toBe(WEEK);
  const day = TIMEOUTS_SECONDS.filter((timeout) => timeout <= 86_400);
  for (const [index, timeout] of day.entries()) {
    if (index > 0) expect(timeout / day[index - 1]!).toBeLessThanOrEqual(4 / 3);
  }
  expect([...TIMEOUTS_SECONDS].sort((a, b) => a - b)).toEqual(TIMEOUTS_SECONDS);
});

import { expect, test } from 'vitest';
import { arrivalSource } from '../../../src/workload/arrival/arrival-source.js';
import type { RateSpecification } from '../../../src/workload/rate/rate-specification.js';
import { seasonal, streams } from '../rate/rates.js';

const DAY = 86_400;

function regular(rate: RateSpecification, count: number, offset = 0, horizon?: number): number[] {
  const source = arrivalSource(
    { kind: 'regular', rate, offset_seconds: offset },
    streams('regular'),
    horizon,
  );
  return Array.from({ length: count }, () => source.next());
}

/** The greatest distance from 1 of the integral between neighboring arrivals. */
function worst(times: readonly number[], integral: (time: number) => number): number {
  return times.slice(1).reduce((most, time, index) => {
    return Math.max(most, Math.abs(integral(time) - integral(times[index]!) - 1));
  }, 0);
}

test('at a constant rate arrivals are evenly spaced from the offset, without drift', () => {
  expect(regular({ kind: 'constant', per_second: 4 }, 5, 1)).toEqual([1, 1.25, 1.5, 1.75, 2]);
  expect(regular({ kind: 'constant', per_second: 1 / 300 }, 100_001).at(-1)).toBe(30_000_000);
  expect(regular({ kind: 'constant', per_second: 10 }, 1_000_001).at(-1)).toBe(100_000);
  expect(regular({ kind: 'constant', per_second: 1 }, 4, 0, 2)).toEqual([
    0,
    1,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ]);
});

test('at a rate that is switched on and off each stretch has the same arrivals, counted from its start', () => {
  const steps = Array.from({ length: 8 }, (_, hour) => ({
    at_seconds: (hour + 1) * 3600,
    per_second: hour % 2 === 0 ? 1 / 1200 : 0,
  }));
  expect(regular({ kind: 'steps', steps }, 13)).toEqual([
    ...[1, 3, 5, 7].flatMap((hour) => [0, 1200, 2400].map((second) => hour * 3600 + second)),
    Number.POSITIVE_INFINITY,
  ]);
});

test('the count of arrivals continues across steps of the rate', () => {
  const steps = [
    { at_seconds: 0, per_second: 1 },
    { at_seconds: 2.5, per_second: 2 },
    { at_seconds: 5.25, per_second: 0.5 },
  ];
  expect(regular({ kind: 'steps', steps }, 11)).toEqual([
    0, 1, 2, 2.75, 3.25, 3.75, 4.25, 4.75, 5.25, 7.25, 9.25,
  ]);
});

test.each([0.003, 1, 700])(
  'over a day of a seasonal rate, base %d/s, the integral grows by 1 each time',
  (base) => {
    const rate = seasonal({
      base_per_second: base,
      daily: 0.9,
      weekly: 0,
      peak_hour: 0,
      weekdays: [1, 1, 1, 1, 1, 1, 1],
    });
    const integral = (t: number) =>
      base * (t + ((0.9 * DAY) / (2 * Math.PI)) * Math.sin((2 * Math.PI * t) / DAY));
    const times = regular(rate, Math.min(20_000, Math.floor(base * 3 * DAY)), 500);
    expect(times[0]).toBe(500);
    expect(worst(times, integral)).toBeLessThan(1e-8);
    // Nor does any error accumulate.
    expect(Math.abs(integral(times.at(-1)!) - integral(500) - (times.length - 1))).toBeLessThan(1e-7);
  },
);

test('over a ramp from 0 the integral grows by 1 each time', () => {
  const rate: RateSpecification = {
    kind: 'ramp',
    from_per_second: 0,
    to_per_second: 20,
    start_seconds: 0,
    over_seconds: 1000,
  };
  const times = regular(rate, 10_000);
  expect(times[0]).toBe(0);
  expect(times[1]).toBeCloseTo(10, 9);
  expect(worst(times, (time) => 0.01 * time * time)).toBeLessThan(1e-8);
});

test('over a product of a season and random drift, neighbors are one expected arrival apart', () => {
  const rate: RateSpecification = {
    kind: 'product',
    parts: [
      seasonal(),
      { kind: 'log_ou', mean_per_second: 1, sigma: 0.5, correlation_seconds: 600, step_seconds: 60 },
    ],
  };
  const times = regular(rate, 5_000);
  expect(times).toEqual(regular(rate, 5_000));
  expect(times.every((time, index) => index === 0 || time > times[index - 1]!)).toBe(true);
});

test('a negative offset is refused, and a rate of 0 has no arrivals', () => {
  expect(() => regular({ kind: 'constant', per_second: 1 }, 1, -1)).toThrow(/offset of 0 or more/);
  expect(regular({ kind: 'constant', per_second: 0 }, 1)).toEqual([Number.POSITIVE_INFINITY]);
  expect(regular(seasonal({ base_per_second: 0 }), 1)).toEqual([Number.POSITIVE_INFINITY]);
});

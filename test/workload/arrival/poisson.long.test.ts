import { describe, expect, test } from 'vitest';
import { arrivalSource } from '../../../src/workload/arrival/arrival-source.js';
import { rateCursor } from '../../../src/workload/rate/rate-cursor.js';
import type { RateSpecification } from '../../../src/workload/rate/rate-specification.js';
import { definedRate, MONDAY, seasonal, streams } from '../rate/rates.js';
import { KOLMOGOROV99, kolmogorov, Z99 } from './statistics.js';

const HOUR = 3600;
const DAY = 86_400;
const WIDTH = 60;
const WINDOWS = 50_000;

/** Arrivals in each window of WIDTH seconds. */
function counts(rate: RateSpecification, seed: string): Float64Array {
  const horizon = WIDTH * WINDOWS;
  const source = arrivalSource({ kind: 'poisson', rate }, streams(seed), horizon);
  const found = new Float64Array(WINDOWS);
  for (let time = source.next(); time < Number.POSITIVE_INFINITY; time = source.next()) {
    found[Math.floor(time / WIDTH)]! += 1;
  }
  return found;
}

/** Integral of the rate over each window by the midpoint rule; rates only jump at multiples of 15 s. */
function integrals(rate: (time: number) => number): Float64Array {
  return Float64Array.from({ length: WINDOWS }, (_, window) =>
    [7.5, 22.5, 37.5, 52.5].reduce((sum, middle) => sum + rate(window * WIDTH + middle) * 15, 0),
  );
}

/** The rate that a random shape takes with this seed, read from a separate cursor. */
function realised(rate: RateSpecification, seed: string): (time: number) => number {
  const cursor = rateCursor(rate, streams(seed));
  return (time) => {
    cursor.advance(time);
    return cursor.at(time);
  };
}

const week = seasonal({ base_per_second: 0.3 });
const series: RateSpecification = {
  kind: 'series',
  starts_seconds: Float64Array.from([0, 600, 1200, 3600], (start) => start * 100),
  width_seconds: 60_000,
  per_second: Float64Array.from([0.2, 0.5, 0.3, 0.4]),
};
const spikes: RateSpecification = {
  kind: 'spikes',
  base_per_second: 0.2,
  spikes: Array.from({ length: 50 }, (_, hour) => ({
    at_seconds: hour * 12 * HOUR,
    for_seconds: 30 * 60,
    per_second: 3,
  })),
};
const cron: RateSpecification = {
  kind: 'cron',
  schedule: '*/30 8-17 * * *',
  for_seconds: 600,
  per_second: 1.5,
  start_epoch_seconds: MONDAY,
};
const cronDefined = (time: number) => {
  const hour = (time % DAY) / HOUR;
  return hour >= 8 && hour < 18 && time % 1800 < 600 ? 1.5 : 0;
};

const shapes: readonly [string, RateSpecification, (time: number) => number][] = [
  ...(
    [
      ['constant', { kind: 'constant', per_second: 0.25 }],
      [
        'steps',
        {
          kind: 'steps',
          steps: Array.from({ length: 40 }, (_, step) => ({
            at_seconds: step * DAY,
            per_second: 0.1 * (step % 5),
          })),
        },
      ],
      [
        'ramp',
        { kind: 'ramp', from_per_second: 0, to_per_second: 0.6, start_seconds: DAY, over_seconds: 20 * DAY },
      ],
      [
        'ramp down to 0',
        { kind: 'ramp', from_per_second: 0.6, to_per_second: 0, start_seconds: 0, over_seconds: 25 * DAY },
      ],
      ['seasonal', week],
      ['seasonal, down to 0', seasonal({ base_per_second: 0.3, daily: 1, weekly: 1 })],
      ['spikes', spikes],
      ['series', series],
      ['sum', { kind: 'sum', parts: [week, spikes, series] }],
      ['product', { kind: 'product', parts: [week, seasonal({ daily: 0.9, peak_hour: 3 }), spikes] }],
    ] as readonly [string, RateSpecification][]
  ).map(([name, rate]): [string, RateSpecification, (time: number) => number] => [
    name,
    rate,
    (time) => definedRate(rate, time),
  ]),
  ['cron', cron, cronDefined],
  [
    'product with cron',
    { kind: 'product', parts: [week, cron] },
    (t) => definedRate(week, t) * cronDefined(t),
  ],
];

/** Counts compared with their means: total, variance, and correlation of neighbors. */
function expectPoisson(observed: Float64Array, means: Float64Array): void {
  let arrivals = 0;
  let expected = 0;
  let windows = 0;
  let dispersion = 0;
  let dispersionVariance = 0;
  let products = 0;
  let last = 0;
  observed.forEach((count, window) => {
    const mean = means[window]!;
    arrivals += count;
    expected += mean;
    if (mean === 0 && count > 0) expect.fail(`arrivals in window ${window}, where the rate is 0`);
    // The dispersion of almost empty windows carries no information.
    if (mean < 0.5) return;
    const residual = (count - mean) / Math.sqrt(mean);
    windows += 1;
    dispersion += residual * residual;
    dispersionVariance += 2 + 1 / mean;
    products += residual * last;
    last = residual;
  });
  expect(Z99 / Math.sqrt(expected)).toBeLessThan(0.02);
  expect(Math.abs(arrivals / expected - 1)).toBeLessThan(Z99 / Math.sqrt(expected));
  expect(Math.abs(dispersion - windows)).toBeLessThan(Z99 * Math.sqrt(dispersionVariance));
  expect(Math.abs(products)).toBeLessThan(Z99 * Math.sqrt(windows));
}

describe('counts in windows have the mean and variance of the rate and are uncorrelated', () => {
  test.each(shapes)('%s', (name, rate, defined) => {
    expectPoisson(counts(rate, `arrivals of ${name}`), integrals(defined));
  });

  test.each<[string, RateSpecification]>([
    [
      'log_ou',
      { kind: 'log_ou', mean_per_second: 0.3, sigma: 1, correlation_seconds: 900, step_seconds: 60 },
    ],
    [
      'seasonal times log_ou, plus spikes',
      {
        kind: 'sum',
        parts: [
          {
            kind: 'product',
            parts: [
              week,
              { kind: 'log_ou', mean_per_second: 1, sigma: 0.6, correlation_seconds: 300, step_seconds: 30 },
            ],
          },
          spikes,
        ],
      },
    ],
  ])('%s, given its path', (name, rate) => {
    const seed = `arrivals of ${name}`;
    expectPoisson(counts(rate, seed), integrals(realised(rate, seed)));
  });
});

test('gaps at a constant rate are exponential', () => {
  const source = arrivalSource(
    { kind: 'poisson', rate: { kind: 'constant', per_second: 5 } },
    streams('gaps'),
  );
  let before = 0;
  const gaps = Array.from({ length: 50_000 }, () => {
    const time = source.next();
    const gap = time - before;
    before = time;
    return gap;
  });
  expect(kolmogorov(gaps, (gap) => 1 - Math.exp(-5 * gap))).toBeLessThan(KOLMOGOROV99);
});

test('arrivals within a day of a seasonal rate have its density', () => {
  const rate = seasonal({ daily: 1, weekly: 0, peak_hour: 0, weekdays: [1, 1, 1, 1, 1, 1, 1] });
  const source = arrivalSource({ kind: 'poisson', rate }, streams('density'), DAY);
  const shares: number[] = [];
  for (let time = source.next(); time < DAY; time = source.next()) shares.push(time / DAY);
  const cumulative = (x: number) => x + Math.sin(2 * Math.PI * x) / (2 * Math.PI);
  expect(kolmogorov(shares, cumulative)).toBeLessThan(KOLMOGOROV99);
});

test('MMPP(2): mean rate and dispersion over a minute are those of theory (case J1)', () => {
  const [high, low, leave, enter] = [50, 1, 1 / 10, 1 / 90];
  const both = leave + enter;
  const meanRate = (high * enter + low * leave) / both;
  const limit =
    (2 * leave * enter * (high - low) * (high - low)) / (both * both * (high * enter + low * leave));
  const dispersion = 1 + limit * (1 - (1 - Math.exp(-both * 60)) / (both * 60));
  expect(meanRate).toBeCloseTo(5.9, 10);
  expect(dispersion).toBeCloseTo(561.494832082, 8);

  const rate: RateSpecification = {
    kind: 'mmpp',
    states: [
      { per_second: high, mean_seconds: 10 },
      { per_second: low, mean_seconds: 90 },
    ],
  };
  const minutes = 160_000;
  const source = arrivalSource({ kind: 'poisson', rate }, streams('J1 dispersion'), minutes * 60);
  const perMinute = new Float64Array(minutes);
  for (let time = source.next(); time < Number.POSITIVE_INFINITY; time = source.next()) {
    perMinute[Math.floor(time / 60)]! += 1;
  }
  // The mean, and the squared distance from the theoretical mean, by batches of a hundred minutes.
  const figures = [
    [(count: number) => count / 60, meanRate],
    [(count: number) => (count - meanRate * 60) * (count - meanRate * 60), dispersion * meanRate * 60],
  ] as const;
  for (const [figure, expected] of figures) {
    const batches = Array.from(
      { length: minutes / 100 },
      (_, batch) =>
        perMinute.subarray(batch * 100, batch * 100 + 100).reduce((sum, count) => sum + figure(count), 0) /
        100,
    );
    const mean = batches.reduce((sum, value) => sum + value, 0) / batches.length;
    const variance =
      batches.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / batches.length;
    const halfWidth = Z99 * Math.sqrt(variance / batches.length);
    expect(halfWidth / expected).toBeLessThan(0.02);
    expect(Math.abs(mean - expected)).toBeLessThan(halfWidth);
  }
});

describe('a Poisson source', () => {
  const take = (rate: RateSpecification, seed: string, entity: string, count = 1000): number[] => {
    const source = arrivalSource({ kind: 'poisson', rate }, streams(seed, entity));
    return Array.from({ length: count }, () => source.next());
  };

  test('gives the same arrivals for the same seed and others for another', () => {
    const rate: RateSpecification = { kind: 'sum', parts: [week, { kind: 'constant', per_second: 0.1 }] };
    expect(take(rate, 'a', 'web')).toEqual(take(rate, 'a', 'web'));
    expect(take(rate, 'a', 'web')).not.toEqual(take(rate, 'b', 'web'));
    expect(take(rate, 'a', 'web')).not.toEqual(take(rate, 'a', 'jobs'));
  });

  test('is ascending, across windows too', () => {
    const times = take(week, 'order', 'web', 20_000);
    expect(times.every((time, index) => index === 0 || time >= times[index - 1]!)).toBe(true);
  });

  test('scales: at twice the constant rate the same arrivals come in half the time', () => {
    const slow = take({ kind: 'constant', per_second: 1 }, 'scale', 'web');
    const fast = take({ kind: 'constant', per_second: 2 }, 'scale', 'web');
    expect(fast).toEqual(slow.map((time) => time / 2));
  });

  test('is unaffected by the settings of another part that is 0', () => {
    const log: RateSpecification = {
      kind: 'log_ou',
      mean_per_second: 1,
      sigma: 0.5,
      correlation_seconds: 60,
      step_seconds: 10,
    };
    const quiet: RateSpecification = { kind: 'mmpp', states: [{ per_second: 0, mean_seconds: 5 }] };
    const other: RateSpecification = { kind: 'constant', per_second: 0 };
    expect(take({ kind: 'sum', parts: [log, quiet] }, 'parts', 'web')).toEqual(
      take({ kind: 'sum', parts: [log, other] }, 'parts', 'web'),
    );
  });

  test('ends if its rate is 0 from some moment on', () => {
    const ends = (rate: RateSpecification) =>
      arrivalSource({ kind: 'poisson', rate }, streams('zero')).next() === Number.POSITIVE_INFINITY;
    expect(ends({ kind: 'constant', per_second: 0 })).toBe(true);
    expect(ends({ kind: 'product', parts: [week, { kind: 'constant', per_second: 0 }] })).toBe(true);
    const night = (schedule: string): RateSpecification => ({ ...cron, schedule, for_seconds: 60 });
    expect(ends({ kind: 'product', parts: [night('0 0 1 1 *'), night('0 0 2 1 *')] })).toBe(true);

    const steps = [10, 0].map((per_second, day) => ({ at_seconds: day * 100, per_second }));
    const source = arrivalSource({ kind: 'poisson', rate: { kind: 'steps', steps } }, streams('steps'));
    let count = 0;
    while (source.next() < 100) count += 1;
    expect(count).toBeGreaterThan(900);
    expect(source.next()).toBe(Number.POSITIVE_INFINITY);
    expect(source.next()).toBe(Number.POSITIVE_INFINITY);
  });

  test('leaves out arrivals at or after its horizon', () => {
    const all = take(week, 'horizon', 'web');
    const horizon = all[500]!;
    const source = arrivalSource({ kind: 'poisson', rate: week }, streams('horizon', 'web'), horizon);
    expect(Array.from({ length: 502 }, () => source.next())).toEqual([
      ...all.slice(0, 500),
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ]);
  });
});

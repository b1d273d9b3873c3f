import { describe, expect, test } from 'vitest';
import { randomStream } from '../../../src/kernel/random-stream.js';
import { arrivalSource } from '../../../src/workload/arrival/arrival-source.js';
import type { ProcessSpecification } from '../../../src/workload/load-specification.js';
import { rateCursor } from '../../../src/workload/rate/rate-cursor.js';
import type { RateSpecification } from '../../../src/workload/rate/rate-specification.js';
import { definedRate, seasonal, streams } from '../rate/rates.js';
import { KOLMOGOROV99, kolmogorov, Z99 } from './statistics.js';

const TICK = 5;

/** Arrivals by tick. The part of each from second 1 to second 4 is left out; the others have times. */
function counted(
  process: ProcessSpecification,
  ticks: number,
  seed: string,
): { readonly counts: Float64Array; readonly times: readonly number[] } {
  const source = arrivalSource(process, streams(seed), ticks * TICK);
  const numbers = randomStream(seed, 0, 'load', 'gap-arrivals');
  const counts = new Float64Array(ticks);
  const times: number[] = [];
  let next = source.next();
  for (let tick = 0; tick < ticks; tick++) {
    for (; next < tick * TICK + 1; next = source.next()) {
      counts[tick]! += 1;
      times.push(next);
    }
    if (next < tick * TICK + 4) {
      counts[tick]! += 1 + source.leaveOut!(next, tick * TICK + 4, numbers);
      next = source.next();
      if (!(next >= tick * TICK + 4)) expect.fail(`an arrival at ${next} in the part that is left out`);
    }
    for (; next < (tick + 1) * TICK; next = source.next()) {
      counts[tick]! += 1;
      times.push(next);
    }
  }
  return { counts, times };
}

const shapes: readonly RateSpecification[] = [
  { kind: 'constant', per_second: 0.4 },
  { kind: 'constant', per_second: 40 },
  seasonal({ base_per_second: 30, daily: 1 }),
  { kind: 'ramp', from_per_second: 0, to_per_second: 20, start_seconds: 1000, over_seconds: 5000 },
  {
    kind: 'mmpp',
    states: [
      { per_second: 2, mean_seconds: 7 },
      { per_second: 40, mean_seconds: 3 },
    ],
  },
];

describe('arrivals that are mostly only counted have the mean and the variance of the rate', () => {
  test.each(shapes)('$kind', (rate) => {
    const ticks = 20_000;
    const seed = `left out ${JSON.stringify(rate)}`;
    const { counts } = counted({ kind: 'poisson', rate }, ticks, seed);
    const cursor = rateCursor(rate, streams(seed));
    const at = (time: number): number => {
      if (rate.kind !== 'mmpp') return definedRate(rate, time);
      cursor.advance(time);
      return cursor.at(time);
    };
    let arrivals = 0;
    let expected = 0;
    let dispersion = 0;
    let spread = 0;
    const steps = 20;
    for (let tick = 0; tick < ticks; tick++) {
      let mean = 0;
      for (let step = 0; step < steps; step++)
        mean += (at((tick + (step + 0.5) / steps) * TICK) * TICK) / steps;
      arrivals += counts[tick]!;
      expected += mean;
      if (mean < 0.5) continue;
      dispersion += ((counts[tick]! - mean) * (counts[tick]! - mean)) / mean - 1;
      spread += 2 + 1 / mean;
    }
    expect(Math.abs(arrivals - expected)).toBeLessThan(Z99 * Math.sqrt(expected) + 0.001 * expected);
    // The integral's midpoints match the jumps of the states to a twentieth of a tick.
    if (rate.kind !== 'mmpp') expect(Math.abs(dispersion)).toBeLessThan(Z99 * Math.sqrt(spread));
  });
});

describe('recorded counts', () => {
  const counts = [700, 0, 13.4, 25_000, 2, 90, 1100];
  const process = (placement: 'uniform' | 'even'): ProcessSpecification => ({
    kind: 'counts',
    starts_seconds: Float64Array.from(counts, (_, place) => place * 60),
    width_seconds: 60,
    counts: Float64Array.from(counts),
    placement,
  });

  test.each(['uniform', 'even'] as const)('are kept to the last request: %s', (placement) => {
    for (let seed = 0; seed < 50; seed++) {
      const found = counted(process(placement), counts.length * 12, `counts ${seed}`);
      counts.forEach((count, place) => {
        const ticks = found.counts.subarray(place * 12, place * 12 + 12);
        expect(ticks.reduce((sum, value) => sum + value, 0)).toBe(Math.round(count));
      });
    }
  });

  test('leave the others uniform', () => {
    const many = {
      ...process('uniform'),
      counts: Float64Array.from([40_000]),
      starts_seconds: new Float64Array(1),
    };
    const { counts: ticks, times } = counted(many as ProcessSpecification, 12, 'uniform');
    ticks.forEach((count) => {
      expect(Math.abs(count - 40_000 / 12)).toBeLessThan(3.3 * Math.sqrt((40_000 / 12) * (11 / 12)));
    });
    const within = times.map((time) => time % TICK).map((second) => (second < 1 ? second : second - 3) / 2);
    expect(kolmogorov(within, (x) => x)).toBeLessThan(KOLMOGOROV99);
  });
});

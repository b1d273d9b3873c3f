import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SizeRecord } from '../../../src/cost/bill/size-record.js';

/** Charges by the agent's loop itself: every four seconds, from a phase on, the lesser of the size then and before. */
function bySlices(steps: readonly (readonly [number, number])[], end: number, phase: number): number {
  const at = (time: number): number => steps.findLast(([from]) => from <= time)?.[1] ?? 0;
  // Whether the machine of a moment has run without a stop since another.
  const same = (from: number, to: number) =>
    !steps.some(([time, cu]) => cu === 0 && time > from && time <= to);
  let sum = 0;
  for (let tick = phase; tick + 4 < end; tick += 4) {
    if (at(tick) > 0 && same(tick, tick + 4)) sum += 4 * Math.min(at(tick), at(tick + 4));
  }
  return sum;
}

function recordOf(steps: readonly (readonly [number, number])[]): SizeRecord {
  const record = new SizeRecord();
  let before = 0;
  for (const [time, cu] of steps) {
    record.change(time, before, cu);
    before = cu;
  }
  return record;
}

describe('metering in slices of four seconds', () => {
  it('metering in slices leaves out four seconds of each wake, and all of a shorter one', () => {
    expect(
      recordOf([
        [10, 0.25],
        [310, 0],
      ]).meteredCuSeconds(1000),
    ).toBeCloseTo(0.25 * 296, 9);
    expect(
      recordOf([
        [10, 0.25],
        [13, 0],
      ]).meteredCuSeconds(1000),
    ).toBe(0);
  });

  it('metering in slices charges the smaller size across a resize', () => {
    const up = recordOf([
      [0, 1],
      [100, 2],
    ]);
    expect(up.cuSeconds(200)).toBe(300);
    expect(up.meteredCuSeconds(200)).toBeCloseTo(300 - 4 - 8 + 4, 9);
  });

  it('metering in slices is the mean over all phases of the agent’s loop', () => {
    const steps = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.constantFrom(0, 0.25, 1, 2)), {
        minLength: 1,
        maxLength: 12,
      })
      .map((gaps) => {
        let time = 0;
        return gaps.map(([gap, cu]) => {
          time += gap / 10;
          return [time, cu] as const;
        });
      });
    fc.assert(
      fc.property(steps, (list) => {
        const end = list.at(-1)![0] + 10;
        const phases = 400;
        let sum = 0;
        // Times are tenths of a second: phases between them meet every case equally often.
        for (let phase = 0; phase < phases; phase++)
          sum += bySlices(list, end, -4 + ((phase + 0.5) * 4) / phases);
        const exact = recordOf(list).meteredCuSeconds(end);
        expect(Math.abs(sum / phases - exact)).toBeLessThan(1e-9 * Math.max(1, exact) + 1e-9);
      }),
      { seed: 1, numRuns: 60 },
    );
  });
});

describe('the size that suffices', () => {
  it('the sufficient size is the largest, ignoring half a percent of the time', () => {
    const record = recordOf([
      [0, 1],
      [100, 8],
      [104, 1],
    ]);
    expect(record.quantile(0.995, 1000)).toBe(1);
    expect(record.quantile(0.997, 1000)).toBe(8);
  });

  it('the sufficient size includes the time before the first change at its initial size', () => {
    const record = new SizeRecord();
    record.change(900, 2, 0);
    expect(record.cuSeconds(1000)).toBe(1800);
    const constant = new SizeRecord();
    constant.seen(4);
    expect(constant.cuSeconds(10)).toBe(40);
  });

  it('the sufficient size is the smallest if the compute is suspended most of the time', () => {
    const record = recordOf([
      [10, 2],
      [14, 0],
    ]);
    expect(record.quantile(0.995, 1000)).toBe(0);
    expect(record.quantile(0.997, 1000)).toBe(2);
    // At one moment the last change counts, and the same size again is none.
    const twice = recordOf([
      [0, 1],
      [0, 4],
      [500, 4],
    ]);
    expect(twice.cuSeconds(1000)).toBe(4000);
    expect(twice.quantile(0.5, 1000)).toBe(4);
    expect(twice.meteredCuSeconds(1000)).toBe(4 * 996);
    // So does a machine that stops and starts in an instant.
    const again = recordOf([
      [0, 1],
      [100, 0],
      [100, 1],
    ]);
    expect(again.meteredCuSeconds(200)).toBe(196);
  });

  it('the sufficient size starts with the observed size or the change, whichever comes first', () => {
    const record = new SizeRecord();
    record.seen(2);
    record.change(100, 1, 4);
    record.seen(8);
    // The change says what was before it.
    expect(record.cuSeconds(200)).toBe(100 + 400);
    // A run that ended before the last change keeps its sum.
    expect(record.cuSeconds(50)).toBe(100);
    expect(new SizeRecord().quantile(0.995, 1000)).toBe(0);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdleLengthMeter, TIMEOUTS_SECONDS } from '../../src/compute/idle-lengths.js';
import { type IdleSeen, idleSaving } from '../../src/cost/idle-saving.js';

/** Half a CU for 7.20 USD an hour: a second is worth a thousandth of a dollar. */
const settings = { min_cu: 0.5, always_active: false };
const PRICE = 7.2;

/** A run's idle periods of these lengths under a timeout; the last one may be cut off. */
function seen(gaps: readonly number[], timeout: number, cut_off?: number): IdleSeen {
  const meter = new IdleLengthMeter();
  for (const gap of gaps) meter.add(gap);
  return {
    idle: {
      ended_suspended: gaps.filter((gap) => gap > timeout).length,
      held_seconds: gaps.reduce((sum, gap) => sum + Math.min(gap, timeout), 0),
      resumed_rightly_seconds: 0,
      resumed_wrongly_seconds: 0,
    },
    idle_lengths: meter.lengths(
      cut_off === undefined ? undefined : { seconds: cut_off, active_seconds: Math.min(cut_off, timeout) },
    ),
  };
}

const at = (values: Float64Array, timeout: number): number => values[TIMEOUTS_SECONDS.indexOf(timeout)]!;

describe('the saving of another timeout', () => {
  it('the saving of another timeout is the time cut from each idle period, in exchange for one wake per period cut', () => {
    const { idle_usd, saving_usd, further_wakes } = idleSaving(seen([100, 5000], 300), settings, PRICE);
    expect(idle_usd).toBeCloseTo(0.4, 12);
    // Held for 100 s and 300 s: 40 s and 240 s less with a minute, 300 s more of the second with ten.
    expect(at(saving_usd, 60)).toBeCloseTo(0.28, 12);
    expect(at(further_wakes, 60)).toBe(1);
    expect(at(saving_usd, 600)).toBeCloseTo(-0.3, 12);
    expect(at(further_wakes, 600)).toBe(0);
    // Two hours hold all of it, without a wait.
    expect(at(saving_usd, 7200)).toBeCloseTo(-4.7, 12);
    expect(at(further_wakes, 7200)).toBe(-1);
  });

  it('the saving of another timeout counts the period that the end of the run cuts off, without a wake', () => {
    const { saving_usd, further_wakes } = idleSaving(seen([], 300, 400), settings, PRICE);
    expect(at(saving_usd, 60)).toBeCloseTo(0.24, 12);
    expect(at(saving_usd, 600)).toBeCloseTo(-0.1, 12);
    expect(further_wakes.every((wakes) => wakes === 0)).toBe(true);
  });

  it('the saving is 0 at today’s timeout, for a compute that never suspends, and without idle time', () => {
    const gaps = [61, 90, 4000];
    expect(at(idleSaving(seen(gaps, 300), settings, PRICE).saving_usd, 300)).toBe(0);
    // Sums in another order differ in their last digits.
    const tenths = Array.from({ length: 200 }, (_, index) => 61 + ((index * 37) % 100) / 10);
    expect(at(idleSaving(seen(tenths, 300), settings, PRICE).saving_usd, 300)).toBe(0);
    const always = idleSaving(seen(gaps, 300), { ...settings, always_active: true }, PRICE);
    const never = idleSaving({ ...seen([], 300), idle_lengths: undefined }, settings, PRICE);
    for (const { judged, saving_usd, further_wakes } of [always, never]) {
      expect(judged).toBe(false);
      expect([...saving_usd, ...further_wakes].every((value) => value === 0)).toBe(true);
    }
  });

  it('the saving is exactly the cost difference of the same periods, for each timeout in the list', () => {
    const lengths = fc.array(fc.double({ min: 60, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 });
    const end = fc.option(fc.double({ min: 60, max: 1e6, noNaN: true }), { nil: undefined });
    fc.assert(
      fc.property(lengths, end, fc.integer({ min: 60, max: 1e6 }), (gaps, cut_off, timeout) => {
        const before = idleSaving(seen(gaps, timeout, cut_off), settings, PRICE);
        for (const other of TIMEOUTS_SECONDS) {
          const after = idleSaving(seen(gaps, other, cut_off), settings, PRICE);
          expect(at(before.saving_usd, other)).toBeCloseTo(before.idle_usd - after.idle_usd, 6);
          const wakes = (of: number) => gaps.filter((gap) => gap > of).length;
          expect(at(before.further_wakes, other)).toBe(wakes(other) - wakes(timeout));
        }
      }),
      { seed: 9, numRuns: 200 },
    );
  });

  it('the saving counts the cost of resuming ahead of a query, whether the query arrived or not', () => {
    const { idle_lengths } = seen([], 300, 100);
    const idle = {
      ended_suspended: 0,
      held_seconds: 200,
      resumed_rightly_seconds: 50,
      resumed_wrongly_seconds: 25,
    };
    const saving = idleSaving({ idle, idle_lengths }, settings, PRICE);
    expect(saving.usd_per_second).toBeCloseTo(0.001, 15);
    expect(saving.idle_usd).toBeCloseTo(0.375, 12);
    expect(saving.judged).toBe(true);
    // The one known idle period holds a minute.
    expect(at(saving.saving_usd, 60)).toBeCloseTo(0.315, 12);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdleLengthMeter, TIMEOUTS_SECONDS } from '../../src/compute/idle-lengths.js';
import { bestTimeout, bestWithoutFurtherWakes } from '../../src/cost/best-timeout.js';
import { type IdleSaving, idleSaving } from '../../src/cost/idle-saving.js';

const TIMEOUT = 300;
/** A second is worth a dollar: values of a wake are seconds. */
const settings = { min_cu: 1, always_active: false };
const PRICE = 3600;
const PLACES = TIMEOUTS_SECONDS.map((_, place) => place);

function savingOf(gaps: readonly number[]): IdleSaving {
  const meter = new IdleLengthMeter();
  for (const gap of gaps) meter.add(gap);
  const held_seconds = gaps.reduce((sum, gap) => sum + Math.min(gap, TIMEOUT), 0);
  const ended_suspended = gaps.filter((gap) => gap > TIMEOUT).length;
  const idle = { ended_suspended, held_seconds, resumed_rightly_seconds: 0, resumed_wrongly_seconds: 0 };
  return idleSaving({ idle, idle_lengths: meter.lengths() }, settings, PRICE);
}

/** Savings of timeouts and the wakes they add, as an idle saving. */
function asSaving(saving_usd: readonly number[], further_wakes: readonly number[]): IdleSaving {
  return {
    ...savingOf([100]),
    idle_usd: Math.max(...saving_usd),
    saving_usd: Float64Array.from(saving_usd),
    further_wakes: Float64Array.from(further_wakes),
  };
}

const fleets = fc.array(
  fc.array(fc.double({ min: 60, max: 20_000, noNaN: true }), { minLength: 1, maxLength: 8 }),
  { minLength: 1, maxLength: 3 },
);

describe('the best timeout', () => {
  it('the best timeout is the break-even of ski rental: it keeps the compute while idling costs less than a wake', () => {
    // To sit out a gap of 119 s costs 59 s more than a minute's timeout, to be woken costs the minute itself.
    const best = (gap: number) => TIMEOUTS_SECONDS[bestTimeout(savingOf([gap]), PLACES, 60)!];
    expect(best(119)).toBe(120);
    expect(best(121)).toBe(60);
    expect(best(61)).toBe(75);
  });

  it('the best timeout costs no more than any other', () => {
    fc.assert(
      fc.property(fleets, fc.integer({ min: 0, max: 3000 }), ([gaps], wake) => {
        const cost = (timeout: number) =>
          gaps!.reduce((sum, gap) => sum + Math.min(gap, timeout) + (gap > timeout ? wake : 0), 0);
        const best = TIMEOUTS_SECONDS[bestTimeout(savingOf(gaps!), PLACES, wake)!]!;
        expect(cost(best)).toBeLessThanOrEqual(Math.min(...TIMEOUTS_SECONDS.map(cost)) + 1e-6);
      }),
      { seed: 17, numRuns: 200 },
    );
  });

  it('the best timeout is the first of equally good ones', () => {
    const equal = asSaving([3, 5, 5], [0, 0, 0]);
    expect(bestTimeout(equal, [0, 2, 1], 60)).toBe(2);
    expect(bestTimeout(equal, [1, 2, 0], 60)).toBe(1);
    expect(bestTimeout(equal, [], 60)).toBeUndefined();
  });

  it('the best timeout is unknown without idle time', () => {
    const nothing = { ...savingOf([100]), judged: false };
    expect(bestTimeout(nothing, PLACES, 60)).toBeUndefined();
  });
});

describe('timeouts without further wakes', () => {
  it('timeouts without further wakes save as much as any choice with as few wakes', () => {
    const places = [0, 4, 10, 20, 30, TIMEOUTS_SECONDS.length - 1];
    fc.assert(
      fc.property(fleets, (fleet) => {
        const savings = fleet.map(savingOf);
        const sums = (choice: readonly (number | undefined)[]) => ({
          wakes: choice.reduce<number>(
            (sum, place, index) => sum + savings[index]!.further_wakes[place!]!,
            0,
          ),
          usd: choice.reduce<number>((sum, place, index) => sum + savings[index]!.saving_usd[place!]!, 0),
        });
        const chosen = sums(bestWithoutFurtherWakes(savings, places));
        expect(chosen.wakes).toBeLessThanOrEqual(0);
        let all: number[][] = [[]];
        for (const _ of savings) all = all.flatMap((choice) => places.map((place) => [...choice, place]));
        for (const { wakes, usd } of all.map(sums)) {
          if (wakes <= chosen.wakes) expect(usd).toBeLessThanOrEqual(chosen.usd + 1e-6);
        }
      }),
      { seed: 23, numRuns: 150 },
    );
  });

  it('timeouts without further wakes avoid a wake at any price, and use wakes saved by one compute for another', () => {
    // A wake is worth 100 here: more than all that was idle.
    const costly = asSaving([0.1, -100], [1, 0]);
    expect(bestWithoutFurtherWakes([costly], [0, 1])).toEqual([1]);
    const spared = asSaving([0, -0.01], [0, -1]);
    expect(bestWithoutFurtherWakes([costly, spared], [0, 1])).toEqual([0, 1]);
    expect(bestWithoutFurtherWakes([asSaving([5, 1], [0, 0]), costly], [0, 1])).toEqual([0, 1]);
  });

  it('timeouts without further wakes are undefined for computes without idle data', () => {
    const unknown = { ...asSaving([3, 0], [7, 0]), judged: false };
    expect(bestWithoutFurtherWakes([unknown, asSaving([3, 1], [0, 0])], [0, 1])).toEqual([undefined, 0]);
    expect(bestWithoutFurtherWakes([unknown, asSaving([5, 1], [1, 0])], [0, 1])).toEqual([undefined, 1]);
    expect(bestWithoutFurtherWakes([], [0, 1])).toEqual([]);
  });
});

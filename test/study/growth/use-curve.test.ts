import { describe, expect, it } from 'vitest';
import type { Fidelity } from '../../../src/simulation/simulation.js';
import { answer } from '../../../src/study/engine/engine.js';
import { cuHoursADay, DayCurve, daysOf } from '../../../src/study/growth/day-curve.js';
import { refinedLevels } from '../../../src/study/growth/use-curve.js';
import type { LevelRun, LoadLevel } from '../../../src/study/replicate/load-levels.js';
import { known } from '../known.js';

const WEEK = Array.from({ length: 7 }, () => 86_400);
const REPLICATIONS = 4;
const TOLERANCE = 0.01;

type Use = (factor: number, replication: number) => number;

/** Refines the use between a load and four times it; `asked` is the number of replications requested of each. */
async function refined(use: Use, fidelity: Fidelity, expensive = false) {
  const asked = new Map<number, number>();
  const level = (factor: number, n: number): LoadLevel => {
    const runs = Array.from({ length: n }, (_, replication) => {
      const cu_seconds = WEEK.map((seconds) => seconds * use(factor, replication));
      return { weekday_use: { seconds: WEEK, cu_seconds } } as unknown as LevelRun;
    });
    return { factor, fidelity, runs };
  };
  const at = (factor: number, n: number) =>
    known(() => {
      asked.set(factor, Math.max(n, asked.get(factor) ?? 0));
      return level(factor, n);
    });
  for (const end of [1, 4]) await answer(at(end, REPLICATIONS));
  const enough = { result: Promise.resolve({ replications: REPLICATIONS, alike: false }) };
  const check = await answer(refinedLevels(at, 1, 4, { enough, tolerance: TOLERANCE, most: 12, expensive }));
  const levels = [...asked].sort(([a], [b]) => a - b).map(([factor, n]) => level(factor, n));
  return { asked, check, curve: new DayCurve(daysOf(levels, REPLICATIONS, cuHoursADay)) };
}

/** Curved, and higher in each replication. */
const bent: Use = (factor, replication) => (1 + 0.02 * replication) * Math.sqrt(factor);
/** Of another shape in the first replication. */
const either: Use = (factor, replication) => (replication === 0 ? Math.sqrt(factor) : factor);

describe('the use between two loads', () => {
  it.each<readonly [string, Use, Fidelity, boolean, boolean]>([
    ['one replication of a busy load, confirmed by a second', bent, 'hybrid', false, true],
    ['one replication of a fleet, even though its runs are exact', bent, 'exact', true, true],
    ['all replications of a sparse load', bent, 'exact', false, false],
    ['all replications of a busy load if they differ in shape', either, 'hybrid', false, false],
    ['all replications of a fleet if they differ in shape', either, 'exact', true, false],
  ])('takes its shape from %s', async (_, use, fidelity, expensive, isShared) => {
    const { asked, check, curve } = await refined(use, fidelity, expensive);
    const between = [...asked].filter(([factor]) => factor !== 1 && factor !== 4);
    const expected = between.map(([factor]) => (!isShared ? REPLICATIONS : factor === 2 ? 2 : 1));
    expect(between.map(([, n]) => n)).toEqual(expected);
    expect(check.error).toBeLessThanOrEqual(TOLERANCE);
    for (const replication of [0, 3]) {
      for (const factor of [1, 1.3, 2, 3.1, 4]) {
        const off = curve.at(replication, 5, factor) / (24 * use(factor, replication)) - 1;
        // The shape is that of the first, whose use is 6 % less.
        expect(Math.abs(off)).toBeLessThan(check.error + 0.005);
      }
    }
  });
});

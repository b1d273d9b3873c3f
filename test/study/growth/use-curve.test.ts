import { describe, expect, it } from 'vitest';
import type { Fidelity } from '../../../src/simulation/simulation.js';
import { answer } from '../../../src/study/engine/engine.js';
import { cuHoursADay, DayCurve, daysOf } from '../../../src/study/growth/day-curve.js';
import type { LoadLook } from '../../../src/study/growth/load-look.js';
import { growAlike, refinedLevels } from '../../../src/study/growth/use-curve.js';
import type { LevelRun, LoadLevel } from '../../../src/study/replicate/load-levels.js';
import { known } from '../known.js';

const WEEK = Array.from({ length: 7 }, () => 86_400);

/** Levels whose use is a function of load and replication, with the number of replications requested of each. */
function looks(use: (factor: number, replication: number) => number, fidelity: Fidelity) {
  const asked = new Map<number, number>();
  const level = (factor: number, n: number): LoadLevel => {
    const runs = Array.from({ length: n }, (_, replication) => {
      const cu_seconds = WEEK.map((seconds) => seconds * use(factor, replication));
      return { weekday_use: { seconds: WEEK, cu_seconds } } as unknown as LevelRun;
    });
    return { factor, fidelity, runs };
  };
  const at: LoadLook = (factor, n) =>
    known(() => {
      asked.set(factor, Math.max(n, asked.get(factor) ?? 0));
      return level(factor, n);
    });
  const all = () => [...asked].sort(([a], [b]) => a - b).map(([factor, n]) => level(factor, n));
  return { at, all, asked };
}

const REPLICATIONS = 4;
const options = {
  enough: { result: Promise.resolve({ replications: REPLICATIONS, alike: false }) },
  tolerance: 0.01,
  most: 12,
};

/** Curved, and higher in each replication. */
const bent = (factor: number, replication: number) => (1 + 0.02 * replication) * Math.sqrt(factor);

async function refinedBetween(use: Parameters<typeof looks>[0], fidelity: Fidelity, expensive = false) {
  const seen = looks(use, fidelity);
  for (const end of [1, 4]) await answer(seen.at(end, REPLICATIONS));
  return { ...seen, check: await answer(refinedLevels(seen.at, 1, 4, { ...options, expensive })) };
}

describe('the use between two loads', () => {
  it('takes its shape from one replication of a busy load, confirmed by a second one', async () => {
    const { asked, all, check } = await refinedBetween(bent, 'hybrid');
    expect(asked.get(2)).toBe(2);
    const others = [...asked].filter(([factor]) => ![1, 2, 4].includes(factor));
    expect(new Set(others.map(([, n]) => n))).toEqual(new Set([1]));
    const curve = new DayCurve(daysOf(all(), REPLICATIONS, cuHoursADay));
    for (const replication of [0, 3]) {
      for (const factor of [1, 1.3, 2, 3.1, 4]) {
        const off = curve.at(replication, 5, factor) / (24 * bent(factor, replication)) - 1;
        // The shape is that of the first, whose use is 6 % less.
        expect(Math.abs(off)).toBeLessThan(check.error + 0.005);
      }
    }
  });

  it('is simulated with all replications if they differ in shape', async () => {
    const either = (factor: number, replication: number) => (replication === 0 ? Math.sqrt(factor) : factor);
    const { asked } = await refinedBetween(either, 'hybrid');
    expect([...asked.values()].every((n) => n === REPLICATIONS)).toBe(true);
  });

  it('is simulated with all replications of a sparse load', async () => {
    const { asked } = await refinedBetween(bent, 'exact');
    expect([...asked.values()].every((n) => n === REPLICATIONS)).toBe(true);
  });

  it('takes its shape from one replication of a fleet, even though its runs are exact', async () => {
    const { asked, check } = await refinedBetween(bent, 'exact', true);
    expect(asked.get(2)).toBe(2);
    expect([...asked].filter(([, n]) => n === 1).length).toBeGreaterThan(0);
    expect(check.error).toBeLessThanOrEqual(options.tolerance);
    const either = (factor: number, replication: number) => (replication === 0 ? Math.sqrt(factor) : factor);
    const differing = await refinedBetween(either, 'exact', true);
    expect([...differing.asked.values()].every((n) => n === REPLICATIONS)).toBe(true);
  });

  it('is extrapolated for a replication by the ratio at the loads it has in common with the others', async () => {
    const more = (factor: number, replication: number) => 0.02 * replication + Math.sqrt(factor);
    const { at, all } = looks(more, 'hybrid');
    for (const [factor, n] of [
      [1, 4],
      [2, 1],
      [4, 2],
    ] as const)
      await answer(at(factor, n));
    const curve = new DayCurve(daysOf(all(), 4, cuHoursADay));
    for (const replication of [1, 3]) {
      for (const factor of [1, 2, 4]) {
        expect(curve.at(replication, 2, factor)).toBeCloseTo(24 * more(factor, replication), 9);
      }
    }
    expect(growAlike(await answer(at(1, 2)), await answer(at(4, 2)), 1e-9)).toBe(true);
    const faster = looks((factor, replication) => factor + replication * (factor - 1) * 0.01, 'hybrid');
    expect(growAlike(await answer(faster.at(1, 2)), await answer(faster.at(4, 2)), 0.007)).toBe(false);
    expect(growAlike(await answer(faster.at(1, 2)), await answer(faster.at(4, 2)), 0.008)).toBe(true);
  });
});

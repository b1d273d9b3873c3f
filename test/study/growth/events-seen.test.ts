import { describe, expect, it } from 'vitest';
import { NOT_MEASURED } from '../../../src/figures/run-figures.js';
import { answer } from '../../../src/study/engine/engine.js';
import type { Study } from '../../../src/study/engine/study.js';
import { eventsSeen } from '../../../src/study/growth/events-seen.js';
import type { Horizon } from '../../../src/study/growth/forecast-events.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { ExactChecks } from '../../../src/study/replicate/exact-checks.js';
import type { BegunRuns, LevelRun, LoadLevel } from '../../../src/study/replicate/load-levels.js';
import { monthsFrom } from '../../../src/study/runs/calendar-days.js';
import { known } from '../known.js';

const REPLICATIONS = 3;
/** The ratio of latencies in an exact run to those at hybrid fidelity. */
const OFF = 1.08;

/** A busy load whose p99 grows with the square of the load: 101 ms at the present one, mean over the replications. */
class Levels {
  readonly #hybrid = new Map<number, LoadLevel>();
  /** Loads of exact runs. */
  readonly exact: number[] = [];

  readonly at = (factor: number, n: number): Study<LoadLevel> =>
    known(() => {
      const before = this.#hybrid.get(factor);
      if (before !== undefined && before.runs.length >= n)
        return { ...before, runs: before.runs.slice(0, n) };
      const runs = Array.from({ length: n }, (_, replication) => this.#run(factor, 1 + 0.01 * replication));
      const level: LoadLevel = { factor, fidelity: 'hybrid', runs };
      this.#hybrid.set(factor, level);
      return level;
    });

  all(_: number, least = REPLICATIONS): readonly LoadLevel[] {
    const levels = [...this.#hybrid.values()].filter(({ runs }) => runs.length >= least);
    return levels.sort((a, b) => a.factor - b.factor);
  }

  beginExact(factor: number): Study<BegunRuns> {
    this.exact.push(factor);
    const level: LoadLevel = { factor, fidelity: 'exact', runs: [this.#run(factor, OFF)] };
    return known(() => ({ taken: () => known(() => level) }));
  }

  hybridRun(factor: number): Study<LevelRun> {
    return known(() => this.#hybrid.get(factor)!.runs[0]!);
  }

  #run(factor: number, times: number): LevelRun {
    const latency_p99 = 100 * factor * factor * times;
    const figures = { ...NOT_MEASURED, queries_arrived: 1e6, latency_p99 };
    return { figures, resources: { size: 0, connections: 0 } } as unknown as LevelRun;
  }
}

describe('the load at which an objective of a busy load is first missed', () => {
  it.each<readonly [string, number, number, number | null, string | null]>([
    ['lies where exact runs on either side of it place it', 300, 1e6, OFF, 'checked'],
    ['is reported as unchecked if exact runs would have too many queries', 300, 1e8, 1, 'hybrid'],
    ['is found by an exact run if hybrid runs only just meet the objective', 1680, 1e6, OFF, 'checked'],
    ['needs no exact run if nothing is close', 4000, 1e6, null, null],
  ])('%s', async (_, bound, queries, off, evidence) => {
    const levels = new Levels();
    await answer(levels.at(1, REPLICATIONS));
    for (const factor of [2, 4]) await answer(levels.at(factor, 1));
    const objectives = [parseConstraint(`latency_p99 <= ${bound}ms`)];
    const start_epoch_seconds = Date.UTC(2026, 0, 5) / 1000;
    const horizon = {
      scenario: { computes: [], start_epoch_seconds },
      plan: { objectives, confidence: 0.95, growth: parseGrowth('20%/month') },
      months: monthsFrom(start_epoch_seconds, 9),
      scaled: true,
      checks: new ExactChecks(levels, objectives, 0.95, queries),
    } as unknown as Horizon;
    const asked = { levels, at: levels.at, replications: REPLICATIONS, horizon };
    const [event] = await answer(eventsSeen(asked));
    expect(event!.evidence).toBe(evidence);
    const edge = off === null ? null : Math.sqrt(bound / (off * 101));
    if (edge === null) expect(event).toMatchObject({ date: null, load_factor: null });
    else expect(event!.load_factor! / edge).toBeCloseTo(1, 6);
    if (evidence !== 'checked') expect(levels.exact).toEqual([]);
    expect(new Set(levels.exact).size).toBe(levels.exact.length);
    if (bound !== 300 || evidence !== 'checked') return;
    const below = levels.exact.filter((factor) => factor < edge!);
    const above = levels.exact.filter((factor) => factor > edge!);
    expect(Math.min(...above) / Math.max(...below)).toBeLessThan(1.06);
  });
});

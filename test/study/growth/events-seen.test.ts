import { describe, expect, it } from 'vitest';
import { NOT_MEASURED } from '../../../src/figures/run-figures.js';
import { answer } from '../../../src/study/engine/engine.js';
import { prepare, type Study } from '../../../src/study/engine/study.js';
import { eventsSeen } from '../../../src/study/growth/events-seen.js';
import type { Horizon } from '../../../src/study/growth/forecast-events.js';
import type { ForecastPlan } from '../../../src/study/growth/forecast-result.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { ExactChecks } from '../../../src/study/replicate/exact-checks.js';
import type { BegunRuns, LevelRun, LoadLevel } from '../../../src/study/replicate/load-levels.js';
import { monthsFrom } from '../../../src/study/runs/calendar-days.js';
import { known } from '../known.js';

const REPLICATIONS = 3;
/** The ratio of latencies in an exact run to those at hybrid fidelity. */
const OFF = 1.08;

/** The p99 grows with the square of the load: 101 ms at the present one, mean over the replications. */
const p99 = (factor: number, replication: number) => 100 * factor * factor * (1 + 0.01 * replication);

/** A busy load whose levels follow a formula. */
class Levels {
  readonly hybrid = new Map<number, LevelRun[]>();
  readonly exact: number[] = [];
  #underWay = 0;
  most = 0;

  readonly at = (factor: number, n: number): Study<LoadLevel> => this.#look(factor, n);

  *#look(factor: number, n: number): Study<LoadLevel> {
    this.#underWay += 1;
    this.most = Math.max(this.most, this.#underWay);
    yield* prepare(() => Promise.resolve());
    this.#underWay -= 1;
    const runs = this.hybrid.get(factor) ?? [];
    for (let next = runs.length; next < n; next++) runs.push(this.#run(p99(factor, next)));
    this.hybrid.set(factor, runs);
    return { factor, fidelity: 'hybrid', runs: runs.slice(0, n) };
  }

  all(_: number, least = REPLICATIONS): readonly LoadLevel[] {
    return [...this.hybrid]
      .map(([factor, runs]): LoadLevel => ({ factor, fidelity: 'hybrid', runs: [...runs] }))
      .filter(({ runs }) => runs.length >= least)
      .sort((a, b) => a.factor - b.factor);
  }

  beginExact(factor: number): Study<BegunRuns> {
    this.exact.push(factor);
    const runs = [this.#run(OFF * p99(factor, 0))];
    const level: LoadLevel = { factor, fidelity: 'exact', runs };
    return known(() => ({ taken: () => known(() => level) }));
  }

  hybridRun(factor: number): Study<LevelRun> {
    return known(() => this.hybrid.get(factor)![0]!);
  }

  #run(latency_p99: number): LevelRun {
    const figures = { ...NOT_MEASURED, queries_arrived: 1e6, latency_p99 };
    return { figures, resources: { size: 0, connections: 0 } } as unknown as LevelRun;
  }
}

async function seen(constraint: string, queries = 1e6) {
  const levels = new Levels();
  await answer(levels.at(1, REPLICATIONS));
  for (const factor of [2, 4]) await answer(levels.at(factor, 1));
  levels.most = 0;
  const objectives = [parseConstraint(constraint)];
  const plan = { objectives, confidence: 0.95, growth: parseGrowth('20%/month') } as unknown as ForecastPlan;
  const checks = new ExactChecks(levels, objectives, plan.confidence, queries);
  const start_epoch_seconds = Date.UTC(2026, 0, 5) / 1000;
  const scenario = { computes: [], start_epoch_seconds } as unknown as Horizon['scenario'];
  const months = monthsFrom(start_epoch_seconds, 9);
  const horizon = { scenario, plan, months, scaled: true, checks };
  const [event] = await answer(eventsSeen({ levels, at: levels.at, replications: REPLICATIONS, horizon }));
  return { event: event!, levels };
}

describe('the load at which an objective of a busy load is first missed', () => {
  it('lies where exact runs on either side of it place it', async () => {
    const { event, levels } = await seen('latency_p99 <= 300ms');
    const edge = Math.sqrt(300 / (OFF * 101));
    expect(event.load_factor! / edge).toBeCloseTo(1, 6);
    expect(event.evidence).toBe('checked');
    const below = levels.exact.filter((factor) => factor < edge);
    const above = levels.exact.filter((factor) => factor > edge);
    expect(Math.min(...above) / Math.max(...below)).toBeLessThan(1.06);
    // None twice.
    expect(new Set(levels.exact).size).toBe(levels.exact.length);
    expect(levels.most).toBeGreaterThan(1);
  });

  it('is reported as unchecked if exact runs would have too many queries', async () => {
    const { event, levels } = await seen('latency_p99 <= 300ms', 1e8);
    expect(event.load_factor! / Math.sqrt(300 / 101)).toBeCloseTo(1, 6);
    expect(event.evidence).toBe('hybrid');
    expect(levels.exact).toEqual([]);
  });

  it('is found by an exact run if hybrid runs only just meet the objective', async () => {
    const { event } = await seen('latency_p99 <= 1680ms');
    expect(event.load_factor! / Math.sqrt(1680 / (OFF * 101))).toBeCloseTo(1, 6);
    expect(event.evidence).toBe('checked');
  });

  it('needs no exact run if nothing is close', async () => {
    const { event, levels } = await seen('latency_p99 <= 4s');
    expect(event).toMatchObject({ date: null, load_factor: null, evidence: null });
    expect(levels.exact).toEqual([]);
  });
});

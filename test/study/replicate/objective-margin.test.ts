import { describe, expect, it } from 'vitest';
import type { RunFigures } from '../../../src/figures/run-figures.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import type { LevelRun, LoadLevel } from '../../../src/study/replicate/load-levels.js';
import { objectiveMargins, worstMargin } from '../../../src/study/replicate/objective-margin.js';

/** A level of load whose replications gave these figures. */
function level(...shown: readonly Partial<RunFigures>[]): LoadLevel {
  const runs = shown.map(
    (figures) => ({ figures: { queries_arrived: 1, ...figures } }) as unknown as LevelRun,
  );
  return { factor: 1, fidelity: 'exact', runs };
}

const margin = (text: string, of: LoadLevel, confidence = 0.95) =>
  objectiveMargins(of, [parseConstraint(text)], confidence)[0]!;

describe('the distance of a load level from an objective', () => {
  it.each([
    ['latency_p99 <= 100ms', { latency_p99: 200 }, Math.log(2)],
    ['latency_p99 <= 100ms', { latency_p99: 100 }, 0],
    ['latency_p99 <= 100ms', { latency_p99: 50 }, -Math.log(2)],
    // For a share that should be large, the missing part counts.
    ['success_rate >= 99%', { success_rate: 0.98 }, Math.log(2)],
    ['success_rate >= 99%', { success_rate: 0.995 }, -Math.log(2)],
    ['wake_probability <= 1%', { wake_probability: 0.02 }, Math.log(2)],
    ['wakes >= 20', { wakes: 10 }, Math.log(2)],
    ['wakes >= 20', { wakes: 40 }, -Math.log(2)],
    // The figure is 0, or its bound is.
    ['wakes <= 20', { wakes: 0 }, Number.NEGATIVE_INFINITY],
    ['wakes <= 0', { wakes: 1 }, Number.POSITIVE_INFINITY],
    ['wakes <= 0', { wakes: 0 }, Number.NEGATIVE_INFINITY],
    ['success_rate >= 100%', { success_rate: 0.99 }, Number.POSITIVE_INFINITY],
    ['success_rate >= 99%', { success_rate: 1 }, Number.NEGATIVE_INFINITY],
    ['wakes >= 20', { wakes: 0 }, Number.POSITIVE_INFINITY],
  ])('%s of %j', (text, figures, beyond) => {
    const found = margin(text, level(figures as Partial<RunFigures>));
    expect(found.beyond).toBeCloseTo(beyond, 9);
    // With one replication the interval is unknown.
    expect([found.at_best, found.at_worst]).toEqual([found.beyond, found.beyond]);
  });

  it('has an interval whose worse end is that of the objective', () => {
    const of = (...values: readonly number[]) => level(...values.map((wakes) => ({ wakes })));
    const half = 4.302652729911275 / Math.sqrt(3);
    for (const [text, sign] of [
      ['wakes <= 20', 1],
      ['wakes >= 20', -1],
    ] as const) {
      const { beyond, at_best, at_worst } = margin(text, of(19, 20, 21));
      expect(beyond).toBeCloseTo(0, 12);
      expect(at_worst).toBeCloseTo(sign * Math.log((20 + sign * half) / 20), 9);
      expect(at_best).toBeCloseTo(sign * Math.log((20 - sign * half) / 20), 9);
    }
  });

  it('is given with a joint confidence of all intervals', () => {
    const objectives = ['wakes <= 20', 'queries_arrived <= 5'].map((text) => parseConstraint(text));
    const of = level({ wakes: 19 }, { wakes: 21 });
    const [wakes] = objectiveMargins(of, objectives, 0.95);
    expect(wakes!.value).toEqual(margin('wakes <= 20', of, 0.975).value);
  });

  it('is a miss if a figure was never measured despite queries, and met if there were none', () => {
    const never = margin('latency_p99 <= 100ms', level({ latency_p99: null }));
    expect(never).toMatchObject({ value: null, beyond: Number.POSITIVE_INFINITY, at_best: never.beyond });
    const idle = margin('latency_p99 <= 100ms', level({ latency_p99: null, queries_arrived: 0 }));
    expect(idle).toMatchObject({ value: null, beyond: Number.NEGATIVE_INFINITY, at_worst: idle.beyond });
  });

  it('is the worst of all objectives', () => {
    const objectives = ['wakes <= 20', 'latency_p99 <= 100ms'].map((text) => parseConstraint(text));
    const of = level({ wakes: 10, latency_p99: 300 });
    expect(worstMargin({ objectives, confidence: 0.95 }, 'beyond')(of)).toBeCloseTo(Math.log(3), 12);
    expect(objectiveMargins(of, objectives, 0.95).map(({ objective }) => objective.figure)).toEqual([
      'wakes',
      'latency_p99',
    ]);
  });
});

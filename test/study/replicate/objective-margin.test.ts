import { describe, expect, it } from 'vitest';
import type { RunFigures } from '../../../src/figures/run-figures.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import type { LevelRun, LoadLevel } from '../../../src/study/replicate/load-levels.js';
import { objectiveMargins, worstMargin } from '../../../src/study/replicate/objective-margin.js';

/** The margin of the first objective at a load whose replications gave these figures. */
function margin(texts: readonly string[], shown: readonly Partial<RunFigures>[]) {
  const runs = shown.map((figures) => ({ figures: { queries_arrived: 1, ...figures } }) as LevelRun);
  const level: LoadLevel = { factor: 1, fidelity: 'exact', runs };
  const objectives = texts.map((text) => parseConstraint(text));
  const worst = worstMargin({ objectives, confidence: 0.95 }, 'beyond')(level);
  return { ...objectiveMargins(level, objectives, 0.95)[0]!, worst };
}

describe('the distance of a load from an objective', () => {
  it.each([
    ['wakes <= 20', 1],
    ['wakes >= 20', -1],
  ])('%s has an interval whose worse end is that of the objective', (text, sign) => {
    const half = 4.302652729911275 / Math.sqrt(3);
    const { beyond, at_best, at_worst } = margin([text], [{ wakes: 19 }, { wakes: 20 }, { wakes: 21 }]);
    expect(beyond).toBeCloseTo(0, 12);
    expect(at_worst).toBeCloseTo(sign * Math.log((20 + sign * half) / 20), 9);
    expect(at_best).toBeCloseTo(sign * Math.log((20 - sign * half) / 20), 9);
  });

  it('is the worst of all objectives, whose intervals are known with a joint confidence', () => {
    const runs = [{ wakes: 19 }, { wakes: 21 }];
    const both = margin(['wakes <= 20', 'queries_arrived <= 0.25'], runs);
    expect(both.worst).toBeCloseTo(Math.log(4), 12);
    expect(both.value!.half_width).toBeGreaterThan(1.9 * margin(['wakes <= 20'], runs).value!.half_width);
  });
});

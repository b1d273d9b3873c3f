import { describe, expect, it } from 'vitest';
import { regretsOf, type WorldFigure } from '../../../src/study/worlds/regret.js';

const met = (...objectives: readonly number[]): readonly WorldFigure[] =>
  objectives.map((objective) => ({ objective, met: true }));

/** Costs in three worlds, worked by hand: the best are 2, 4 and 3. */
const COSTS = [met(2, 9, 6), met(5, 4, 6), met(6, 6, 3), met(4, 6, 5)];

describe('regret', () => {
  it('is the loss compared with the best of each world', () => {
    const { best, regrets, possible } = regretsOf(COSTS, 1);
    expect(best).toEqual([0, 1, 2]);
    expect(possible).toBe(3);
    expect(regrets.map(({ by_world }) => by_world)).toEqual([
      [0, 5, 3],
      [3, 0, 3],
      [4, 2, 0],
      [2, 2, 2],
    ]);
    expect(regrets.map(({ greatest }) => greatest)).toEqual([5, 3, 4, 2]);
    expect(regrets[0]!.at).toBe(1);
  });

  it('is minimized in its mean; a tie goes to the first', () => {
    // Means: 8/3, 2, 2, 2.
    expect(regretsOf(COSTS, 1).choice).toBe(1);
  });

  it('excludes worlds in which no candidate meets the constraints', () => {
    const broken = COSTS.map((own) => own.map((each, world) => ({ ...each, met: world !== 1 })));
    const { best, possible, least_met, regrets, choice } = regretsOf(broken, 1);
    expect(best).toEqual([0, undefined, 2]);
    expect([possible, least_met]).toEqual([2, 2]);
    expect(regrets[0]).toMatchObject({ by_world: [0, null, 3], mean: 1.5, greatest: 3, at: 2, met: 2 });
    expect(choice).toBe(0);
  });

  it('does not reward breaking a constraint, and rules out candidates beyond the safety', () => {
    const cheap = [
      { objective: 1, met: false },
      { objective: 1, met: true },
      { objective: 1, met: true },
      { objective: 1, met: true },
    ];
    const safe = met(3, 2, 2, 2);
    expect(regretsOf([cheap, safe], 0.95)).toMatchObject({ least_met: 4, choice: 1 });
    const loose = regretsOf([cheap, safe], 0.75);
    expect(loose).toMatchObject({ least_met: 3, choice: 0 });
    expect(loose.regrets[0]!.by_world).toEqual([0, 0, 0, 0]);
  });

  it('has no choice if no candidate meets the constraints in any world', () => {
    const none = COSTS.map((own) => own.map((each) => ({ ...each, met: false })));
    expect(regretsOf(none, 0.95)).toMatchObject({ possible: 0, choice: undefined });
  });
});

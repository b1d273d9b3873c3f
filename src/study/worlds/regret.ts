import { wholeUp } from '../../kernel/whole-steps.js';

export interface WorldFigure {
  /** Smaller is better; the sign is reversed if more is. */
  readonly objective: number;
  readonly met: boolean;
}

export interface Regret {
  /** By world; `null` in an impossible one. */
  readonly by_world: readonly (number | null)[];
  readonly mean: number;
  readonly greatest: number;
  /** Index of the world with this value; −1 for no possible world. */
  readonly at: number;
  /** Possible worlds where every constraint is met. */
  readonly met: number;
}

/** The regret of candidates, and the candidate with the least. */
export interface Regrets {
  /** By world, the index of the best candidate that meets every constraint; `undefined`: the world is impossible. */
  readonly best: readonly (number | undefined)[];
  readonly possible: number;
  /** Number of possible worlds where a choice must meet every constraint. */
  readonly least_met: number;
  readonly regrets: readonly Regret[];
  /** Index of the choice; `undefined` if no candidate meets the constraints in enough worlds. */
  readonly choice: number | undefined;
}

/**
 * The loss of each candidate against the best one of each world (Savage 1951): in a world, its objective less that of
 * the best candidate that meets every constraint there. Breaking a constraint in a world gains nothing: the regret
 * there is at least 0. Worlds where no candidate meets the constraints do not count.
 *
 * @param figures by candidate, then by world; candidates in tie-break order
 * @param safety share of the possible worlds where a choice has to meet every constraint
 */
export function regretsOf(figures: readonly (readonly WorldFigure[])[], safety: number): Regrets {
  const worlds = figures[0]?.length ?? 0;
  const best = Array.from({ length: worlds }, (_, world) => bestCandidate(figures, world));
  const possible = best.filter((index) => index !== undefined).length;
  // Do not round up a share that is exact except for rounding.
  const least_met = wholeUp(safety * possible);
  const regrets = figures.map((own) => regretOf(own, best, figures));
  let choice: number | undefined;
  for (const [index, regret] of regrets.entries()) {
    if (possible === 0 || regret.met < least_met) continue;
    if (choice === undefined || regret.mean < regrets[choice]!.mean) choice = index;
  }
  return { best, possible, least_met, regrets, choice };
}

function bestCandidate(figures: readonly (readonly WorldFigure[])[], world: number): number | undefined {
  let best: number | undefined;
  for (const [index, own] of figures.entries()) {
    const { met, objective } = own[world]!;
    if (met && (best === undefined || objective < figures[best]![world]!.objective)) best = index;
  }
  return best;
}

function regretOf(
  own: readonly WorldFigure[],
  best: readonly (number | undefined)[],
  figures: readonly (readonly WorldFigure[])[],
): Regret {
  const by_world = own.map(({ objective }, world) => {
    const index = best[world];
    return index === undefined ? null : Math.max(0, objective - figures[index]![world]!.objective);
  });
  const counted = by_world.filter((regret) => regret !== null);
  const greatest = counted.reduce((most, regret) => Math.max(most, regret), 0);
  return {
    by_world,
    mean: counted.length === 0 ? 0 : counted.reduce((sum, regret) => sum + regret, 0) / counted.length,
    greatest,
    at: by_world.indexOf(greatest),
    met: own.filter(({ met }, world) => met && best[world] !== undefined).length,
  };
}

/** What a candidate came to in one world. */
export interface WorldFigure {
  /** Smaller is better; the sign is turned where more is. */
  readonly objective: number;
  /** Whether every constraint is met. */
  readonly met: boolean;
}

/** The regret of one candidate. */
export interface Regret {
  /** By world; `null` in one that is impossible. */
  readonly by_world: readonly (number | null)[];
  readonly mean: number;
  readonly greatest: number;
  /** Index of the world in which it is; −1 for no possible world. */
  readonly at: number;
  /** Possible worlds in which every constraint is met. */
  readonly met: number;
}

/** What candidates regret, and who regrets least. */
export interface Regrets {
  /** In each world the index of the best candidate that meets every constraint; `undefined`: the world is impossible. */
  readonly best: readonly (number | undefined)[];
  readonly possible: number;
  /** In so many possible worlds a choice has to meet every constraint. */
  readonly least_met: number;
  readonly regrets: readonly Regret[];
  /** Index of the choice; `undefined` where nobody meets the constraints in enough worlds. */
  readonly choice: number | undefined;
}

/**
 * What each candidate loses against the best one of each world (Savage 1951): in a world, its objective less that of the
 * best candidate that meets every constraint there. One that breaks a constraint in a world gains nothing by it: its regret
 * there is 0 at least. Worlds in which no candidate meets the constraints say nothing of the choice and count for nobody.
 *
 * @param figures by candidate, then by world; candidates in the order in which ties are decided
 * @param safety share of the possible worlds in which a choice has to meet every constraint
 */
export function regretsOf(figures: readonly (readonly WorldFigure[])[], safety: number): Regrets {
  const worlds = figures[0]?.length ?? 0;
  const best = Array.from({ length: worlds }, (_, world) => bestIn(figures, world));
  const possible = best.filter((index) => index !== undefined).length;
  // A share that is exact but for rounding is not rounded up.
  const least_met = Math.ceil(safety * possible - 1e-9);
  const regrets = figures.map((own) => regretOf(own, best, figures));
  let choice: number | undefined;
  for (const [index, regret] of regrets.entries()) {
    if (possible === 0 || regret.met < least_met) continue;
    if (choice === undefined || regret.mean < regrets[choice]!.mean) choice = index;
  }
  return { best, possible, least_met, regrets, choice };
}

function bestIn(figures: readonly (readonly WorldFigure[])[], world: number): number | undefined {
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

import { type Contender, sortByFigures } from '../plan/contender.js';
import type { PlanResult } from '../plan/plan-result.js';
import type { WorldRuns } from './world-runs.js';

/** Worlds where all candidates are run if the budget is too small for all of them in every world. */
const PROBED_WORLDS = 3;

/** The worlds where today's settings do best, middling and worst in the objective. */
export function probeWorlds(
  today: Contender,
  all: readonly number[],
  runs: Pick<WorldRuns, 'judged'>,
): readonly number[] {
  const objective = (world: number) => runs.judged(today, world).objective;
  const ordered = all.toSorted((a, b) => objective(a) - objective(b) || a - b);
  const places = Array.from({ length: PROBED_WORLDS }, (_, index) =>
    Math.round((index * (ordered.length - 1)) / (PROBED_WORLDS - 1)),
  );
  return [...new Set(places.map((place) => ordered[place]!))];
}

/** Candidates by what the plan found in the middle world: those run first, then the others, in their order. */
export function byPlan(
  { candidates, objective }: PlanResult,
  order: readonly Contender[],
): readonly Contender[] {
  const sign = objective.sense === 'most' ? -1 : 1;
  const known = new Map(
    candidates.map(({ name, figures }) => [name, figures[objective.figure]?.mean] as const),
  );
  const value = ({ name }: Contender) => {
    const mean = known.get(name);
    return mean === undefined || mean === null ? Number.POSITIVE_INFINITY : sign * mean;
  };
  return sortByFigures(order, (each) => [value(each)]);
}

/** The best of each probed world, then the second best of each, and so on. */
export function inTurns(
  contenders: readonly Contender[],
  probes: readonly number[],
  runs: Pick<WorldRuns, 'judged'>,
): readonly Contender[] {
  const lists = probes.map((world) => {
    return sortByFigures(contenders, (each) => {
      const { excess, objective } = runs.judged(each, world);
      return [excess, objective];
    });
  });
  return [...new Set(contenders.flatMap((_, place) => lists.map((list) => list[place]!)))];
}

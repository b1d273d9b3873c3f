import type { SweepAxis } from '../compare/sweep-axis.js';
import { type Settings, settingsName } from '../compare/tried-combinations.js';
import type { Study } from '../engine/study.js';
import { tooSlow } from '../replicate/too-slow.js';
import { type Contender, firstItem } from './contender.js';
import { lowerBound } from './plan-bounds.js';
import { closestOf } from './plan-infeasibility.js';
import type { GrowthStep } from './plan-result.js';
import { neighboursOf } from './plan-space.js';
import { furtherFidelity, type PlanWork } from './plan-work.js';
import type { RaceRules } from './race-rules.js';
import { judged, meets, objectiveGap, signedObjective } from './race-verdict.js';

/** From the recommendation, at most. */
const MAX_STEPS = 6;
/** Approximate number of candidates that a search tries, and maximum number of whole runs of each. */
export const TRIES = 6;
const REPLICATIONS = 5;

/**
 * The choice for a load multiplied by a factor: from the recommendation, and from it with a maximum
 * size as many times as large, step by step to the best neighbour, all on the whole horizon with the same random
 * numbers. A local search: it does not show that settings further away are worse, nor the optimum if the budget ends it
 * before the last step.
 *
 * @param start the candidates to begin with, the recommendation first
 * @param limit of the work in all, after which nothing more is tried
 */
export function* planGrowth(
  factor: number,
  start: readonly Contender[],
  work: PlanWork,
  limit: number,
): Study<GrowthStep> {
  const { rules, axes, runs } = work;
  const { allowed } = work.candidates;
  const fidelity = furtherFidelity(work);
  const tried = new Map<string, Contender>();
  /** Names of those that a bound shows to be worse than one that was tried. */
  const bounded = new Set<string>();
  const until = tooSlow(rules.constraints, factor * (start[0]!.whole.first?.arrived ?? 0));
  const grown = (candidates: readonly Contender[]): readonly Contender[] =>
    candidates.filter(({ name }) => !tried.has(name)).map((each) => each.grown(factor, fidelity, until));
  const sized = settingsName(withLargerSizes(start[0]!.settings, factor, axes));
  const larger = start.some(({ name }) => name === sized) ? [] : allowed.filter(({ name }) => name === sized);
  const begin = grown([...start, ...larger]);
  const room = (limit - runs.work) / runs.workOf(begin[0]!);
  const replications = Math.max(1, Math.min(REPLICATIONS, rules.replications, Math.floor(room / TRIES)));
  let complete = true;
  const attempt = function* (contenders: readonly Contender[]): Study<void> {
    yield* runs.measure(
      contenders.map((contender) => ({ contender, replications })),
      limit,
    );
    for (const contender of contenders) {
      if (contender.looked) tried.set(contender.name, contender);
      else complete = false;
    }
  };
  yield* attempt(begin);
  if (!tried.has(start[0]!.name)) {
    // Whatever is left of the budget, the recommendation is simulated once.
    const contender = start[0]!.grown(factor, 'hybrid', until);
    yield* runs.measure([{ contender, replications: 1 }], Number.POSITIVE_INFINITY);
    tried.set(contender.name, contender);
    complete = false;
  }
  const stays = tried.get(start[0]!.name)!;
  let best = closestOf([...tried.values()], rules)!;
  for (let step = 0; step < MAX_STEPS && complete; step++) {
    const names = neighboursOf(best.settings, axes).map(settingsName);
    const near = allowed.filter(({ name }) => names.includes(name) && !tried.has(name));
    const most = mostObjective(best, rules);
    for (const each of near) if (lowerBound(each, rules.objective) > most) bounded.add(each.name);
    yield* attempt(grown(near.filter(({ name }) => !bounded.has(name))));
    const next = closestOf([...tried.values()], rules)!;
    if (next === best) break;
    best = next;
  }
  best = fewestChanges([...tried.values()], best, start[0]!, rules);
  const feasible = meets(best.whole, rules);
  return {
    factor,
    candidate: feasible ? best.name : null,
    settings: feasible ? best.settings : null,
    figures: best.whole.intervals(rules.confidence),
    constraints: judged(best.whole, rules),
    stays: {
      feasible: meets(stays.whole, rules),
      constraints: judged(stays.whole, rules),
      figures: stays.whole.intervals(rules.confidence),
    },
    tried: tried.size,
    complete,
    replications: best.whole.n,
  };
}

/** The objective, its sign turned if more is better, beyond which no other candidate is chosen instead of the best. */
function mostObjective({ whole }: Contender, rules: RaceRules): number {
  if (!meets(whole, rules)) return Number.POSITIVE_INFINITY;
  const objective = signedObjective(whole, rules.objective);
  return objective + rules.indifference * Math.abs(objective);
}

/** The candidate nearest to the recommendation among those within the indifference zone of the best. */
function fewestChanges(
  tried: readonly Contender[],
  best: Contender,
  recommended: Contender,
  rules: RaceRules,
): Contender {
  if (!meets(best.whole, rules)) return best;
  const zone = rules.indifference * Math.abs(signedObjective(best.whole, rules.objective));
  const asGood = tried.filter(
    ({ whole }) => meets(whole, rules) && objectiveGap(whole, best.whole, rules.objective) <= zone,
  );
  const changed = ({ settings }: Contender): number =>
    Object.keys(settings).filter((path) => settings[path] !== recommended.settings[path]).length;
  return firstItem([best, ...asGood], (one, other) => changed(one) < changed(other))!;
}

/** Settings whose maximum sizes are the next ones of their axes from `factor` times as large on. */
function withLargerSizes(settings: Settings, factor: number, axes: readonly SweepAxis[]): Settings {
  const larger = axes.flatMap(({ path, values }) => {
    const wanted = factor * Number(settings[path]);
    if (!/(^|\.)max$/.test(path) || Number.isNaN(wanted)) return [];
    return [[path, values.find((value) => Number(value) >= wanted) ?? values.at(-1)!]];
  });
  return { ...settings, ...Object.fromEntries(larger) };
}

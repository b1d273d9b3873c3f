import type { Contender } from './contender.js';
import { neighboursOf, settingsName } from './plan-neighbours.js';
import type { CheaperNeighbour, ConstraintResult, PlanReasons } from './plan-result.js';
import { feasibility, type RaceRules, signedObjective } from './race-verdict.js';
import type { SweepAxis } from './sweep-axis.js';

/**
 * Why a candidate is recommended: the constraint that binds it, and what those neighbours violate that would be better.
 */
export function planReasons(
  winner: Contender,
  contenders: readonly Contender[],
  axes: readonly SweepAxis[],
  rules: RaceRules,
): PlanReasons {
  const { constraints, confidence, objective } = rules;
  const results = constraints.map((constraint) => winner.whole!.judge(constraint, confidence));
  const binding = results.reduce<ConstraintResult | null>(
    (tightest, each) =>
      tightest === null || (each.excess ?? -1) > (tightest.excess ?? -1) ? each : tightest,
    null,
  );
  const names = new Set(neighboursOf(winner.settings, axes).map(settingsName));
  const cheaper = contenders
    .filter(({ name, best }) => names.has(name) && best !== undefined)
    .flatMap((contender): readonly CheaperNeighbour[] => {
      const sample = contender.best!;
      // Like is held against like: a part of the run against the same part.
      const own = sample === contender.whole ? winner.whole! : (winner.sampled ?? winner.whole!);
      const value = signedObjective(own, objective);
      const saving = (value - signedObjective(sample, objective)) / Math.max(Math.abs(value), 1e-12);
      const { met } = feasibility(sample, rules);
      if (saving <= 0 || (met && saving <= rules.indifference)) return [];
      const missed = constraints
        .map((constraint) => sample.judge(constraint, confidence))
        .filter((result) => !result.met)
        .sort((a, b) => (b.excess ?? 1) - (a.excess ?? 1));
      return [{ name: contender.name, missed, saving }];
    })
    .sort((a, b) => b.saving - a.saving);
  return { binding, cheaper };
}

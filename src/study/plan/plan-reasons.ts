import type { SweepAxis } from '../compare/sweep-axis.js';
import { settingsName } from '../compare/tried-combinations.js';
import { type Contender, firstItem } from './contender.js';
import type { CheaperNeighbour, PlanReasons } from './plan-result.js';
import { neighboursOf } from './plan-space.js';
import type { RaceRules } from './race-rules.js';
import { judged, meets, objectiveGap } from './race-verdict.js';

/**
 * Why a candidate is recommended: the constraint that binds it, and what those neighbours violate that would be better.
 */
export function planReasons(
  winner: Contender,
  contenders: readonly Contender[],
  axes: readonly SweepAxis[],
  rules: RaceRules,
): PlanReasons {
  const { objective } = rules;
  const results = judged(winner.whole, rules);
  const binding = firstItem(results, (one, other) => (one.excess ?? -1) > (other.excess ?? -1)) ?? null;
  const names = new Set(neighboursOf(winner.settings, axes).map(settingsName));
  const neighbours = contenders.filter(({ name }) => names.has(name));
  const cheaper = neighbours
    .filter(({ looked }) => looked)
    .flatMap((contender): readonly CheaperNeighbour[] => {
      const { whole } = contender;
      const value = Math.max(Math.abs(winner.whole.value(objective.figure) ?? 0), 1e-12);
      const saving = -objectiveGap(whole, winner.whole, objective) / value;
      if (saving <= 0 || (meets(whole, rules) && saving <= rules.indifference)) return [];
      const own = judged(whole, rules);
      const missed = own.filter(({ met }) => !met).sort((a, b) => (b.excess ?? 1) - (a.excess ?? 1));
      const doubtful = own.filter(
        ({ met, probability }) => met && (probability === null || probability < rules.safety),
      );
      return [{ name: contender.name, missed, doubtful, saving }];
    })
    .sort((a, b) => b.saving - a.saving);
  const unseen = neighbours.filter(({ looked, dropped }) => !looked && dropped === undefined).length;
  return { binding, cheaper, unseen };
}

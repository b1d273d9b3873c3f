import { firstBy } from '../../../study/plan/contender.js';
import type { PlanCandidate, PlanResult } from '../../../study/plan/plan-result.js';
import { missedOf } from '../../figures/candidate.js';
import { capitalised } from '../../text/verdict.js';

/** A setting that a plan's workbook compares with others. */
export interface PlanChoice {
  /** Such as `Recommended`, or `Recommended, cheapest` for one that is both. */
  readonly role: string;
  readonly candidate: PlanCandidate;
  /** Its place among the candidates, from 0. */
  readonly place: number;
}

/**
 * Today's settings, the recommended ones, the cheapest that meet the constraints with the safety asked for, and those that meet them with most
 * room. If nothing is recommended, the closest take its place, and the cheapest say which constraints they miss.
 */
export function planChoices({
  candidates,
  recommendation,
  infeasibility,
  safety,
}: PlanResult): readonly PlanChoice[] {
  const ran = candidates.filter(({ use }) => use !== null);
  const named = (name: string | null | undefined) => ran.find((each) => each.name === name);
  const recommended = named(recommendation);
  // A mean of few runs that meets a constraint by chance is no budget.
  const feasible = ran.filter(
    (each) =>
      each.feasible === true && each.constraints.every(({ probability }) => (probability ?? 0) >= safety),
  );
  const cheapest = least(
    feasible.length > 0 ? feasible : ran,
    ({ figures }) => figures.cost_usd_per_month?.mean,
  );
  const constrained = ran.filter(({ constraints }) => constraints.length > 0);
  const safest = least(constrained, ({ constraints }) =>
    Math.max(...constraints.map(({ excess }) => excess ?? Number.POSITIVE_INFINITY)),
  );
  const missed = missedOf(cheapest?.constraints ?? [], 'figure');
  const doubt = missed.length > 0 ? `, misses ${missed.join(', ')}` : ', not certain to meet the constraints';
  const found: readonly (readonly [string, PlanCandidate | undefined])[] = [
    ['today', ran.find((each) => each.today)],
    recommended === undefined ? ['closest', named(infeasibility?.closest)] : ['recommended', recommended],
    [`cheapest${feasible.length > 0 ? '' : doubt}`, cheapest],
    ['safest', safest ?? least(ran, ({ figures }) => figures.latency_p99?.mean)],
  ];
  const roles = new Map<PlanCandidate, string[]>();
  for (const [role, candidate] of found) {
    if (candidate !== undefined) roles.set(candidate, [...(roles.get(candidate) ?? []), role]);
  }
  return [...roles].map(([candidate, words]) => {
    return { role: capitalised(words.join(', ')), candidate, place: candidates.indexOf(candidate) };
  });
}

/** The choice that a workbook begins with: the recommended one, else the closest, else the first. */
export function firstChoice(choices: readonly PlanChoice[]): number {
  return Math.max(
    0,
    choices.findIndex(({ role }) => /recommended|closest/i.test(role)),
  );
}

function least(
  list: readonly PlanCandidate[],
  value: (candidate: PlanCandidate) => number | undefined,
): PlanCandidate | undefined {
  const of = (candidate: PlanCandidate) => value(candidate) ?? Number.POSITIVE_INFINITY;
  return firstBy(list, (one, other) => of(one) < of(other));
}

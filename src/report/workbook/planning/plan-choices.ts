import { firstBy } from '../../../study/plan/contender.js';
import type { PlanCandidate, PlanResult } from '../../../study/plan/plan-result.js';

/** A setting that a plan's workbook sets beside others. */
export interface PlanChoice {
  /** What it is, such as `Recommended`. */
  readonly role: string;
  readonly candidate: PlanCandidate;
  /** Its place among the candidates, from 0. */
  readonly place: number;
}

/**
 * Today's settings, the recommended ones, the cheapest that were run, and those that meet the constraints with most
 * room; where nothing is recommended, what comes closest takes its place. One candidate may be several of them.
 */
export function planChoices({
  candidates,
  recommendation,
  infeasibility,
}: PlanResult): readonly PlanChoice[] {
  const ran = candidates.filter(({ use }) => use !== null);
  const named = (name: string | null | undefined) => ran.find((each) => each.name === name);
  const today = ran.find((each) => each.today);
  const recommended = named(recommendation);
  const closest = recommended === undefined ? named(infeasibility?.closest) : undefined;
  const cheapest = least(ran, ({ figures }) => figures.cost_usd_per_month?.mean);
  const safest = least(
    ran.filter(({ constraints }) => constraints.length > 0),
    ({ constraints }) => Math.max(...constraints.map(({ excess }) => excess ?? Number.POSITIVE_INFINITY)),
  );
  const found: readonly (readonly [string, PlanCandidate | undefined])[] = [
    ['Today', today],
    [recommended === undefined ? 'Closest' : 'Recommended', recommended ?? closest],
    ['Cheapest', cheapest],
    ['Safest', safest ?? least(ran, ({ figures }) => figures.latency_p99?.mean)],
  ];
  return found.flatMap(([role, candidate]) =>
    candidate === undefined ? [] : [{ role, candidate, place: candidates.indexOf(candidate) }],
  );
}

/** The choice that a workbook begins with: the recommended one. */
export function firstChoice(choices: readonly PlanChoice[]): number {
  const recommended = choices.findIndex(({ role }) => role === 'Recommended');
  return recommended < 0 ? 0 : recommended;
}

function least(
  list: readonly PlanCandidate[],
  value: (candidate: PlanCandidate) => number | undefined,
): PlanCandidate | undefined {
  const of = (candidate: PlanCandidate) => value(candidate) ?? Number.POSITIVE_INFINITY;
  return firstBy(list, (one, other) => of(one) < of(other));
}

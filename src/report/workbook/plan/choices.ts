import { bestItem } from '../../../study/compare/tie-break.js';
import type { GrowthStep, PlanCandidate, PlanResult } from '../../../study/plan/plan-result.js';
import { missedOf } from '../../figures/candidate.js';
import { capitalised } from '../../text/verdict.js';

/** The settings that a plan's workbook compares. */
export type PlanChoices = ReturnType<typeof planChoices>;
export type PlanChoice = PlanChoices['list'][number];

/** The choices of a plan, and the loads at which they were simulated. */
export function planChoices(result: PlanResult) {
  const chosen = chosenCandidates(result);
  const hoursAt = ({ name, figures }: PlanCandidate, step: GrowthStep | undefined) => {
    if (step === undefined) return figures.cu_hours?.mean;
    if (step.candidate === name) return step.figures.cu_hours?.mean;
    return name === result.recommendation ? step.stays.figures.cu_hours?.mean : undefined;
  };
  const steps = [
    { load: 1 },
    ...result.growth
      .filter(
        (step) => step.factor !== 1 && chosen.some(({ candidate }) => hoursAt(candidate, step) !== undefined),
      )
      .map((step) => ({ load: step.factor, step })),
  ].toSorted((a, b) => a.load - b.load) as readonly { readonly load: number; readonly step?: GrowthStep }[];
  const loads = steps.map(({ load }) => load);
  const list = chosen.map(({ role, candidate }) => {
    const cu_hours = steps.map(({ step }) => hoursAt(candidate, step));
    let [first, last] = [loads.indexOf(1), loads.indexOf(1)];
    while (cu_hours[first - 1] !== undefined) first -= 1;
    while (cu_hours[last + 1] !== undefined) last += 1;
    const [least_load, most_load] = [loads[first]!, loads[last]!];
    const place = result.candidates.indexOf(candidate);
    return { role, candidate, place, cu_hours, least_load, most_load } as const;
  });
  return {
    list,
    loads,
    first: Math.max(
      0,
      list.findIndex(({ role }) => /recommended|closest/i.test(role)),
    ),
    today: list.findIndex(({ candidate }) => candidate.today),
  };
}

/**
 * Today's settings, the recommended ones, the cheapest that meet the constraints with the safety asked for, and those that meet them with most
 * room. If no setting is recommended, the closest take its place, and the cheapest list the constraints they miss.
 */
function chosenCandidates({ candidates, recommendation, infeasibility, safety }: PlanResult) {
  const ran = candidates.flatMap((candidate, index) =>
    candidate.use === null ? [] : [{ ...candidate, changes: candidate.changes ?? 0, index, candidate }],
  );
  const named = (name: string | null | undefined) => ran.find((each) => each.name === name);
  const recommended = named(recommendation);
  // A mean of few runs that meets a constraint by chance is not a budget.
  const feasible = ran.filter(
    (each) =>
      each.feasible === true && each.constraints.every(({ probability }) => (probability ?? 0) >= safety),
  );
  const cheapest = bestItem(feasible.length > 0 ? feasible : ran, ({ figures }) =>
    orWorst(figures.cost_usd_per_month?.mean),
  );
  const constrained = ran.filter(({ constraints }) => constraints.length > 0);
  const safest =
    bestItem(constrained, ({ constraints }) =>
      Math.max(...constraints.map(({ excess }) => orWorst(excess))),
    ) ?? bestItem(ran, ({ figures }) => orWorst(figures.latency_p99?.mean));
  const missed = missedOf(cheapest?.constraints ?? [], 'figure');
  const doubt = missed.length > 0 ? `, misses ${missed.join(', ')}` : ', not certain to meet the constraints';
  const roles = new Map<PlanCandidate, string[]>();
  const found: readonly (readonly [string, (typeof ran)[number] | undefined])[] = [
    ['today', ran.find((each) => each.today)],
    recommended === undefined ? ['closest', named(infeasibility?.closest)] : ['recommended', recommended],
    [`cheapest${feasible.length > 0 ? '' : doubt}`, cheapest],
    ['safest', safest],
  ];
  for (const [role, choice] of found) {
    if (choice !== undefined) roles.set(choice.candidate, [...(roles.get(choice.candidate) ?? []), role]);
  }
  return [...roles].map(([candidate, words]) => ({ role: capitalised(words.join(', ')), candidate }));
}

function orWorst(value: number | null | undefined): number {
  return value ?? Number.POSITIVE_INFINITY;
}

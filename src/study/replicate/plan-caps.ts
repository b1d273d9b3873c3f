import { capName } from '../../cost/bill/quota-use.js';
import type { Scenario } from '../../scenario/scenario.js';
import { withMeanEgress } from '../../scenario/sections/data.js';
import { foreseenTransfer } from '../../simulation/foreseen-work.js';
import { type Allowance, allowancesIn, firstMonth } from '../../simulation/run/allowances.js';
import { BILLING_MONTH_HOURS } from '../../vendors/invoice-metrics.js';
import type { ScenarioSource } from '../runs/scenario-source.js';
import { boundText, type Constraint } from './constraint.js';
import { withoutCaps, withoutEnds } from './representative-period.js';

/** The requirements of a month's caps on the settings. */
export interface PlanCaps {
  /** Without the scenario's quota, and the end of the plan's hours: the use beyond a cap must be visible. */
  readonly source: ScenarioSource;
  readonly constraints: readonly Constraint[];
  /** Caps that end a month regardless of the settings and the load. */
  readonly warnings: readonly string[];
}

type Used = { readonly figure: Constraint['figure']; readonly amount: number };

/** The figure of a run that uses up each allowance, and how much of it there is. */
const USED_AS: Readonly<
  Partial<Record<Allowance['name'], (limit: number, data: Scenario['data']) => Used | undefined>>
> = {
  compute_time_seconds: (limit) => ({ figure: 'cu_hours', amount: limit / 3600 }),
  active_time_seconds: (limit) => ({ figure: 'active_seconds', amount: limit }),
  data_transfer_bytes: (limit, { egress_bytes_per_query: each, replicated_bytes_per_second }) => {
    const replicated = replicated_bytes_per_second * BILLING_MONTH_HOURS * 3600;
    const amount = Math.max(0, limit - replicated) / each;
    return each > 0 ? { figure: 'queries_completed', amount } : undefined;
  },
};

/** Figures that an allowance cuts off, and those that it does not. */
const DEMAND: Readonly<Partial<Record<Constraint['figure'], Constraint['figure']>>> = {
  cu_hours: 'demanded_cu_hours',
  queries_completed: 'queries_arrived',
};

/** Whether a figure is limited by an allowance of the plan, which only another plan changes. */
export function isPlanAllowance(figure: Constraint['figure']): boolean {
  return Object.values(DEMAND).includes(figure);
}

/**
 * The caps of a month that suspend computes, as constraints on the use of a run: the amount that lasts for the longest
 * month. Checked like any other constraint, with the requested safety. Data sent depends on the queries; data written
 * does not depend on the settings.
 *
 * @param priced whether cost counts: then the plan is kept, and its hours end within a run as usual
 */
export function planCaps(scenario: Scenario, source: ScenarioSource, priced = true): PlanCaps {
  const { quota, plan, duration_seconds } = scenario;
  const { data } = withMeanEgress(scenario, foreseenTransfer(scenario));
  const months = duration_seconds / 3600 / BILLING_MONTH_HOURS;
  const allowances = allowancesIn(scenario, firstMonth(scenario));
  const constraints = allowances.flatMap(({ name, limit, of }): readonly Constraint[] => {
    const found = USED_AS[name]?.(limit, data);
    if (found === undefined) return [];
    const { amount } = found;
    // Runs end with an allowance of the plan: they are compared by what they would use without that end.
    const figure = of === 'plan' && priced ? (DEMAND[found.figure] ?? found.figure) : found.figure;
    const bound = amount * months;
    const cap = of === 'plan' ? `the ${capName({ name, of }, plan.name)}` : `quota.${name}`;
    const text = `${figure} <= ${boundText(figure, Number(bound.toPrecision(6)))} (${cap} for a month of ${BILLING_MONTH_HOURS} h)`;
    return [{ text, figure, comparison: '<=', bound, from: 'scenario', cap }];
  });
  const lifted = priced ? withoutCaps(quota) : withoutEnds(scenario);
  const lasts_days =
    (quota.written_data_bytes ?? Number.POSITIVE_INFINITY) / data.written_bytes_per_second / 86_400;
  return {
    source: lifted.length === 0 ? source : { ...source, set: [...source.set, ...lifted] },
    constraints,
    warnings:
      lasts_days * 24 < BILLING_MONTH_HOURS
        ? [
            `quota.written_data_bytes is used up after ${Number(lasts_days.toPrecision(3))} days of a month whatever is chosen; then computes are suspended, which is left out here`,
          ]
        : [],
  };
}

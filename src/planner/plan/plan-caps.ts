import type { Scenario } from '../../scenario/scenario.js';
import { BILLING_MONTH_HOURS } from '../../vendors/invoice-metrics.js';
import { planLimits } from '../../vendors/plan-limits.js';
import { boundText, type Constraint } from '../replicate/constraint.js';
import { withoutCaps, withoutEnds } from '../replicate/representative-period.js';
import type { ScenarioSource } from '../runs/scenario-source.js';

/** What a month's caps ask of the settings. */
export interface PlanCaps {
  /** Without the scenario's quota, and the end of the plan's hours: who exhausts them must show what would be used. */
  readonly source: ScenarioSource;
  readonly constraints: readonly Constraint[];
  /** A cap that ends a month whatever the settings and the load are. */
  readonly warnings: readonly string[];
}

/**
 * The caps of a month that suspend computes as constraints on what a run uses: as much as lasts for the longest month.
 * Held like any other constraint, with the safety asked for. What is sent goes with the queries; what is written depends
 * on nothing that is chosen.
 *
 * @param priced whether cost counts: then the plan stays, and its hours end within a run as they do
 */
export function planCaps(scenario: Scenario, source: ScenarioSource, priced = true): PlanCaps {
  const { quota, plan, data, duration_seconds } = scenario;
  const months = duration_seconds / 3600 / BILLING_MONTH_HOURS;
  const { compute_time_seconds, active_time_seconds, data_transfer_bytes, written_data_bytes } = quota;
  const plan_hours = planLimits(plan)?.quota_cu_hours;
  const constraints: Constraint[] = [];
  const cap = (figure: Constraint['figure'], bound: number, name: string): void => {
    const text = `${figure} <= ${boundText(figure, Number(bound.toPrecision(6)))} (${name} for a month of ${BILLING_MONTH_HOURS} h)`;
    constraints.push({ text, figure, comparison: '<=', bound, from: 'scenario', cap: name });
  };
  if (compute_time_seconds !== undefined) {
    cap('cu_hours', (compute_time_seconds / 3600) * months, 'quota.compute_time_seconds');
  }
  if (active_time_seconds !== undefined) {
    cap('active_seconds', active_time_seconds * months, 'quota.active_time_seconds');
  }
  if (data_transfer_bytes !== undefined && data.egress_bytes_per_query > 0) {
    const queries = data_transfer_bytes / data.egress_bytes_per_query;
    cap('queries_completed', queries * months, 'quota.data_transfer_bytes');
  }
  // A run in which the plan's hours end can use no more than these: it must keep below.
  if (plan_hours !== undefined)
    cap('cu_hours', (priced ? 0.999 : 1) * plan_hours * months, `the hours of the ${plan.name} plan`);
  const lifted = priced ? withoutCaps(quota) : withoutEnds(scenario);
  const lasts_days =
    (written_data_bytes ?? Number.POSITIVE_INFINITY) / data.written_bytes_per_second / 86_400;
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

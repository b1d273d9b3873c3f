import { BILLING_MONTH_HOURS } from '../../plan/invoice-metrics.js';
import { planLimits } from '../../plan/plan-limits.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Constraint } from '../replicate/constraint.js';
import type { ScenarioSource } from '../runs/scenario-source.js';

/** What a month's caps ask of the settings. */
export interface PlanCaps {
  /** Without the scenario's quota: settings that exhaust it must show what they would use. */
  readonly source: ScenarioSource;
  readonly constraints: readonly Constraint[];
}

/**
 * The caps on compute and active time as constraints on what a run uses: as much as lasts for the longest month. Held
 * like any other constraint, with the safety asked for. What is sent and written does not depend on the settings.
 */
export function planCaps({ quota, plan, duration_seconds }: Scenario, source: ScenarioSource): PlanCaps {
  const months = duration_seconds / 3600 / BILLING_MONTH_HOURS;
  const { compute_time_seconds, active_time_seconds } = quota;
  const plan_hours = planLimits(plan)?.quota_cu_hours;
  const constraints: Constraint[] = [];
  const cap = (figure: Constraint['figure'], bound: number, name: string): void => {
    const text = `${figure} <= ${Number(bound.toPrecision(6))} (${name} for a month of ${BILLING_MONTH_HOURS} h)`;
    constraints.push({ text, figure, comparison: '<=', bound, from: 'scenario' });
  };
  if (compute_time_seconds !== undefined) {
    cap('cu_hours', (compute_time_seconds / 3600) * months, 'quota.compute_time_seconds');
  }
  if (active_time_seconds !== undefined) {
    cap('active_seconds', active_time_seconds * months, 'quota.active_time_seconds');
  }
  // A run in which the plan's hours end can use no more than these: it must keep below.
  if (plan_hours !== undefined)
    cap('cu_hours', 0.999 * plan_hours * months, `the hours of the ${plan.name} plan`);
  const lifted = Object.keys(quota)
    .filter((key) => key.endsWith('_time_seconds'))
    .map((key) => `quota.${key}=0`);
  return {
    source: lifted.length === 0 ? source : { ...source, set: [...source.set, ...lifted] },
    constraints,
  };
}

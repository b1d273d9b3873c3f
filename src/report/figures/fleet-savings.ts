import { DEFAULT_SUSPEND_TIMEOUT_SECONDS } from '../../compute/lifecycle/suspend-timeout.js';
import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import { type IdleSaving, idleSaving } from '../../cost/idle-saving.js';
import { planLimits } from '../../plan/plan-limits.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { RunObservations } from '../../simulation/run/observation.js';

/** The shortest suspend timeout that a scenario's plan allows; seconds. */
export function shortestTimeout({ plan }: Scenario): number {
  return planLimits(plan)?.min_suspend_timeout_seconds ?? DEFAULT_SUSPEND_TIMEOUT_SECONDS;
}

/** What each compute would save with the shortest suspend timeout, in a month of {@link HOURS_PER_MONTH}: estimates. */
export function monthlySavings(
  scenario: Scenario,
  { computes, duration_seconds }: RunObservations,
  usd_per_cu_hour: number,
): readonly IdleSaving[] {
  const months = duration_seconds / 3600 / HOURS_PER_MONTH;
  const shortest_timeout_seconds = shortestTimeout(scenario);
  return computes.map(({ idle }, index) => {
    const min_cu = scenario.computes[index]!.autoscaling_limit_min_cu;
    const { idle_usd, saving_usd, further_wakes } = idleSaving(
      idle,
      { shortest_timeout_seconds, min_cu },
      usd_per_cu_hour,
    );
    return {
      idle_usd: idle_usd / months,
      saving_usd: saving_usd / months,
      further_wakes: further_wakes / months,
    };
  });
}

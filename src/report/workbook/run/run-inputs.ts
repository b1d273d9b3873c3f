import { HOURS_PER_MONTH } from '../../../cost/compute-cost.js';
import { firstMonth } from '../../../scenario/allowances.js';
import type { Scenario } from '../../../scenario/scenario.js';
import { alwaysOnCu } from '../../../study/plan/plan-bounds.js';
import { lastDay, planLimits } from '../../../vendors/plan-limits.js';
import type { Summary } from '../../figures/summary.js';
import { live } from '../cells/live.js';
import { budgetInput, type Input, shareInput } from '../inputs/inputs-sheet.js';
import { NAMES, NO_QUOTA, priceOfRun } from '../inputs/pricing.js';
import type { MonthsText } from '../months/months-sheet.js';
import type { SteadyUse } from '../months/steady-months.js';
import { RUN_NAMES } from './run-use.js';

/** What a run's workbook lets the reader change besides the price. */
export function runInputs(scenario: Scenario, summary: Summary): readonly Input[] {
  return [
    shareInput(
      'Growth of the load a month',
      NAMES.growth,
      0,
      'of the months ahead: use that grows is taken to grow as the load does; neap forecast simulates it',
    ),
    shareInput(
      'Part of the use that does not grow',
      NAMES.not_growing,
      notGrowing(scenario, summary),
      'computes that never suspend, at their smallest; what scheduled jobs use is not known here',
    ),
    budgetInput(budgetOf(summary.slo), 'an objective on cost_usd_per_month, where the scenario has one'),
  ];
}

/** The mean rate of use of a run while nothing is used up, taken to go on until a cap binds. */
export function steadyUse(scenario: Scenario, summary: Summary): SteadyUse {
  const { total, running_time } = summary;
  const hours = runningHours(summary);
  const divisor = running_time === undefined ? RUN_NAMES.run_hours : String(hours);
  const own = monthQuotaSeconds(scenario, summary) ?? Number.POSITIVE_INFINITY;
  return {
    rate: live(`${RUN_NAMES.cu_hours}/${divisor}`, total.cu_hours / hours),
    not_growing: live(NAMES.not_growing, notGrowing(scenario, summary)),
    price: priceOfRun(summary),
    quota: Math.min(
      planLimits(scenario.plan, lastDay(firstMonth(scenario)))?.quota_cu_hours ?? NO_QUOTA,
      own / 3600,
    ),
  };
}

/** CU-seconds of a month that the scenario's own quota allows, whichever of its caps binds first; `undefined` for no end. */
export function monthQuotaSeconds({ quota }: Scenario, summary: Summary): number | undefined {
  const { total, running_time } = summary;
  const caps = Object.keys(quota).length;
  if (caps === 0 || running_time === undefined || running_time.month_hours >= HOURS_PER_MONTH) {
    return quota.compute_time_seconds;
  }
  return (total.cu_hours / runningHours(summary)) * running_time.month_hours * 3600;
}

/** Hours of the run in which nothing was used up; where there was none, nothing was used in any hour. */
function runningHours({ duration_seconds, running_time }: Summary): number {
  return (running_time?.run_seconds || duration_seconds) / 3600;
}

/** What stands on the sheet of months ahead. */
export function monthsText({ plan, slo }: Summary, basis: string): MonthsText {
  return {
    budget: budgetOf(slo),
    of: live(`"the mean use of the run, plan "&${NAMES.plan}`, `the mean use of the run, plan ${plan.name}`),
    notes: [
      `Projected from the run: ${basis}.`,
      'Cost is of compute time; what is stored and sent is on the bill as well (neap bill).',
      'Every hour of these months uses what the run did on average; neap forecast simulates growth, weekdays and what does not grow.',
    ],
  };
}

function budgetOf(slo: Summary['slo']): number | undefined {
  return slo.find(({ objective }) => objective === 'cost_usd_per_month')?.target;
}

function notGrowing(scenario: Scenario, { total, duration_seconds }: Summary): number {
  const always = alwaysOnCu(scenario) * (duration_seconds / 3600);
  return total.cu_hours > 0 ? Math.min(1, always / total.cu_hours) : 0;
}

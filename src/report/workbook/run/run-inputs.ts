import { planLimits } from '../../../plan/plan-limits.js';
import { alwaysOnCu } from '../../../planner/plan/plan-bounds.js';
import type { Scenario } from '../../../scenario/scenario.js';
import type { Summary } from '../../figures/summary.js';
import { live } from '../cells/live.js';
import type { Input } from '../inputs/inputs-sheet.js';
import { NAMES, NO_QUOTA, priceOfRun } from '../inputs/pricing.js';
import type { MonthsText } from '../months/months-sheet.js';
import type { SteadyUse } from '../months/steady-months.js';
import { RUN_NAMES } from './run-use.js';

/** What a run's workbook lets the reader change besides the price. */
export function runInputs(scenario: Scenario, summary: Summary): readonly Input[] {
  return [
    {
      label: 'Growth of the load a month',
      name: NAMES.growth,
      given: 0,
      style: 'input_share',
      note: 'of the months ahead: use that grows is taken to grow as the load does; neap forecast simulates it',
    },
    {
      label: 'Part of the use that does not grow',
      name: NAMES.not_growing,
      given: notGrowing(scenario, summary),
      style: 'input_share',
      note: 'computes that never suspend, at their smallest; what scheduled jobs use is not known here',
    },
    {
      label: 'Budget of a month, in the currency',
      name: NAMES.budget,
      given: summary.slo.find(({ objective }) => objective === 'cost_usd_per_month')?.target,
      style: 'input_money',
      note: 'an objective on cost_usd_per_month, where the scenario has one',
    },
  ];
}

/** The mean rate of use of a run, taken to go on. */
export function steadyUse(scenario: Scenario, summary: Summary): SteadyUse {
  const hours = summary.duration_seconds / 3600;
  return {
    rate: live(`${RUN_NAMES.cu_hours}/${RUN_NAMES.run_hours}`, summary.total.cu_hours / hours),
    not_growing: live(NAMES.not_growing, notGrowing(scenario, summary)),
    price: priceOfRun(summary),
    quota: planLimits(scenario.plan)?.quota_cu_hours ?? NO_QUOTA,
  };
}

/** What stands on the sheet of months ahead. */
export function monthsText({ plan }: Summary, basis: string): MonthsText {
  return {
    of: live(`"the mean use of the run, plan "&${NAMES.plan}`, `the mean use of the run, plan ${plan.name}`),
    notes: [
      `Projected from the run: ${basis}.`,
      'Every hour of these months uses what the run did on average; neap forecast simulates growth, weekdays and what does not grow.',
    ],
  };
}

function notGrowing(scenario: Scenario, { total, duration_seconds }: Summary): number {
  const always = alwaysOnCu(scenario) * (duration_seconds / 3600);
  return total.cu_hours > 0 ? Math.min(1, always / total.cu_hours) : 0;
}

import { HOURS_PER_MONTH } from '../../../cost/compute-cost.js';
import type { Scenario } from '../../../scenario/scenario.js';
import { largestCu } from '../../../study/plan/plan-bounds.js';
import { monthsFrom } from '../../../study/runs/calendar-days.js';
import type { Summary } from '../../figures/summary.js';
import { budgetInput, type Input } from '../inputs/inputs.js';
import { monthFormula } from '../inputs/pricing.js';
import type { MonthFormulas, PlannedMonth } from '../months/months-sheet.js';

/** Months that are projected. */
const MONTHS_AHEAD = 12;

/** What a run's workbook lets the reader change besides the price. */
export function runInputs({ slo }: Summary): readonly Input[] {
  return [budgetInput(budgetOf(slo), 'an objective on cost_usd_per_month, if the scenario has one')];
}

/** The objective on what a month costs. */
export function budgetOf(slo: Summary['slo']): number | undefined {
  return slo.find(({ objective }) => objective === 'cost_usd_per_month')?.target;
}

/** The calendar months ahead, the first of which holds a moment. */
export function monthsAhead(start_epoch_seconds: number): readonly PlannedMonth[] {
  return monthsFrom(start_epoch_seconds, MONTHS_AHEAD).map(({ days }) => {
    return { epoch_seconds: days[0]!.epoch_seconds, days: days.length };
  });
}

/** CU-hours of an hour in which nothing is used up. */
export function runRate(summary: Summary): string {
  const { running_time } = summary;
  return `total_cu_hours/${running_time === undefined ? 'simulated_hours' : runningHours(summary)}`;
}

/** Months in which every hour uses the mean of the run, until a cap binds. */
export function runMonths(scenario: Scenario, summary: Summary): MonthFormulas {
  const largest = largestCu(scenario);
  const wanted = `24*[@days]*${runRate(summary)}`;
  return {
    wanted: () => wanted,
    hours: () => `MIN(quota_cu_hours,${wanted})`,
    cost: () => monthFormula('[@hours]'),
    most: () => monthFormula(`MIN(quota_cu_hours,24*[@days]*${largest})`),
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

/** Hours of the run in which nothing was used up; if there were none, nothing was used in any hour. */
function runningHours({ duration_seconds, running_time }: Summary): number {
  return (running_time?.run_seconds || duration_seconds) / 3600;
}

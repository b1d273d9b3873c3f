import { capName, causeAllowance } from '../../cost/bill/quota-use.js';
import { DAY_SECONDS } from '../../kernel/units.js';
import type { Scenario } from '../../scenario/scenario.js';
import { makeRuns, prepare, type RunRequest, type Study } from '../engine/study.js';
import type { RunTask } from '../runs/executor.js';
import { compileVariant, type ScenarioSource } from '../runs/scenario-source.js';
import { grownVariant, type VariantRun } from '../runs/variant.js';
import { roundedFactor } from './breaking-load.js';
import { type ForecastGround, factorOn, type MonthBill, type MonthlyBill } from './forecast-months.js';
import { dayText } from './load-growth.js';

/**
 * Simulates every month of a forecast in full, at its mean load, each with its own random numbers. At growth 0, growing
 * loads are left out.
 * @returns the results of each month, as `run` reports it
 * @throws as a run does
 */
export function* wholeMonths(
  source: ScenarioSource,
  scenario: Scenario,
  growths: readonly number[],
  { months, replications }: Pick<ForecastGround, 'months' | 'replications'>,
  foreseen: RunRequest['foreseen'],
): Study<MonthlyBill> {
  const { start_epoch_seconds } = scenario;
  const tasks: RunTask[] = [];
  for (const growth of growths) {
    for (const [index, { days }] of months.entries()) {
      const factors = days.map(({ epoch_seconds }) =>
        growth === 0 ? 0 : factorOn(growth, start_epoch_seconds, epoch_seconds),
      );
      const load_factor = roundedFactor(factors.reduce((sum, factor) => sum + factor, 0) / factors.length);
      const set = [...source.set, `start=${dayText(days[0]!.epoch_seconds)}`, `duration=${days.length}d`];
      const own = yield* prepare(() => compileVariant({ ...source, set }));
      const variant = grownVariant(own, load_factor);
      for (let replication = 0; replication < replications; replication++) {
        // Another month is another draw; another growth meets the same.
        tasks.push({ variant, replication: index * replications + replication });
      }
    }
  }
  const bills: MonthBill[] = [];
  const take = ({ cost, observations }: VariantRun): void => {
    const { duration_seconds, quota_exhausted_seconds, exhaustions } = observations;
    const cu_hours = cost.by_month.reduce((sum, each) => sum + each.cu_hours, 0);
    // A cap is exhausted once in a month, and for the rest of it.
    const days = (duration_seconds - quota_exhausted_seconds) / DAY_SECONDS;
    const isOut = quota_exhausted_seconds > 0;
    bills.push({
      cu_hours,
      cost_usd: cost.cost_usd,
      used_up: isOut ? Math.floor(days) : undefined,
      cap: exhaustions && capName(causeAllowance(exhaustions[0]!.cause), scenario.plan.name),
      served: isOut ? (days * DAY_SECONDS) / duration_seconds : 1,
    });
  };
  yield* makeRuns(tasks, take, foreseen);
  return (growth, replication, month) =>
    bills[(growths.indexOf(growth) * months.length + month) * replications + replication]!;
}

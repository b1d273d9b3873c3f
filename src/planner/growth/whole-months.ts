import type { Scenario } from '../../scenario/scenario.js';
import type { RunTask } from '../runs/executor.js';
import type { RunMaker } from '../runs/make-runs.js';
import { compileVariant, type ScenarioSource } from '../runs/scenario-source.js';
import { roundedFactor } from './breaking-load.js';
import type { MonthDays } from './calendar-days.js';
import { factorOn, type MonthBill, type MonthlyBill } from './forecast-months.js';
import { dayText } from './load-growth.js';

const DAY_SECONDS = 86_400;

/**
 * Simulates every month of a forecast whole, at its mean load, each with random numbers of its own.
 * @returns what each comes to, as `run` says of that month
 * @throws as a run does
 */
export async function wholeMonths(
  source: ScenarioSource,
  { start_epoch_seconds }: Scenario,
  plan: {
    readonly months: readonly MonthDays[];
    readonly growths: readonly number[];
    readonly replications: number;
  },
  maker: RunMaker,
): Promise<MonthlyBill> {
  const { months, growths, replications } = plan;
  const tasks: RunTask[] = [];
  for (const growth of growths) {
    for (const [index, { days }] of months.entries()) {
      const factors = days.map(({ epoch_seconds }) => factorOn(growth, start_epoch_seconds, epoch_seconds));
      const load_factor = roundedFactor(factors.reduce((sum, factor) => sum + factor, 0) / factors.length);
      const set = [...source.set, `start=${dayText(days[0]!.epoch_seconds)}`, `duration=${days.length}d`];
      const variant = await compileVariant({ ...source, set, load_factor });
      for (let replication = 0; replication < replications; replication++) {
        // Another month is another draw; another growth meets the same.
        tasks.push({ variant, replication: index * replications + replication });
      }
    }
  }
  const bills: MonthBill[] = [];
  await maker.make(tasks, ({ run: { cost, observations } }) => {
    const { duration_seconds, quota_exhausted_seconds } = observations;
    bills.push({
      cu_hours: cost.by_month.reduce((sum, { cu_hours }) => sum + cu_hours, 0),
      cost_usd: cost.cost_usd,
      // A quota is used up once in a month, and for the rest of it.
      used_up:
        quota_exhausted_seconds > 0
          ? Math.floor((duration_seconds - quota_exhausted_seconds) / DAY_SECONDS)
          : undefined,
    });
    return undefined;
  });
  return (growth, replication, month) =>
    bills[(growths.indexOf(growth) * months.length + month) * replications + replication]!;
}

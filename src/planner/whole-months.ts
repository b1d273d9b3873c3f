import type { Scenario } from '../scenario/scenario.js';
import { rounded } from './breaking-load.js';
import type { MonthDays } from './calendar-days.js';
import { type DailyUse, factorOn } from './forecast-months.js';
import { dayText } from './load-growth.js';
import type { RunMaker } from './make-runs.js';
import { compileVariant, type ScenarioSource } from './scenario-source.js';
import type { RunTask } from './workforce.js';

/**
 * Simulates every month of a forecast whole, at its mean load, each with random numbers of its own.
 * @returns the CU-hours of a day: its month's, in equal parts
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
): Promise<DailyUse> {
  const { months, growths, replications } = plan;
  const tasks: RunTask[] = [];
  for (const growth of growths) {
    for (const [index, { days }] of months.entries()) {
      const factors = days.map(({ epoch_seconds }) => factorOn(growth, start_epoch_seconds, epoch_seconds));
      const load_factor = rounded(factors.reduce((sum, factor) => sum + factor, 0) / factors.length);
      const set = [...source.set, `start=${dayText(days[0]!.epoch_seconds)}`, `duration=${days.length}d`];
      const variant = await compileVariant({ ...source, set, load_factor });
      for (let replication = 0; replication < replications; replication++) {
        // Another month is another draw; another growth meets the same.
        tasks.push({ variant, replication: index * replications + replication });
      }
    }
  }
  const cu_hours: number[] = [];
  await maker.make(tasks, ({ run }) => {
    cu_hours.push(run.observations.computes.reduce((sum, { cu_seconds }) => sum + cu_seconds, 0) / 3600);
    return undefined;
  });
  return (growth, replication, month) => {
    const at = (growths.indexOf(growth) * months.length + month) * replications + replication;
    return cu_hours[at]! / months[month]!.days.length;
  };
}

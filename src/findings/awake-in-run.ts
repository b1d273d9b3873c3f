import { HOURS_PER_MONTH } from '../cost/compute-cost.js';
import { formatList } from '../kernel/format-list.js';
import { sumOf } from '../kernel/sums.js';
import { HOUR_SECONDS } from '../kernel/units.js';
import type { Scenario } from '../scenario/scenario.js';
import type { CauseObservations } from '../simulation/run/cause-observations.js';
import { loadNameOf } from '../workload/tenants.js';
import { type ComputeSeen, usdOf } from './computes-seen.js';
import type { Finding, Remark, RunSeen } from './finding.js';
import type { Fix } from './fix.js';
import { digits, percent, worth } from './words.js';

/** From this share of the time on, a compute counts as always awake. */
const AWAKE = 0.95;
/** Below this share it sleeps now and then. */
const ALWAYS_AWAKE = 0.99;
/** A compute does little work if it is at work for less than this share of the time. */
export const LITTLE_WORK = 0.05;
/** Minimum length of a judged run, in seconds and in timeouts. */
const JUDGED_SECONDS = 3600;
const JUDGED_TIMEOUTS = 4;
/** Causes are named until they account for this share of the time awake. */
const NAMED_SHARE = 0.95;
/** Maximum number of loads whose cost a finding states. */
const MAX_SHARES = 5;

export type AwakeInRun = NonNullable<ReturnType<typeof awakeInRun>>;

/** A compute in a run, if it is awake nearly all the time for little work. */
export function awakeInRun(
  { index, timeout_seconds, price }: ComputeSeen,
  { computes, total, causes, duration_seconds, quota_exhausted_seconds }: RunSeen,
  scenario: Scenario,
) {
  const { active_seconds, mean_in_system, cu_seconds } = computes[index]!;
  const run_seconds = duration_seconds - quota_exhausted_seconds;
  if (!(run_seconds >= Math.max(JUDGED_SECONDS, JUDGED_TIMEOUTS * timeout_seconds))) return undefined;
  if (active_seconds < AWAKE * run_seconds) return undefined;
  const all = (causes[index] ?? [])
    .map((cause) => (cause.kind === 'load' ? { ...cause, name: loadNameOf(scenario, cause.name) } : cause))
    .sort((a, b) => b.active_seconds - a.active_seconds);
  // A subscriber or an open transaction is never idle; the number of queries shows how little work there is.
  const not_idle = active_seconds - sumOf(all, ({ idle_seconds }) => idle_seconds);
  const work_share = Math.min(not_idle, mean_in_system * duration_seconds) / active_seconds;
  if (!(work_share < LITTLE_WORK)) return undefined;
  const keepers = leading(all, active_seconds);
  if (keepers.length === 0) return undefined;
  const per_month = HOURS_PER_MONTH / run_seconds;
  const cu_hours_per_month = cu_seconds * per_month;
  const saved = sumOf(keepers, (cause) => cause.cu_seconds) * per_month;
  const usd = (cu_hours: number): number => usdOf(cu_hours, total.cu_seconds * per_month, price);
  return {
    awake_seconds: active_seconds,
    /** Excludes the time that it was suspended by a quota. */
    run_seconds,
    /** Share of the time awake. */
    work_share,
    cu_hours_per_month,
    usd_per_month: usd(cu_hours_per_month),
    /** Upper bound of the monthly saving without the keepers: the use attributed to them. */
    saving: { cu_hours: saved, usd: usd(saved) },
    /** The causes of the time awake, largest first. */
    keepers,
    /** The monthly cost of each load, longest awake first. */
    shares: all.flatMap((cause) => {
      const cu_hours = cause.cu_seconds * per_month;
      return cause.kind === 'load' && cu_hours > 0 ? { name: cause.name, cu_hours, usd: usd(cu_hours) } : [];
    }),
  };
}

function leading(sorted: readonly CauseObservations[], active_seconds: number): readonly CauseObservations[] {
  let named = 0;
  const count = sorted.findIndex((cause) => {
    named += cause.active_seconds;
    return named >= NAMED_SHARE * active_seconds;
  });
  return sorted.slice(0, count + 1);
}

/** The finding about a compute that never sleeps. */
interface AwakeFinding {
  /** Names of the causes that keep it awake. */
  readonly by: readonly string[];
  readonly place: Finding['place'];
  /** @param costs the time awake and its cost, measured or expected */
  readonly message: (costs: string) => string;
  readonly fixes: readonly Fix[];
}

/** The finding about a compute that never sleeps. @param measured `undefined` before a run */
export function awakeRemark(
  seen: ComputeSeen,
  measured: AwakeInRun | undefined,
  { by, place, message, fixes }: AwakeFinding,
): Remark {
  const { cu_hours_per_month: cu_hours, usd_per_month: usd } = measured ?? {
    cu_hours_per_month: seen.awake_cu_hours_per_month,
    usd_per_month: seen.awake_usd_per_month,
  };
  const price = worth(cu_hours, usd);
  const isNever = measured === undefined || measured.awake_seconds >= ALWAYS_AWAKE * measured.run_seconds;
  const sleeps = isNever ? 'never' : 'rarely';
  const costs =
    measured === undefined
      ? `which costs ${price} per month at its minimum size`
      : awakeWords(measured, price);
  return {
    message: message(costs),
    figure:
      usd > 0
        ? { name: 'awake_usd_per_month', value: usd }
        : { name: 'awake_cu_hours_per_month', value: cu_hours },
    place,
    cause: `${formatList(by)} ${sleeps} ${by.length === 1 ? 'lets' : 'let'} ${seen.compute.name} sleep`,
    awake: { compute: seen.compute.name, by, sleeps },
    up_to_usd_per_month: measured?.saving.usd ?? usd,
    fixes,
  };
}

function awakeWords({ awake_seconds, run_seconds, work_share, shares }: AwakeInRun, price: string): string {
  const hours = (time_seconds: number) => digits(time_seconds / HOUR_SECONDS);
  const each = shares
    .slice(0, MAX_SHARES)
    .map(({ name, cu_hours, usd }) => `${worth(cu_hours, usd)} for ${name}`);
  const split = each.length < 2 ? '' : `, of it ${formatList(each)}`;
  return `awake for ${hours(awake_seconds)} h of ${hours(run_seconds)} h, at work for ${percent(work_share)} of it, ${price} per month${split}`;
}

/** The name of a load, or a cause of the platform in singular words: `an open connection`, `autovacuum`. */
export function causeName({ name, kind }: CauseObservations): string {
  if (kind === 'load') return name;
  return name === 'open_connections' ? 'an open connection' : name.replaceAll('_', ' ');
}

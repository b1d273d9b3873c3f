import { idleTimeout } from '../compute/lifecycle/suspend-timeout.js';
import { isSuspendedByTimeout } from '../compute/policy/own-policies.js';
import { formatList } from '../kernel/format-list.js';
import { DAY_SECONDS, HOUR_SECONDS } from '../kernel/units.js';
import { quoted } from '../scenario/document/scenario-document.js';
import type { ComputeSpecification, Objective, Scenario } from '../scenario/scenario.js';
import { planLimits } from '../vendors/plan-limits.js';
import type { LoadSpecification } from '../workload/load-specification.js';
import { isNeverLeftAlone } from './busy-traffic.js';
import type { ComputeSeen } from './computes-seen.js';
import { seconds } from './words.js';

/** A change of the scenario that may remove the cause of a finding. */
export interface Fix {
  /** The subject of a sentence, such as `polling every 10 min`. */
  readonly words: string;
  /** Overrides in the form of `--set`. */
  readonly set: readonly string[];
  /** How many changes it consists of, each of another load or by another finding; 1 by default. */
  readonly changes?: number;
  /** The results of a simulation with the change; absent if there was none. */
  readonly outcome?: FixOutcome;
}

/** A run with a change, compared with the same run without it. */
export interface FixOutcome {
  /** Negative if a month costs more with the change. */
  readonly saving_usd_per_month: number;
  readonly cost_usd_per_month: number;
  /** Share of queries that wait for a wake or restart, with and without the change. */
  readonly delayed_probability: number;
  readonly delayed_probability_before: number;
  /** Whether it resolves problems of the run; then it may cost more. */
  readonly cures: boolean;
  /** Objectives that the change causes to be missed; absent if there are none. */
  readonly breaks?: readonly Objective[];
  /** Number of problems of the run with the change. */
  readonly troubles_left: number;
}

export interface TriedFix extends Fix {
  readonly outcome: FixOutcome;
}

/** The recommended fix, or the one that would save most if it missed no objective. */
export interface ChosenFix extends TriedFix {
  readonly changes: number;
}

/** Common intervals of jobs. */
const INTERVALS_SECONDS = [
  60,
  120,
  300,
  600,
  900,
  1200,
  1800,
  HOUR_SECONDS,
  2 * HOUR_SECONDS,
  4 * HOUR_SECONDS,
  6 * HOUR_SECONDS,
  12 * HOUR_SECONDS,
  DAY_SECONDS,
];
/** An interval of this many timeouts lets a compute sleep half of the time. */
const TIMEOUTS = 2;

/** Makes periodic loads coincide, and so rare that their compute sleeps half of the time. */
function pollLessOften(
  loads: readonly LoadSpecification[],
  timeout_seconds: number,
  scenario: Scenario,
): readonly Fix[] {
  const interval = INTERVALS_SECONDS.find((each) => each >= TIMEOUTS * timeout_seconds);
  if (interval === undefined || loads.length === 0) return [];
  const verb = loads.some(({ connection }) => connection.kind === 'session') ? 'asking' : 'polling';
  const words = `${verb}${loads.length === 1 ? '' : ' together'} every ${seconds(interval)}`;
  const set = loads.flatMap((load) => intervalKey(load, interval) ?? []);
  if (set.length < loads.length) return [];
  return [{ words, set: [...set, ...(loads.length === 1 ? [] : offsetKeys(loads, interval, scenario))] }];
}

/** The overrides that make jobs at equal distances start with each other, and with cron. */
function offsetKeys(
  loads: readonly LoadSpecification[],
  interval: number,
  { start_epoch_seconds }: Scenario,
): readonly string[] {
  const late = start_epoch_seconds % interval;
  const offset = late === 0 ? 0 : interval - late;
  return loads.flatMap(({ name, process }) =>
    process.kind === 'regular' && process.has_own_times && process.offset_seconds !== offset
      ? [`load.${quoted(name)}.process.regular.offset=${offset}s`]
      : [],
  );
}

/** The override that makes a load arrive once per interval; `undefined` for loads that are not periodic. */
function intervalKey({ name, process, connection }: LoadSpecification, interval: number): string | undefined {
  const of = (key: string, value: string): string => `load.${quoted(name)}.${key}=${value}`;
  if (connection.kind === 'session' && connection.think_seconds !== undefined) {
    return of('connection.think', `${interval}s`);
  }
  switch (process.kind) {
    case 'cron':
      return of('process.cron.schedule', JSON.stringify(cronEvery(interval)));
    case 'renewal':
      return of('process.renewal.gap', `${interval}s`);
    case 'closed':
      return of('process.closed.think', `${interval}s`);
    case 'regular':
      return process.has_own_times
        ? of('process.regular.every', `${interval}s`)
        : of('rate', `${HOUR_SECONDS / interval}/h`);
    default:
      return undefined;
  }
}

function cronEvery(interval: number): string {
  if (interval < HOUR_SECONDS) return `*/${interval / 60} * * * *`;
  const hours = interval / HOUR_SECONDS;
  return hours === 1 ? '0 * * * *' : hours < 24 ? `0 */${hours} * * *` : '0 0 * * *';
}

/** The shortest suspend timeout that the plan allows, in seconds. */
function shortestTimeout({ plan, start }: Scenario): number | undefined {
  const shortest = planLimits(plan, start.slice(0, 10))?.min_suspend_timeout_seconds ?? 0;
  return shortest > 0 ? shortest : undefined;
}

/** Makes computes suspend as early as the plan allows; empty if they already do, or no timeout suspends them. */
export function earlierSuspend(
  computes: readonly ComputeSpecification[],
  scenario: Scenario,
): readonly Fix[] {
  const shortest = shortestTimeout(scenario);
  if (shortest === undefined) return [];
  const later = computes.filter((one) => isSuspendedByTimeout(one) && idleTimeout(one) > shortest);
  if (later.length === 0) return [];
  const owners = scenario.fleet === undefined ? later.map(({ name }) => name) : ['template'];
  const isForAll = scenario.fleet !== undefined || later.length === scenario.computes.length;
  const whose = isForAll ? '' : ` for ${formatList(owners)}`;
  return [
    {
      words: `a suspend timeout of ${seconds(shortest)}${whose}`,
      set: owners.map((owner) => `computes.${quoted(owner)}.suspend_timeout_seconds=${shortest}`),
    },
  ];
}

/** Removes the clients whose connections keep a compute awake. */
function removeKeeper({ name, connection }: LoadSpecification): readonly Fix[] {
  const of = (key: string): string => `load.${quoted(name)}.connection.${key}=0`;
  switch (connection.kind) {
    case 'listen':
      return [{ words: 'not listening', set: [of('clients')] }];
    case 'replication':
      return [{ words: 'ending the subscription', set: [of('clients')] }];
    case 'pool':
      if (connection.keepalive_seconds !== undefined) {
        const set = `load.${quoted(name)}.connection.keepalive=never`;
        return [{ words: 'not testing idle connections', set: [set] }];
      }
      return connection.min_idle > 0 ? [{ words: 'keeping no idle connections', set: [of('min_idle')] }] : [];
    default:
      return [];
  }
}

/**
 * Lets a compute sleep: without the clients that hold it awake, with rarer queries, or by an earlier suspend, unless its
 * traffic leaves no time for that either.
 */
export function awakeFixes(
  seen: ComputeSeen,
  loads: readonly LoadSpecification[],
  scenario: Scenario,
): readonly Fix[] {
  const { compute, timeout_seconds } = seen;
  const shortest = shortestTimeout(scenario) ?? timeout_seconds;
  const isBusy = isNeverLeftAlone({ ...seen, timeout_seconds: shortest }, scenario);
  const earlier = isBusy ? [] : earlierSuspend([compute], scenario);
  const held = loads.filter((load) => removeKeeper(load).length > 0);
  const clocked = loads.filter((load) => pollLessOften([load], timeout_seconds, scenario).length > 0);
  if (held.length === 0) return [...pollLessOften(clocked, timeout_seconds, scenario), ...earlier];
  const each = loads.flatMap((load) =>
    [...removeKeeper(load), ...pollLessOften([load], timeout_seconds, scenario)].slice(0, 1),
  );
  const words = formatList(each.map((fix) => fix.words));
  return [{ words, set: each.flatMap(({ set }) => set), changes: each.length }, ...earlier];
}

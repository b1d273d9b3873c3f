import { count, counted, duration } from '../../report/figures/figure-text.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import type { Scenario } from '../../scenario/scenario.js';
import { type ForeseenWork, foreseenWork } from '../../simulation/foreseen-work.js';

/** Environment variable that allows work of any length. */
export const ALLOW_VARIABLE = 'NEAP_ALLOW_LONG';
/** Work with a longer estimate is announced before it begins. */
const LONG_SECONDS = 5;
/** More work than this for one core is assumed to be a typing mistake. */
const MAX_CPU_SECONDS = 86_400;
/** Minimum duration of a run: it is prepared, priced and summed up. */
const MIN_RUN_SECONDS = 0.001;
/** More timeline rows than this, some 100 GB, are assumed to be one as well. */
const MAX_TIMELINE_ROWS = 1e9;

/** Tenants whose loads fit into the memory of a process. */
const MAX_COMPILED_TENANTS = 20_000;
/** Tenants whose figures and decisions fit into it. */
const MAX_TENANTS = 100_000;

/**
 * Refuses work that would take days, before it begins, unless the environment allows it.
 *
 * @param inParts whether the tenants of a fleet are compiled in parts
 * @param runs number that the options request
 * @returns the estimate
 * @throws ScenarioError with the estimate and a remedy
 */
export function refuseEndless(
  scenario: Scenario,
  { inParts = false, runs = 1 }: { readonly inParts?: boolean; readonly runs?: number | undefined } = {},
): ForeseenWork {
  const work = foreseenWork(scenario);
  const tenants = scenario.fleet?.tenants.length ?? 0;
  const most_tenants = inParts ? MAX_TENANTS : MAX_COMPILED_TENANTS;
  const reason = process.env[ALLOW_VARIABLE] ? undefined : excessOf(work, tenants, most_tenants, runs);
  if (reason !== undefined)
    throw refusal(scenario.name, `${reason}, or allow it with ${ALLOW_VARIABLE}=1 in the environment`);
  return work;
}

/**
 * Describes long work; `undefined` for short work.
 * @param runs expected number, if known
 * @param looks whether the number represents more runs that are cheaper
 */
export function longWorkText(
  { queries, cpu_seconds }: Pick<ForeseenWork, 'queries' | 'cpu_seconds'>,
  runs: number,
  threads: number,
  looks = false,
): string | undefined {
  const seconds = (runs * cpu_seconds) / Math.min(threads, Math.max(1, runs));
  if (seconds < LONG_SECONDS) return undefined;
  const each = `about ${count(Math.round(queries))} queries`;
  const work = looks ? 'the work of ' : '';
  const many = runs > 1 || looks ? `${work}about ${counted(Math.ceil(runs), 'run')} of ${each}` : each;
  return `${many}; estimated time ${duration(rough(seconds))}, within a factor of a few`;
}

/** A time, rounded to one digit of its unit. */
function rough(seconds: number): number {
  const unit = seconds < 120 ? 1 : seconds < 7200 ? 60 : seconds < 172_800 ? 3600 : 86_400;
  return Number((seconds / unit).toPrecision(1)) * unit;
}

/** The limit that some runs exceed, with a remedy; `undefined` if they exceed none. */
function excessOf(
  { queries, timeline_rows, cpu_seconds }: ForeseenWork,
  tenants: number,
  most_tenants: number,
  runs: number,
): string | undefined {
  const total_seconds = runs * Math.max(MIN_RUN_SECONDS, cpu_seconds);
  const run = `a run of about ${count(Math.round(queries))} queries`;
  const limits = [
    [
      tenants > most_tenants,
      `${count(tenants)} tenants may take more memory than a process has; expected at most ${count(most_tenants)}`,
    ],
    [
      timeline_rows > MAX_TIMELINE_ROWS,
      `the timeline would have about ${count(Math.round(timeline_rows))} rows; expected at most a billion: widen timeline_interval`,
    ],
    [
      cpu_seconds > MAX_CPU_SECONDS,
      `${run} would take one core some ${duration(cpu_seconds)}; expected at most a day: lower the rate or the duration`,
    ],
    [
      total_seconds > MAX_CPU_SECONDS,
      `${count(Math.round(runs))} runs of about ${count(Math.round(queries))} queries would take one core some ${duration(total_seconds)}; expected at most a day: ask for fewer runs`,
    ],
  ] as const;
  return limits.find(([beyond]) => beyond)?.[1];
}

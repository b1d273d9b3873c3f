import type { Scenario } from '../scenario/scenario.js';
import type { ProcessSpecification } from '../workload/load-specification.js';
import type { RateSpecification } from '../workload/rate-specification.js';
import { mayBeginLater, type RunWindow } from './run-window.js';

/** One run of a stretch: which part of the scenario's run, and which replication of it. */
export interface Block {
  /** `undefined`: the whole run. */
  readonly window: RunWindow | undefined;
  readonly replication: number;
}

/** What is simulated of a scenario to judge it: several blocks, the same for all candidates. */
export interface Stretch {
  /** `whole`: replications of the run; `beginning`: of its first part; `windows`: parts spread over it. */
  readonly kind: 'whole' | 'beginning' | 'windows';
  readonly blocks: readonly Block[];
  /** Of each block. */
  readonly block_seconds: number;
}

/** Blocks of a beginning whose load is the same throughout. */
const STEADY_BLOCKS = 5;
/** Windows over a run whose load moves: a multiple of neither a day nor a week for most durations. */
const WINDOWS = 8;
/** Blocks of a beginning where a run cannot begin later. */
const EVENTFUL_BLOCKS = 2;
/** A block shorter than this is all beginning. */
const SHORTEST_SECONDS = 1200;
/** Of a short run, a part of one in so many is long enough. */
const SHORTEST_SHARE = 12;

/** All of a run, so many times. */
export function wholeRuns(scenario: Scenario, replications: number): Stretch {
  const blocks = Array.from({ length: replications }, (_, replication) => ({
    window: undefined,
    replication,
  }));
  return { kind: 'whole', blocks, block_seconds: scenario.duration_seconds };
}

/**
 * A part of a run that stands for all of it, of `share` times its length in all. Where the load is the same
 * throughout, replications of the beginning; where it moves, windows spread evenly over the run, each with other
 * random numbers; where something happens to the computes on the way, the beginning as well, which then says little.
 *
 * @param share above 0; where the blocks would be so short that they are mostly beginning, they are lengthened, and
 *   where that comes to a whole run, it is one
 */
export function sampledRun(scenario: Scenario, share: number): Stretch {
  const { duration_seconds } = scenario;
  const steady = isSteady(scenario);
  const most = steady ? STEADY_BLOCKS : mayBeginLater(scenario) ? WINDOWS : EVENTFUL_BLOCKS;
  const least = Math.min(SHORTEST_SECONDS, duration_seconds / SHORTEST_SHARE);
  const count = Math.max(1, Math.min(most, Math.floor((share * duration_seconds) / least)));
  const length = Math.max(least, Math.floor((share * duration_seconds) / count));
  if (length * (steady || !mayBeginLater(scenario) ? 1 : count) >= duration_seconds) {
    return wholeRuns(scenario, Math.max(1, Math.round(share)));
  }
  const windows = !steady && mayBeginLater(scenario);
  const blocks = Array.from({ length: count }, (_, index): Block => {
    // In the middle of its part of the run.
    const part = duration_seconds / count;
    const from_seconds = windows ? Math.floor(index * part + (part - length) / 2) : 0;
    return { window: { from_seconds, to_seconds: from_seconds + length }, replication: index };
  });
  return { kind: windows ? 'windows' : 'beginning', blocks, block_seconds: length };
}

/** Whether a part of the run is like any other: no load moves with time, and nothing happens to the computes. */
export function isSteady(scenario: Scenario): boolean {
  return mayBeginLater(scenario) && scenario.load.every(({ process }) => isSteadyProcess(process));
}

function isSteadyProcess(process: ProcessSpecification): boolean {
  switch (process.kind) {
    case 'poisson':
    case 'regular':
      return isSteadyRate(process.rate);
    case 'renewal':
    case 'closed':
    case 'none':
      return true;
    case 'cron':
    case 'counts':
    case 'arrivals':
      return false;
  }
}

function isSteadyRate(rate: RateSpecification): boolean {
  switch (rate.kind) {
    case 'constant':
    case 'mmpp':
    case 'log_ou':
      return true;
    case 'seasonal':
      return rate.daily === 0 && rate.weekly === 0 && new Set(rate.weekdays).size === 1;
    case 'sum':
    case 'product':
      return rate.parts.every(isSteadyRate);
    case 'steps':
    case 'ramp':
    case 'spikes':
    case 'cron':
    case 'series':
      return false;
  }
}

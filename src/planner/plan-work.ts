import type { Contender } from './contender.js';
import { emptySample, type PlanRuns } from './plan-runs.js';
import { type Stretch, sampledRun, wholeRuns } from './stretch.js';

/** How much a plan may simulate. */
export interface PlanBudget {
  /** Simulated events of search and report together, roughly. */
  readonly events: number;
  /** Replications of the candidates that are raced to the end; `undefined`: as many as the budget allows. */
  readonly replications: number | undefined;
}

/** Unless told. */
export const DEFAULT_BUDGET_EVENTS = 150e6;

/** What is simulated for which purpose. */
export interface WorkShares {
  /** Of one whole run. */
  readonly events: number;
  readonly sampled: Stretch;
  readonly whole: Stretch;
  /** Of the whole run, for each candidate at another load. */
  readonly growth_share: number;
  readonly sensitivity: Stretch;
  /** Events that the race may take before it lets nobody else in, where somebody is feasible. */
  readonly race_events: number;
  /** Whether there is room to run the next best as often as the best. */
  readonly next_best: boolean;
}

/** Replications of the best candidates where the budget does not say otherwise. */
const REPLICATIONS = 10;
/** Two are the least from which a difference has an interval. */
const LEAST_REPLICATIONS = 2;
/** Of a whole run: what the first look at the amount of work takes. */
const PILOT_SHARE = 0.01;
/** Of all whole runs of a candidate: what its sample takes, where the budget does not say less. */
const SAMPLED_SHARE = 0.04;
/** Parts of the budget. */
const PARTS = { sampled: 0.2, whole: 0.5, growth: 0.1, sensitivity: 0.2, next_best: 0.1 };
/** Candidates that are sampled, that are raced, and that a growth step tries, about. */
const SAMPLED = 20;
const RACED = 6;
const GROWTH_TRIES = 6;
/** Samples longer than this many whole runs tell nothing that matters any more. */
const MOST_SHARE = 4;

/**
 * Divides the budget, by a first look at how many events a run has.
 *
 * @param factors of growth that will be planned for
 * @param trials runs of one candidate each that the sensitivity takes
 */
export async function workShares(
  pilot: Contender,
  budget: PlanBudget,
  factors: readonly number[],
  trials: number,
  runs: PlanRuns,
): Promise<WorkShares> {
  const stretch = sampledRun(pilot.scenario, PILOT_SHARE);
  const sample = emptySample(pilot, stretch);
  await runs.measure([{ contender: pilot, sample, blocks: stretch.blocks.length }]);
  const events = Math.max(1, sample.eventsOfWhole);
  const affordable = Math.floor((PARTS.whole * budget.events) / (RACED * events));
  const replications =
    budget.replications ?? Math.max(LEAST_REPLICATIONS, Math.min(REPLICATIONS, affordable));
  const grown = factors.length === 0 ? 1 : factors.length * GROWTH_TRIES * events;
  const tried = Math.max(1, trials) * events;
  return {
    events,
    sampled: sampledRun(
      pilot.scenario,
      Math.min(SAMPLED_SHARE * replications, (PARTS.sampled * budget.events) / (SAMPLED * events)),
    ),
    whole: wholeRuns(pilot.scenario, replications),
    growth_share: bounded((PARTS.growth * budget.events) / grown),
    sensitivity: sampledRun(pilot.scenario, bounded((PARTS.sensitivity * budget.events) / tried)),
    race_events: Math.max(PARTS.whole * budget.events, 2 * replications * events),
    next_best: replications * events <= PARTS.next_best * budget.events,
  };
}

/** Either well below a whole run, or several of them: a single one would have no interval. */
function bounded(share: number): number {
  return share >= 2 ? Math.min(MOST_SHARE, Math.floor(share)) : Math.min(0.8, share);
}

import { hasOwnPolicy } from '../../compute/policy/own-policies.js';
import type { PricedRun } from '../../figures/run-figures.js';
import { limitForeignCode } from '../../files/foreign-code-watch.js';
import type { Scenario } from '../../scenario/scenario.js';
import { packedDecisions } from '../../simulation/outcome/decision-slices.js';
import type { SimulationOptions } from '../../simulation/simulation.js';
import { scaledLoad } from '../../workload/scaled-load.js';
import type { WeekdayUse } from './weekday-use.js';
import { wholeRun } from './whole-run.js';

/** One of several scenarios that are run to be compared: the same load under other settings. */
export interface Variant {
  /** Unique among the variants. */
  readonly name: string;
  readonly scenario: Scenario;
  /** Multiple of its original load that the scenario has; default: 1. */
  readonly load_factor?: number;
}

/** A variant at a multiple of its load: all loads that grow with use are scaled. */
export function grownVariant<Grown extends Variant>(variant: Grown, load_factor: number): Grown {
  const { scenario } = variant;
  if (load_factor === 1) return variant;
  const load = scenario.load.map((each) => scaledLoad(each, load_factor));
  return { ...variant, scenario: Object.freeze({ ...scenario, load }), load_factor };
}

/** A variant that has been run. */
export interface VariantRun extends PricedRun {
  readonly variant: Variant;
  /** Its use by weekday, if that was requested. */
  readonly weekday_use?: WeekdayUse;
}

export interface VariantProgress {
  /** Simulated time since the scenario's start. */
  readonly now_seconds: number;
  /** Number of queries that have arrived so far. */
  readonly arrived: number;
}

/** Conditions that end a run early; Infinity for never. */
export interface EarlyEnd {
  /** End after `queries` queries that took longer than this. */
  readonly slower_than_seconds: number;
  readonly queries: number;
  /** End after approximately this many events. */
  readonly events: number;
}

export interface VariantOptions extends SimulationOptions {
  /** When the run may end early. */
  readonly until?: EarlyEnd;
  /** Add up the use by weekday; then the run has no other observer. */
  readonly by_weekday?: boolean;
  /** Called with the progress a few times per second and awaited; an error ends the run. */
  readonly progress?: (progress: VariantProgress) => void | Promise<void>;
}

/**
 * Runs one variant to its end and prices it.
 *
 * Random streams are named by the seed, the replication and the entity, so variants of one scenario receive the same
 * arrivals with the same demands: differences between their results are due to their settings.
 * @throws InvariantError when an invariant fails; PolicyError when a policy returns an invalid answer;
 *   any error that `progress` throws
 */
export async function runVariant(variant: Variant, options: VariantOptions = {}): Promise<VariantRun> {
  const packing = packedDecisions(variant.scenario.duration_seconds);
  const run = () => wholeRun(variant, { packing, ...options });
  return hasOwnPolicy(variant.scenario) ? limitForeignCode(run) : run();
}

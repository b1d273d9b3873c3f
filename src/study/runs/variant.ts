import { hasOwnPolicy } from '../../compute/policy/own-policies.js';
import { pricedPeriod } from '../../cost/bill/caps.js';
import { projectCost } from '../../cost/compute-cost.js';
import type { PricedRun } from '../../figures/run-figures.js';
import { stoppingForeignCode } from '../../files/foreign-code-watch.js';
import type { Scenario } from '../../scenario/scenario.js';
import { SlicedRun } from '../../simulation/fleet/fleet-simulation.js';
import { packedDecisions } from '../../simulation/outcome/decision-slices.js';
import type { Observer, RunObservations } from '../../simulation/run/observation.js';
import { Simulation, type SimulationOptions, SLICE_EVENTS } from '../../simulation/simulation.js';
import { type RunShape, ShapeMeter } from './run-shape.js';
import { WeekdayMeter, type WeekdayUse } from './weekday-use.js';

/** One of several scenarios that are run to be compared: the same load under other settings. */
export interface Variant {
  /** Distinguishes it from the others. */
  readonly name: string;
  readonly scenario: Scenario;
}

/** A variant that has been run. */
export interface VariantRun extends PricedRun {
  readonly variant: Variant;
  /** Its use by weekday, if that was requested. */
  readonly weekday_use?: WeekdayUse;
  /** Its course in stretches of equal length, if that was requested. */
  readonly shape?: RunShape;
}

/** The progress of a variant's run. */
export interface VariantProgress {
  /** Simulated time since the scenario's start. */
  readonly now_seconds: number;
  /** Queries that have arrived so far. */
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

/** Options for the run of a variant. */
export interface VariantOptions extends SimulationOptions {
  /** When the run may end early. */
  readonly until?: EarlyEnd;
  /** Add up the use by weekday; then the run has no other observer. */
  readonly by_weekday?: boolean;
  /** Keep the shape of the run. */
  readonly shaped?: boolean;
  /** Told how far the run has come, a few times a second, and waited for; what it throws ends the run. */
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
  const run = () => wholeRun(variant, options);
  return hasOwnPolicy(variant.scenario) ? stoppingForeignCode(run) : run();
}

async function wholeRun(variant: Variant, options: VariantOptions): Promise<VariantRun> {
  const { scenario } = variant;
  const { replication = 0, fidelity = 'exact', until } = options;
  const meter = options.by_weekday === true ? new WeekdayMeter(scenario.start_epoch_seconds) : undefined;
  const shape = options.shaped === true ? new ShapeMeter(scenario) : undefined;
  const observer = observing(meter ?? options.observer, shape);
  const packing = packedDecisions(scenario.duration_seconds);
  const asked = { replication, fidelity, packing, ...(observer && { observer }) };
  // A run that may end early ends for all computes together: a fleet is then not run part after part.
  const whole = until === undefined ? undefined : new Simulation(scenario, asked);
  const run = whole ?? new SlicedRun(scenario, asked);
  let events = 0;
  for (;;) {
    const { now_seconds, arrived } = run;
    await options.progress?.({ now_seconds, arrived });
    if (run.advance(SLICE_EVENTS)) break;
    if (until === undefined || whole === undefined) continue;
    events += SLICE_EVENTS;
    if (events < until.events && whole.slowerThan(until.slower_than_seconds) < until.queries) continue;
    whole.stop();
    break;
  }
  return pricedRun(variant, run.observations(), { weekday_use: meter?.use, shape: shape?.shape });
}

/** Two observers as one. */
function observing(one: Observer | undefined, other: Observer | undefined): Observer | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    timeline(row) {
      one.timeline(row);
      other.timeline(row);
    },
    decision(row) {
      one.decision(row);
      other.decision(row);
    },
  };
}

/** The results of a variant's run, with its cost. */
export function pricedRun(
  variant: Variant,
  observations: RunObservations,
  { weekday_use, shape }: { [Part in 'weekday_use' | 'shape']?: VariantRun[Part] | undefined } = {},
): VariantRun {
  const { scenario } = variant;
  const cost = projectCost(
    { ...pricedPeriod(scenario, observations), duration_seconds: scenario.duration_seconds },
    observations.computes.map((compute) => compute.cu_seconds_by_month),
    scenario.plan,
  );
  return { variant, observations, cost, ...(weekday_use && { weekday_use }), ...(shape && { shape }) };
}

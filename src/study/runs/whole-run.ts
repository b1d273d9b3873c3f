import { pricedPeriod } from '../../cost/bill/caps.js';
import { projectCost } from '../../cost/compute-cost.js';
import { SlicedRun } from '../../simulation/fleet/fleet-simulation.js';
import type { RunObservations } from '../../simulation/run/observation.js';
import { Simulation, SLICE_EVENTS } from '../../simulation/simulation.js';
import type { Variant, VariantOptions, VariantRun } from './variant.js';
import { WeekdayMeter } from './weekday-use.js';

/**
 * Runs a variant, whose policies may be the user's, to its end. Works in a page, unlike `runVariant`.
 * @throws as that does
 */
export async function wholeRun(variant: Variant, options: VariantOptions): Promise<VariantRun> {
  const { scenario } = variant;
  const { replication = 0, fidelity = 'exact', until, packing } = options;
  const meter = options.by_weekday === true ? new WeekdayMeter(scenario.start_epoch_seconds) : undefined;
  const observer = meter ?? options.observer;
  const asked = { replication, fidelity, ...(packing && { packing }), ...(observer && { observer }) };
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
  return pricedRun(variant, run.observations(), { weekday_use: meter?.use });
}

/** The results of a variant's run, with its cost. */
export function pricedRun(
  variant: Variant,
  observations: RunObservations,
  { weekday_use }: { readonly weekday_use?: VariantRun['weekday_use'] | undefined } = {},
): VariantRun {
  const { scenario } = variant;
  const cost = projectCost(
    { ...pricedPeriod(scenario, observations), duration_seconds: scenario.duration_seconds },
    observations.computes.map((compute) => compute.cu_seconds_by_month),
    scenario.plan,
  );
  return { variant, observations, cost, ...(weekday_use && { weekday_use }) };
}

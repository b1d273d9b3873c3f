import type { FaultRequest } from '../api/fault.js';
import { durationFrom, type PlatformOptions } from '../platform/store/options.js';
import type { Scenario } from '../scenario/scenario.js';

/**
 * The scenario's plan, rules and operation times as platform options: a start takes as long as a wake, an edit of an
 * active compute as long as a restart. Other settings keep the platform's defaults.
 */
export function modelledPlatform({ plan, model }: Pick<Scenario, 'plan' | 'model'>) {
  return {
    rule_book: model.rules,
    default_plan: plan.name,
    plans_as_of: plan.as_of,
    operation_duration_ms: {
      start_compute: durationFrom(model.wake_latency),
      apply_config: durationFrom(model.restart_latency),
    },
  } satisfies PlatformOptions;
}

/** Faults of the management API that serves a scenario: the scenario's API faults, and its outages. */
export function servedFaults({ faults, api_faults = [] }: Scenario): readonly FaultRequest[] {
  const outages = faults
    .filter(({ kind }) => kind === 'control_plane_outage')
    .map(({ at_seconds, for_seconds }) => ({
      answer: 503,
      after_ms: Math.round(at_seconds * 1000),
      for_ms: Math.round(for_seconds * 1000),
    }));
  return [...outages, ...api_faults];
}

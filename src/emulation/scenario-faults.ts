import type { FaultRequest } from '../api/fault.js';
import type { Scenario } from '../scenario/scenario.js';

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

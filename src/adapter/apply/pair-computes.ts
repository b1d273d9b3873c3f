import { type ComputeSettings, changedSettings } from '../../compute/lifecycle/settings.js';
import { effectiveSuspendTimeout } from '../../compute/lifecycle/suspend-timeout.js';
import type { Endpoint } from '../../platform/endpoints/endpoint.js';
import type { ComputeSpecification } from '../../scenario/scenario.js';
import type { SettingDifference } from './apply-plan.js';

/** A compute of the scenario with its endpoint on the branch, if it has one. */
export interface ComputePair {
  readonly compute: ComputeSpecification;
  readonly endpoint: Endpoint | undefined;
}

/** The computes of one branch, with its endpoints that match no compute of the scenario. */
export interface PairedBranch {
  readonly pairs: readonly ComputePair[];
  readonly others: readonly Endpoint[];
}

/** Finds a compute's endpoint on a branch: the primary, or the replica with the same name. */
export function endpointOn(
  branch_id: string | undefined,
  { type, name }: Pick<ComputeSpecification, 'type' | 'name'>,
  endpoints: readonly Endpoint[],
): Endpoint | undefined {
  return endpoints.find(
    (each) =>
      each.branch_id === branch_id && each.type === type && (type === 'read_write' || each.name === name),
  );
}

/** Settings that differ between two computes; a timeout of 0 is the platform's default. */
export function differencesOf(before: ComputeSettings, after: ComputeSettings): readonly SettingDifference[] {
  const seconds = effectiveSuspendTimeout;
  return changedSettings(before, after)
    .map((setting) => ({ setting, before: before[setting], after: after[setting] }))
    .filter((one) => one.setting !== 'suspend_timeout_seconds' || seconds(one.before) !== seconds(one.after));
}

/**
 * Matches the endpoints of a branch with computes of the scenario: the primaries, then replicas with the same name,
 * then unnamed replicas with the same settings, then other unnamed replicas in order of creation.
 */
export function pairComputes(
  computes: readonly ComputeSpecification[],
  endpoints: readonly Endpoint[],
): PairedBranch {
  const free = new Set(endpoints);
  const taken = new Map<ComputeSpecification, Endpoint>();
  const rules: readonly ((compute: ComputeSpecification, endpoint: Endpoint) => boolean)[] = [
    (compute) => compute.type === 'read_write',
    (compute, endpoint) => compute.name === endpoint.name,
    (compute, endpoint) => isUnnamed(endpoint) && differencesOf(endpoint, compute).length === 0,
    (_compute, endpoint) => isUnnamed(endpoint),
  ];
  for (const fits of rules) {
    for (const compute of computes) {
      if (taken.has(compute)) continue;
      const endpoint = [...free].find((each) => each.type === compute.type && fits(compute, each));
      if (endpoint === undefined) continue;
      taken.set(compute, endpoint);
      free.delete(endpoint);
    }
  }
  return {
    pairs: computes.map((compute) => ({ compute, endpoint: taken.get(compute) })),
    others: [...free],
  };
}

function isUnnamed({ name }: Endpoint): boolean {
  return name === undefined || name === '';
}

import { SIZE_POLICIES } from '../compute/policy/size-policies.js';
import { SUSPEND_POLICIES } from '../compute/policy/suspend-policies.js';
import type { ComputeSpecification, PolicyChoice, Scenario } from '../scenario/scenario.js';

/** A compiled scenario as a message between threads can hold it: policies, which are functions, by name. */
export interface PackedScenario {
  readonly packed: Omit<Scenario, 'computes'> & { readonly computes: readonly PackedCompute[] };
}

type PackedCompute = Omit<ComputeSpecification, 'size_policy' | 'suspend_policy'> & {
  readonly size_policy: PolicyChoice<string>;
  readonly suspend_policy: PolicyChoice<string>;
};

/** Recordings beyond this are read by each thread once, instead of being copied with every message. */
const MOST_BYTES = 1_000_000;

/**
 * Makes a scenario ready for a message to another thread, which then need not compile it, nor load what compiles.
 * @returns `undefined` for one with policies of the user's own, or with large recordings
 */
export function packScenario(scenario: Scenario): PackedScenario | undefined {
  if (arrayBytes(scenario.load) > MOST_BYTES) return undefined;
  const computes: PackedCompute[] = [];
  for (const compute of scenario.computes) {
    const size_policy = named(compute.size_policy, SIZE_POLICIES);
    const suspend_policy = named(compute.suspend_policy, SUSPEND_POLICIES);
    if (size_policy === undefined || suspend_policy === undefined) return undefined;
    computes.push({ ...compute, size_policy, suspend_policy });
  }
  return { packed: { ...scenario, computes } };
}

/** The scenario that {@link packScenario} packed. */
export function unpackScenario({ packed }: PackedScenario): Scenario {
  const computes = packed.computes.map((compute) => ({
    ...compute,
    size_policy: found(compute.size_policy, SIZE_POLICIES),
    suspend_policy: found(compute.suspend_policy, SUSPEND_POLICIES),
  }));
  return { ...packed, computes };
}

function named<Policy extends { readonly name: string }>(
  choice: PolicyChoice<Policy>,
  known: readonly Policy[],
): PolicyChoice<string> | undefined {
  return known.includes(choice.policy) ? { ...choice, policy: choice.policy.name } : undefined;
}

function found<Policy extends { readonly name: string }>(
  choice: PolicyChoice<string>,
  known: readonly Policy[],
): PolicyChoice<Policy> {
  const policy = known.find(({ name }) => name === choice.policy);
  if (policy === undefined) throw new Error(`scenario message: no policy named ${choice.policy}`);
  return { ...choice, policy };
}

function arrayBytes(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (value === null || typeof value !== 'object') return 0;
  return Object.values(value).reduce((sum: number, child: unknown) => sum + arrayBytes(child), 0);
}

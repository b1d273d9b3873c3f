import { type FollowedPolicies, keepPolicy, type PolicySide } from '../../compute/policy/own-policies.js';
import { importPolicyModule } from './policy-module.js';
import { userPolicy } from './user-policy.js';

/**
 * Imports the modules of a compiled scenario's policies, so that a thread that did not compile it can run it.
 */
export async function loadPolicies(computes: readonly FollowedPolicies[]): Promise<void> {
  for (const { size_policy, suspend_policy } of computes) {
    await load('size', size_policy.module);
    await load('suspend', suspend_policy.module);
  }
}

async function load(side: PolicySide, module: string | undefined): Promise<void> {
  if (module === undefined) return;
  const { policy } = userPolicy((await importPolicyModule(module))[side], side, module);
  if (policy !== undefined) keepPolicy(side, module, policy);
}

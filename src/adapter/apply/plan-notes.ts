import { DEFAULT_SIZE_POLICY } from '../../compute/policy/size-policies.js';
import { DEFAULT_SUSPEND_POLICY } from '../../compute/policy/suspend-policies.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { ReportedProject } from './reported-project.js';

/** What of a scenario no call can set, and what else should be known before it is applied; in words. */
export function notesAbout(scenario: Scenario, project: ReportedProject): readonly string[] {
  const notes: string[] = [];
  for (const compute of scenario.computes) {
    const { name, suspend_timer, size_policy, suspend_policy } = compute;
    if (suspend_timer !== undefined) {
      notes.push(`${name}: suspend_timer is simulated only; the service has suspend_timeout_seconds`);
    }
    for (const [kind, own, platforms] of [
      ['size', size_policy.policy.name, DEFAULT_SIZE_POLICY.name],
      ['suspend', suspend_policy.policy.name, DEFAULT_SUSPEND_POLICY.name],
    ]) {
      if (own !== platforms) {
        notes.push(`${name}: the ${kind} policy ${own} is simulated only; the service follows its own`);
      }
    }
  }
  const { plan, subscription_type, endpoints } = project;
  if (plan === undefined) {
    const said = subscription_type === undefined ? '' : ` (${subscription_type})`;
    notes.push(`the project's plan is not known here${said}; what it forbids the service refuses itself`);
  } else if (plan !== scenario.plan.name) {
    notes.push(`the project is on the ${plan} plan, and the scenario counts with ${scenario.plan.name}`);
  }
  const disabled = endpoints.filter((endpoint) => endpoint.disabled).map(({ id }) => id);
  if (disabled.length > 0) notes.push(`switched off, and left so: ${disabled.join(', ')}`);
  return notes;
}

import { countsAsLimited } from '../../compute/lifecycle/active-computes.js';
import type { Scenario } from '../../scenario/scenario.js';
import { limitOn } from '../../vendors/plan-limits.js';
import type { Compute } from '../lifecycle/compute.js';

/** Maximum number of computes of a project that may be active at once: beyond it, suspended ones stay suspended. */
export class ActiveLimit {
  readonly #limit: number;
  readonly #names: ReadonlySet<string>;
  readonly #computes: Compute[] = [];
  #full = false;

  /** @param names the computes that count towards it */
  constructor(limit: number, names: readonly string[]) {
    this.#limit = limit;
    this.#names = new Set(names);
  }

  /** Adds a compute of the project. @returns whether it counts towards the limit */
  add(compute: Compute): boolean {
    const counts = this.#names.has(compute.name);
    if (counts) this.#computes.push(compute);
    return counts;
  }

  /** Whether the maximum number of computes is running or starting. */
  get full(): boolean {
    let active = 0;
    for (const { state } of this.#computes) if (state !== 'idle') active += 1;
    return active >= this.#limit;
  }

  /** A compute has left its state: it may have made room for others, or taken the last place. */
  changed(): void {
    const { full } = this;
    if (full === this.#full) return;
    this.#full = full;
    for (const { state, admission } of this.#computes) if (state === 'idle') admission.updateAvailability();
  }
}

/**
 * The limit of a run; `undefined` if all computes may be active. Each tenant of a fleet is a separate project, with
 * one compute on its default branch.
 */
export function activeLimitOf({ computes, fleet, plan, start }: Scenario): ActiveLimit | undefined {
  if (fleet !== undefined) return undefined;
  const limit = limitOn(plan, 'active_computes', start.slice(0, 10))?.value ?? Number.POSITIVE_INFINITY;
  const names = limitedComputes(computes);
  return names.length > limit ? new ActiveLimit(limit, names) : undefined;
}

/** The computes of a project that count towards the limit; the first one is on the default branch. */
export function limitedComputes(computes: Scenario['computes']): readonly string[] {
  const default_branch = computes[0]?.branch ?? '';
  return computes
    .filter(({ type, branch }) => countsAsLimited(type, branch, default_branch))
    .map(({ name }) => name);
}

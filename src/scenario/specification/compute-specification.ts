import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import type { PolicyValues } from '../../compute/policy/interface/policy-parameter.js';
import type { Distribution } from '../../kernel/distribution.js';

/** One compute, named as the management API names its fields. */
export interface ComputeSpecification extends ComputeSettings {
  readonly name: string;
  /** The branch it serves; a branch has at most one `read_write` compute. */
  readonly branch: string;
  readonly type: 'read_write' | 'read_only';
  /** Draws the idle timeout anew for each idle period instead; `undefined`: `suspend_timeout_seconds` rules. */
  readonly suspend_timer: Distribution | undefined;
  /** How its size follows the load. */
  readonly size_policy: PolicyChoice;
  /** When it suspends; `fixed` obeys `suspend_timeout_seconds` or `suspend_timer`. */
  readonly suspend_policy: PolicyChoice;
  /** `idle`: suspended at time 0; `active`: running at time 0; `init`: created at time 0 and starting. */
  readonly initial_state: 'init' | 'active' | 'idle';
}

/** A policy by name, with the values of its parameters. */
export interface PolicyChoice {
  readonly name: string;
  readonly values: PolicyValues;
  /** Absolute path of the module it comes from; `undefined` for one of the project's own. */
  readonly module: string | undefined;
}

/** Computes made from one template, one for each tenant. They are billed as one account. */
export interface FleetSpecification {
  /** What its computes are called before their number. */
  readonly name: string;
  /** Whether timeline and decisions show the fleet as a whole, or every tenant. */
  readonly rows: 'fleet' | 'tenants';
  /** In the order of the file; the share is the probability with which a tenant belongs to the class. */
  readonly classes: readonly { readonly name: string; readonly share: number }[];
  /** In the order of the computes. */
  readonly tenants: readonly TenantSpecification[];
}

/** What was drawn for one tenant of a fleet. */
export interface TenantSpecification {
  /** The name of its compute. */
  readonly compute: string;
  readonly class: string;
  /** Who its cost is charged to; absent where the fleet names no teams. */
  readonly team?: string;
  /** Its rate and its working set as multiples of what the loads say. */
  readonly rate_factor: number;
  readonly working_set_factor: number;
  /** How far its clock is ahead of UTC. */
  readonly utc_offset_hours: number;
  /** In [0, 1): where in their period its evenly spaced arrivals begin. */
  readonly phase: number;
}

import type { Change } from './change.js';
import type { OperationAction } from './operation.js';

/**
 * How long an operation takes, in ms: always the same, even between two bounds, or by the quantile function of any
 * law (told a fraction of 0 or more and below 1); drawn by its id.
 */
export type OperationDuration =
  | number
  | { readonly min_ms: number; readonly max_ms: number }
  | ((fraction: number) => number);

/** What a user of the platform may choose; everything has a default. */
export interface PlatformOptions {
  /** Names every draw: ids, secrets and durations. Keep it secret where keys must not be guessed. */
  readonly seed?: string | undefined;
  /** Durations of operations by action; those not named keep {@link DEFAULT_DURATIONS}. */
  readonly operation_duration_ms?: Partial<Readonly<Record<OperationAction, OperationDuration>>> | undefined;
  /** How many computes of a project may be active at once, that of the default branch apart. */
  readonly active_endpoints_limit?: number | undefined;
  /** Who creates project-scoped keys: any member (the default), or administrators as in the newer documentation. */
  readonly project_keys_by?: 'members' | 'admins' | undefined;
  /** Whether a personal key that belongs to an organization's member must name `org_id` to list projects. */
  readonly require_org_id?: boolean | undefined;
  /** Plan of users and organizations that are created without one. */
  readonly default_plan?: string | undefined;
  /** Day whose plan limits apply, `YYYY-MM-DD`; the newest unless given. */
  readonly plans_as_of?: string | undefined;
  /** Told of everything that changed, once for each successful call and each event that comes due. */
  readonly onChange?: ((changes: readonly Change[]) => void) | undefined;
}

/** {@link PlatformOptions} with every default filled in. */
export interface Rules {
  readonly operation_duration_ms: Readonly<Record<OperationAction, OperationDuration>>;
  readonly active_endpoints_limit: number;
  readonly project_keys_by: 'members' | 'admins';
  readonly require_org_id: boolean;
  readonly default_plan: string;
  readonly plans_as_of: string | undefined;
}

/** A few hundred ms each; a start is the platform's "few hundred milliseconds", the others are not published. */
export const DEFAULT_DURATIONS: Readonly<Record<OperationAction, OperationDuration>> = {
  create_timeline: { min_ms: 300, max_ms: 800 },
  create_branch: { min_ms: 200, max_ms: 600 },
  start_compute: { min_ms: 200, max_ms: 500 },
  suspend_compute: { min_ms: 100, max_ms: 300 },
  apply_config: { min_ms: 100, max_ms: 400 },
  delete_timeline: { min_ms: 100, max_ms: 300 },
};

/** Computes of a project that may be active at once. Source: documentation of connection errors, 2024-11. */
const ACTIVE_ENDPOINTS_LIMIT = 20;

/** Fills in the defaults. */
export function rulesOf(options: PlatformOptions): Rules {
  return {
    operation_duration_ms: { ...DEFAULT_DURATIONS, ...options.operation_duration_ms },
    active_endpoints_limit: options.active_endpoints_limit ?? ACTIVE_ENDPOINTS_LIMIT,
    project_keys_by: options.project_keys_by ?? 'members',
    require_org_id: options.require_org_id ?? false,
    default_plan: options.default_plan ?? 'scale',
    plans_as_of: options.plans_as_of,
  };
}

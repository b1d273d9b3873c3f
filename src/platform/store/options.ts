import { DEFAULT_WAKE_LATENCY } from '../../compute/lifecycle/wake-latency.js';
import { RULE_BOOKS, type RuleBook } from '../../compute/rule-book.js';
import type { Distribution } from '../../kernel/distribution.js';
import { lognormalFromMedian } from '../../kernel/distribution-fit.js';
import { quantile } from '../../kernel/quantile.js';
import { DEFAULT_PLAN } from '../../vendors/plan-limits.js';
import type { OperationAction, OperationFate } from '../operations/operation.js';
import type { Change } from './tables.js';

/**
 * Duration of an operation in ms: constant, uniform between two bounds, or the quantile function of a distribution
 * (called with a fraction in [0, 1)). It is drawn by the operation's id.
 */
export type OperationDuration =
  | number
  | { readonly min_ms: number; readonly max_ms: number }
  | ((fraction: number) => number);

export function durationFrom(distribution_seconds: Distribution): OperationDuration {
  if (distribution_seconds.kind === 'constant') return Math.round(distribution_seconds.value * 1000);
  return (fraction) => quantile(distribution_seconds, fraction) * 1000;
}

/** Returns the requested number of random bytes for API keys and passwords. */
export type SecretSource = (bytes: number) => Uint8Array;

/** The options of a platform; everything has a default. */
export interface PlatformOptions {
  /** Seed of every drawn id and duration; it is part of the state. */
  readonly seed?: string | undefined;
  /**
   * Source of API keys and passwords. Without one they follow from the seed, which suits a platform within one
   * process. A platform that other processes can reach needs the operating system's randomness.
   */
  readonly secret?: SecretSource | undefined;
  /** Durations of operations by action; {@link DEFAULT_DURATIONS} for omitted ones. */
  readonly operation_duration_ms?: Partial<Readonly<Record<OperationAction, OperationDuration>>> | undefined;
  /** Maximum active computes of a project, excluding the default branch's; the plan's limit by default. */
  readonly active_endpoints_limit?: number | undefined;
  /** The rule book that applies where rule books differ; the specification's (`seed`) by default. */
  readonly rule_book?: RuleBook | undefined;
  /** Who creates project-scoped keys; by default any member (`seed`), or administrators (`platform`). */
  readonly project_keys_by?: 'members' | 'admins' | undefined;
  /** Plan of users and organizations that are created without one. */
  readonly default_plan?: string | undefined;
  /** Day whose plan limits apply, `YYYY-MM-DD`; the latest by default. */
  readonly plans_as_of?: string | undefined;
  /** Whether branches can start at a past time; not possible if real servers hold their data. */
  readonly keeps_history?: boolean | undefined;
  /** The injected fate of an operation scheduled at a time (ms since the epoch); `undefined`: it ends normally. */
  readonly fate?: ((action: OperationAction, at_ms: number) => OperationFate | undefined) | undefined;
  /** Receives all changes, once for each successful call and each due event. */
  readonly onChange?: ((changes: readonly Change[]) => void) | undefined;
}

/** {@link PlatformOptions} with every default filled in. */
export type Rules = ReturnType<typeof rulesOf>;

/** Durations of a few hundred ms: a start takes as long as a wake, the others are not published. */
export const DEFAULT_DURATIONS: Readonly<Record<OperationAction, OperationDuration>> = {
  create_timeline: { min_ms: 300, max_ms: 800 },
  create_branch: { min_ms: 200, max_ms: 600 },
  start_compute: durationFrom(
    lognormalFromMedian(DEFAULT_WAKE_LATENCY.median_seconds, DEFAULT_WAKE_LATENCY.p99_seconds),
  ),
  suspend_compute: { min_ms: 100, max_ms: 300 },
  apply_config: { min_ms: 100, max_ms: 400 },
  delete_timeline: { min_ms: 100, max_ms: 300 },
};

/** Who creates project-scoped keys. Source: the specification; documentation of API keys, 2026-06. */
const PROJECT_KEYS_BY = { seed: 'members', platform: 'admins' } as const;

export function rulesOf(options: PlatformOptions) {
  const { rule_book = RULE_BOOKS[0] } = options;
  return {
    rule_book,
    secret: options.secret,
    fate: options.fate,
    operation_duration_ms: { ...DEFAULT_DURATIONS, ...options.operation_duration_ms },
    active_endpoints_limit: options.active_endpoints_limit,
    project_keys_by: options.project_keys_by ?? PROJECT_KEYS_BY[rule_book],
    // Source: note in the documentation of `neonctl api`, 2026-11.
    require_org_id: rule_book === 'platform',
    default_plan: options.default_plan ?? DEFAULT_PLAN,
    keeps_history: options.keeps_history ?? true,
    plans_as_of: options.plans_as_of,
  };
}

/** The same duration for operations of every action, in ms. */
export function sameDurations(duration_ms: number): NonNullable<PlatformOptions['operation_duration_ms']> {
  return Object.fromEntries(Object.keys(DEFAULT_DURATIONS).map((action) => [action, duration_ms]));
}

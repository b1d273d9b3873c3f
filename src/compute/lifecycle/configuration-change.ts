/** The effect of an update on the compute. */
export interface ConfigurationChange {
  /** Size, branch or Postgres settings change, so an active compute restarts. */
  readonly restarts: boolean;
  readonly applies: boolean;
  /** The update disables the compute. */
  readonly disables: boolean;
}

/**
 * Attributes whose change restarts an active compute. Source: the platform's documentation: any edit of a size restarts
 * it, an edit of the timeout does not.
 */
const RESTARTING = [
  'branch_id',
  'autoscaling_limit_min_cu',
  'autoscaling_limit_max_cu',
  'provisioner',
  'settings',
] as const;
/** Attributes that an active compute applies without a restart. */
const APPLIED = ['suspend_timeout_seconds', 'passwordless_access'] as const;

/** The attributes of a compute that an update may change, if its host knows them. */
export type Configuration = {
  readonly [Name in (typeof RESTARTING)[number] | (typeof APPLIED)[number]]?: unknown;
} & { readonly disabled?: boolean };

function differs(before: Configuration, after: Configuration, names: readonly (keyof Configuration)[]) {
  return names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/**
 * The effect of an update on a compute, from its settings before and after. A disabled compute applies it when it is
 * enabled again.
 * @param active whether it is active when the update is made
 */
export function configurationChange(
  before: Configuration,
  after: Configuration,
  active: boolean,
): ConfigurationChange {
  const restarts = differs(before, after, RESTARTING);
  const asleep = after.disabled === true && !active;
  return {
    restarts,
    applies: !asleep && (restarts || differs(before, after, APPLIED)),
    disables: after.disabled === true && before.disabled !== true,
  };
}

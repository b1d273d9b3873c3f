/** The part of an update that concerns the compute. */
export interface ConfigurationChange {
  /** Size, branch or Postgres settings: an active compute restarts for it. */
  readonly restarts: boolean;
  readonly applies: boolean;
  /** The compute is switched off. */
  readonly disables: boolean;
}

/**
 * Attributes for which an active compute restarts. Source: the platform's documentation of what restarts: any edit
 * of a size, not one of the timeout.
 */
const RESTARTING = [
  'branch_id',
  'autoscaling_limit_min_cu',
  'autoscaling_limit_max_cu',
  'provisioner',
  'settings',
] as const;
/** Attributes that a compute applies while it runs. */
const APPLIED = ['suspend_timeout_seconds', 'passwordless_access'] as const;

/** The attributes of a compute that an update may change, as far as its host knows them. */
export type Configuration = {
  readonly [Name in (typeof RESTARTING)[number] | (typeof APPLIED)[number]]?: unknown;
} & { readonly disabled?: boolean };

function differs(before: Configuration, after: Configuration, names: readonly (keyof Configuration)[]) {
  return names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/**
 * The effect of an update on a compute, from its settings before and after. One that is switched off applies it when it
 * is switched on again.
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

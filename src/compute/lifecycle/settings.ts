/** The settings of a compute that the management API can change, by its names. */
export interface ComputeSettings {
  /** Smallest size, in CU. */
  readonly autoscaling_limit_min_cu: number;
  /** Largest size, in CU; equal to the smallest for a fixed size. */
  readonly autoscaling_limit_max_cu: number;
  /** Seconds of inactivity before a suspend: 0 the platform's default (300), −1 never, else 60 to 604800. */
  readonly suspend_timeout_seconds: number;
}

/** The settings that an update changes; absent ones stay as they are. */
export type ComputeUpdate = Partial<ComputeSettings>;

/** Settings as a request or a form may leave them open. */
export type NamedSettings = { readonly [Name in keyof ComputeSettings]?: number | undefined };

const NAMES = [
  'autoscaling_limit_min_cu',
  'autoscaling_limit_max_cu',
  'suspend_timeout_seconds',
] as const satisfies readonly (keyof ComputeSettings)[];

/** Of whatever has them, the settings alone. */
export function settingsOf(compute: ComputeSettings): ComputeSettings {
  const { autoscaling_limit_min_cu, autoscaling_limit_max_cu, suspend_timeout_seconds } = compute;
  return { autoscaling_limit_min_cu, autoscaling_limit_max_cu, suspend_timeout_seconds };
}

/** Only the settings that something names, so that spreading them leaves the others alone. */
export function namedSettings(named: NamedSettings): ComputeUpdate {
  const found: { -readonly [Name in keyof ComputeSettings]?: number } = {};
  for (const name of NAMES) if (named[name] !== undefined) found[name] = named[name];
  return found;
}

/** The names of the settings that differ. */
export function changedSettings(
  before: ComputeSettings,
  after: ComputeSettings,
): readonly (keyof ComputeSettings)[] {
  return NAMES.filter((name) => after[name] !== before[name]);
}

/** An edit in words, for the log of decisions; `undefined` where nothing changes. */
export function editText(before: ComputeSettings, after: ComputeSettings): string | undefined {
  const changes = changedSettings(before, after).map((name) => `${name} ${before[name]} to ${after[name]}`);
  return changes.length === 0 ? undefined : changes.join(', ');
}

/** The size of a compute when it starts: its minimum. */
export function startSize({
  autoscaling_limit_min_cu,
}: Pick<ComputeSettings, 'autoscaling_limit_min_cu'>): number {
  return autoscaling_limit_min_cu;
}

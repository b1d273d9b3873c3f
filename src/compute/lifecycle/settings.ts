/** The settings of a compute that the management API can change, by its names. */
export interface ComputeSettings {
  /** Smallest size, in CU. */
  readonly autoscaling_limit_min_cu: number;
  /** Largest size, in CU; equal to the smallest for a fixed size. */
  readonly autoscaling_limit_max_cu: number;
  /** Seconds of inactivity before a suspend: 0 for the platform's default (300), −1 for never, or 60 to 604800. */
  readonly suspend_timeout_seconds: number;
}

/** The settings that an update changes; absent ones stay as they are. */
export type ComputeUpdate = Partial<ComputeSettings>;

/** Settings that a request or a form may omit. */
export type NamedSettings = { readonly [Name in keyof ComputeSettings]?: number | undefined };

const NAMES = [
  'autoscaling_limit_min_cu',
  'autoscaling_limit_max_cu',
  'suspend_timeout_seconds',
] as const satisfies readonly (keyof ComputeSettings)[];

/** The settings alone, without other properties. */
export function settingsOf(compute: ComputeSettings): ComputeSettings {
  const { autoscaling_limit_min_cu, autoscaling_limit_max_cu, suspend_timeout_seconds } = compute;
  return { autoscaling_limit_min_cu, autoscaling_limit_max_cu, suspend_timeout_seconds };
}

/** Only the settings that are given, for spreading over others. */
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

/** An edit in words, for the log of decisions; `undefined` if nothing changes. */
export function editText(before: ComputeSettings, after: ComputeSettings): string | undefined {
  const changes = changedSettings(before, after).map((name) => `${name} ${before[name]} to ${after[name]}`);
  return changes.length === 0 ? undefined : changes.join(', ');
}

/** The size at which a compute starts: its minimum. */
export function startSize({
  autoscaling_limit_min_cu,
}: Pick<ComputeSettings, 'autoscaling_limit_min_cu'>): number {
  return autoscaling_limit_min_cu;
}

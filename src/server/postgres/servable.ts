import { MIB } from '../../kernel/units.js';
import { badRequest, PlatformError } from '../../platform/checks/platform-error.js';
import type { Call } from '../../platform/resource/call.js';
import type { DataHost } from '../../postgres/cluster/served-data.js';

/** Converts an attribute of a request to Postgres settings. */
const SETTINGS_IN: Readonly<Record<string, (value: never) => Readonly<Record<string, string>>>> = {
  pg_settings: (value: Readonly<Record<string, string>>) => value,
  preload_libraries: ({ enabled_libraries = [] }: { readonly enabled_libraries?: readonly string[] }) => ({
    shared_preload_libraries: enabled_libraries.join(','),
  }),
};

/** Minimum disk space for the data of a branch: an empty cluster with its first WAL files. */
const MIN_DATA_BYTES = 64 * MIB;

/**
 * Refuses a call that real servers cannot carry out.
 * @param input path parameters, query and body in one object
 * @param missing number of servers that have not created their data yet
 * @throws PlatformError `bad_request` for settings that servers do not accept, `unavailable` if the disk is full
 */
export function requireServable(
  host: DataHost,
  { stores_data }: Pick<Call, 'stores_data'>,
  input: object,
  missing: number,
): void {
  const problem = settingsProblem(input, host);
  if (problem !== undefined) throw badRequest(problem);
  const free = stores_data ? host.freeBytes() : undefined;
  if (free === undefined || free >= MIN_DATA_BYTES * (1 + missing)) return;
  throw new PlatformError(
    'unavailable',
    `the disk has no space for the data of PostgreSQL: ${Math.floor(free / MIB)} MiB are free`,
  );
}

/** The first attribute with settings that servers do not accept, and the reason; `undefined` if there is none. */
function settingsProblem(input: object, host: DataHost): string | undefined {
  for (const [name, value] of Object.entries(input) as [string, unknown][]) {
    if (typeof value !== 'object' || value === null) continue;
    const settings = Object.hasOwn(SETTINGS_IN, name) ? SETTINGS_IN[name]?.(value as never) : undefined;
    if (name === 'pgbouncer_settings' && Object.keys(value).length > 0) {
      return `${name}: the settings of PgBouncer cannot be changed here`;
    }
    if (settings !== undefined) {
      const problem = host.settingsProblem(settings);
      if (problem !== undefined) return `${name}: ${problem}`;
    } else {
      const problem = settingsProblem(value, host);
      if (problem !== undefined) return `${name}.${problem}`;
    }
  }
  return undefined;
}

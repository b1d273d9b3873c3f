import { MIB } from '../../kernel/units.js';
import { badRequest, PlatformError } from '../../platform/checks/platform-error.js';
import type { Call } from '../../platform/resource/call.js';
import type { DataHost } from '../../postgres/cluster/served-data.js';

/** Makes of an attribute of a request the settings that a server is to have for it. */
const SETTINGS_IN: Readonly<Record<string, (value: never) => Readonly<Record<string, string>>>> = {
  pg_settings: (value: Readonly<Record<string, string>>) => value,
  preload_libraries: ({ enabled_libraries = [] }: { readonly enabled_libraries?: readonly string[] }) => ({
    shared_preload_libraries: enabled_libraries.join(','),
  }),
};

/** The least space for the data of another branch: its folder with the first files of the log. */
const DATA_BYTES = 64 * MIB;

/**
 * Refuses a call that real servers cannot carry out.
 * @param input path parameters, query and body in one object
 * @param unmade how many servers have not made their data yet
 * @throws PlatformError `bad_request` for settings that servers cannot have, `unavailable` if the disk is full
 */
export function requireServable(
  host: DataHost,
  { stores_data }: Pick<Call, 'stores_data'>,
  input: object,
  unmade: number,
): void {
  const problem = settingsProblem(input, host);
  if (problem !== undefined) throw badRequest(problem);
  const free = stores_data ? host.freeBytes() : undefined;
  if (free === undefined || free >= DATA_BYTES * (1 + unmade)) return;
  throw new PlatformError(
    'unavailable',
    `the disk has no space for the data of PostgreSQL: ${Math.floor(free / MIB)} MiB are free`,
  );
}

/** The first attribute whose settings servers cannot have, and why; `undefined` if there is none. */
function settingsProblem(input: object, host: DataHost): string | undefined {
  for (const [name, value] of Object.entries(input) as [string, unknown][]) {
    if (typeof value !== 'object' || value === null) continue;
    const settings = Object.hasOwn(SETTINGS_IN, name) ? SETTINGS_IN[name]?.(value as never) : undefined;
    if (name === 'pgbouncer_settings' && Object.keys(value).length > 0) {
      return `${name}: PgBouncer has the platform's settings here`;
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

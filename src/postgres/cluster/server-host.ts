import type { Binaries } from './binaries.js';
import type { ControlGroups } from './control-groups.js';
import type { ServerFolder } from './server-folder.js';
import type { ServerPrograms } from './server-programs.js';
import type { ServerUser } from './server-user.js';

/** Common settings of an emulator's servers. */
export interface ServerHost {
  readonly binaries: Binaries;
  readonly programs: ServerPrograms;
  readonly folder: ServerFolder;
  readonly user: ServerUser | undefined;
  /** The program `setpriv`, if it can signal servers when this process dies. */
  readonly setpriv: string | undefined;
  /** Limits each server to its compute's size; `undefined` for no limits. */
  readonly groups: ControlGroups | undefined;
}

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
  /** The program `setpriv`, where it can tell servers of the death of this process. */
  readonly setpriv: string | undefined;
  /** Where each server is kept to its compute's size; `undefined`: nowhere. */
  readonly groups: ControlGroups | undefined;
}

import { chmodSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import type { RuleBook } from '../../compute/rule-book.js';
import { findBinaries } from '../../postgres/cluster/binaries.js';
import type { ServerHost } from '../../postgres/cluster/cluster.js';
import { controlGroups } from '../../postgres/cluster/control-groups.js';
import { deathSignalProgram } from '../../postgres/cluster/death-signal.js';
import { openServerFolder } from '../../postgres/cluster/server-folder.js';
import { serverUser } from '../../postgres/cluster/server-user.js';
import { sizeRules } from './size-rules.js';

/** What servers are run with, and how. */
export interface OpenServersOptions {
  /** A folder of programs, or `embedded`; `undefined` for whatever there is. */
  readonly programs: string | undefined;
  /** The folder of the emulator's state, in which data are kept; they go away with it unless given. */
  readonly state: string | undefined;
  readonly limit_cpu: boolean;
  readonly rules: RuleBook;
}

/** Where data are kept in the folder of a state. */
const DATA_FOLDER = 'postgres';
/** Others may pass through to what they own, and see nothing. */
const PASSABLE = 0o710;

/** Finds PostgreSQL and prepares everything that servers need. @throws PostgresProblem */
export async function openServers({
  programs,
  state,
  limit_cpu,
  rules,
}: OpenServersOptions): Promise<ServerHost> {
  const user = serverUser();
  const binaries = await findBinaries(programs, user);
  const groups = limit_cpu ? controlGroups(sizeRules(rules).memory_per_cu_bytes) : undefined;
  if (state !== undefined && user !== undefined) {
    chownSync(state, process.getuid!(), user.gid);
    chmodSync(state, PASSABLE);
  }
  const kept = state === undefined ? undefined : join(state, DATA_FOLDER);
  return {
    binaries,
    user,
    groups,
    folder: await openServerFolder(kept, user),
    setpriv: await deathSignalProgram(),
  };
}

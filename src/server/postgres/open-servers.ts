import { chmodSync, chownSync, existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { RuleBook } from '../../compute/rule-book.js';
import { findBinaries } from '../../postgres/cluster/binaries.js';
import { Cluster } from '../../postgres/cluster/cluster.js';
import { controlGroups } from '../../postgres/cluster/control-groups.js';
import { deathSignalProgram } from '../../postgres/cluster/death-signal.js';
import { PostgresProblem } from '../../postgres/cluster/postgres-problem.js';
import type { DataHost } from '../../postgres/cluster/served-data.js';
import { openServerFolder } from '../../postgres/cluster/server-folder.js';
import type { ServerHost } from '../../postgres/cluster/server-host.js';
import { serverPrograms } from '../../postgres/cluster/server-programs.js';
import { settingsProblem } from '../../postgres/cluster/server-settings.js';
import { serverUser } from '../../postgres/cluster/server-user.js';
import { isServerUrl } from '../../postgres/shared/given-url.js';
import { openGivenServer } from '../../postgres/shared/open-given-server.js';
import { sizeRules } from './size-rules.js';

export interface OpenServersOptions {
  /**
   * A folder of programs, or `embedded`; the URL of a server that holds separate databases for every branch;
   * `undefined` for the installed programs.
   */
  readonly programs: string | undefined;
  /** The folder of the emulator's state, which also keeps the data; without one, data are removed at the end. */
  readonly state: string | undefined;
  readonly limit_cpu: boolean;
  readonly rules: RuleBook;
  /** Receives problems of a server. */
  readonly log: (message: string) => void;
}

/** Folders for data within the folder of a state: data of servers started here, and notes about a given server. */
const DATA_FOLDER = 'postgres';
const NOTES_FOLDER = 'postgres-url';
/** Others may pass through to what they own, and see nothing. */
const PASSABLE = 0o710;

/** Finds PostgreSQL and prepares everything that servers need. @throws PostgresProblem */
export async function openServers(options: OpenServersOptions): Promise<DataHost> {
  const { programs, state, limit_cpu, log } = options;
  if (programs === undefined || !isServerUrl(programs)) return openOwnServers(options);
  if (limit_cpu) {
    throw new PostgresProblem(
      'a server that runs already cannot be kept to the size of a compute: leave --limit-cpu out, or name a folder of programs',
    );
  }
  refuseOtherData(
    state,
    DATA_FOLDER,
    'of servers that neap started: start with --postgres and their programs',
  );
  return openGivenServer({
    url: programs,
    notes: state === undefined ? undefined : join(state, NOTES_FOLDER),
    log,
  });
}

async function openOwnServers({
  programs: named,
  state,
  limit_cpu,
  rules,
}: OpenServersOptions): Promise<DataHost> {
  const user = serverUser();
  const binaries = await findBinaries(named, user);
  const groups = limit_cpu ? controlGroups(sizeRules(rules).memory_per_cu_bytes) : undefined;
  refuseOtherData(state, NOTES_FOLDER, 'on a given server: start with --postgres and its URL');
  if (state !== undefined && user !== undefined) {
    chownSync(state, process.getuid!(), user.gid);
    chmodSync(state, PASSABLE);
  }
  const kept = state === undefined ? undefined : join(state, DATA_FOLDER);
  const folder = await openServerFolder(kept, user, binaries);
  const programs = await serverPrograms(binaries, folder.programs);
  const host: ServerHost = { binaries, programs, user, groups, folder, setpriv: await deathSignalProgram() };
  return {
    version: binaries.version,
    place: 'behind every compute',
    remarks: [],
    limits: groups !== undefined,
    settingsProblem: (asked) => settingsProblem(asked, programs.loadable),
    freeBytes() {
      const { bavail, bsize } = statfsSync(folder.path);
      return bavail * bsize;
    },
    data: (id) => new Cluster(host, id),
    keepOnly: async (isKnown) => folder.keepOnly(isKnown),
    close: folder.close,
  };
}

/** A state whose data are elsewhere would seem empty. @throws PostgresProblem */
function refuseOtherData(state: string | undefined, folder: string, what: string): void {
  if (state === undefined || !existsSync(join(state, folder))) return;
  throw new PostgresProblem(`the data of ${state} are ${what}, or name another --state folder`);
}

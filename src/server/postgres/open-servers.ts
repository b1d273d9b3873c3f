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
   * A folder of programs, `embedded`, or the URL of a server that holds the databases of all branches; `undefined` for
   * the installed programs.
   */
  readonly programs: string | undefined;
  /** The folder of the emulator's state and data; `undefined` removes the data at the end. */
  readonly state: string | undefined;
  readonly limit_cpu: boolean;
  readonly rules: RuleBook;
  readonly log: (message: string) => void;
}

/** Subfolders of the state folder: data of servers started here, and notes about a given server. */
const DATA_FOLDER = 'postgres';
const NOTES_FOLDER = 'postgres-url';
/** The servers' group may traverse the folder, but not list it. */
const PASSABLE = 0o710;

/** Finds PostgreSQL and prepares everything that servers need. @throws PostgresProblem */
export async function openServers(options: OpenServersOptions): Promise<DataHost> {
  const { programs, state, limit_cpu, log } = options;
  if (programs === undefined || !isServerUrl(programs)) return openOwnServers(options);
  if (limit_cpu) {
    throw new PostgresProblem(
      'the CPU of a server that is already running cannot be limited; omit --limit-cpu, or name a folder of programs',
    );
  }
  refuseMovedData(
    state,
    DATA_FOLDER,
    'held by servers that neap started; start with --postgres and their programs',
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
  refuseMovedData(state, NOTES_FOLDER, 'on a given server; start with --postgres and its URL');
  if (state !== undefined && user !== undefined) {
    chownSync(state, process.getuid!(), user.gid);
    chmodSync(state, PASSABLE);
  }
  const data_folder = state === undefined ? undefined : join(state, DATA_FOLDER);
  const folder = await openServerFolder(data_folder, user, binaries);
  const programs = await serverPrograms(binaries, folder.programs);
  const host: ServerHost = { binaries, programs, user, groups, folder, setpriv: await deathSignalProgram() };
  return {
    version: binaries.version,
    place: 'behind every compute',
    remarks: [],
    limits: groups !== undefined,
    settingsProblem: (settings) => settingsProblem(settings, programs.loadable),
    freeBytes() {
      const { bavail, bsize } = statfsSync(folder.path);
      return bavail * bsize;
    },
    data: (id) => new Cluster(host, id),
    keepOnly: async (isKnown) => folder.keepOnly(isKnown),
    close: folder.close,
  };
}

/** Refuses a state whose data are elsewhere, because it would seem empty. @throws PostgresProblem */
function refuseMovedData(state: string | undefined, folder: string, what: string): void {
  if (state === undefined || !existsSync(join(state, folder))) return;
  throw new PostgresProblem(`the data of ${state} is ${what}, or name another --state folder`);
}

import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { ServedData } from '../../postgres/cluster/served-data.js';
import { computeSettings, type ServerSettings } from '../../postgres/cluster/server-settings.js';
import { createBranchData, type DataContext, replaceData } from './branch-data.js';
import { ComputeServer, type ServerWork } from './compute-server.js';
import { contentsOf, type ServerRuns } from './server-runs.js';
import { type SizeRules, serverSize } from './size-rules.js';

/** The shared context of all servers. */
export interface ServerContext extends DataContext {
  readonly sizes: SizeRules;
  readonly runs: ServerRuns;
  readonly onSettling: () => void;
  readonly onStop: (endpoint_id: string) => Promise<void>;
}

/** Read replicas have their own servers; a primary compute uses the server of its branch. */
export function serverId({ id, type, branch_id }: Pick<EndpointRecord, 'id' | 'type' | 'branch_id'>): string {
  return type === 'read_only' ? id : branch_id;
}

/** The server of a branch's primary compute, or of a read replica. @param id of the branch, or of the replica's endpoint */
export function createServer(context: ServerContext, id: string): ComputeServer {
  return context.state.get('endpoints', id) === undefined
    ? primaryServer(context, id)
    : replicaServer(context, id);
}

/** The server of a branch's primary compute, which keeps the branch's data. */
function primaryServer(context: ServerContext, branch_id: string): ComputeServer {
  const { state, runs, host, log } = context;
  const cluster = host.data(branch_id);
  const branch = () => state.get('branches', branch_id);
  const endpoint = () => state.primaryByBranch.only(branch_id);
  return serverOf(
    context,
    cluster,
    {
      name: `branch ${branch_id}`,
      wanted: () => {
        const compute = endpoint();
        return {
          data: branch() !== undefined,
          data_version: branch()?.data_version ?? 0,
          runs: compute !== undefined && runs.shouldRun(compute),
          run: compute === undefined ? 'none' : `${compute.id} ${runs.interruptions(compute.id)}`,
          contents: JSON.stringify(contentsOf(state, branch_id)),
          cu: compute?.current_cu ?? 0,
        };
      },
      create: () => createBranchData(context, cluster, branch()!),
      replace: () => replaceData(context, cluster, branch()!),
      start: () => cluster.start(settingsOf(context, endpoint()!), endpoint()!.current_cu),
      async apply() {
        for (const problem of await cluster.apply(contentsOf(state, branch_id))) {
          log(`branch ${branch_id}: ${problem}`);
        }
      },
    },
    () => endpoint()?.id,
  );
}

/** The server of a read replica: a hot standby of its branch's primary, copied again at each wake. */
function replicaServer(context: ServerContext, endpoint_id: string): ComputeServer {
  const { state, runs, host, primary } = context;
  const cluster = host.data(endpoint_id);
  const endpoint = () => state.get('endpoints', endpoint_id)!;
  const ofPrimary = <Result>(body: (of: ServedData) => Promise<Result>) => {
    const server = primary(endpoint().branch_id);
    return server.exclusively(async () => {
      if (!server.cluster.exists)
        await createBranchData(context, server.cluster, state.get('branches', endpoint().branch_id)!);
      return body(server.cluster);
    });
  };
  return serverOf(
    context,
    cluster,
    {
      name: `read replica ${endpoint_id}`,
      wanted: () => {
        const compute = state.get('endpoints', endpoint_id);
        return {
          data: compute !== undefined,
          // Copied again at each start.
          data_version: 0,
          runs: compute !== undefined && runs.shouldRun(compute),
          run: `${compute?.branch_id} ${runs.interruptions(endpoint_id)}`,
          contents: '',
          cu: compute?.current_cu ?? 0,
        };
      },
      // Copied again at each start.
      create: () => ofPrimary((of) => cluster.becomeStandby(of)),
      replace: async () => undefined,
      async start() {
        await cluster.remove();
        await ofPrimary((of) => cluster.becomeStandby(of));
        const of = primary(endpoint().branch_id).cluster;
        await cluster.start(replicaSettings(context, endpoint()), endpoint().current_cu, of);
      },
      apply: async () => undefined,
    },
    () => endpoint_id,
  );
}

function serverOf(
  { log, onSettling, onStop }: ServerContext,
  cluster: ServedData,
  work: Omit<ServerWork, 'log' | 'onSettling' | 'onStop'>,
  endpoint_id: () => string | undefined,
): ComputeServer {
  return new ComputeServer(cluster, {
    ...work,
    log,
    onSettling,
    async onStop() {
      const id = endpoint_id();
      if (id !== undefined) await onStop(id);
    },
  });
}

function settingsOf({ sizes, state }: ServerContext, endpoint: EndpointRecord): ServerSettings {
  const { enable_logical_replication, preload_libraries } =
    state.get('projects', endpoint.project_id)?.settings ?? {};
  const libraries = [preload_libraries, endpoint.settings.preload_libraries].flatMap(
    (each) => each?.enabled_libraries ?? [],
  );
  const own = {
    ...(enable_logical_replication === true && { wal_level: 'logical' }),
    ...(libraries.length > 0 && { shared_preload_libraries: [...new Set(libraries)].join(',') }),
    ...endpoint.settings.pg_settings,
  };
  return computeSettings(serverSize(endpoint, sizes), own);
}

/** Settings that a standby must have at least as large as its primary. Source: PostgreSQL documentation, "Hot Standby". */
const STANDBY_MINIMUMS = ['max_connections', 'max_worker_processes', 'max_wal_senders'];

function replicaSettings(context: ServerContext, endpoint: EndpointRecord): ServerSettings {
  const own = settingsOf(context, endpoint);
  const primary = context.state.primaryByBranch.only(endpoint.branch_id);
  if (primary === undefined) return own;
  const of = settingsOf(context, primary);
  const raised = STANDBY_MINIMUMS.map((name) => [
    name,
    String(Math.max(Number(own[name]), Number(of[name]))),
  ]);
  return { ...own, ...(Object.fromEntries(raised) as ServerSettings) };
}

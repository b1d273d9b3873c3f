import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { ServedData } from '../../postgres/cluster/served-data.js';
import { computeSettings, type ServerSettings } from '../../postgres/cluster/server-settings.js';
import { createBranch, type DataContext, replaceData } from './branch-data.js';
import { ComputeServer, type ServerWork } from './compute-server.js';
import { type SizeRules, serverSize } from './size-rules.js';

/** The objects that servers are created from. */
export interface ServerContext extends DataContext {
  readonly sizes: SizeRules;
  readonly onSettling: () => void;
  readonly onStop: (endpoint_id: string) => Promise<void>;
}

/** The server of a branch's primary compute, which keeps the branch's data. */
export function primaryServer(context: ServerContext, branch_id: string): ComputeServer {
  const { mirror, host, log } = context;
  const cluster = host.data(branch_id);
  const endpoint = () => mirror.primaryOf(branch_id);
  return serverOf(
    context,
    cluster,
    {
      name: `branch ${branch_id}`,
      wanted: () => {
        const compute = endpoint();
        return {
          data: mirror.branches.has(branch_id),
          data_version: mirror.branches.get(branch_id)?.data_version ?? 0,
          runs: compute !== undefined && mirror.runs(compute),
          run: compute === undefined ? 'none' : `${compute.id} ${mirror.interruptions(compute.id)}`,
          contents: JSON.stringify(mirror.contentsOf(branch_id)),
          cu: compute?.current_cu ?? 0,
        };
      },
      create: () => createBranch(context, cluster, mirror.branches.get(branch_id)!),
      replace: () => replaceData(context, cluster, mirror.branches.get(branch_id)!),
      start: () => cluster.start(settingsOf(context, endpoint()!), endpoint()!.current_cu),
      async apply() {
        for (const problem of await cluster.apply(mirror.contentsOf(branch_id))) {
          log(`branch ${branch_id}: ${problem}`);
        }
      },
    },
    () => endpoint()?.id,
  );
}

/** The server of a read replica: a hot standby of its branch's primary, copied again at each wake. */
export function replicaServer(context: ServerContext, endpoint_id: string): ComputeServer {
  const { mirror, host, primary } = context;
  const cluster = host.data(endpoint_id);
  const endpoint = () => mirror.endpoints.get(endpoint_id)!;
  const ofPrimary = <Result>(body: (of: ServedData) => Promise<Result>) => {
    const server = primary(endpoint().branch_id);
    return server.exclusively(async () => {
      if (!server.cluster.exists)
        await createBranch(context, server.cluster, mirror.branches.get(endpoint().branch_id)!);
      return body(server.cluster);
    });
  };
  return serverOf(
    context,
    cluster,
    {
      name: `read replica ${endpoint_id}`,
      wanted: () => {
        const compute = mirror.endpoints.get(endpoint_id);
        return {
          data: compute !== undefined,
          // Copied again at each start.
          data_version: 0,
          runs: compute !== undefined && mirror.runs(compute),
          run: `${compute?.branch_id} ${mirror.interruptions(endpoint_id)}`,
          contents: '',
          cu: compute?.current_cu ?? 0,
        };
      },
      // Its data come with its start.
      create: () => ofPrimary((of) => cluster.standbyOf(of)),
      replace: async () => undefined,
      async start() {
        await cluster.remove();
        await ofPrimary((of) => cluster.standbyOf(of));
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

function settingsOf({ sizes, mirror }: ServerContext, endpoint: EndpointRecord): ServerSettings {
  const { enable_logical_replication, preload_libraries } =
    mirror.projects.get(endpoint.project_id)?.settings ?? {};
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
const AT_LEAST_AS_PRIMARY = ['max_connections', 'max_worker_processes', 'max_wal_senders'];

function replicaSettings(context: ServerContext, endpoint: EndpointRecord): ServerSettings {
  const own = settingsOf(context, endpoint);
  const primary = context.mirror.primaryOf(endpoint.branch_id);
  if (primary === undefined) return own;
  const of = settingsOf(context, primary);
  const raised = AT_LEAST_AS_PRIMARY.map((name) => [
    name,
    String(Math.max(Number(own[name]), Number(of[name]))),
  ]);
  return { ...own, ...(Object.fromEntries(raised) as ServerSettings) };
}

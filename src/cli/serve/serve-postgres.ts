import { RULE_BOOKS } from '../../compute/rule-book.js';
import { PostgresProblem } from '../../postgres/cluster/postgres-problem.js';
import type { DataHost } from '../../postgres/cluster/served-data.js';
import type { Emulator } from '../../server/emulator/emulator.js';
import type { ServedPostgres } from '../../server/postgres/serve-postgres.js';
import type { StateStore } from '../../server/store/state-store.js';
import type { ServeOptions, serveCommand } from './serve.js';
import { explainAddress } from './serve-address.js';

type ServeCommand = ReturnType<typeof serveCommand>;

/** Everything that servers need, where they are asked for; what it takes is loaded only then. */
export async function postgresHost(
  { postgres, state, limitCpu, rules = RULE_BOOKS[0] }: ServeOptions,
  store: StateStore,
  command: ServeCommand,
): Promise<DataHost | undefined> {
  if (postgres === undefined) return undefined;
  const { openServers } = await import('../../server/postgres/open-servers.js');
  try {
    return await openServers({
      programs: postgres === true ? undefined : postgres,
      state,
      limit_cpu: limitCpu === true,
      rules,
      log: (message) => process.stderr.write(`neap: ${message}\n`),
    });
  } catch (error) {
    await store.close();
    if (error instanceof PostgresProblem) command.error(`error: --postgres: ${error.message}`);
    throw error;
  }
}

/** Puts servers behind the endpoints, or ends the command with why their port cannot be had. */
export async function postgresOrExplained(
  emulator: Emulator,
  servers: DataHost,
  { host, postgresPort, requireTls, endpointDomain, state, rules = RULE_BOOKS[0] }: ServeOptions,
  command: ServeCommand,
): Promise<ServedPostgres> {
  const { servePostgres } = await import('../../server/postgres/serve-postgres.js');
  try {
    return await servePostgres(emulator, servers, {
      port: postgresPort,
      host,
      require_tls: requireTls === true,
      endpoint_domain: endpointDomain,
      rules,
      state,
    });
  } catch (error) {
    await servers.close();
    await emulator.store.close();
    explainAddress(error, { host, port: postgresPort, option: '--postgres-port' }, command);
    throw error;
  }
}

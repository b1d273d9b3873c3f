import type { RuleBook } from '../../compute/rule-book.js';
import type { DataHost } from '../../postgres/cluster/served-data.js';
import { sqlApp } from '../../postgres/http/sql-app.js';
import { webSocketUpgrade } from '../../postgres/http/web-socket.js';
import { PgBouncer } from '../../postgres/pooler/pgbouncer.js';
import { tlsIdentity } from '../../postgres/wire/certificate.js';
import { PostgresProxy } from '../../postgres/wire/postgres-proxy.js';
import type { Emulator } from '../emulator/emulator.js';
import type { AttachedServers } from '../listen.js';
import { type ProxyAddress, withLocalAddresses } from './local-addresses.js';
import { PostgresComputes } from './postgres-computes.js';
import { sizeRules } from './size-rules.js';

/** Where the proxy listens, and which connections it accepts; port 0 for any free port. */
export interface ServePostgresOptions extends ProxyAddress {
  readonly rules: RuleBook;
  /** Folder of the proxy's certificate; `undefined` for a certificate in memory. */
  readonly state: string | undefined;
}

/** The Postgres servers and the proxy of an emulator. */
export interface ServedPostgres {
  readonly proxy: ProxyAddress;
  /** SQL over HTTP and WebSockets. */
  readonly attached: AttachedServers;
  /** Whether hosts with `-pooler` can be reached. */
  readonly has_pooler: boolean;
  /** Disconnects clients and stops every server. */
  close(): Promise<void>;
}

/**
 * Attaches real servers to an emulator's endpoints, and starts the proxy in front of them.
 * @throws the system's error if the port or host is not available
 */
export async function servePostgres(
  emulator: Emulator,
  host: DataHost,
  { port, host: at, require_tls, endpoint_domain, rules, state }: ServePostgresOptions,
): Promise<ServedPostgres> {
  const computes = new PostgresComputes(emulator, host, sizeRules(rules));
  const pooler = new PgBouncer(computes, emulator.log);
  const names = endpoint_domain === undefined ? [] : [`*.${endpoint_domain}`];
  const tls = tlsIdentity(state, [at, ...names]);
  const proxy = new PostgresProxy({ directory: computes, pooler, tls, require_tls, log: emulator.log });
  const everywhere = at === '0.0.0.0' || at === '::';
  const address = {
    host: everywhere ? '127.0.0.1' : at,
    port: await proxy.listen({ host: at, port }),
    require_tls,
    endpoint_domain,
  };
  emulator.view = (answer) => withLocalAddresses(answer, address) as object;
  computes.begin();
  return {
    proxy: address,
    attached: {
      app: sqlApp(proxy, emulator.log),
      domain: endpoint_domain,
      upgrade: webSocketUpgrade(proxy),
    },
    has_pooler: pooler.installed,
    async close() {
      host.stopWaiting?.();
      await pooler.close();
      // Servers stop before the proxy, so that they end sessions with their own messages.
      await computes.close();
      await proxy.close();
      await host.close();
    },
  };
}

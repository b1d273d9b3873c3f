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

/** Where and how clients of Postgres are let in; port 0 takes any free one. */
export interface ServePostgresOptions extends ProxyAddress {
  readonly rules: RuleBook;
  /** Folder that keeps the proxy's certificate; in memory unless given. */
  readonly state: string | undefined;
}

/** Servers that run behind the endpoints of an emulator. */
export interface ServedPostgres {
  readonly proxy: ProxyAddress;
  /** SQL over HTTP and WebSockets. */
  readonly attached: AttachedServers;
  /** Whether hosts with `-pooler` can be reached. */
  readonly has_pooler: boolean;
  /** Lets clients go and stops every server. */
  close(): Promise<void>;
}

/**
 * Puts real servers behind an emulator's endpoints, and the proxy before them.
 * @throws the system's error when the port or host cannot be had
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
  emulator.shown = (answer) => withLocalAddresses(answer, address) as object;
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
      // Sessions are ended by their servers, in the servers' words.
      await computes.close();
      await proxy.close();
      await host.close();
    },
  };
}

import type { ClientSetting } from './client-attempts.js';
import { PerQueryClient } from './client-per-query.js';
import { StandingClient } from './client-persistent.js';
import { PoolClient } from './client-pool.js';
import type { ClientProcess } from './client-process.js';
import { SessionClient } from './client-sessions.js';

/** The clients of a load at one of its computes, by how they hold connections. */
export function clientProcess(setting: ClientSetting): ClientProcess {
  const { connection } = setting.specification;
  switch (connection.kind) {
    case 'per_query':
      return new PerQueryClient(setting);
    case 'pool':
      return new PoolClient(setting, connection);
    case 'session':
      return new SessionClient(setting, connection.in_transaction);
    case 'listen':
      return new StandingClient(setting, false);
    case 'replication':
      return new StandingClient(setting, true);
  }
}

import { inUnit, ratio } from './figure.js';
import { CLIENT_POOL_WAIT, POOLER_WAIT } from './latency.js';

const count = inUnit('count', { observable: 'clients' });
const trouble = inUnit('count', { better: 'less', observable: 'clients' });

export const CONNECTIONS = {
  limit: count(
    'connections_limit',
    ({ connections }) => connections.limit,
    'Connections that Postgres admits.',
  ),
  peak: count('connections_peak', ({ connections }) => connections.peak, {
    sentence: 'Maximum number of open connections; a total adds up peaks that need not coincide.',
  }),
  mean: count('connections_mean', ({ connections }) => connections.mean, 'Time average over the whole run.'),
  refused: inUnit('count', { better: 'less', compared: true, observable: 'clients' })(
    'connections_refused',
    ({ connections }) => connections.refused,
    'Connections that were refused because there were too many.',
  ),
  dropped: trouble('connections_dropped', ({ connections }) => connections.dropped, {
    label: 'Connections cut',
    sentence: 'Connections that a restart, a suspension or a fault ended.',
  }),
} as const;

export const CLIENT_POOL = {
  waited: trouble('client_pool_waited', (seen) => seen.client_pool_wait.count, {
    label: "Waits in the client's own pool",
    sentence:
      "Attempts that waited for a place in their client's pool, until they had one or gave up; a retry counts again.",
  }),
  probability: inUnit('share', { better: 'less', compared: true, observable: 'clients' })(
    'client_pool_wait_probability',
    (seen) => ratio(seen.client_pool_wait.count, seen.attempts.made),
    {
      label: "Queries that waited in the client's own pool",
      sentence: "Share of the attempts that waited for a place in their client's own pool.",
    },
  ),
  waited_seconds: inUnit('seconds', { better: 'less', observable: 'clients' })(
    'client_pool_waited_seconds',
    (seen) => seen.client_pool_wait.sum,
    { label: "Waited in the client's own pool", sentence: 'Sum of these waits.' },
  ),
  wait_ms: CLIENT_POOL_WAIT,
} as const;

/** The pooler inside the compute. */
export const POOLER = {
  clients_peak: count('pooler_clients_peak', ({ pooler }) => pooler.clients_peak, {
    sentence: 'Maximum number of clients of the pooler, including idle ones; a total adds up peaks.',
  }),
  waiting_peak: trouble('pooler_waiting_peak', ({ pooler }) => pooler.waiting_peak, {
    sentence: 'Maximum number of queries waiting for a server connection; a total adds up peaks.',
  }),
  queued: trouble(
    'pooler_queued',
    ({ pooler }) => pooler.queued,
    'Queries that waited for a server connection.',
  ),
  wait_ms: POOLER_WAIT,
} as const;

import { inUnit } from './figure.js';
import { POOLER_WAIT } from './latency.js';

const count = inUnit('count');
const trouble = inUnit('count', { better: 'less' });

/** The compute's connections. */
export const CONNECTIONS = {
  limit: count(
    'connections_limit',
    ({ connections }) => connections.limit,
    'Connections that Postgres admits.',
  ),
  peak: count('connections_peak', ({ connections }) => connections.peak, {
    sentence: 'Most connections at once; a total adds up peaks that need not fall together.',
  }),
  mean: count('connections_mean', ({ connections }) => connections.mean, 'Time average over the whole run.'),
  refused: inUnit('count', { better: 'less', compared: true })(
    'connections_refused',
    ({ connections }) => connections.refused,
    'Connections that were refused because there were too many.',
  ),
  dropped: trouble('connections_dropped', ({ connections }) => connections.dropped, {
    label: 'Connections cut',
    sentence: 'Connections that a restart, a suspension or a fault ended.',
  }),
} as const;

/** The pooler inside the compute. */
export const POOLER = {
  clients_peak: count('pooler_clients_peak', ({ pooler }) => pooler.clients_peak, {
    sentence: 'Most clients of the pooler at once, idle ones included; a total adds up peaks.',
  }),
  waiting_peak: trouble('pooler_waiting_peak', ({ pooler }) => pooler.waiting_peak, {
    sentence: 'Most queries at once that waited for a server connection; a total adds up peaks.',
  }),
  queued: trouble(
    'pooler_queued',
    ({ pooler }) => pooler.queued,
    'Queries that waited for a server connection.',
  ),
  wait_ms: POOLER_WAIT,
} as const;

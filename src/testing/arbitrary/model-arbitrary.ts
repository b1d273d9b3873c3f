import fc from 'fast-check';
import type { RuleBook } from '../../compute/rule-book.js';
import type { ConstantName } from '../../scenario/model/model-constants.js';
import { checkArguments } from '../arguments/arguments.js';
import { durationDistributions, type Json, type JsonMapping } from './distribution-arbitrary.js';

/** Values of every constant, small enough for a short run to reach limits (connections, pooler clients, waits). */
const VALUES: Readonly<Record<ConstantName, fc.Arbitrary<Json>>> = {
  wake_latency: fc.oneof(fc.constant('0s'), durationDistributions(3000)),
  warm_pool_miss: fc.constantFrom(0, 0.2, 1),
  warm_pool_miss_latency: durationDistributions(6000),
  long_idle_after: fc.constantFrom('10m', '7d'),
  long_idle_factor: fc.constantFrom(1, 1.25, 3),
  restart_latency: fc.oneof(fc.constant('0s'), durationDistributions(5000)),
  connect_latency: durationDistributions(50),
  round_trip_latency: fc.constantFrom('0s', '0.5ms', '80ms'),
  connection_cpu: fc.constantFrom('0s', '3ms', '80ms'),
  session_end_latency: fc.constantFrom('0s', '1ms', '100ms'),
  fork_latency: fc.constantFrom('0s', '500us', '20ms'),
  suspend_check: durationDistributions(5000),
  availability_check_interval: fc.constantFrom('never', '40s', '10m'),
  autovacuum_interval: fc.constantFrom('never', '7s', '5m'),
  idle_clock: fc.constantFrom('work', 'connections'),
  proxy: fc.constantFrom('transparent', 'platform', 'absent'),
  idle_in_transaction_timeout: fc.constantFrom('1s', '1m', '5m'),
  max_connections: fc.integer({ min: 1, max: 12 }),
  reserved_connections: fc.constantFrom(0, 1, 7),
  memory_per_cu: fc.constantFrom('4GiB', '4GB', '1GiB'),
  smallest_billed_cu: fc.constant(0.25),
  cpu_limit: fc.constantFrom('share', 'bandwidth'),
  cpu_quota_burst: fc.constantFrom(0.5, 1, 4),
  cpu_quota_period: fc.constantFrom('10ms', '100ms', '1s'),
  metrics_interval: fc.constantFrom('5s', '1s', '17s'),
  metrics_fetch_latency: fc.constantFrom('0s', '10ms', '2s'),
  load_average_fraction_target: fc.constantFrom(0.9, 0.2, 1.9),
  memory_usage_fraction_target: fc.constantFrom(0.75, 0.3),
  memory_total_fraction_target: fc.constantFrom(0.9, 0.4),
  cpu_stable_zone_ratio: fc.constantFrom(0, 0.1),
  cpu_mixed_zone_ratio: fc.constantFrom(0, 0.15),
  lfc_metrics: fc.boolean(),
  lfc_metrics_interval: fc.constantFrom('15s', '20s'),
  scaling_call_latency: fc.oneof(fc.constant('0s'), durationDistributions(500)),
  resize_latency: fc.oneof(fc.constant('0s'), durationDistributions(500)),
  host_full: fc.constantFrom(0, 0.1, 1),
  migration_latency: durationDistributions(60_000),
  migration_pause: durationDistributions(500),
  bill_startup: fc.boolean(),
  base_memory: fc.constantFrom('0B', '44MiB'),
  connection_memory: fc.constantFrom('0B', '5MiB', '20MiB'),
  file_cache_formula: fc.constantFrom('table', 'monitor'),
  file_cache_per_cu: fc.constantFrom('64MiB', '3GiB'),
  page_reads_per_second: fc.constantFrom('unlimited', 10_650, 200),
  prewarm: fc.constantFrom('never', 'restarts', 'always'),
  prewarm_pages_per_second: fc.constantFrom(100, 10_650),
  page_miss_latency: fc.constantFrom('0s', '300us', '10ms'),
  pooler_pool_share: fc.constantFrom(0, 0.5, 0.9, 1),
  pooler_max_clients: fc.constantFrom(1, 5, 10_000),
  query_wait_timeout: fc.constantFrom('1s', '120s'),
};

/**
 * The `model` section of a scenario document: any of its constants.
 * @param rules the rule book that the constants must satisfy
 */
export function modelDocuments(rules: RuleBook): fc.Arbitrary<JsonMapping> {
  checkArguments('modelDocuments', { rules });
  return fc.record(VALUES, { requiredKeys: [] }).map((constants) => ({ rules, ...constants }));
}

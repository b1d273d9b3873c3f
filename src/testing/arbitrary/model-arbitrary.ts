import fc from 'fast-check';
import { durationDistributions, type Json } from './distribution-arbitrary.js';

/**
 * The `model` section of a scenario document: any of its constants, small enough that limits are reached
 * (few connections, a small pooler, short waits) within a short run.
 */
export function modelDocuments(): fc.Arbitrary<{ readonly [key: string]: Json }> {
  return fc.record(
    {
      wake_latency: fc.oneof(fc.constant('0s'), durationDistributions(3000)),
      warm_pool_miss: fc.constantFrom(0, 0.2, 1),
      warm_pool_miss_latency: durationDistributions(6000),
      long_idle_after: fc.constantFrom('10m', '7d'),
      long_idle_factor: fc.constantFrom(1, 1.25, 3),
      restart_latency: fc.oneof(fc.constant('0s'), durationDistributions(5000)),
      connect_latency: durationDistributions(50),
      suspend_check: durationDistributions(5000),
      rules: fc.constantFrom('seed', 'platform'),
      proxy: fc.constantFrom('transparent', 'platform', 'absent'),
      idle_in_transaction_timeout: fc.constantFrom('1s', '1m', '5m'),
      max_connections: fc.integer({ min: 1, max: 12 }),
      reserved_connections: fc.constantFrom(0, 1, 7),
      memory_per_cu: fc.constantFrom('4GiB', '4GB', '1GiB'),
      metrics_interval: fc.constantFrom('5s', '1s', '17s'),
      load_average_fraction_target: fc.constantFrom(0.9, 0.2, 1.9),
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
      page_reads_per_second: fc.constantFrom('unlimited', 10_650, 200),
      prewarm: fc.constantFrom('never', 'restarts', 'always'),
      prewarm_pages_per_second: fc.constantFrom(100, 10_650),
      page_miss_latency: fc.constantFrom('0s', '300us', '10ms'),
      pooler_pool_share: fc.constantFrom(0, 0.5, 0.9, 1),
      pooler_max_clients: fc.constantFrom(1, 5, 10_000),
      query_wait_timeout: fc.constantFrom('1s', '120s'),
    },
    { requiredKeys: [] },
  );
}

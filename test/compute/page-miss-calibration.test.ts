import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { PAGE_STORE_DEFAULTS, PageStore } from '../../src/compute/page-store.js';
import { expectClose } from '../vectors/closeness.js';

const file = fileURLToPath(new URL('../data/azure_vmnoise_pgbench_summary.csv', import.meta.url));

/** Mean transactions per second of short-lived machines. */
function measured(scale: number, clients: number, mode: string, sku = 'D8s_v5', region = 'westus2'): number {
  const rows: Record<string, string>[] = parse(readFileSync(file, 'utf8'), { columns: true });
  const row = rows.find(
    (one) =>
      one['scale_factor'] === String(scale) &&
      one['clients'] === String(clients) &&
      one['mode'] === mode &&
      one['metric'] === 'tps' &&
      one['vm_sku'] === sku &&
      one['region'] === region &&
      one['lifespan'] === 'short',
  );
  if (row === undefined) throw new Error(`no row for ${scale}, ${clients}, ${mode}, ${sku}, ${region}`);
  return Number(row['mean']);
}

/** Operations of the store per missed page of a writing transaction, on a separate disk. */
const OPERATIONS_PER_WRITE_MISS = 3.51;

/** A closed model: each client works for a while, waits for one missed page, and repeats. */
function throughput(clients: number, workSeconds: number, operations: number): number {
  const store = new PageStore(PAGE_STORE_DEFAULTS);
  const atStore = Float64Array.from({ length: clients }, (_, client) => workSeconds * (1 + client / clients));
  let done = 0;
  let now = 0;
  while (done < 50_000) {
    const next = atStore.indexOf(Math.min(...atStore));
    now = atStore[next]!;
    atStore[next] = now + store.read(now, 1) + workSeconds;
    // Write-backs delay only later requests.
    store.read(now, operations - 1);
    done += 1;
  }
  return done / now;
}

test('25 clients that do almost nothing else get exactly the rate of the store', () => {
  expectClose(throughput(25, 34e-6, 1), PAGE_STORE_DEFAULTS.operations_per_second, 2e-3);
});

describe('calibration against measured runs', () => {
  const inCache = (clients: number, mode: string) => measured(25, clients, mode);

  test('one read-only client has 9.5 times the throughput in cache', () => {
    const fitted = inCache(1, 'read_only') / throughput(1, 1 / inCache(1, 'read_only'), 1);
    expectClose(fitted, inCache(1, 'read_only') / measured(2500, 1, 'read_only'), 0.005);
    expect(fitted).toBeCloseTo(9.5, 1);
  });

  test('25 read-only clients have 25.3 times the throughput in cache', () => {
    // Out of cache the processors are not saturated, so a client works no longer than it would alone.
    const fitted = inCache(25, 'read_only') / throughput(25, 1 / inCache(1, 'read_only'), 1);
    expectClose(fitted, inCache(25, 'read_only') / measured(2500, 25, 'read_only'), 0.005);
    expect(fitted).toBeCloseTo(25.3, 1);
  });

  test('25 read-write clients have 3.1 times the throughput in cache', () => {
    const work = 25 / inCache(25, 'read_write');
    const fitted = inCache(25, 'read_write') / throughput(25, work, OPERATIONS_PER_WRITE_MISS);
    expectClose(fitted, inCache(25, 'read_write') / measured(2500, 25, 'read_write'), 0.005);
    expect(fitted).toBeCloseTo(3.1, 1);
  });

  test('one read-write client, which is not fitted, is predicted at 1.30 and measured at 1.32', () => {
    const work = 1 / inCache(1, 'read_write');
    const predicted = inCache(1, 'read_write') / throughput(1, work, OPERATIONS_PER_WRITE_MISS);
    expectClose(predicted, inCache(1, 'read_write') / measured(2500, 1, 'read_write'), 0.02);
  });

  test.each([
    ['D8s_v5', 'eastus'],
    ['B8ms', 'eastus'],
    ['B8ms', 'westus2'],
  ])('the storage limit of %s also applies to %s', (sku, region) => {
    expectClose(
      PAGE_STORE_DEFAULTS.operations_per_second,
      measured(2500, 25, 'read_only', sku, region),
      0.01,
    );
  });

  test('a fixed latency alone would slow 25 clients down by a factor of 3.5, not 25', () => {
    const alone = 25 / (1 / inCache(1, 'read_only') + PAGE_STORE_DEFAULTS.base_latency_seconds);
    expect(inCache(25, 'read_only') / alone).toBeCloseTo(3.45, 1);
  });
});

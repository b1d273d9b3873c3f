import { expect, it } from 'vitest';
import { distinctPages, zipfPopularity } from '../../../../src/compute/page-popularity.js';
import { randomStream } from '../../../../src/kernel/random-stream.js';
import { fittedMemory } from '../../../../src/planner/calibrate/metrics/memory-fit.js';
import { fittedWarmUp, warmUps } from '../../../../src/planner/calibrate/metrics/warm-up-fit.js';
import type { MetricSeries } from '../../../../src/workload/import/series.js';

const MIB = 1048576;

const series = (
  name: string,
  times: readonly number[],
  values: readonly number[],
  labels: Readonly<Record<string, string>> = {},
): MetricSeries => ({
  name,
  labels,
  times: Float64Array.from(times),
  values: Float64Array.from(values),
  counter: false,
});

/** Memory of a compute whose connections cost 3 MiB each and 5 MiB more while they work, at sizes of 1 and 2 CU. */
function memory(noise: number) {
  const stream = randomStream('memory', 0, 'test', 'noise');
  const times = Array.from({ length: 400 }, (_, i) => 60 * i);
  const idle = times.map((_, i) => 20 + Math.round(15 * Math.sin(i / 17)));
  const active = times.map(() => Math.floor(6 * stream.uniform()));
  const total = times.map((_, i) => (i % 90 < 40 ? 2 : 1) * 4096 * MIB);
  const used = times.map(
    (_, i) =>
      MIB * (200 + 3 * (idle[i]! + active[i]!) + 5 * active[i]! + noise * (stream.uniform() - 0.5)) +
      0.02 * total[i]!,
  );
  return [
    series('host_memory_total_bytes', times, total),
    series(
      'host_memory_available_bytes',
      times,
      total.map((bytes, i) => bytes - used[i]!),
    ),
    series('neon_connection_counts', times, idle, { state: 'idle' }),
    series('neon_connection_counts', times, active, { state: 'active' }),
  ];
}

it('tells the memory of a connection and of a query apart, and from the size of the compute', () => {
  const found = fittedMemory(memory(0), 0.95);
  if (typeof found === 'string') throw new Error(found);
  expect(found.connection_bytes.value / MIB).toBeCloseTo(3, 6);
  expect(found.query_bytes!.value / MIB).toBeCloseTo(5, 6);
  expect(found.points).toBe(400);
  const noisy = fittedMemory(memory(40), 0.95);
  if (typeof noisy === 'string') throw new Error(noisy);
  expect(noisy.connection_bytes.low).toBeLessThan(3 * MIB);
  expect(noisy.connection_bytes.high).toBeGreaterThan(3 * MIB);
});

it('says why it does not tell the memory of a connection', () => {
  const all = memory(0);
  expect(fittedMemory(all.slice(0, 1), 0.95)).toContain('host_memory_available_bytes');
  const short = all.map((one) => ({
    ...one,
    times: one.times.slice(0, 50),
    values: one.values.slice(0, 50),
  }));
  expect(fittedMemory(short, 0.95)).toContain('50 points');
  const still = all.map((one) =>
    one.name === 'neon_connection_counts' ? { ...one, values: one.values.map(() => 7) } : one,
  );
  expect(fittedMemory(still, 0.95)).toContain('between 14 and 14 connections');
});

/** Lives of a cache that misses what is due, told every minute; sleeps of an hour between them. */
function lives(count: number, pages: number, exponent: number, reads_a_minute: number) {
  const popularity = zipfPopularity(pages, exponent);
  const times: number[] = [];
  const hits: number[] = [];
  const misses: number[] = [];
  for (let life = 0; life < count; life++) {
    for (let minute = 1; minute <= 40; minute++) {
      const reads = reads_a_minute * minute;
      const missed = Math.round(distinctPages(popularity, reads));
      times.push(7200 * life + 60 * minute);
      hits.push(reads - missed);
      misses.push(missed);
    }
  }
  return [series('neon_lfc_hits', times, hits), series('neon_lfc_misses', times, misses)];
}

it('finds the working set and its popularity by how a cache fills after starts', async () => {
  const found = warmUps(lives(12, 2000, 0.7, 500));
  // The first life may have begun before the export did.
  expect(found.length).toBe(11);
  const fit = await fittedWarmUp(found, 0.95);
  if (typeof fit === 'string') throw new Error(fit);
  expect(fit.working_set_bytes.value / 8192 / 2000).toBeCloseTo(1, 2);
  expect(fit.popularity.value).toBeCloseTo(0.7, 2);
});

it('leaves out what a full cache misses again, and says where there is too little', async () => {
  const all = lives(12, 2000, 0.7, 500);
  const [hits] = all;
  const limit = series(
    'neon_lfc_cache_size_limit',
    [...hits!.times],
    Array.from(hits!.times, () => 8192 * 500),
  );
  const cut = warmUps([...all, limit]);
  expect(Math.max(...cut.flatMap(({ misses }) => misses))).toBeLessThanOrEqual(400);
  expect(await fittedWarmUp(cut.slice(0, 9), 0.95)).toContain('after 9 starts');
  expect(await fittedWarmUp(warmUps(lives(12, 100, 0.7, 500)), 0.95)).toContain('at the beginning');
});

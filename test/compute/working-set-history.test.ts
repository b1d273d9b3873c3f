import fc from 'fast-check';
import { expect, it } from 'vitest';
import { zipfPopularity } from '../../src/compute/page-popularity.js';
import { WarmthTable } from '../../src/compute/warmth-table.js';
import { WorkingSetHistory } from '../../src/compute/working-set-history.js';

const tables = [new WarmthTable(zipfPopularity(400, 0.9)), new WarmthTable(zipfPopularity(50, 0))];

/** Reads at a time, linear between samples, zero before the first. */
function readsAt(samples: readonly (readonly [number, readonly number[]])[], time: number, load: number) {
  const next = samples.findIndex(([at]) => at > time);
  if (next === 0) return samples[0]![1][load]!;
  if (next === -1) return samples[samples.length - 1]![1][load]!;
  const [before, after] = [samples[next - 1]!, samples[next]!];
  const share = (time - before[0]) / (after[0] - before[0]);
  return before[1][load]! + share * (after[1][load]! - before[1][load]!);
}

it('the working set is the number of distinct pages read within each look-back, over all loads', () => {
  const steps = fc.array(
    fc.record({
      seconds: fc.integer({ min: 15, max: 200 }),
      reads: fc.tuple(fc.constantFrom(0, 0, 0, 7, 300), fc.constantFrom(0, 0, 5)),
    }),
    // Without a size few of them would be as long as an hour.
    { minLength: 1, maxLength: 80, size: 'max' },
  );
  fc.assert(
    fc.property(steps, fc.constantFrom(15, 60), (list, interval) => {
      // One sample per minute: after an hour the oldest ones have been overwritten.
      const history = new WorkingSetHistory(tables, interval);
      const samples: (readonly [number, readonly number[]])[] = [[1000, [0, 0]]];
      history.start(1000);
      for (const { seconds: wait, reads } of list) {
        const seconds = Math.max(interval, wait);
        const [time, so_far] = samples[samples.length - 1]!;
        samples.push([time + seconds, so_far.map((sum, load) => sum + reads[load]!)]);
        history.sample(time + seconds, Float64Array.from(samples[samples.length - 1]![1]));
      }
      const [now, all] = samples[samples.length - 1]!;
      const most = history.distinctAtMost(Float64Array.from(all)) * (1 + 1e-12);
      history.series().forEach((pages, index) => {
        expect(pages).toBeLessThanOrEqual(most);
        const since = now - (index + 1) * 60;
        const expected = tables.reduce(
          (sum, table, load) => sum + table.distinct(all[load]! - readsAt(samples, since, load)),
          0,
        );
        expect(pages).toBeCloseTo(expected, 9);
      });
      history.sample(now + 600, Float64Array.from(all));
      expect(Math.max(...history.series())).toBeLessThanOrEqual(most);
    }),
    { seed: 4, numRuns: 80 },
  );
});

it('the working set is zero before the first sample, and accepts any number of reads', () => {
  const history = new WorkingSetHistory(tables, 15);
  expect(history.series()).toEqual(Array(60).fill(0));
  const [first, second] = [tables[0]!.distinct(30), tables[1]!.distinct(7)];
  expect(history.distinctAtMost(Float64Array.of(30, 7))).toBe(first + second);
  expect([history.distinctOf(0, 30), history.distinctOf(1, 7)]).toEqual([first, second]);
});

import { describe, expect, test } from 'vitest';
import { COUNTS_ROWS } from '../../build/postgres-validation/counts.js';
import { measurements } from '../../build/postgres-validation/measured.js';
import { foundReason } from '../../build/postgres-validation/reasons.js';
import { LATENCY_ROWS } from '../../build/postgres-validation/rows.js';
import { comparedCounts, comparedLatencies } from '../../build/postgres-validation/table.js';

describe('measurements of a real server, next to the simulator', () => {
  const all = measurements();

  test('measured rows are rows of the suite', () => {
    const names = new Set([...LATENCY_ROWS, ...COUNTS_ROWS].map(({ name }) => name));
    expect([...all.latency, ...all.counts].filter(({ name }) => !names.has(name))).toEqual([]);
    expect(names.size).toBe(LATENCY_ROWS.length + COUNTS_ROWS.length);
  });

  test('a row that is too far off has its reason in the table', async () => {
    const compared = [...(await comparedLatencies(all)), ...(await comparedCounts(all))];
    const missed = new Set(compared.filter(({ met }) => !met).map(({ row }) => row));
    expect([...missed].filter((row) => foundReason(row, all) === undefined)).toEqual([]);
  });

  test('the CPU time of a run was used up within it', () => {
    for (const { cpu_ms, queries, seconds, utilisation, name } of all.latency) {
      const { cpus } = LATENCY_ROWS.find((row) => row.name === name)!;
      expect((cpu_ms * queries) / 1000 / (seconds * cpus)).toBeCloseTo(utilisation, 6);
      expect(utilisation).toBeLessThan(1.02);
    }
  });
});

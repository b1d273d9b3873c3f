import { expect, it } from 'vitest';
import { QueryTable } from '../../src/simulation/run/query-table.js';

const FIRST_ROWS = 1024;

/** A table that has had many queries at once, with a few distant ones left. */
function afterCrowd(): { readonly table: QueryTable; readonly left: readonly number[] } {
  const table = new QueryTable();
  const crowd = Array.from({ length: 3000 }, () => table.take(0, 0, 0, 0));
  const left = crowd.filter((row) => row % 500 === 499 && row > FIRST_ROWS);
  for (const row of crowd) if (!left.includes(row)) table.release(row);
  return { table, left };
}

it('gathered rows stay at the start of the table as distant rows are released', () => {
  const { table, left } = afterCrowd();
  table.gather(FIRST_ROWS);
  expect(table.live).toBe(left.length);
  for (const row of left) table.release(row);
  const taken = Array.from({ length: 20 }, () => table.take(0, 0, 0, 0));
  expect(taken).toEqual(Array.from(taken, (_, row) => row));
  for (const row of taken) table.release(row);
  expect(table.live).toBe(0);
  expect(table.take(0, 0, 0, 0)).toBeLessThan(20);
});

it('rows put aside by gather are used when the first rows are exhausted, before the table grows', () => {
  const { table, left } = afterCrowd();
  table.gather(FIRST_ROWS);
  const rows = table.rows;
  const taken = Array.from({ length: rows - left.length }, () => table.take(0, 0, 0, 0));
  expect(new Set([...taken, ...left]).size).toBe(rows);
  expect(taken.slice(0, FIRST_ROWS).every((row) => row < FIRST_ROWS)).toBe(true);
  expect(table.rows).toBe(rows);
  expect(table.live).toBe(rows);
  const more = table.take(0, 0, 0, 0);
  expect(table.rows).toBe(2 * rows);
  expect(taken).not.toContain(more);
});

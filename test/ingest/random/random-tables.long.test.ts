import { expect, it } from 'vitest';
import { readRandomTables } from './random-tables.js';

it('random tables are read correctly or asked about', async () => {
  const tables = 10_000;
  const { right, refused, misread } = await readRandomTables(tables, 1998);
  expect(misread).toEqual([]);
  expect(refused).toEqual([]);
  expect(right).toBeGreaterThan(0.7 * tables);
}, 600_000);

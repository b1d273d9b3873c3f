import { expect, it } from 'vitest';
import { readRandomTables } from './random-tables.js';

it('10,000 random tables are read right or asked about', async () => {
  const { right, refused, misread } = await readRandomTables(10_000, 1998);
  expect(misread).toEqual([]);
  expect(refused).toEqual([]);
  expect(right).toBeGreaterThan(7000);
}, 600_000);

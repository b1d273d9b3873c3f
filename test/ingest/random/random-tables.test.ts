import { expect, it } from 'vitest';
import { readRandomTables } from './random-tables.js';

it('300 random tables are read right or asked about', async () => {
  const { right, refused, misread } = await readRandomTables(300, 2026);
  expect(misread).toEqual([]);
  expect(refused).toEqual([]);
  expect(right).toBeGreaterThan(200);
});

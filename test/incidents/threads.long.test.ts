import { describe, test } from 'vitest';
import { checkRow, THREAD_ROWS } from './thread-rows.js';

describe('public threads as scenarios give the figures that are right, where that takes longer', () => {
  for (const row of THREAD_ROWS.filter(({ isSlow }) => isSlow)) {
    test(`neap ${row.command} of ${row.scenario}`, () => checkRow(row));
  }
});

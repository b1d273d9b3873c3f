import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LONG } from '../long-suite.js';
import { checkRow, sourcesOf, THREAD_ROWS } from './thread-rows.js';

describe('scenarios of public threads give the correct figures', () => {
  for (const row of THREAD_ROWS.filter(({ isSlow }) => LONG === (isSlow === true))) {
    test(`neap ${row.command} of ${row.scenario} gives the correct figures`, () => checkRow(row));
  }
});

test('each scenario names its source', () => {
  const files = readdirSync(new URL('threads', import.meta.url));
  for (const file of files) expect(sourcesOf(file.replace('.yaml', '')), file).toMatch(/^# After /);
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TABLES } from '../../build/docs/data-dictionary.js';
import { ROOT } from '../../build/docs/project-folder.js';
import { dictionaryRows } from '../../src/report/tables/file-table.js';

describe.each(TABLES.map((table) => [table.name, table] as const))('%s.csv', (name, table) => {
  it('has a meaning for every column, a unit for every number and none for words', () => {
    for (const { column, type, unit, meaning } of dictionaryRows([table])) {
      expect(meaning, column).toMatch(/^\S.*\.$/);
      expect(unit === '', `${column}: ${unit}`).toBe(type !== 'number');
    }
  });

  it('is among the result files', () => {
    expect(readFileSync(`${ROOT}docs/results.md`, 'utf8')).toContain(`\`${name}.csv\``);
  });
});

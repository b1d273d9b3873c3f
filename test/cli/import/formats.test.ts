import { expect, it } from 'vitest';
import { hasTest } from '../../../build/docs/named-tests.js';
import { SOURCE_NAME_LIST } from '../../../src/ingest/recording/source-names.js';
import { IMPORT_FORMATS } from './formats.js';

it('every source has a format, and every format has the test that it names', () => {
  expect([...new Set(IMPORT_FORMATS.map(({ source }) => source))]).toEqual(SOURCE_NAME_LIST);
  expect(IMPORT_FORMATS.filter(({ file, test }) => !hasTest(file, test))).toEqual([]);
  expect(hasTest('test/cli/import/rows/series.yaml', 'k6: Parquet')).toBe(false);
});

import { expect, it } from 'vitest';
import { SOURCE_NAME_LIST } from '../../../src/ingest/recording/source-names.js';
import { IMPORT_FORMATS, missingOf } from './formats.js';

it.each(SOURCE_NAME_LIST)('%s has a fixture and a test for every format that it reads', (source) => {
  expect(IMPORT_FORMATS[source].length).toBeGreaterThan(0);
  expect(IMPORT_FORMATS[source].flatMap(missingOf)).toEqual([]);
});

it('a missing test or fixture is reported', () => {
  const [known] = IMPORT_FORMATS.k6;
  expect(missingOf({ ...known!, fixture: 'series-exports.ts: k6Json' })).toEqual([
    'there is no fixture series-exports.ts: k6Json',
  ]);
  expect(missingOf({ ...known!, test: [known!.test[0], 'k6: Parquet'] })).toHaveLength(1);
});

import { expect, it } from 'vitest';
import { SOURCE_NAME_LIST } from '../../../src/ingest/recording/source-names.js';
import { IMPORT_FORMATS, missingOf } from './formats.js';

it.each(SOURCE_NAME_LIST)('%s has a fixture and a test for each form that it reads', (source) => {
  expect(IMPORT_FORMATS[source].length).toBeGreaterThan(0);
  expect(IMPORT_FORMATS[source].flatMap(missingOf)).toEqual([]);
});

it('tells where a test or a fixture is missing', () => {
  const [known] = IMPORT_FORMATS.k6;
  expect(missingOf({ ...known!, fixture: 'series-exports.ts: k6Json' })).toEqual([
    'there is no fixture series-exports.ts: k6Json',
  ]);
  expect(missingOf({ ...known!, test: [known!.test[0], 'k6: Parquet'] })).toHaveLength(1);
});

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { markdownTable } from '../../../build/docs/markdown.js';
import { SOURCE_NAME_LIST, type SourceName } from '../../../src/ingest/recording/source-names.js';
import { fileOfRule, IMPORT_ROWS } from './import-rows.js';

/** A file format that an import reads, the origin of its example, and the test that reads it. */
export interface ImportFormat {
  readonly source: SourceName;
  readonly form: string;
  readonly made: string;
  readonly file: string;
  readonly test: string;
}

const OF_ROWS: readonly ImportFormat[] = IMPORT_ROWS.flatMap(({ form, source, rule }) => {
  if (form === undefined) return [];
  const file = `test/cli/import/rows/${fileOfRule(rule)}`;
  return [{ source, form, made: 'as its documentation has it', file, test: rule }];
});

/** Every format that an import reads, in the order of the sources. */
export const IMPORT_FORMATS: readonly ImportFormat[] = SOURCE_NAME_LIST.flatMap((name) =>
  [
    ...OF_ROWS,
    ...(parse(readFileSync(new URL('formats.yaml', import.meta.url), 'utf8')) as readonly ImportFormat[]),
  ].filter(({ source }) => source === name),
);

/** The forms of each source, those of files that the software itself wrote first. */
export function importFormatTable(): string {
  const formsOf = (name: SourceName, isReal: boolean) =>
    IMPORT_FORMATS.filter(({ source, made }) => source === name && made.includes('itself') === isReal)
      .map(({ form, made }) => (isReal ? `${form} (${made.replace(/^by (.*) itself.*$/, '$1')})` : form))
      .join('; ');
  const rows = SOURCE_NAME_LIST.map((name) => [`\`${name}\``, formsOf(name, true), formsOf(name, false)]);
  return markdownTable(['source', 'tested with files of the software', 'tested as documented'], rows);
}

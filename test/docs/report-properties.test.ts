import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { hasTest, namedIn } from '../../build/docs/named-tests.js';

interface Property {
  readonly property: string;
  /** Its test files, each with the names of tests behind it. */
  readonly shown_by: string;
}

const PROPERTIES = parse(
  readFileSync(new URL('report-properties.yaml', import.meta.url), 'utf8'),
) as readonly Property[];

test.each(PROPERTIES)('$property: its tests are there', ({ shown_by }) => {
  const shown = namedIn(shown_by);
  expect(shown.flatMap(({ names }) => names).length).toBeGreaterThan(0);
  expect(shown.flatMap(({ file, names }) => names.filter((name) => !hasTest(file, name)))).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { documentText } from '../../build/docs/documents.js';
import { hasTest, namedIn } from '../../build/docs/named-tests.js';

const PROPERTIES = documentText('docs/report-properties.md')
  .split('\n')
  .map((line) => line.split(' | '))
  .filter((cells) => cells.length === 3 && /^\| P\d+$/.test(cells[0]!))
  .map(([id, , shown]) => [id!.slice(2), namedIn(shown!)] as const);

describe('docs/report-properties.md', () => {
  test('has a row for each property, in order', () => {
    expect(PROPERTIES.map(([id]) => id)).toEqual(Array.from({ length: 39 }, (_, index) => `P${index + 1}`));
  });

  test.each(PROPERTIES)('%s: its tests are there', (_id, shown) => {
    expect(shown.flatMap(({ names }) => names).length).toBeGreaterThan(0);
    expect(shown.flatMap(({ file, names }) => names.filter((name) => !hasTest(file, name)))).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COMMAND_TABLES, PICTURE, workedExample } from '../../build/docs/command-screens.js';
import { documentText, generatedParts } from '../../build/docs/documents.js';
import { GENERATORS } from '../../build/docs/generators.js';
import { ROOT } from '../../build/docs/project-folder.js';
import { validatedCases } from '../../build/docs/validation-table.js';

test('the worked example is what the command prints, and its picture what it draws (npm run docs writes both)', () => {
  const { screen, picture } = workedExample();
  expect(generatedParts().get('worked example')).toBe(screen);
  expect(readFileSync(`${ROOT}${PICTURE}`, 'utf8')).toBe(picture);
  expect(documentText('docs/results.md')).toContain(`](../${PICTURE})`);
});

describe('generated parts that take minutes (npm run docs writes them)', () => {
  const elsewhere = [
    'worked example',
    'validation',
    'hybrid validation',
    ...COMMAND_TABLES.map(({ name }) => name),
  ];
  const others = GENERATORS.filter(({ long, name }) => long && !elsewhere.includes(name));
  for (const { name, content } of others) {
    test(name, async () => {
      expect(generatedParts().get(name)).toBe(await content());
    });
  }
});

test('the validation table has the cases it is to show; the long suite of theory checks the figures', () => {
  const rows = generatedParts().get('validation')!.split('\n').slice(2);
  const shown = new Set(rows.map((row) => row.split(' | ')[0]!.slice(2)));
  expect([...shown]).toEqual(validatedCases.map(({ name }) => name));
});

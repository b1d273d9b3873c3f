import { expect, test } from 'vitest';
import { generatedParts } from '../../build/docs/documents.js';
import { HYBRID_CASES, hybridRow } from '../../build/docs/hybrid-table.js';

const printed = generatedParts().get('hybrid validation')!.split('\n').slice(2);

test('the table of hybrid runs has a row for each scenario', () => {
  expect(printed.map((row) => row.split(' | ')[0]!.slice(2))).toEqual(HYBRID_CASES.map(({ name }) => name));
});

test.each(HYBRID_CASES.filter(({ checked }) => checked))('$name is as the table says', async (one) => {
  const row = printed.find((line) => line.startsWith(`| ${one.name} |`));
  expect(row).toBe(`| ${(await hybridRow(one)).join(' | ')} |`);
});

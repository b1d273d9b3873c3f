import { describe, expect, it } from 'vitest';
import { MODEL } from '../../src/scenario/model/model-constants.js';
import {
  type Case,
  EXAMPLE,
  exampleFacts,
  exampleText,
  flow,
  readCase,
  readTables,
  tableText,
} from './reading.js';

const tables = readTables();

// After an intended change, -u rewrites the tables.
describe.each(tables)('the scenarios of $path', ({ path, cases }) => {
  const found: Case[] = [];

  it.each(cases.map((one) => [sentence(one), one] as const))(
    'the scenario is compiled as in the table: %s',
    async (_sentence, expected) => {
      const read = await readCase(expected);
      found.push(read);
      expect(read).toEqual(expected);
    },
  );

  it('the table has its own layout', async () => {
    await expect(tableText(found)).toMatchFileSnapshot(path);
  });
});

function sentence({ given, set, refused }: Case): string {
  const what = `the example with ${flow(given)}${set === undefined ? '' : ` and --set ${set.join(' --set ')}`}`;
  return refused === undefined ? `${what} is read` : `${what} is refused: ${refused[0]}`;
}

it('the example has a default for every constant, in base units', async () => {
  await expect(exampleText(await exampleFacts())).toMatchFileSnapshot(EXAMPLE);
});

it('some scenario of the tables sets every constant of the model', () => {
  const models = tables.flatMap(({ cases }) => cases.map(({ given }) => Object.keys(given['model'] ?? {})));
  expect(models).toContainEqual(['rules', ...Object.keys(MODEL)]);
});

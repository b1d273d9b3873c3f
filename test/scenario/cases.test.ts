import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { MODEL } from '../../src/scenario/model/model-constants.js';
import { type Case, exampleFacts, exampleText, flow, readCase, tableText } from './reading.js';

const FOLDER = join(import.meta.dirname, 'cases');
const EXAMPLE = join(FOLDER, 'example.yaml');

const tables = readdirSync(FOLDER)
  .map((file) => join(FOLDER, file))
  .filter((path) => path !== EXAMPLE)
  .map((path) => ({ path, cases: parse(readFileSync(path, 'utf8')) as readonly Case[] }));

// After a change that is meant, -u writes the tables anew.
describe.each(tables)('the scenarios of $path', ({ path, cases }) => {
  const found: Case[] = [];

  it.each(cases.map((one) => [sentence(one), one] as const))(
    '%s',
    async (_sentence, { given, ...expected }) => {
      const read = await readCase(given);
      found.push(read);
      expect(read).toEqual({ given, ...expected });
    },
  );

  it('the table has its own layout', async () => {
    await expect(tableText(found)).toMatchFileSnapshot(path);
  });
});

function sentence({ given, refused }: Case): string {
  const what = `the example with ${flow(given)}`;
  return refused === undefined ? `${what} is read` : `${what} is refused: ${refused[0]}`;
}

it('the example has a default for every constant, in base units', async () => {
  await expect(exampleText(await exampleFacts())).toMatchFileSnapshot(EXAMPLE);
});

it('some scenario of the tables sets every constant of the model', () => {
  const models = tables.flatMap(({ cases }) => cases.map(({ given }) => Object.keys(given['model'] ?? {})));
  expect(models).toContainEqual(['rules', ...Object.keys(MODEL)]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { parse } from 'yaml';
import { assertInvariants, recordDocument } from '../../src/testing/index.js';
import type { ScenarioInput } from '../../src/testing/properties.js';

/** Scenarios of random work that once broke an invariant, as they were found. */
const FOLDER = new URL('past-failures/', import.meta.url);

describe('scenarios that once broke an invariant', () => {
  test.each(readdirSync(FOLDER))('%s breaks none', async (name) => {
    const document = parse(readFileSync(new URL(name, FOLDER), 'utf8')) as ScenarioInput;
    assertInvariants(await recordDocument(document));
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { parse } from 'yaml';
import { assertInvariants, recordDocument } from '../../src/testing/index.js';
import type { ScenarioInput } from '../../src/testing/properties.js';

/** Scenarios of random tests that once broke an invariant, unchanged. */
const FOLDER = new URL('past-failures/', import.meta.url);

test.each(readdirSync(FOLDER))('%s no longer breaks an invariant', async (name) => {
  const document = parse(readFileSync(new URL(name, FOLDER), 'utf8')) as ScenarioInput;
  assertInvariants(await recordDocument(document));
});

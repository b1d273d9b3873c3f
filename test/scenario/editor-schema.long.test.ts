import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { scenarioJsonSchema } from '../../src/scenario/load-scenario.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SHIPPED = ['scenarios', 'examples'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `${folder}/${name}`),
);

describe('the schema for editors', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  const schema = scenarioJsonSchema();

  it('the schema for editors is valid JSON Schema', () => {
    expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true);
  });

  it.each(SHIPPED)('%s references the schema in its first line, and is valid by it', (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const [, named] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
    const path = resolve(ROOT, dirname(file), named ?? '');
    expect(existsSync(path)).toBe(true);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(JSON.stringify(schema)));
    const check = ajv.getSchema('urn:neap:scenario') ?? ajv.compile(schema);
    expect(check(parse(text)), JSON.stringify(check.errors)).toBe(true);
  });
});

import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { codeBlocks, codeSpans } from '../../build/docs/code-in-prose.js';
import { COMMANDS, optionNames } from '../../build/docs/command-line.js';
import { DOCUMENTS, documentText } from '../../build/docs/documents.js';
import { everyKeyName, scenarioKeys } from '../../build/docs/scenario-keys.js';
import { scenarioJsonSchema } from '../../src/index.js';

/** A scenario that may lack parts: every key must be right, none need be there. */
const FRAGMENT = new Ajv({ strict: false, allErrors: true }).compile(withoutRequired(scenarioJsonSchema()));

const SECTIONS = ['computes', 'load', 'events', 'faults', 'slo', 'model', 'plan'];

describe.each(DOCUMENTS)('%s', (path) => {
  test('shows pieces of scenarios whose keys and values are right', () => {
    const pieces = codeBlocks(path).filter(({ language }) => language === 'yaml');
    const wrong = pieces.flatMap(({ text }) =>
      FRAGMENT(parse(text)) ? [] : [`${text}${JSON.stringify(FRAGMENT.errors, null, 1)}`],
    );
    expect(wrong).toEqual([]);
  });

  test('names keys that scenarios have', () => {
    const known = everyKeyName();
    const named = codeSpans(path).filter((code) => {
      const [section = '', ...keys] = code.split('.');
      return SECTIONS.includes(section) && keys.length > 0 && keys.every((key) => /^[a-z_0-9]+$/.test(key));
    });
    const unknown = named.filter((code) => {
      const keys = code.split('.').slice(1);
      return !keys.every((key) => known.has(key)) || keys.length === 0;
    });
    expect(unknown.filter((code) => !/\.(csv|json|yaml|ts|md)$/.test(code))).toEqual([]);
  });
});

describe('nothing is left out', () => {
  const code = DOCUMENTS.flatMap((path) => [
    ...codeSpans(path),
    ...codeBlocks(path).map(({ text }) => text),
  ]).join('\n');

  test('every key of a scenario file is in the documents', () => {
    const missing = [...everyKeyName()].filter((key) => !new RegExp(`\\b${key}\\b`).test(code));
    expect(missing).toEqual([]);
  });

  test('every key of a scenario file says what it means', () => {
    const silent = [...scenarioKeys()].flatMap(([section, keys]) =>
      keys.filter(({ meaning }) => meaning === '').map(({ path }) => `${section}: ${path}`),
    );
    expect(silent).toEqual([]);
  });

  test.each(COMMANDS.map((command) => [command.name(), command] as const))(
    'every option of neap %s is in docs/command-line.md',
    (name, command) => {
      const text = documentText('docs/command-line.md');
      const from = text.indexOf(`\n## neap ${name}\n`);
      expect(from).toBeGreaterThan(0);
      const section = text.slice(from, text.indexOf('\n## neap ', from + 1) >>> 0);
      const missing = optionNames(command).filter(
        (option) => option !== '--help' && !section.includes(option),
      );
      expect(missing).toEqual([]);
    },
  );
});

function withoutRequired(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'required' && Array.isArray(value) ? undefined : value,
    ),
  ) as object;
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { placeless } from '../../src/scenario/document/diagnostic.js';
import {
  loadScenario,
  parseScenario,
  renderDiagnostic,
  renderDiagnostics,
  ScenarioError,
} from '../../src/scenario/load-scenario.js';
import { temporaryFolder } from '../temporary-folder.js';
import { problems } from './example.js';

interface Change {
  readonly of: 'right' | 'clients' | 'policies';
  readonly replace: string;
  readonly by: string;
  readonly says: string;
  /** A second problem; all others have one. */
  readonly and?: string;
}
const PLACES = parse(readFileSync(new URL('places.yaml', import.meta.url), 'utf8')) as {
  readonly changes: readonly Change[];
  readonly texts: readonly { readonly text: string; readonly says: string }[];
} & Readonly<Record<Change['of'], string>>;
const RIGHT = PLACES.right;

/** `line:column: path: message` of every problem of a text with one part replaced. */
async function after(part: string, replacement: string, text = RIGHT): Promise<readonly string[]> {
  expect(text).toContain(part);
  const found = await problems(text.replace(part, replacement), { file: 'example.yaml' });
  return found.map(({ line, column, path, message }) => `${line}:${column}: ${path}: ${message}`);
}

describe('the place of a problem', () => {
  it('computes written by their names give one problem, at the name', async () => {
    expect(await after('  - name: primary\n', '  primary:\n')).toEqual([
      '5:3: computes.primary: computes are a list, each with its name: "- name: primary"; a fleet is { template: { … }, count: 200 }',
    ]);
  });

  it.each(PLACES.changes.map((one) => [one.by, one.replace, one] as const))(
    'a problem is reported at its place: %j instead of %j',
    async (by, part, { of, says, and }) => {
      const right = [says, ...(and === undefined ? [] : [and])].map((each) => expect.stringContaining(each));
      expect(await after(part, by, PLACES[of])).toEqual(right);
    },
  );

  it('all problems are reported together, from the top of the file to its end', async () => {
    const text = RIGHT.replace('1d', '1dd')
      .replace('plan: scale', 'plan: lunch')
      .replace('40/s', '40')
      .replace('cv: 2', 'cv: -2');
    const found = await problems(text);
    expect(found.map(({ line }) => line)).toEqual([2, 3, 11, 13]);
  });

  it('a problem in an anchor is reported at each key that uses it', async () => {
    const text = `${RIGHT}  - name: other\n    compute: primary\n    rate: &slow 3\n    query: { cpu: 1ms }\n  - name: third\n    compute: primary\n    rate: *slow\n    query: { cpu: 1ms }\n`;
    expect((await problems(text)).map(({ line, column }) => [line, column])).toEqual([
      [16, 17],
      [20, 11],
    ]);
  });

  it('a problem in JSON has its line and column', async () => {
    const json =
      '{\n  "duration": "1d",\n  "computes": [\n    { "name": "a", "autoscaling_limit_min_cu": 3, "autoscaling_limit_max_cu": "x" }\n  ]\n}';
    expect((await problems(json, { file: 'a.json' })).map(renderDiagnostic)).toEqual([
      'a.json:4:79: error: computes.a.autoscaling_limit_max_cu: expected a size in CU such as 0.25, 2 or 8, got "x"',
    ]);
  });
});

describe('text that is not a scenario', () => {
  it.each(PLACES.texts.map(({ text, says }) => [text, says] as const))(
    'the text %j is refused as a scenario',
    async (text, message) => {
      expect((await problems(text, { file: 'x.yaml' })).map(renderDiagnostic).join('\n')).toContain(message);
    },
  );

  it('a scenario that is nested too deeply is refused', async () => {
    const deep = `load: ${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    await expect(parseScenario(deep)).rejects.toThrow(ScenarioError);
    const sums = (levels: number) => `${'{ sum: ['.repeat(levels)}1/s${'] }'.repeat(levels)}`;
    const found = await problems(RIGHT.replace('{ base: 40/s, daily: 0.6 }', sums(500)));
    expect(found.map(({ message }) => message)).toEqual([expect.stringContaining('nested too deeply')]);
    expect(await problems(RIGHT.replace('{ base: 40/s, daily: 0.6 }', sums(40)))).toEqual([]);
  });

  it('a scenario with aliases that multiply is refused', async () => {
    const bomb = [
      'a: &a [1,1,1,1,1,1,1,1,1]',
      ...'bcdefghi'.split('').map((key, index) => {
        const before = 'abcdefghi'[index];
        return `${key}: &${key} [${Array(9).fill(`*${before}`).join(',')}]`;
      }),
    ].join('\n');
    expect((await problems(bomb)).map(({ message }) => message).join()).toContain('Excessive alias count');
  });
});

describe('a key that is a list', () => {
  it('a list as a key is unknown, and the parser does not warn', async () => {
    const warned = vi.spyOn(process, 'emitWarning');
    expect((await problems(`${RIGHT}? [a, b]\n: c\n`)).map(({ message }) => message).join()).toContain(
      'unknown key',
    );
    expect(warned).not.toHaveBeenCalled();
  });
});

it.each(['', '%YAML 1.1\n---\n', '%YAML 1.2\n---\n'])(
  'moments, keys named on and off, and merges read the same in each version of YAML: %j',
  async (version) => {
    const bursts = '{ on_off: { rate: 1/s, on: 1m, off: 5m } }';
    const load = `load:
  - &web { name: web, compute: primary, rate: ${bursts}, query: { cpu: 5ms } }
  - { <<: *web, name: y }
`;
    const text = `${version}${RIGHT.replace(/load:[\s\S]*/, load)}start: 2026-01-05T00:00:00Z\n`;
    expect(await problems(text)).toEqual([]);
  },
);

describe('a file that cannot be read', () => {
  const folder = temporaryFolder();

  it('an unreadable file is reported with its name and a remedy', async () => {
    await expect(loadScenario('no/such/file.yaml')).rejects.toThrow(
      'no/such/file.yaml: error: no such file; check the path, or create a first scenario with "neap init"',
    );
    await expect(loadScenario('.')).rejects.toThrow('this is a directory');
    const file = join(folder, 'app.yaml');
    for (const bytes of [
      Buffer.from(`\uFEFF${RIGHT}`, 'utf16le'),
      Buffer.from(RIGHT, 'utf16le'),
      Buffer.from(RIGHT.replace('example', 'café'), 'latin1'),
    ]) {
      writeFileSync(file, bytes);
      await expect(loadScenario(file)).rejects.toThrow(
        'not a UTF-8 text file; expected a scenario in YAML or JSON',
      );
    }
  });
});

describe('many problems with one cause', () => {
  const problem = (index: number) => ({ ...placeless('app.yaml', `wrong ${index}`), line: index, column: 1 });
  const many = Array.from({ length: 80 }, (_, index) => problem(index + 1));

  it('the first twenty problems are printed with the number of the others, and JSON has all of them', () => {
    const error = new ScenarioError(many);
    const lines = error.message.split('\n');
    expect(lines).toHaveLength(21);
    expect(lines[19]).toBe('app.yaml:20:1: error: wrong 20');
    expect(lines[20]).toContain('60 more errors, 80 in all');
    expect(error.diagnostics).toHaveLength(80);
    expect(renderDiagnostics(many.slice(0, 20))).toHaveLength(20);
    expect(renderDiagnostics(many.slice(0, 21)).at(-1)).toContain('1 more error, 21 in all');
  });
});

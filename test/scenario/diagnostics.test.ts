import { describe, expect, it } from 'vitest';
import {
  loadScenario,
  parseScenario,
  renderDiagnostic,
  ScenarioError,
} from '../../src/scenario/load-scenario.js';
import { problems } from './example.js';

const RIGHT = `name: example
duration: 1d
plan: scale
computes:
  - name: primary
    autoscaling_limit_min_cu: 1
    autoscaling_limit_max_cu: 2
load:
  - name: web
    compute: primary
    rate: { base: 40/s, daily: 0.6 }
    query:
      cpu: { lognormal: { mean: 4ms, cv: 2 } }
`;

/** `line:column: path: message` of every problem of the text with one part replaced. */
async function after(part: string, replacement: string): Promise<readonly string[]> {
  expect(RIGHT).toContain(part);
  const found = await problems(RIGHT.replace(part, replacement), { file: 'example.yaml' });
  return found.map(({ line, column, path, message }) => `${line}:${column}: ${path}: ${message}`);
}

describe('the place of a problem', () => {
  it.each([
    ['duration: 1d', 'duration: 1 dy', '2:11: duration: expected a duration'],
    ['plan: scale', 'plan: scal', '3:7: plan: there is no plan "scal"; did you mean "scale"?'],
    ['name: example', 'nmae: example', '1:1: nmae: unknown key "nmae"; did you mean "name"?'],
    [
      'max_cu: 2',
      'max_cu: 12',
      '7:31: computes.primary.autoscaling_limit_max_cu: the limits lie 11 CU apart',
    ],
    [
      '    autoscaling_limit_max_cu: 2\n',
      '',
      '5:5: computes.primary.autoscaling_limit_max_cu: "autoscaling_limit_max_cu" is missing',
    ],
    ['compute: primary', 'compute: primry', '10:14: load.web.compute: there is no compute "primry"'],
    ['daily: 0.6', 'dialy: 0.6', '11:25: load.web.rate.dialy: unknown key "dialy"; did you mean "daily"?'],
    ['base: 40/s', 'base: 40', '11:19: load.web.rate.base: expected a rate'],
    ['cv: 2', 'cv: many', '13:42: load.web.query.cpu.lognormal.cv: expected a coefficient of variation'],
    ['mean: 4ms, ', '', '13:25: load.web.query.cpu.lognormal: expected { mean, cv } or { median, p99 }'],
    [
      '      cpu: { lognormal: { mean: 4ms, cv: 2 } }\n',
      '',
      '12:5: load.web.query: expected a mapping of keys to values',
    ],
    ['lognormal:', 'lognromal:', '13:14: load.web.query.cpu.lognromal: unknown key "lognromal"'],
  ])('%j instead of %j', async (part, replacement, expected) => {
    expect((await after(part, replacement)).join('\n')).toContain(expected);
  });

  it('is told for every problem at once, from the top of the file to its end', async () => {
    const text = RIGHT.replace('1d', '1dd')
      .replace('plan: scale', 'plan: lunch')
      .replace('40/s', '40')
      .replace('cv: 2', 'cv: -2');
    const found = await problems(text);
    expect(found.map(({ line }) => line)).toEqual([2, 3, 11, 13]);
  });

  it('follows anchors to the place of the key that uses them', async () => {
    const text = `${RIGHT}  - name: other\n    compute: primary\n    rate: &slow 3\n    query: { cpu: 1ms }\n  - name: third\n    compute: primary\n    rate: *slow\n    query: { cpu: 1ms }\n`;
    expect((await problems(text)).map(({ line, column }) => [line, column])).toEqual([
      [16, 17],
      [20, 11],
    ]);
  });

  it('is found in JSON as well', async () => {
    const json =
      '{\n  "duration": "1d",\n  "computes": [\n    { "name": "a", "autoscaling_limit_min_cu": 3, "autoscaling_limit_max_cu": "x" }\n  ]\n}';
    expect((await problems(json, { file: 'a.json' })).map(renderDiagnostic)).toEqual([
      'a.json:4:79: error: computes.a.autoscaling_limit_max_cu: expected a size in CU such as 0.25, 2 or 8, got "x"',
    ]);
  });
});

describe('text that is no scenario', () => {
  it.each([
    ['', '1:1: error: expected a mapping with keys such as name, description, seed'],
    ['just words', '1:1: error: expected a mapping with keys'],
    ['- a\n- b', 'got a list'],
    ['a: [1, 2', '1:9: error: syntax: '],
    ['name: a\nname: b', '2:1: error: syntax: Map keys must be unique'],
    ['a: b: c', 'error: syntax: '],
    ['a: *nowhere', 'error: syntax: Unresolved alias'],
    ['a: 1\n---\nb: 2', 'error: syntax: '],
    ['\tname: a', 'error: syntax: '],
  ])('%j is refused', async (text, message) => {
    expect((await problems(text, { file: 'x.yaml' })).map(renderDiagnostic).join('\n')).toContain(message);
  });

  it('nested too deeply is refused', async () => {
    const deep = `load: ${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    await expect(parseScenario(deep)).rejects.toThrow(ScenarioError);
  });

  it('with aliases that multiply is refused', async () => {
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

describe('a file that cannot be read', () => {
  it('is named, with what to do', async () => {
    await expect(loadScenario('no/such/file.yaml')).rejects.toThrow(
      'no/such/file.yaml: error: there is no such file; check the path, or write a first scenario with "neap init"',
    );
    await expect(loadScenario('.')).rejects.toThrow('this is a directory');
  });
});

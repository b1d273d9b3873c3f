import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { placeless } from '../../src/scenario/document/diagnostic.js';
import {
  loadScenario,
  parseScenario,
  renderDiagnostic,
  renderDiagnostics,
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

const CLIENTS = `name: example
duration: 1d
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }
load:
  - name: clients
    route: { weight: { primary: 2 } }
    process: { closed: { clients: 25, think: 1s } }
    query: { cpu: 1ms, statement_timeout: 30s }
    connection: { kind: pool, preset: pgx, min_idle: 2 }
    retry: { attempts: 3, budget: 20% }
  - name: listener
    compute: primary
    connection: { kind: listen, clients: 3 }
faults:
  - { at: 1h, for: 1h, zone_loss: primary }
  - { at: 3h, for: 1h, zone_loss: primary }
model: { rules: platform }
`;

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

  it.each([
    ['duration: 1d', 'duration: 1 dy', '2:11: duration: expected a duration'],
    ['plan: scale', 'plan: scal', '3:7: plan: unknown plan "scal"; did you mean "scale"?'],
    ['name: example', 'nmae: example', '1:1: nmae: unknown key "nmae"; did you mean "name"?'],
    [
      'max_cu: 2',
      'max_cu: 20',
      '7:31: computes.primary.autoscaling_limit_max_cu: autoscaling reaches 16 CU at most',
    ],
    [
      '    autoscaling_limit_max_cu: 2\n',
      '',
      '5:5: computes.primary.autoscaling_limit_max_cu: "autoscaling_limit_max_cu" is missing',
    ],
    ['compute: primary', 'compute: primry', '10:14: load.web.compute: unknown compute "primry"'],
    ['daily: 0.6', 'dialy: 0.6', '11:25: load.web.rate.dialy: unknown key "dialy"; did you mean "daily"?'],
    ['base: 40/s', 'base: 40', '11:19: load.web.rate.base: expected a rate'],
    ['cv: 2', 'cv: many', '13:42: load.web.query.cpu.lognormal.cv: expected a coefficient of variation'],
    ['mean: 4ms, ', '', '13:25: load.web.query.cpu.lognormal: expected { mean, cv } or { median, p99 }'],
    [
      '      cpu: { lognormal: { mean: 4ms, cv: 2 } }\n',
      '',
      '12:5: load.web.query: expected a mapping of keys to values',
    ],
    [
      'autoscaling_limit_max_cu: 2',
      'max: 2',
      '7:5: computes.primary.max: unknown key "max"; did you mean "autoscaling_limit_max_cu"?',
    ],
    [
      'autoscaling_limit_max_cu: 2',
      'max_cu: 2',
      '7:5: computes.primary.max_cu: unknown key "max_cu"; did you mean "autoscaling_limit_max_cu"?',
    ],
    [
      'rate: { base: 40/s, daily: 0.6 }',
      'process: { cron: "0 3 * * *" }',
      '11:22: load.web.process.cron: expected a mapping of keys to values such as schedule, count, jitter, got "0 3 * * *"',
    ],
    ['plan: scale\n', '---\nplan: scale\n', 'a second document begins here; expected one in a file'],
    ['lognormal:', 'lognromal:', '13:14: load.web.query.cpu.lognromal: unknown key "lognromal"'],
  ])('a problem is reported at its place: %j instead of %j', async (part, replacement, expected) => {
    expect((await after(part, replacement)).join('\n')).toContain(expected);
  });

  it.each([
    ['primary: 2', 'primry: 2', '8:24: load.clients.route.weight.primry: unknown compute "primry"; did you'],
    ['{ primary: 2 }', '[primry]', '8:23: load.clients.route.weight[0]: unknown compute "primry"; did you'],
    ['route: {', 'compute: primary\n    route: {', '9:5: load.clients.route: compute and route both say'],
    ['    compute: primary\n', '', '13:5: load.listener.compute: "compute" is missing; expected the name'],
    ['think: 1s', 'think: 1', '9:46: load.clients.process.closed.think: expected a duration'],
    [
      'kind: pool, preset: pgx, min_idle: 2',
      'kind: session, queries: 2',
      '11:25: load.clients.connection.kind: a closed',
    ],
    ['preset: pgx', 'preset: pgxx', '11:39: load.clients.connection.preset: expected one of node-postgres'],
    ['preset: pgx, ', '', '11:17: load.clients.connection.size: "size" is missing; expected a whole number'],
    ['min_idle: 2', 'min_idle: 9', '11:54: load.clients.connection.min_idle: expected at most 4, which is'],
    ['timeout: 30s', 'timeout: 0s', '10:43: load.clients.query.statement_timeout: expected a duration'],
    ['attempts: 3, ', '', '12:12: load.clients.retry.attempts: "attempts" is missing; expected how many'],
    ['budget: 20%', 'budget: 200%', '12:35: load.clients.retry.budget: expected a share such as 20%'],
    ['listen, ', 'listen, via: pooler, ', '15:38: load.listener.connection.via: expected direct: LISTEN'],
    [
      '    connection: { kind: listen',
      '    rate: 1/s\n    connection: { kind: listen',
      '15:5: load.listener.rate: connections of kind listen send no',
    ],
    ['kind: listen, clients: 3', 'kind: per_query', '13:5: load.listener.query: "query" is missing'],
    ['zone_loss: primary', 'zone_loss: primry', '17:35: faults[0].zone_loss: unknown compute "primry"'],
    ['at: 3h', 'at: 90m', '18:11: faults[1].at: faults[0] is the same fault of primary and lasts until 2h'],
    ['at: 3h', 'at: 25h', '18:11: faults[1].at: 1d1h is not before the end of the run'],
    ['at: 3h, for: 1h', 'at: 3h, for: 1d', '18:20: faults[1].for: the fault ends at 1d3h, after the end'],
    ['at: 3h, for: 1h', 'at: 3h', '18:5: faults[1].for: "for" is missing; expected a duration'],
    ['rules: platform', 'rules: platforms', '19:17: model.rules: expected one of seed, platform'],
  ])(
    'a problem with clients or faults is reported at its place: %j instead of %j',
    async (part, replacement, expected) => {
      expect((await after(part, replacement, CLIENTS)).join('\n')).toContain(expected);
    },
  );

  it('all problems are reported at once, from the top of the file to its end', async () => {
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
  it.each([
    ['', '1:1: error: expected a mapping with keys such as name, description, seed'],
    ['just words', '1:1: error: expected a mapping with keys'],
    ['- a\n- b', 'got a list'],
    ['a: [1, 2', '1:9: error: syntax: '],
    [
      'name: a\nname: b',
      '2:1: error: syntax: the key "name" appears twice, first on line 1; expected it once',
    ],
    ['a: b: c', 'error: syntax: '],
    ['a: *nowhere', 'error: syntax: Unresolved alias'],
    ['a: 1\n---\nb: 2', 'error: syntax: '],
    ['\tname: a', 'error: syntax: '],
  ])('the text %j is refused as a scenario', async (text, message) => {
    expect((await problems(text, { file: 'x.yaml' })).map(renderDiagnostic).join('\n')).toContain(message);
  });

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
  it('a file that cannot be read is named, with a remedy', async () => {
    await expect(loadScenario('no/such/file.yaml')).rejects.toThrow(
      'no/such/file.yaml: error: no such file; check the path, or create a first scenario with "neap init"',
    );
    await expect(loadScenario('.')).rejects.toThrow('this is a directory');
    const folder = mkdtempSync(join(tmpdir(), 'neap-encoding-'));
    const file = join(folder, 'app.yaml');
    for (const bytes of [
      Buffer.from(`\uFEFF${RIGHT}`, 'utf16le'),
      Buffer.from(RIGHT, 'utf16le'),
      Buffer.from(RIGHT.replace('example', 'café'), 'latin1'),
    ]) {
      writeFileSync(file, bytes);
      await expect(loadScenario(file)).rejects.toThrow(
        'not a scenario file, nor UTF-8 text; expected YAML or JSON',
      );
    }
    rmSync(folder, { recursive: true });
  });
});

describe('many problems with one cause', () => {
  const problem = (index: number) => ({ ...placeless('app.yaml', `wrong ${index}`), line: index, column: 1 });
  const many = Array.from({ length: 80 }, (_, index) => problem(index + 1));

  it('the first twenty problems are shown with the number of the others, and programs get all of them', () => {
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

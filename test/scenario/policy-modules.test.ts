import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { policyOf } from '../../src/compute/policy/own-policies.js';
import { parseScenario, renderDiagnostic } from '../../src/scenario/load-scenario.js';
import type { ComputeSpecification, Scenario } from '../../src/scenario/scenario.js';
import { temporaryFolder } from '../temporary-folder.js';
import { problems } from './example.js';

const SIZE = `export const size = {
  name: 'office-hours',
  parameters: { day_cu: { unit: 'cu', default: 4, least: 0.25, description: 'By day.' } },
  start: () => undefined,
  look: (state, look, { day_cu }) => ({ state, goal_cu: day_cu, reason: 'day' }),
};
`;
const SUSPEND = `export const suspend = {
  name: 'patient',
  description: 'Waits.',
  source: 'a test',
  randomised: true,
  seconds: 90,
  start() { return this.seconds; },
  idle: (state) => ({ state, suspend_after_seconds: state, resume_after_seconds: Infinity, reason: 'idle' }),
  busy: (state) => state + 1,
};
`;

const TABLE = parse(readFileSync(new URL('policy-modules.yaml', import.meta.url), 'utf8')) as {
  readonly scenarios: readonly { readonly policy: string; readonly says: string }[];
  readonly exports: readonly { readonly size: string; readonly says: string }[];
};
/** Modules are imported once by path: each test has its own folder. */
const root = temporaryFolder();
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'test-'));
  file = join(folder, 'scenario.yaml');
});

function scenario(policy: string, more = ''): string {
  return `duration: 1d
plan: scale
computes:
  - name: primary
    autoscaling_limit_min_cu: 1
    autoscaling_limit_max_cu: 4
    policy: ${policy}
${more}`;
}

function write(name: string, content: string): void {
  writeFileSync(join(folder, name), content);
}

function read(policy: string, more = '', set: readonly string[] = []): Promise<Scenario> {
  return parseScenario(scenario(policy, more), { file, set });
}

async function primary(policy: string): Promise<ComputeSpecification> {
  return (await read(policy)).computes[0]!;
}

async function wrong(policy: string, more = ''): Promise<string> {
  const found = await problems(scenario(policy, more), { file });
  return found.map((one) => renderDiagnostic(one).replaceAll(`${folder}/`, '')).join('\n');
}

describe('a module of a policy', () => {
  it('a module may export size, suspend or both; its path is relative to the scenario file', async () => {
    mkdirSync(join(folder, 'sub'));
    write('both.mjs', SIZE + SUSPEND);
    write('sub/size.mjs', SIZE);
    const both = await primary('./both.mjs');
    expect(both.size_policy).toMatchObject({
      name: 'office-hours',
      values: { day_cu: 4 },
      module: join(folder, 'both.mjs'),
    });
    expect(policyOf('size', both.size_policy)).toMatchObject({
      name: 'office-hours',
      foresight: false,
      source: './both.mjs',
    });
    expect(both.suspend_policy).toMatchObject({ name: 'patient', module: join(folder, 'both.mjs') });
    expect(policyOf('suspend', both.suspend_policy)).toMatchObject({
      name: 'patient',
      source: 'a test',
      randomised: true,
      parameters: {},
    });
    const size = await primary('sub/size.mjs');
    expect([size.size_policy.name, size.suspend_policy.name]).toEqual(['office-hours', 'fixed']);
    const named = await primary(`{ suspend: ${folder}/both.mjs }`);
    expect([named.size_policy.name, named.suspend_policy.name]).toEqual(['agent', 'patient']);
  });

  it('a policy is called on the exported object, which is never frozen', async () => {
    write('counting.mjs', SUSPEND);
    const choice = (await primary('{ suspend: ./counting.mjs }')).suspend_policy;
    const policy = policyOf('suspend', choice);
    const { values } = choice;
    const state = policy.start(values, { suspend_timeout_seconds: 300, foresight: false });
    expect(state).toBe(90);
    expect(Object.isFrozen(policy)).toBe(true);
    const module: { suspend: object } = await import(join(folder, 'counting.mjs'));
    expect(Object.isFrozen(module.suspend)).toBe(false);
  });

  it('a policy of a module takes parameters from the scenario, in their units', async () => {
    write('size.mjs', SIZE);
    const policy = '{ size: { ./size.mjs: { day_cu: 2 } } }';
    const { computes, assumptions } = await read(policy);
    expect(computes[0]!.size_policy.values).toEqual({ day_cu: 2 });
    expect(assumptions).toContainEqual(
      expect.objectContaining({
        name: 'computes.primary.policy.size."./size.mjs".day_cu',
        value: '2',
        source: 'the scenario',
        confidence: 'yours',
        set_by: 'scenario',
      }),
    );
    const overridden = await read(policy, '', ['computes.primary.policy.size."./size.mjs".day_cu=3']);
    expect(overridden.computes[0]!.size_policy.values).toEqual({ day_cu: 3 });
    expect((await read('./size.mjs')).assumptions).toContainEqual(
      expect.objectContaining({ source: 'its author', confidence: 'low', value: '4' }),
    );
  });

  it.each(TABLE.scenarios.map(({ policy, says }) => [policy, says] as const))(
    'the policy %s is refused with its place',
    async (policy, message) => {
      write('size.mjs', SIZE);
      write('empty.mjs', '');
      write('throws.mjs', '\nthrow new TypeError("no policy today");');
      write('missing.mjs', "import { x } from './not-there.mjs';\nexport const size = x;");
      write('syntax.mjs', 'export const size = {,};');
      const found = await wrong(policy);
      expect(found).toContain(message);
      expect(found).not.toMatch(/^\s+at /m);
    },
  );

  it.each(TABLE.exports.map(({ size, says }) => [size, says] as const))(
    'a module that exports %s as size is refused',
    async (exported, message) => {
      write('wrong.mjs', `export const size = ${exported};`);
      expect(await wrong('./wrong.mjs')).toContain(
        `scenario.yaml:7:13: error: computes.primary.policy: ./wrong.mjs: "size": ${message}`,
      );
    },
  );

  it('a module with a suspension policy without idle and busy is refused', async () => {
    write('idle.mjs', "export const suspend = { name: 'x', start() {}, randomised: 'yes' };");
    const found = await wrong('./idle.mjs');
    expect(found).toContain('"suspend": idle is missing; expected a function (state, moment, values)');
    expect(found).toContain('"suspend": busy is missing; expected a function (state, moment, values)');
    expect(found).toContain('"suspend": randomised: expected true or false, got "yes"');
  });

  it('a module that exports both policies contradicts a suspend timer', async () => {
    write('timer.mjs', SIZE + SUSPEND);
    expect(await wrong('./timer.mjs', '    suspend_timer: 5m\n')).toBe(
      'scenario.yaml:7:13: error: computes.primary.policy: the suspension policy of ./timer.mjs decides when to suspend, and so does suspend_timer; leave one of them out',
    );
  });

  it('problems of a module and of a trace are reported together', async () => {
    const load =
      'load: [{ name: a, compute: primary, query: { cpu: 1ms }, process: trace, rate: { trace: { file: none.csv, kind: counts } } }]\n';
    const found = await wrong('./nowhere.mjs', load);
    expect(found).toContain('nowhere.mjs: no such file');
    expect(found).toContain('none.csv: no such file');
  });
});

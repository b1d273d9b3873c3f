import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import { called } from './command.js';

let directory = '';
let out = '';
let err = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'neap-cli-'));
  out = '';
  err = '';
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Runs one command line, and appends to the previous output. */
async function neap(...args: string[]): Promise<number | null> {
  const { status, stdout, stderr } = await called(args);
  out += stdout;
  err += stderr;
  return status;
}

function file(name: string, text?: string): string {
  const path = join(directory, name);
  if (text !== undefined) writeFileSync(path, text);
  return path;
}

describe('neap init', () => {
  it('writes a commented scenario that is valid', async () => {
    const path = file('my-app.yaml');
    expect(await neap('init', path)).toBe(0);
    expect(out).toBe(`wrote ${path}; next: neap run ${path}\n`);
    const scenario = await loadScenario(path);
    expect(scenario).toMatchObject({
      name: 'my-app',
      duration_seconds: 604_800,
      plan: { name: 'launch' },
      warnings: [],
    });
    expect(readFileSync(path, 'utf8')).toMatch(/^# yaml-language-server: \$schema=/);
    expect(readdirSync(directory)).toEqual(['my-app.yaml']);
  });

  it('prints the next command quoted for a shell', async () => {
    const path = file("my app's.yaml");
    expect(await neap('init', path)).toBe(0);
    expect(out).toContain(`next: neap run '${path.replace("'", "'\\''")}'\n`);
  });

  it('accepts every answer as an option', async () => {
    const path = file('api.yaml');
    const options =
      '--name api --plan scale --min 2 --max 4 --timeout 1m --rate 40/s --cpu 4ms --duration 1d';
    expect(await neap('init', path, ...options.split(' '))).toBe(0);
    const scenario = await loadScenario(path);
    expect(scenario).toMatchObject({ name: 'api', plan: { name: 'scale' }, duration_seconds: 86_400 });
    expect(scenario.computes[0]).toMatchObject({
      autoscaling_limit_min_cu: 2,
      autoscaling_limit_max_cu: 4,
      suspend_timeout_seconds: 60,
    });
    expect(scenario.load[0]!.process).toMatchObject({ rate: { base_per_second: 40 } });
  });

  it('keeps an existing file unless forced', async () => {
    const path = file('mine.yaml', 'mine');
    expect(await neap('init', path)).toBe(2);
    expect(err).toContain('exists already; give another name, or --force to overwrite it');
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(await neap('init', path, '--force')).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain('computes:');
    expect(readdirSync(directory)).toEqual(['mine.yaml']);
  });
});

describe('neap validate', () => {
  it('summarizes the scenario in one line', async () => {
    const path = file('a.yaml');
    await neap('init', path);
    out = '';
    expect(await neap('validate', path)).toBe(0);
    expect(out).toBe(
      `${path}: ok: my-app, 7d on launch; primary 0.25-2 CU suspending after 5m; web poisson 30/h seasonal to primary; 2 objectives\n`,
    );
    expect(await neap('validate', path, '--set', 'load.web.rate=3/h')).toBe(0);
    expect(out).toContain('web poisson 3/h to primary');
  });

  it('lists every error of every file', async () => {
    const one = file('one.yaml', 'duration: 1x\nsede: 1\ncomputes: []\n');
    const two = file('two.yaml', 'duration: [');
    expect(await neap('validate', one, two)).toBe(2);
    expect(out).toBe('');
    expect(err.split('\n').map((line) => line.replace(directory, ''))).toEqual([
      expect.stringMatching(/^\/one\.yaml:1:11: error: duration: expected a duration/),
      '/one.yaml:2:1: error: sede: unknown key "sede"; did you mean "seed"?',
      expect.stringMatching(/^\/one\.yaml:3:11: error: computes: expected at least one compute/),
      expect.stringMatching(/^\/two\.yaml:1:\d+: error: syntax: /),
      '',
    ]);
  });

  it('prints one JSON object with --json', async () => {
    const right = file('right.yaml');
    await neap('init', right);
    out = '';
    const wrong = file('wrong.yaml', 'duration: 1x\ncomputes: []\n');
    expect(await neap('validate', right, wrong, '--json')).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      files: [
        { file: right, ok: true, summary: expect.stringContaining('7d on launch'), errors: [] },
        {
          file: wrong,
          ok: false,
          errors: [{ source: wrong, line: 1, column: 11, path: 'duration' }, { line: 2 }],
        },
      ],
    });
  });
});

describe('neap schema', () => {
  it('prints the JSON Schema', async () => {
    expect(await neap('schema')).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ title: 'neap scenario', required: ['computes'] });
  });
});

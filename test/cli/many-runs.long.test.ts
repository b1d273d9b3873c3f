import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Summary } from '../../src/report/figures/summary.js';
import type { Comparison } from '../../src/study/compare/comparison.js';
import type { Sweep } from '../../src/study/compare/sweep.js';
import { temporaryFolder } from '../temporary-folder.js';
import { BUILT_CLI, neap } from './built-cli.js';
import { calledIn } from './command.js';

const SCENARIO = `
name: many
seed: 42
duration: 1d
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }
load:
  - { name: web, compute: primary, rate: 20/h, query: { cpu: { exponential: { mean: 200ms } } } }
slo: { latency_p99: 1h, wake_probability: 20% }
`;

const folder = temporaryFolder();
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'app.yaml'), SCENARIO);
  writeFileSync(join(folder, 'busier.yaml'), SCENARIO.replace('20/h', '30/h').replace('many', 'busier'));
});

function bytes(directory: string): Readonly<Record<string, string>> {
  const names = readdirSync(join(folder, directory)).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, directory, name), 'utf8')]));
}

describe('neap run --replications', () => {
  it('writes the same bytes for one worker and two, and the first replication’s timeline', () => {
    const args = ['run', 'app.yaml', '--replications', '6', '--json'];
    const one = neap([...args, '--workers', '1', '--out', 'one'], folder);
    const two = neap([...args, '--workers', '2', '--out', 'two'], folder);
    expect(one.stderr + two.stderr).toBe('');
    expect(two.stdout).toBe(one.stdout);
    expect(bytes('two')).toEqual(bytes('one'));
    neap(['run', 'app.yaml', '--out', 'single'], folder);
    const [many, single] = [bytes('one'), bytes('single')];
    expect(Object.keys(many)).toEqual([
      ...[
        'computes.csv',
        'data-dictionary.csv',
        'decisions.csv',
        'disruptions.csv',
        'errors.csv',
        'latency.csv',
        'loads.csv',
      ],
      ...['replications.csv', 'runs.csv', 'summary.json', 'timeline.csv', 'unavailability.csv'],
    ]);
    expect(many['timeline.csv']).toBe(single['timeline.csv']);
    expect(many['decisions.csv']).toBe(single['decisions.csv']);
    const rows = many['replications.csv']!.trimEnd().split('\r\n');
    expect(rows).toHaveLength(1 + 6 * 2);
    // The first replication is the run by itself.
    expect(rows[1]).toBe(`0,${single['computes.csv']!.split('\r\n')[1]}`);
  });

  it('gives every figure as a mean, with its interval under ci', () => {
    const { stdout } = neap(['run', 'app.yaml', '--replications', '5', '--json'], folder);
    const summary = JSON.parse(stdout) as Summary;
    expect(summary.replications).toBe(5);
    const { total, ci } = summary;
    expect(ci!.total.cost_usd).toEqual({
      mean: total.cost_usd,
      half_width: expect.any(Number),
      confidence: 0.95,
    });
    expect(ci!.computes[0]!.name).toBe('primary');
    expect(ci!.computes[0]!.latency_ms.p99!.mean).toBe(summary.computes[0]!.latency_ms.p99);
    expect(summary.pooled!.latency_ms.p50!.low).toBeLessThan(summary.pooled!.latency_ms.p50!.high!);
    expect(summary.slo).toMatchObject([
      { objective: 'latency_p99', met: true, clear: true },
      { objective: 'wake_probability', ci: { confidence: 0.95 } },
    ]);
  });

  it('shows ± beside the figures, and stops at the precision asked for', () => {
    const precise = ['--precision', '5%', '--figures', 'cost_usd'];
    const { status, stdout, stderr } = neap(['run', 'app.yaml', ...precise], folder);
    expect(stderr).toBe('');
    expect(status).toBeLessThanOrEqual(1);
    expect(stdout).toMatch(/^Cost .*\$[\d.]+ ± \$[\d.]+ for the run/m);
    const words = stdout.replaceAll(/\s+/g, ' ');
    expect(words).toMatch(/means of 1[1-9] replications/);
    expect(words).toContain('stopped when cost_usd was known to 5 %');
  });

  it('says when a precision is out of reach', () => {
    const args = ['--precision', '0.1%', '--replications', '12', '--json'];
    const { stdout } = neap(['run', 'app.yaml', ...args], folder);
    const { warnings, precision } = JSON.parse(stdout) as Summary;
    expect(precision).toMatchObject({ reached: false, relative: 0.001 });
    expect(warnings[0]).toMatch(
      /^a precision of 0.1 % was not reached in 12 replications: cost_usd is known to .* with --replications$/,
    );
  });
});

describe('neap compare', () => {
  it('compares a file under settings, the same for one worker and two', () => {
    const args = [
      'compare',
      'app.yaml',
      '--variant',
      'short',
      'timeout=60s',
      '--variant',
      'awake',
      'timeout=never',
    ];
    const one = neap([...args, '--workers', '1', '--out', 'one'], folder);
    const two = neap([...args, '--workers', '2', '--out', 'two'], folder);
    expect(one).toMatchObject({ status: 0, stderr: '' });
    expect(two.stdout).toBe(one.stdout);
    expect(bytes('two')).toEqual(bytes('one'));
    expect(Object.keys(bytes('one'))).toEqual(['comparison.csv', 'data-dictionary.csv']);
    expect(one.stdout).toContain('short against as it is');
    expect(one.stdout).toMatch(/^Cost of the run +\$[\d.]+ ± \$[\d.]+ +-\$[\d.]+ ± \$[\d.]+ \*/m);
    expect(one.stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
    const rows = bytes('one')['comparison.csv']!.trimEnd().split('\r\n');
    expect(rows).toHaveLength(1 + 3 * 10);
    expect(rows[0]).toMatch(/^variant,baseline,figure,unit,mean,half_width,baseline_mean,difference,/);
  });

  it('compares files with the seed of the first, and warns of different loads', () => {
    const args = ['compare', 'app.yaml', 'busier.yaml', '--replications', '3'];
    const comparison = JSON.parse(neap([...args, '--json'], folder).stdout) as Comparison;
    expect(comparison.variants.map(({ name }) => name)).toEqual(['many', 'busier']);
    expect(comparison.warnings[0]).toContain('the load differs (web)');
    const markdown = neap([...args, '--md', '-', '--figures', 'cost_usd,wakes'], folder).stdout;
    expect(markdown).toMatch(
      /^### .*\n\n\*\*⚠️ With busier: .*\*\*\n[\s\S]*busier against many<\/summary>\n\n\| Figure \| many \| busier \| Difference \| Change \|/,
    );
    expect(markdown).toContain('Warning: busier and many differ');
  });

  it('takes changes joined by commas, but not at commas of a value', () => {
    const cpu = 'load.web.query.cpu={ lognormal: { mean: 9ms, cv: 2 } },max=0.5';
    const args = ['compare', 'app.yaml', '--variant', 'other', cpu, '--replications', '2', '--json'];
    const { status, stderr } = neap(args, folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.each([
    [['compare', 'app.yaml'], 'add another file, or a variant such as --variant bigger max=4'],
    [['compare', 'app.yaml', '--variant', 'a'], '"a" changes nothing'],
    [['compare', 'app.yaml', '--variant', 'max=1'], 'expected a name before max=1'],
    [['compare', 'app.yaml', '--variant', 'a', 'max=1', '--variant', 'a', 'max=2'], 'two variants "a"'],
    [['compare', 'app.yaml', 'busier.yaml', '--variant', 'a', 'max=1'], 'it takes one file, and 2 are given'],
    [['compare', 'app.yaml', '--variant', 'a', 'max=99'], '99 CU is not a size'],
    [['compare', 'app.yaml', 'no.yaml'], 'no.yaml: error: there is no such file'],
    [['compare', 'app.yaml', 'busier.yaml', '--replications', '1'], 'expected a whole number of 2 or more'],
    [['compare', 'app.yaml', 'busier.yaml', '--json', '--md', '-'], 'both write to standard output'],
    [['run', 'app.yaml', '--replications', 'many'], 'expected a whole number of 1 or more'],
    [['run', 'app.yaml', '--precision', '2'], 'expected a share between 0 and 100 %'],
    [['run', 'app.yaml', '--precision', '2%', '--figures', 'cost_us'], 'did you mean "cost_usd"?'],
    [
      ['run', 'app.yaml', '--figures', 'cost_usd'],
      '--figures <names> has no effect without --precision <share>',
    ],
    [
      ['run', 'app.yaml', '--confidence', '99%'],
      '--confidence <share> has no effect without --replications <n> or',
    ],
    [['run', 'app.yaml', '--replications', '2', '--workers', '0'], 'expected a whole number of 1 or more'],
    [['sweep', 'app.yaml'], "required option '--vary <path=values>' not specified"],
    [['sweep', 'app.yaml', '--vary', 'max=3.5,9.1'], '3.5 CU is not a size'],
    [['sweep', 'app.yaml', '--vary', 'timeout=1h..60s:3'], 'has to go upwards'],
  ])('%j ends with 2 and says why', async (args, message) => {
    const { status, stdout, stderr } = await calledIn(folder, args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });
});

describe('neap sweep', () => {
  it('has a row for every combination, the same for one worker and two', () => {
    const args = [
      'sweep',
      'app.yaml',
      '--vary',
      'max=0.25,1',
      '--vary',
      'min=0.25,0.5',
      '--replications',
      '2',
    ];
    const one = neap([...args, '--workers', '1', '--out', 'one'], folder);
    const two = neap([...args, '--workers', '2', '--out', 'two'], folder);
    expect(one).toMatchObject({ status: 0, stderr: '' });
    expect(two.stdout).toBe(one.stdout);
    expect(bytes('two')).toEqual(bytes('one'));
    expect(one.stdout).toContain('Not allowed  max=0.25 min=0.5: the minimum of 0.5 CU is above the maximum');
    expect(one.stdout).toMatch(/^max +min +month/m);
    expect(bytes('one')['sweep.csv']!.trimEnd().split('\r\n')).toHaveLength(5);
    const { rows } = JSON.parse(neap([...args, '--json'], folder).stdout) as Sweep;
    expect(rows.map(({ invalid }) => invalid === null)).toEqual([true, false, true, true]);
  });
});

describe('many runs, interrupted', () => {
  it.each(['1', '2'])('end with 130 and leave nothing behind, on %s workers', async (workers) => {
    const args = ['run', 'app.yaml', '--replications', '50', '--out', 'results', '--workers', workers];
    const long = ['--set', 'duration=365d', '--set', 'load.web.rate=200/s', '--set', 'slo={}'];
    const child = spawn(process.execPath, [BUILT_CLI, ...args, ...long], {
      cwd: folder,
      env: { ...process.env, NEAP_ALLOW_LONG: '1' },
    });
    const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    while (readdirSync(folder).length === 2) {
      if (child.exitCode !== null) throw new Error(`the run ended early with ${child.exitCode}`);
      await sleep(20);
    }
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(readdirSync(folder).sort()).toEqual(['app.yaml', 'busier.yaml']);
  });
});

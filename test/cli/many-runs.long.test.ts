import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Summary } from '../../src/report/figures/summary.js';
import type { Comparison } from '../../src/study/compare/comparison.js';
import { temporaryFolder } from '../temporary-folder.js';
import { BUILT_CLI, neap } from './built-cli.js';

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
  it('writes the same bytes on one worker and on two, and the timeline of the first replication', () => {
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
    // The first replication equals the single run.
    expect(rows[1]).toBe(`0,${single['computes.csv']!.split('\r\n')[1]}`);
  });

  it('reports every figure as a mean, with its interval under ci', () => {
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

  it('shows ± next to the figures, and stops at the requested precision', () => {
    const precise = ['--precision', '5%', '--figures', 'cost_usd'];
    const { status, stdout, stderr } = neap(['run', 'app.yaml', ...precise], folder);
    expect(stderr).toBe('');
    expect(status).toBeLessThanOrEqual(1);
    expect(stdout).toMatch(/^Cost .*\$[\d.]+ ± \$[\d.]+ for the run/m);
    const words = stdout.replaceAll(/\s+/g, ' ');
    expect(words).toMatch(/means of 1[1-9] replications/);
    expect(words).toContain('stopped when cost_usd was known to 5 %');
  });

  it('reports that a precision is out of reach', () => {
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
  it('compares files using the seed of the first, and warns when their loads differ', () => {
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

  it('splits joined changes at commas, but not at commas within a value', () => {
    const cpu = 'load.web.query.cpu={ lognormal: { mean: 9ms, cv: 2 } },max=0.5';
    const args = ['compare', 'app.yaml', '--variant', 'other', cpu, '--replications', '2', '--json'];
    const { status, stderr } = neap(args, folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('a command prints and writes the same bytes on one thread and on two', () => {
  const VARIANTS = ['--variant', 'short', 'timeout=60s', '--variant', 'awake', 'timeout=never'];
  it.each([
    [['compare', 'app.yaml', ...VARIANTS], ['comparison.csv']],
    [
      ['sweep', 'app.yaml', '--vary', 'max=0.25,1', '--vary', 'min=0.25,0.5', '--replications', '2'],
      ['sweep.csv'],
    ],
    [
      ['plan', 'app.yaml', '--vary', 'timeout=60s,15m,never', '--max-queries', '1M', '--at-load', '2x'],
      ['candidates.csv', 'plan.json'],
    ],
    [['capacity', 'app.yaml', '--replications', '3', '--growth', '8%/month'], ['capacity.csv']],
    [['forecast', 'app.yaml', '--months', '3', '--growth', '5%..10%/month'], ['forecast.csv']],
  ])('%j', (args, files) => {
    const [one, two] = ['1', '2'].map((workers) =>
      neap([...args, '--workers', workers, '--out', `on-${workers}`, '--quiet'], folder),
    );
    expect(one!.stderr).toBe('');
    expect(one!.status).toBeLessThanOrEqual(1);
    expect(two).toEqual(one);
    expect(bytes('on-2')).toEqual(bytes('on-1'));
    expect(Object.keys(bytes('on-1'))).toEqual([...files, 'data-dictionary.csv'].sort());
  });
});

describe('neap run --steady-state', () => {
  it('leaves out the warm-up and writes steady-state.csv', () => {
    const args = ['run', 'app.yaml', '--steady-state', '--set', 'duration=20d', '--out', 'out'];
    const { status, stdout, stderr } = neap(args, folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^figure +steady state +whole run +batches$/m);
    expect(readdirSync(join(folder, 'out'))).toEqual(['data-dictionary.csv', 'steady-state.csv']);
  });
});

describe('an interrupted command with many runs', () => {
  it.each(['1', '2'])('exits with 130 and leaves nothing behind, on %s workers', async (workers) => {
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

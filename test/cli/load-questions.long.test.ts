import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Capacity } from '../../src/study/growth/capacity-result.js';
import type { Forecast } from '../../src/study/growth/forecast-result.js';
import { temporaryFolder } from '../temporary-folder.js';
import { neap } from './built-cli.js';
import { calledIn } from './command.js';

const SCENARIO = `
name: app
seed: 42
duration: 6h
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }
load:
  - { name: web, compute: primary, rate: 1/s, query: { cpu: { exponential: { mean: 20ms } } } }
  - { name: jobs, compute: primary, process: { cron: { schedule: '*/30 * * * *' } }, query: { cpu: 5s } }
slo: { latency_p99: 20s, success_rate: 99% }
`;

const folder = temporaryFolder();
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'app.yaml'), SCENARIO);
});

function file(directory: string, name: string): string {
  return readFileSync(join(folder, directory, name), 'utf8');
}

describe('neap capacity', () => {
  it('says what a configuration carries, the same for one worker and two', () => {
    const args = ['capacity', 'app.yaml', '--replications', '3', '--growth', '8%/month'];
    const one = neap([...args, '--workers', '1', '--out', 'one', '--md', 'one.md'], folder);
    const two = neap([...args, '--workers', '2', '--out', 'two', '--json'], folder);
    expect(one).toMatchObject({ status: 0, stderr: '' });
    expect(two).toMatchObject({ status: 0, stderr: '' });
    expect(file('two', 'capacity.csv')).toBe(file('one', 'capacity.csv'));
    expect(one.stdout).toMatch(/^Carries +[\d.]+ times the present load \(95 % range [\d.]+ to [\d.]+\)/m);
    expect(one.stdout).toMatch(/^Fails first +latency_p99 <= 20000ms$/m);
    expect(one.stdout).toMatch(/^Bottleneck +cpu: /m);
    expect(one.stdout).toMatch(/^Reached +on 20\d\d-\d\d-\d\d at a growth of 8%\/month/m);
    expect(one.stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
    const found = JSON.parse(two.stdout) as Capacity;
    expect(found.load!.low).toBeLessThanOrEqual(found.load!.factor);
    expect(found.levels.length).toBe(file('one', 'capacity.csv').trimEnd().split('\r\n').length - 1);
    expect(file('.', 'one.md')).toMatch(
      /^### app: carries [\d.]+ times the present load\n\n\*\*✅ Carries up to [\s\S]*\n- Carries: [\s\S]*\n\nObjectives:\n\n\| Objective \| Now \|/,
    );
  });

  it.each([
    [['capacity', 'app.yaml', '--set', 'slo={}'], 'there is no objective that could be missed'],
    [
      ['capacity', 'app.yaml', '--constraint', 'latency_p98 <= 1s'],
      'unknown figure "latency_p98"; did you mean',
    ],
    [['capacity', 'app.yaml', '--constraint', 'latency_p99 <= 1%'], 'expected a duration'],
    [['capacity', 'app.yaml', '--growth', '8'], 'expected a growth such as 8%/month'],
    [['forecast', 'app.yaml', '--growth', '8%/week'], 'expected a growth such as 8%/month'],
    [['forecast', 'app.yaml', '--months', '0'], 'expected a whole number from 1 to 120'],
    [['forecast', 'app.yaml', '--json', '--md', '-'], 'both write to standard output'],
    [
      ['run', 'app.yaml', '--steady-state', '--replications', '5'],
      "option '--steady-state' cannot be used with option '--replications <n>'",
    ],
  ])('%j ends with 2 and says why', async (args, message) => {
    const { status, stdout, stderr } = await calledIn(folder, args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });
});

describe('neap forecast', () => {
  it('has a row for each month, the same for one worker and two', () => {
    const args = [
      'forecast',
      'app.yaml',
      '--months',
      '3',
      '--growth',
      '5%..10%/month',
      '--replications',
      '2',
    ];
    const one = neap([...args, '--workers', '1', '--out', 'one'], folder);
    const two = neap([...args, '--workers', '2', '--out', 'two', '--json'], folder);
    expect(one).toMatchObject({ status: 0, stderr: '' });
    expect(two).toMatchObject({ status: 0, stderr: '' });
    expect(file('two', 'forecast.csv')).toBe(file('one', 'forecast.csv'));
    expect(file('one', 'forecast.csv').trimEnd().split('\r\n')).toHaveLength(4);
    expect(one.stdout).toMatch(/^2026-01 +1\.03× /m);
    expect(one.stdout).toMatch(/^P99 latency at most 20 s +met /m);
    expect(one.stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
    const made = JSON.parse(two.stdout) as Forecast;
    // Jobs every half hour keep it awake for five minutes each: a fixed part.
    expect(made.months[0]!.fixed_usd).toBeGreaterThan(1);
    expect(made.months[0]!.growing_usd).toBeGreaterThan(1);
  });
});

describe('neap run --steady-state', () => {
  it('leaves the warm-up out, and writes steady-state.csv', () => {
    const args = ['run', 'app.yaml', '--steady-state', '--set', 'duration=2d'];
    const { status, stdout, stderr } = neap([...args, '--out', 'out'], folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^figure +steady state +whole run +batches$/m);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'the scenario has no steady state (load jobs has a season)',
    );
    expect(readdirSync(join(folder, 'out'))).toEqual(['data-dictionary.csv', 'steady-state.csv']);
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nextMonday } from '../../src/cli/commands/init.js';
import { parseScenario, ScenarioError } from '../../src/scenario/load-scenario.js';
import { calledIn } from './command.js';

const COMPUTE = '{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }';
const LOAD = '{ name: web, compute: primary, rate: 10/h, query: { cpu: 5ms } }';
const APP = `name: app\nduration: 1h\ncomputes: [${COMPUTE}]\nload: [${LOAD}]\nslo: { latency_p99: 5s }\n`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-wrong-'));
  writeFileSync(join(folder, 'app.yaml'), APP);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The standard error of a command, without the path of the test folder. */
async function refused(args: readonly string[]): Promise<string> {
  const before = readdirSync(folder);
  const { status, stdout, stderr } = await calledIn(folder, args);
  expect({ status, stdout }, args.join(' ')).toEqual({ status: 2, stdout: '' });
  expect(readdirSync(folder)).toEqual(before);
  return stderr.replaceAll(`${folder}/`, '').trimEnd();
}

const SIZE = 'expected a size in CU such as 0.25, 2 or 8';
const MAX = 'computes.primary.autoscaling_limit_max_cu';
const PERIOD = (growth: string) =>
  `--growth ${growth}: error: per month or per year? expected --growth ${growth}/month or --growth ${growth}/year`;

describe('an invalid option value', () => {
  it.each([
    [['sweep', '--vary', 'max=2,five'], `--vary max=2,five: error: ${MAX}: ${SIZE}, got "five"`],
    [['plan', '--vary', 'max=2,five'], `--vary max=2,five: error: ${MAX}: ${SIZE}, got "five"`],
    [['sweep', '--vary', 'max=2', '--vary', 'min=x,1'], '--vary min=x,1: error: computes.primary.'],
    [
      ['sweep', '--vary', 'max=2,'],
      '--vary max=2,: error: a value is empty; expected one on each side of a comma',
    ],
    [
      ['sweep', '--vary', 'timeout=5m,soon'],
      '--vary timeout=5m,soon: error: computes.primary.suspend_timeout_seconds: expected',
    ],
    [
      ['sweep', '--vary', 'replicas=0,one'],
      '--vary replicas=0,one: error: expected whole numbers of read-only computes, got "one"',
    ],
    [['sweep', '--vary', 'pooling=direct,pool'], 'expected one of direct, pooler, got "pool"'],
    [
      ['sweep', '--vary', 'plan=launch,lanch'],
      '--vary plan=launch,lanch: error: plan: unknown plan "lanch"; did you mean "launch"?',
    ],
    [
      ['sweep', '--vary', 'load.web.rate=1/s,fast'],
      '--vary load.web.rate=1/s,fast: error: load.web.rate: expected a rate',
    ],
    [['sweep', '--vary', 'maxx=1'], '--vary maxx=1: error: unknown setting "maxx"; did you mean "max"?'],
    [['plan', '--vary', 'maxx=1,2'], '--vary maxx=1,2: error: unknown setting "maxx"; did you mean "max"?'],
    [
      ['plan', '--vary', 'primary.maxx=1'],
      '--vary primary.maxx=1: error: a compute has no setting "maxx"; did you mean "max"?',
    ],
    [
      ['sweep', '--vary', 'primry.max=1'],
      '--vary primry.max=1: error: unknown setting "primry.max"; did you mean "primary.max"?',
    ],
    [
      ['sweep', '--vary', 'load.wbe.rate=1/s'],
      '--vary load.wbe.rate=1/s: error: there is no "wbe" in load; did you mean "web"?',
    ],
    [
      ['compare', '--variant', 'big', 'maxx=1'],
      '--variant big maxx=1: error: unknown setting "maxx"; did you mean "max"?',
    ],
    [
      ['compare', '--variant', 'big', 'max=five'],
      `--variant big max=five: error: ${MAX}: ${SIZE}, got "five"`,
    ],
    [['run', '--set', 'mx=4'], `--set mx=4: error: mx: unknown key "mx"; did you mean "${MAX}"?`],
    [
      ['run', '--set', 'load.web.rat=4/s'],
      '--set load.web.rat=4/s: error: load.web.rat: unknown key "rat"; did you mean "rate"?',
    ],
    [
      ['run', '--set', 'load.web.process.cron.schedule=*/5 * * * *'],
      'a value that begins with * has to be quoted; expected "*/5 * * * *"',
    ],
    [
      ['plan', '--constraint', 'p99 <= 2s'],
      '--constraint p99 <= 2s: error: unknown figure "p99"; did you mean "latency_p99"? (column 1 of "p99 <= 2s")',
    ],
    [['plan', '--constraint', 'latency_p99 <= 300'], 'error: expected a duration such as 300ms, got "300"'],
    [
      ['plan', '--constraint', 'wake_probability <= 1'],
      "error: 1 % or 100 %? expected 'wake_probability <= 1%' or 'wake_probability <= 100%'",
    ],
    [
      ['plan', '--worlds', 'five'],
      "error: option '--worlds <n>' argument 'five' is invalid. expected a whole number of 10 to 10000",
    ],
    [['run', '--figures', 'p99', '--precision', '2%'], 'unknown figure "p99"; did you mean "latency_p99"?'],
    [['forecast', '--growth', '8%'], PERIOD('8%')],
    [['forecast', '--growth', '5%..10%'], PERIOD('5%..10%')],
    [['capacity', '--growth', '2x'], PERIOD('2x')],
    [
      ['forecast', '--growth', '8'],
      '--growth 8: error: expected a growth such as 8%/month, 2x/year or 5%..10%/month',
    ],
    [
      ['forecast', '--months', '100000'],
      "error: option '--months <n>' argument '100000' is invalid. expected a whole number from 1 to 120",
    ],
    [['forecast', '--months', '121'], 'expected a whole number from 1 to 120'],
    [['forecast', '--growth', '8%/week'], 'expected a growth such as 8%/month'],
    [['capacity', '--set', 'slo={}'], 'the scenario has no objective that could be missed'],
    [['plan', '--minimise', 'costs'], 'unknown figure "costs"'],
    [['plan', '--at-load', '2x,fast'], 'expected factors above 0'],
    [['plan', '--vary', 'maxi'], 'unknown dimension "maxi"; did you mean "max"?'],
    [['plan', '--compute', 'primry'], 'did you mean "primary"?'],
    [['plan', '--vary', 'max=3.5'], '3.5 CU is not a size'],
    [['compare'], 'add another file, or a variant such as --variant bigger max=4'],
    [['compare', '--variant', 'a'], '"a" changes nothing'],
    [['compare', '--variant', 'max=1'], 'expected a name before max=1'],
    [['compare', '--variant', 'a', 'max=1', '--variant', 'a', 'max=2'], 'two variants "a"'],
    [['compare', 'app.yaml', '--variant', 'a', 'max=1'], 'it takes one file, and 2 are given'],
    [['compare', 'no.yaml'], 'no.yaml: error: no such file'],
    [['compare', 'app.yaml', '--replications', '1'], 'expected a whole number of 2 or more'],
    [['compare', 'app.yaml', '--json', '--md', '-'], 'both write to standard output'],
    [['run', '--replications', 'many'], 'expected a whole number of 1 or more'],
    [['run', '--precision', '2'], 'expected a share between 0 and 100 %'],
    [['run', '--figures', 'cost_usd'], '--figures <names> has no effect without --precision <share>'],
    [['run', '--confidence', '99%'], '--confidence <share> has no effect without --replications <n> or'],
    [['run', '--replications', '2', '--workers', '0'], 'expected a whole number of 1 or more'],
    [['run', '--steady-state', '--replications', '5'], "'--steady-state' cannot be used with option"],
    [['sweep'], "required option '--vary <path=values>' not specified"],
    [['sweep', '--vary', 'max=3.5,9.1'], '3.5 CU is not a size'],
    [['sweep', '--vary', 'timeout=1h..60s:3'], 'has to go upwards'],
    [['policies', '--side', 'width'], 'Allowed choices are size, suspend, both'],
    [['policies', '--out', 'app.yaml'], 'it is a file; expected a directory'],
    [['policies', '--wake-cost', '10s,x'], 'expected a duration such as'],
    [['policies', '--wake-cost', '10s', '--side', 'size'], '--wake-cost has no effect with --side size'],
  ])('%j: %s', async ([command, ...options], message) => {
    expect(await refused([command!, 'app.yaml', ...options])).toContain(message);
  });
});

describe('a valid value that the plan forbids', () => {
  it('is listed as not allowed next to the others', async () => {
    const args = [
      'sweep',
      'app.yaml',
      '--vary',
      'max=2,3.5',
      '--replications',
      '1',
      '--workers',
      '1',
      '--quiet',
    ];
    const { status, stdout } = await calledIn(folder, args);
    expect(status).toBe(0);
    expect(stdout).toContain('Not allowed  max=3.5: 3.5 CU is not a size');
  });
});

describe('an unknown command or option', () => {
  it.each([
    [
      ['simulate'],
      'error: unknown command "simulate"; did you mean "run"?\nRun "neap help" for the commands.',
    ],
    [['simulate', 'app.yaml'], 'did you mean "run"?'],
    [['help', 'version'], 'error: unknown command "version"; did you mean "--version"?'],
    [['rnu'], 'did you mean "run"?'],
    [['help', 'foo'], 'error: unknown command "foo"; expected one of init, run, validate'],
    [['help', 'simulate'], 'did you mean "run"?'],
    [['foo', '--help'], 'error: unknown command "foo"'],
    [
      ['run', 'app.yaml', '--ouy', 'x'],
      'error: unknown option \'--ouy\'\n(Did you mean --out?)\nRun "neap run --help" for its options.',
    ],
    [['forecast', 'app.yaml', '--months', 'x'], 'Run "neap forecast --help" for its options.'],
    [['run'], 'error: missing required argument \'file\'\nRun "neap run --help" for its options.'],
  ])('%j', async (args, message) => {
    expect(await refused(args)).toContain(message);
  });
});

describe('neap init', () => {
  it.each([
    [['--plan', 'lanch'], 'there is no plan "lanch"; did you mean "launch"?'],
    [['--plan', 'foo'], 'there is no plan "foo"; expected one of free, launch, scale'],
    [['--timeout', 'soon'], 'or never'],
    [
      ['--timeout', '5s'],
      'neap init: --timeout: expected 0 (the default of 300 s), never (-1), or whole seconds',
    ],
    [['--min', '4', '--max', '2'], 'neap init: --max: the minimum of 4 CU is above the maximum of 2 CU'],
    [['--rate', '40'], 'expected a rate such as 40/s'],
    [['--cpu', 'fast'], 'expected a duration such as'],
    [['--min', 'small'], 'expected a size in CU'],
    [['--plan', 'free', '--timeout', '-1'], 'the free plan cannot switch scale to zero off'],
  ])('refuses %j', async (options, message) => {
    expect(await refused(['init', 'new.yaml', ...options])).toContain(message);
  });

  it('creates the folder of the file, and accepts never as a timeout', async () => {
    const args = ['init', 'sub/deep/new.yaml', '--timeout', 'never'];
    expect(await calledIn(folder, args)).toMatchObject({ status: 0, stderr: '' });
    const text = readFileSync(join(folder, 'sub/deep/new.yaml'), 'utf8');
    expect(text).toContain('suspend_timeout_seconds: never ');
    const { computes, start_epoch_seconds } = await parseScenario(text);
    expect(computes[0]!.suspend_timeout_seconds).toBe(-1);
    expect(1000 * start_epoch_seconds).toBeGreaterThan(Date.now() - 86_400_000);
    expect(new Date(1000 * start_epoch_seconds).getUTCDay()).toBe(1);
  });

  it('reports the reason, not a temporary file, if the file cannot be written', async () => {
    expect(await refused(['init', 'app.yaml/new.yaml'])).toBe(
      'neap init: app.yaml/new.yaml cannot be written: a part of the path is a file; name another file',
    );
  });

  it.each([
    ['2026-01-04T23:59:59Z', '2026-01-05'],
    ['2026-01-05T00:00:00Z', '2026-01-12'],
    ['2026-01-10T12:00:00Z', '2026-01-12'],
  ])('starts on the Monday after %s', (now, start) => {
    expect(nextMonday(Date.parse(now))).toBe(start);
  });
});

/** Every problem of a scenario, as lines. */
async function problems(text: string): Promise<readonly string[]> {
  try {
    await parseScenario(text, { file: 'app.yaml' });
    return [];
  } catch (error) {
    if (error instanceof ScenarioError) return error.message.split('\n');
    throw error;
  }
}

const top = `name: app\nduration: 1h\ncomputes: [${COMPUTE}]\n`;
const cron = (schedule: string) =>
  `load:\n  - { name: job, compute: primary, query: { cpu: 1s }, ${schedule} }\n`;

describe('a scenario with one mistake has one error, with its location and the expected value', () => {
  it.each([
    [
      'computes:\n\t- name: a\n\t  autoscaling_limit_min_cu: 1\nload:\n\t- name: b\n',
      'app.yaml:2:1: error: syntax: a tab indents this line; expected spaces',
    ],
    [
      'name: x\nduration: 1d\n\tplan: launch\n',
      'app.yaml:3:1: error: syntax: a tab indents this line; expected spaces',
    ],
    [
      `${top}load:\n  - name: job\n    schedule: */5 * * * *\n    query: { cpu: 1s }\n`,
      'app.yaml:6:15: error: syntax: a value that begins with * has to be quoted; expected "*/5 * * * *"',
    ],
    [
      `${top}${cron('process: { cron: { schedule: */5 * * * * } }')}`,
      'app.yaml:5:85: error: syntax: a value that begins with * has to be quoted; expected "*/5 * * * *"',
    ],
    [
      `seed: 1\n${top}seed: 2\n`,
      'app.yaml:5:1: error: syntax: the key "seed" appears twice, first on line 1; expected it once',
    ],
    [
      `${top}slo:\n  latency_p99: 1s\n  latency_p99: 2s\n`,
      'app.yaml:6:3: error: syntax: the key "latency_p99" appears twice, first on line 5; expected it once',
    ],
    [
      'name: @x\n',
      'app.yaml:1:7: error: syntax: Plain value cannot start with reserved character @; quote the value',
    ],
    [
      `${top}events: [{ at: 1m, resize: primary }]\n`,
      'app.yaml:4:20: error: events[0].resize: unknown key "resize"; did you mean "update"?',
    ],
    [
      `${top}events: [{ at: 1m, updat: primary, set: {} }]\n`,
      'app.yaml:4:20: error: events[0].updat: unknown key "updat"; did you mean "update"?',
    ],
    [
      `${top}events: [{ at: 1m, fiddle: primary }]\n`,
      'app.yaml:4:10: error: events[0]: expected an event with at, and one of update (with set), restart, start or suspend; a mapping has one of the keys update, restart, start, suspend here, not "fiddle"',
    ],
    [
      `${top}timezone: CET+1\n`,
      'app.yaml:4:11: error: timezone: expected the IANA name of a time zone such as Europe/Berlin or UTC, got "CET+1"; did you mean "CET"?',
    ],
    [
      `${top}timezone: Berlin\n`,
      'app.yaml:4:11: error: timezone: expected the IANA name of a time zone such as Europe/Berlin or UTC, got "Berlin"; did you mean "Europe/Berlin"?',
    ],
    [
      `${top}timezone: Mars/Olympus\n`,
      'app.yaml:4:11: error: timezone: expected the IANA name of a time zone such as Europe/Berlin or UTC, got "Mars/Olympus"',
    ],
    [
      `${top}slo: { p99: 2s }\n`,
      'app.yaml:4:8: error: slo.p99: unknown key "p99"; did you mean "latency_p99"?',
    ],
    [
      `${top}slo: { latency_p99: 300 }\n`,
      'app.yaml:4:21: error: slo.latency_p99: expected a duration such as 350ms, 90s, 5m, 1h30m or 7d, got 300; give it a unit, such as 300ms or 300s',
    ],
    [
      `${top}slo: { success_rate: 1 }\n`,
      'app.yaml:4:22: error: slo.success_rate: expected a share such as 99.9% or 0.999, got 1; write 1% or 100%',
    ],
    [
      top.replace('max_cu: 2', 'max_cu: 512'),
      'app.yaml:3:84: error: computes.primary.autoscaling_limit_max_cu: 512 CU is not a size; the nearest is 16 (sizes are 0.25, 0.5, 1 to 16 with autoscaling)',
    ],
    [
      `plan: free\n${top}`.replace('max_cu: 2', 'max_cu: 512'),
      'app.yaml:4:84: error: computes.primary.autoscaling_limit_max_cu: 512 CU is not a size; the nearest is 2 (sizes are 0.25, 0.5, 1 to 16 with autoscaling)',
    ],
    [
      APP.replace('computes:', 'compute:'),
      'app.yaml:3:1: error: compute: unknown key "compute"; did you mean "computes"?',
    ],
    [
      APP.replace('duration:', 'duraton:'),
      'app.yaml:2:1: error: duraton: unknown key "duraton"; did you mean "duration"?',
    ],
    [
      APP.replace('query:', 'qeury:'),
      'app.yaml:4:51: error: load.web.qeury: unknown key "qeury"; did you mean "query"?',
    ],
    [
      APP.replace('[{ name: p', '[{ nmae: p'),
      'app.yaml:3:14: error: computes[0].nmae: unknown key "nmae"; did you mean "name"?',
    ],
    [
      APP.replace('web, compute', 'web, compte'),
      'app.yaml:4:21: error: load.web.compte: unknown key "compte"; did you mean "compute"?',
    ],
  ])('%j', async (text, message) => {
    expect(await problems(text)).toEqual([message]);
  });

  it.each([
    ['PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
    ['UTF-16', Buffer.from('name: app\n', 'utf16le')],
  ])('a file in %s is not a scenario', async (_, bytes) => {
    writeFileSync(join(folder, 'odd.yaml'), bytes);
    const message = 'odd.yaml: error: not a scenario file, nor UTF-8 text; expected YAML or JSON';
    expect(await refused(['validate', 'odd.yaml'])).toBe(message);
    expect(await refused(['run', 'odd.yaml'])).toBe(message);
  });
});

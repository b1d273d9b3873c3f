import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { columns } from '../../src/report/text/text-width.js';
import { called } from './command.js';

/** Suggested commands contain file names, and short paths fit any screen. */
const folder = mkdtempSync('/tmp/w-');
afterAll(() => {
  rmSync(folder, { recursive: true });
  Reflect.deleteProperty(process.stdout, 'columns');
});

const LONG = 'primary-of-the-shop-with-a-rather-long-name';
writeFileSync(
  join(folder, 'hard.yaml'),
  `name: hard
start: 2026-01-05T00:00:00Z
duration: 1d
plan: scale
computes:
  - { name: ${LONG}, branch: main, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 }
  - { name: replica, branch: main, type: read_only, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }
load:
  - { name: web-front-page-and-search, compute: ${LONG}, rate: 40/h, query: { cpu: 20ms } }
  - { name: poll, compute: replica, rate: { between: [10/h, 20/h] }, query: { cpu: 20ms } }
slo: { latency_p99: 3s, success_rate: 99% }
`,
);
const FLEET = fileURLToPath(new URL('../golden/scenarios/small-fleet.yaml', import.meta.url));

const COMMANDS: readonly (readonly string[])[] = [
  ['run', 'hard.yaml', '--without-each'],
  ['run', 'hard.yaml', '--replications', '3'],
  ['run', 'hard.yaml', '--steady-state'],
  ['run', FLEET],
  [
    ...['compare', 'hard.yaml', '--replications', '2'],
    ...['--variant', 'a-variant-with-a-long-name', 'timeout=never', '--variant', 'bigger', `${LONG}.max=4`],
  ],
  [
    ...['sweep', 'hard.yaml', '--replications', '2'],
    ...['--vary', `computes.${LONG}.autoscaling_limit_max_cu=1,2`, '--vary', 'replica.timeout=1m,never'],
  ],
  [
    'plan',
    'hard.yaml',
    '--vary',
    'timeout=1m,5m,never',
    '--at-load',
    '2',
    '--max-queries',
    '100k',
    '--constraint',
    'cost_usd <= 3',
  ],
  ['capacity', 'hard.yaml', '--constraint', 'cost_usd <= 2', '--growth', '8%/month'],
  [
    'forecast',
    'hard.yaml',
    '--growth',
    '5%..10%/month',
    '--months',
    '3',
    '--replications',
    '2',
    '--constraint',
    'cost_usd <= 3',
  ],
  ['forecast', 'hard.yaml', '--growth', '5%/month', '--months', '2', '--replications', '2', '--worlds', '10'],
  ['policies', 'hard.yaml'],
  ['bill', 'hard.yaml', '--budget', '20'],
  ['bill', 'hard.yaml', '--worlds', '10'],
  ['policies'],
];

/** Commands of studies: with `--out`, their runs are stored until the answer is complete. */
const STUDY = /^(compare|sweep|plan|capacity|forecast) |^run .*--replications/;

function amountsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/<?\$[\d.,]*\d/g));
}

/** Prints the answer of a command at a width. A study is simulated once: its runs are copied while it is printed. */
async function printed(args: readonly string[], width: number): Promise<readonly string[]> {
  const out = join(folder, 'out');
  const [partial, kept] = [`${out}.partial`, join(folder, 'kept')];
  const outputs = STUDY.test(args.join(' ')) ? ['--workers', '1', '--out', out] : [];
  const isKept = existsSync(kept);
  if (isKept) {
    outputs.push('--resume');
    rmSync(out, { recursive: true });
    cpSync(kept, partial, { recursive: true });
  }
  delete process.env['COLUMNS'];
  Object.defineProperty(process.stdout, 'columns', {
    configurable: true,
    get: () => {
      if (existsSync(partial)) cpSync(partial, kept, { recursive: true });
      return width;
    },
  });
  const typed = args.map((arg) => (arg === 'hard.yaml' ? join(folder, arg) : arg));
  const { status, stdout, stderr } = await called([...typed, ...outputs]);
  expect({ status: status! < 2, stderr }).toEqual({ status: true, stderr: '' });
  return stdout.split('\n');
}

describe.each(COMMANDS)('neap %s', (...args) => {
  afterEach(() => {
    for (const name of ['out', 'kept']) rmSync(join(folder, name), { recursive: true, force: true });
  });
  const quiet = args.length > 1 ? ['--quiet'] : [];
  it('keeps each amount and overflows no line at 60 columns', async () => {
    const all = amountsIn((await printed([...args, ...quiet], 200)).join('\n'));
    const lines = await printed([...args, ...quiet], 60);
    expect(lines.filter((line) => columns(line) > 60)).toEqual([]);
    const shown = amountsIn(lines.join('\n'));
    expect([...all].filter((amount) => !shown.has(amount))).toEqual([]);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { columns } from '../../src/report/text/text-width.js';
import { neap } from './built-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'neap-width-'));
afterAll(() => rmSync(folder, { recursive: true }));

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
  ['plan', 'hard.yaml', '--vary', 'timeout=1m,5m,never', '--at-load', '2', '--constraint', 'cost_usd <= 3'],
  ['capacity', 'hard.yaml', '--constraint', 'cost_usd <= 2', '--growth', '8%/month'],
  ['forecast', 'hard.yaml', '--growth', '5%..10%/month', '--months', '3', '--constraint', 'cost_usd <= 3'],
  ['forecast', 'hard.yaml', '--growth', '5%/month', '--months', '2', '--worlds', '10'],
  ['policies', 'hard.yaml'],
  ['bill', 'hard.yaml', '--budget', '20'],
  ['bill', 'hard.yaml', '--worlds', '10'],
  ['policies'],
];

function amountsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/<?\$[\d.,]*\d/g));
}

describe.each(COMMANDS)('neap %s', (...args) => {
  const quiet = args.length > 1 ? ['--quiet'] : [];
  const printed = (width: number): readonly string[] => {
    const { status, stdout, stderr } = neap([...args, ...quiet], folder, { COLUMNS: String(width) });
    expect({ status: status! < 2, stderr }).toEqual({ status: true, stderr: '' });
    return stdout.split('\n');
  };
  it('keeps each amount and overflows no line at 80 and 60 columns', () => {
    const all = amountsIn(printed(200).join('\n'));
    for (const width of [80, 60]) {
      const lines = printed(width);
      expect(lines.filter((line) => columns(line) > width)).toEqual([]);
      const shown = amountsIn(lines.join('\n'));
      expect([...all].filter((amount) => !shown.has(amount))).toEqual([]);
    }
  });
});

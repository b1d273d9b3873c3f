import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { columns } from '../../src/report/text/text-width.js';
import { onTerminal } from '../golden/terminal.js';
import { temporaryFolder } from '../temporary-folder.js';
import { called } from './command.js';

const folder = temporaryFolder();
const LONG = 'primary-of-the-shop-with-a-rather-long-name';
const HARD = join(folder, 'hard.yaml');
writeFileSync(
  HARD,
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

/** The answer of a command on a terminal of this width. */
async function printed(command: string, width: number): Promise<string> {
  const args = command.split(' ').map((word) => ({ HARD, FLEET })[word] ?? word);
  const { status, stdout, stderr } = await onTerminal(width, () => called(args));
  expect({ status: status! < 2, stderr }).toEqual({ status: true, stderr: '' });
  return stdout;
}

const amountsIn = (text: string) => new Set(text.match(/<?\$[\d.,]*\d/g));

// Other answers are printed by test/report/screens.test.ts.
it.each([
  'run HARD --without-each --quiet',
  'run HARD --replications 3 --quiet',
  'run HARD --steady-state --quiet',
  'run FLEET --quiet',
  'forecast HARD --growth 5%/month --months 2 --replications 2 --worlds 10 --quiet',
  'policies HARD --quiet',
  'bill HARD --budget 20 --quiet',
  'bill HARD --worlds 10 --quiet',
  'policies',
  'validate FLEET --advise',
])('neap %s keeps each amount and overflows no line at 60 columns', async (command) => {
  const shown = await printed(command, 60);
  expect(shown.split('\n').filter((line) => columns(line) > 60)).toEqual([]);
  const left_out = [...amountsIn(await printed(command, 200))].filter((each) => !amountsIn(shown).has(each));
  expect(left_out).toEqual([]);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { neap } from '../../cli/built-cli.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { QUICK } from '../quick-scenario.js';

const RATE = { between: ['4/h', '60/h'] };
const folder = temporaryFolder();

/** Writes the quick scenario with a rate. */
function write(rate: unknown): string {
  const { slo: _, ...quick } = QUICK;
  writeFileSync(join(folder, 'app.json'), JSON.stringify({ ...quick, load: [{ ...QUICK.load[0], rate }] }));
  return 'app.json';
}

it.each([
  ['run'],
  ['bill'],
  ['plan', '--vary', 'timeout=5m,1h', '--at-load', 'none', '--no-sensitivity', '--max-queries', '1M'],
  ['forecast', '--months', '2', '--replications', '2'],
])(
  'neap %s prints the same bytes for intervals with equal ends as for fixed values',
  (command, ...options) => {
    const [plain, degenerate] = ['20/h', { between: ['20/h', '20/h', '20/h'] }].map((rate) =>
      neap([command, write(rate), ...options, '--json'], folder),
    );
    expect(plain!.status).toBe(0);
    expect([degenerate!.status, degenerate!.stdout]).toEqual([0, plain!.stdout]);
  },
);

it('neap bill bills every world as if it were written, and names the greatest influence', () => {
  const drawn = neap(['bill', write(RATE), '--worlds', '10', '--json'], folder);
  const { worlds, total_usd, warnings } = JSON.parse(drawn.stdout);
  expect(worlds.middle_usd).toBe(total_usd);
  expect(warnings[0]).toMatch(/load\.web\.rate is 15\.4919\/h \(of 4\/h to 60\/h\)/);
  expect(worlds.inputs[0]).toMatchObject({ path: 'load.web.rate' });
  expect(worlds.inputs[0].rank_correlation).toBeGreaterThan(0.9);
  for (const { inputs, value } of [worlds.rows[0], worlds.rows[7]]) {
    const { stdout } = neap(['bill', write(inputs['load.web.rate']), '--json'], folder);
    expect(JSON.parse(stdout).total_usd).toBe(value);
  }
  const one = neap(['bill', write(RATE), '--worlds', '10', '--json', '--workers', '1'], folder);
  expect(one.stdout).toBe(drawn.stdout);
});

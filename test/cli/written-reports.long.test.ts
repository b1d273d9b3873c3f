import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { example } from '../scenario/example.js';
import { temporaryFolder } from '../temporary-folder.js';
import { called } from './command.js';

const folder = temporaryFolder();
const scenario = join(folder, 'short.yaml');
writeFileSync(scenario, stringify(example({ duration: '2h' })));

test('a Markdown report on standard output has the bytes of its file', async () => {
  const file = join(folder, 'sweep.md');
  const sweep = ['sweep', scenario, '--vary', 'timeout=1m,5m', '--replications', '2', '--quiet'];
  const printed = await called([...sweep, '--md', '-']);
  const written = await called([...sweep, '--md', file]);
  expect([printed.status, written.status]).toEqual([0, 0]);
  // Both name the command that was typed.
  expect(printed.stdout.replaceAll('--md -', `--md ${file}`)).toBe(readFileSync(file, 'utf8'));
});

test('policies.csv has a row for each policy, as many columns in each, and the same bytes twice', async () => {
  const table = async (name: string): Promise<string> => {
    const out = join(folder, name);
    expect(await called(['policies', scenario, '--quiet', '--out', out])).toMatchObject({ status: 0 });
    return readFileSync(join(out, 'policies.csv'), 'utf8');
  };
  const first = await table('one');
  expect(await table('two')).toBe(first);
  const [head, ...rows] = first.trim().split('\n');
  expect(rows.length).toBeGreaterThan(5);
  const columns = head!.split(',').length;
  expect(rows.map((row) => row.split(',').length)).toEqual(rows.map(() => columns));
});

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { BUILT_CLI } from './built-cli.js';

const folder = temporaryFolder();

/** More than a reader examines to find the columns. */
const ROWS = 20_000;
const SERIES = `timestamp,requests\n${Array.from({ length: ROWS }, (_, i) => `${1_767_571_200 + 60 * i},${i % 7}`).join('\n')}\n`;
const TOTAL = Array.from({ length: ROWS }, (_, i) => i % 7).reduce((a, b) => a + b);
const POINTS = Array.from({ length: 3000 }, (_, i) =>
  JSON.stringify({
    type: 'Point',
    metric: 'http_reqs',
    data: { time: `2026-01-05T00:${String(Math.floor(i / 60)).padStart(2, '0')}:30Z`, value: 1 },
  }),
).join('\n');

const neap = (args: readonly string[], input: string) =>
  spawnSync(process.execPath, [BUILT_CLI, ...args], { input, encoding: 'utf8', cwd: folder });

test('input from a pipe is read from its start, as often as needed', () => {
  const { status, stdout } = neap(['trace', '/dev/stdin', '--json'], SERIES);
  expect([status, JSON.parse(stdout).counts.total]).toEqual([0, TOTAL]);
  expect(neap(['import', 'k6', '/dev/stdin'], POINTS).stdout).toContain('3000 queries');
});

test('a named pipe and a process substitution are read', () => {
  writeFileSync(join(folder, 'series.csv'), SERIES);
  const script = `mkfifo pipe; gzip -c series.csv > pipe & "$0" "$1" trace pipe --json --quiet; "$0" "$1" trace <(cat series.csv) --json --quiet`;
  const both = execFileSync('bash', ['-c', script, process.execPath, BUILT_CLI], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([...both.matchAll(/"total": (\d+)/g)].map(([, total]) => Number(total))).toEqual([TOTAL, TOTAL]);
  expect(readFileSync(join(folder, 'series.csv'), 'utf8')).toBe(SERIES);
});

test.each(['trace', 'run'])('a device is refused by %s', (command) => {
  const { status, stderr } = neap([command, '/dev/zero'], '');
  expect([status, stderr]).toEqual([2, expect.stringContaining('this is a device')]);
});

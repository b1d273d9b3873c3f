import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { neap } from './built-cli.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'neap-same-bytes-'));
afterAll(() => rmSync(work, { recursive: true }));

let runs = 0;

/** By name, the files and the output of a run of one of the project's scenarios. */
export function outputs(scenario: string): Readonly<Record<string, string>> {
  runs += 1;
  const out = join(work, String(runs));
  const { status, stdout, stderr } = neap(['run', scenario, '--out', out], root);
  expect(stderr).toBe('');
  expect(status).toBeLessThanOrEqual(1);
  const files = readdirSync(out).sort();
  return {
    'screen.txt': stdout,
    ...Object.fromEntries(files.map((file) => [file, readFileSync(join(out, file), 'utf8')])),
  };
}

/** Compares two runs of a scenario, and prints the first line of each file that differs. */
export function expectSame(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): void {
  expect(Object.keys(one)).toEqual(Object.keys(other));
  const differences = Object.keys(one).flatMap((file) => {
    const lines = one[file]!.split('\n');
    const otherLines = other[file]!.split('\n');
    const index = lines.findIndex((line, at) => line !== otherLines[at]);
    if (index < 0 && lines.length === otherLines.length) return [];
    const at = index < 0 ? lines.length : index;
    return [{ file, line: at + 1, once: lines[at], again: otherLines[at] }];
  });
  expect(differences).toEqual([]);
}

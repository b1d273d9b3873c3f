import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { neap } from './built-cli.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'neap-same-bytes-'));
afterAll(() => rmSync(work, { recursive: true }));

/** SHA-256 of every file that a run of a shipped scenario writes, and of what it prints. */
function digests(scenario: string, out: string): Readonly<Record<string, string>> {
  const { status, stdout, stderr } = neap(['run', `scenarios/${scenario}.yaml`, '--out', out], root);
  expect(stderr).toBe('');
  expect(status).toBeLessThanOrEqual(1);
  const files = readdirSync(out).sort();
  return Object.fromEntries([
    ['screen', digest(stdout)],
    ...files.map((file) => [file, digest(readFileSync(join(out, file)))]),
  ]);
}

function digest(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Runs a shipped scenario twice and holds the bytes of both runs against each other and against the snapshot. */
export function expectSameBytes(scenario: string): void {
  const once = digests(scenario, join(work, `${scenario}-1`));
  expect(digests(scenario, join(work, `${scenario}-2`))).toEqual(once);
  expect(once).toMatchSnapshot();
}

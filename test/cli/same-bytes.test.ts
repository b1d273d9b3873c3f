import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
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

describe('same scenario and seed, same bytes', () => {
  test.each(['hobby-app', 'edit-at-noon', 'connection-storm', 'free-plan', 'recorded-shop'])(
    '%s, twice and on any machine',
    (scenario) => {
      const once = digests(scenario, join(work, `${scenario}-1`));
      expect(digests(scenario, join(work, `${scenario}-2`))).toEqual(once);
      expect(once).toMatchSnapshot();
    },
  );
});

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { neap } from './built-cli.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** By name, the files and the output of a command on one of the project's scenarios. */
export function outputs(command: string): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'neap-outputs-'));
  try {
    const { status, stdout, stderr } = neap([...command.split(' '), '--out', folder, '--quiet'], ROOT);
    expect(stderr).toBe('');
    expect(status).toBeLessThanOrEqual(1);
    const files = readdirSync(folder).sort();
    return {
      'screen.txt': stdout.replaceAll(folder, 'out'),
      ...Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')])),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

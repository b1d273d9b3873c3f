import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { BUILT_CLI } from './built-cli.js';
import { called } from './command.js';

const folder = temporaryFolder();
const file = join(folder, 'app.yaml');
writeFileSync(
  file,
  `name: cli-example
seed: 42
start: 2026-01-05T00:00:00Z
duration: 1d
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 }]
load: [{ name: web, compute: primary, rate: 20/h, query: { cpu: 4ms }, connection: { kind: per_query } }]
`,
);
const inShell = (command: string) =>
  spawnSync('sh', ['-c', `"${process.execPath}" "${BUILT_CLI}" ${command}`], {
    cwd: folder,
    encoding: 'utf8',
  });

describe('neap run', () => {
  it('prints one screen without colors into a pipe', async () => {
    const { status, stdout, stderr } = await called(['run', file]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^cli-example: one run; 24 h from 2026-01-05/);
    expect(stdout).not.toContain('\u001b');
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
  });

  it('prints summary.json with --json', async () => {
    const { stdout } = await called(['run', file, '--out', join(folder, 'first'), '--json']);
    expect(stdout).toBe(readFileSync(join(folder, 'first/summary.json'), 'utf8'));
  });

  it('stops silently when its reader closes the pipe', () => {
    expect(inShell('run app.yaml --json | head -c 1')).toMatchObject({ stdout: '{', stderr: '' });
  });

  it.skipIf(process.platform !== 'linux')(
    'exits with the same code when no process reads its messages',
    () => {
      expect(inShell('run none.yaml 2> /dev/full').status).toBe(2);
    },
  );
});

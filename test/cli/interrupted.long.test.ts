import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUILT_CLI } from './built-cli.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-test-'));
  writeFileSync(
    join(folder, 'app.yaml'),
    `name: app
duration: 365d
plan: scale
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 }]
load: [{ name: web, compute: primary, rate: 200/s, query: { cpu: 4ms } }]
`,
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a command that takes minutes, and waits until it has started to write. */
async function longWork(...args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [BUILT_CLI, ...args, '--out', 'results'], {
    cwd: folder,
    env: { ...process.env, NEAP_ALLOW_LONG: '1' },
  });
  while (readdirSync(folder).length < 2) {
    if (child.exitCode !== null) throw new Error(`it ended early with ${child.exitCode}`);
    await sleep(20);
  }
  return child;
}

describe('neap run, interrupted', () => {
  const RUN = ['run', 'app.yaml'];
  const MANY = [...RUN, '--replications', '50'];
  for (const [signal, status, args] of [
    ['SIGINT', 130, RUN],
    ['SIGTERM', 143, RUN],
    ['SIGINT', 130, [...MANY, '--workers', '1']],
    ['SIGINT', 130, [...MANY, '--workers', '2']],
  ] as const) {
    it(`ends with ${status} at ${signal} and leaves no file behind: ${args.join(' ')}`, async () => {
      const child = await longWork(...args);
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([status, null]);
      expect(readdirSync(folder)).toEqual(['app.yaml']);
    });
  }
});

describe('a computation that blocks the thread', () => {
  it('is stopped by a signal within seconds and leaves no file behind', async () => {
    // The oracle draws every arrival of the year before the run starts.
    const child = await longWork('policies', 'app.yaml', '--side', 'size', '--html', 'page.html');
    let written = '';
    child.stderr!.on('data', (text) => {
      written += text;
    });
    await sleep(2000);
    const began = performance.now();
    child.kill('SIGINT');
    const [code, signal] = await once(child, 'exit');
    expect([130, 'SIGINT']).toContain(signal ?? code);
    // Two seconds, and the same again for a machine with other work.
    expect(performance.now() - began).toBeLessThan(4000);
    expect(written).toContain('neap: stopped before the first run was complete; no runs are kept');
    expect(readdirSync(folder)).toEqual(['app.yaml']);
  });
});

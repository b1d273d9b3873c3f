import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUILT_CLI } from './built-cli.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-test-'));
  const compute = '{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 }';
  const load = '{ name: web, compute: primary, rate: 200/s, query: { cpu: 4ms } }';
  writeFileSync(
    join(folder, 'app.yaml'),
    `name: app\nduration: 365d\nplan: scale\ncomputes: [${compute}]\nload: [${load}]\n`,
  );
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('neap run, interrupted', () => {
  /** Starts a run that takes minutes, and waits until it has started to write. */
  async function longRun(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [BUILT_CLI, 'run', 'app.yaml', '--out', 'results'], {
      cwd: folder,
    });
    while (readdirSync(folder).length < 2) {
      if (child.exitCode !== null) throw new Error(`the run ended early with ${child.exitCode}`);
      await sleep(20);
    }
    return child;
  }

  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    it(`ends with ${status} at ${signal} and leaves no file behind`, async () => {
      const child = await longRun();
      const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
      child.kill(signal);
      expect(await ended).toBe(status);
      expect(readdirSync(folder)).toEqual(['app.yaml']);
    });
  }
});

describe('a computation that blocks the thread', () => {
  it('is stopped by a signal within seconds and leaves no file behind', async () => {
    // The oracle draws every arrival of the year before the run starts.
    const args = ['policies', 'app.yaml', '--side', 'size', '--out', 'results', '--html', 'page.html'];
    const child = spawn(process.execPath, [BUILT_CLI, ...args], { cwd: folder });
    let written = '';
    child.stderr.on('data', (text) => {
      written += text;
    });
    while (readdirSync(folder).length < 2) await sleep(20);
    await sleep(2000);
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
    const began = performance.now();
    child.kill('SIGINT');
    expect([130, 'SIGINT']).toContain(await ended);
    // Two seconds, and the same again for a machine with other work.
    expect(performance.now() - began).toBeLessThan(4000);
    expect(written).toContain('neap: stopped before the first run was complete; no runs are kept');
    expect(readdirSync(folder)).toEqual(['app.yaml']);
  });
});

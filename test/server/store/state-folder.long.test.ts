import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BUILT_CLI } from '../../cli/built-cli.js';
import { serveNeap } from '../served-emulator.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-state-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NAMESPACES = ['--pid', '--fork', '--mount-proc'];
const hasNamespaces = spawnSync('unshare', [...NAMESPACES, 'true']).status === 0;

/** Serves in a separate namespace of process ids, as in another container that shares the folder. */
function serveInNamespace(): { readonly status: number | null; readonly stderr: string } {
  const args = [...NAMESPACES, process.execPath, BUILT_CLI, 'serve', '--port', '0', '--state', folder];
  const { status, stderr } = spawnSync('unshare', args, { encoding: 'utf8', timeout: 20_000 });
  return { status, stderr };
}

test.skipIf(!hasNamespaces)(
  'two servers in two namespaces of process ids: the second is refused',
  async () => {
    const first = await serveNeap(['--state', folder]);
    expect(serveInNamespace()).toEqual({
      status: 2,
      stderr: expect.stringContaining('is in use by another neap serve'),
    });
    expect((await fetch(`${first.address}/openapi.json`)).status).toBe(200);
    await first.stop('SIGKILL');
    // Remnants of a killed server are ignored, whichever process has its id now.
    const second = spawn(
      'unshare',
      [...NAMESPACES, '--kill-child', process.execPath, BUILT_CLI, 'serve', '--port', '0', '--state', folder],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(second.stdout, 'data');
    second.kill('SIGKILL');
    await once(second, 'exit');
  },
);

const disk = mkdtempSync(join(tmpdir(), 'neap-disk-'));
const hasDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300k', 'tmpfs', disk]).status === 0;
if (!hasDisk) rmSync(disk, { recursive: true, force: true });

test.skipIf(!hasDisk)(
  'a full disk is reported to clients, ends the server with 3, and loses no data',
  async () => {
    try {
      const state = join(disk, 'state');
      mkdirSync(state);
      const emulator = await serveNeap(['--state', state, '--rate-limits', 'off']);
      const headers = { Authorization: `Bearer ${emulator.api_key}`, 'Content-Type': 'application/json' };
      const make = () =>
        fetch(`${emulator.base_url}/api_keys`, { method: 'POST', headers, body: '{"key_name":"k"}' });
      const ended = once(emulator.child, 'exit');
      const made: number[] = [];
      let refused: { readonly status: number; readonly message: string } | undefined;
      while (refused === undefined) {
        const answer = await make();
        const body = (await answer.json()) as { readonly id: number; readonly message: string };
        if (answer.status === 200) made.push(body.id);
        else refused = { status: answer.status, message: body.message };
      }
      expect(refused).toEqual({ status: 503, message: expect.stringContaining('could not be written') });
      expect((await ended)[0]).toBe(3);
      execFileSync('mount', ['-o', 'remount,size=3m', disk]);
      const again = await serveNeap(['--state', state]);
      const kept = await fetch(`${again.base_url}/api_keys`, { headers });
      const ids = ((await kept.json()) as readonly { readonly id: number }[]).map(({ id }) => id);
      expect(made.filter((id) => !ids.includes(id))).toEqual([]);
      await again.stop('SIGTERM');
    } finally {
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true, force: true });
    }
  },
);

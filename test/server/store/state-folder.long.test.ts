import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILT_CLI } from '../../cli/built-cli.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { serveNeap } from '../served-emulator.js';
import { mountDisk } from '../small-disk.js';

const NAMESPACES = ['--pid', '--fork', '--mount-proc'];
const hasNamespaces = spawnSync('unshare', [...NAMESPACES, 'true']).status === 0;
const folder = temporaryFolder();

test.skipIf(!hasNamespaces)(
  'a second server in another process id namespace, as in a container, is refused',
  async () => {
    const serve = [process.execPath, BUILT_CLI, 'serve', '--port', '0', '--state', folder];
    const first = await serveNeap(['--state', folder]);
    const options = { encoding: 'utf8', timeout: 20_000 } as const;
    expect(spawnSync('unshare', [...NAMESPACES, ...serve], options)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is in use by another neap serve'),
    });
    expect((await fetch(`${first.address}/openapi.json`)).status).toBe(200);
    await first.stop('SIGKILL');
    // The stale socket of a killed server is ignored, even if another process has its id.
    const second = spawn('unshare', [...NAMESPACES, '--kill-child', ...serve], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(second.stdout, 'data');
    second.kill('SIGKILL');
    await once(second, 'exit');
  },
);

const disk = mountDisk('size=300k');
test.skipIf(disk === undefined)(
  'a full disk is reported to clients, ends the server with 3, and loses no data',
  async () => {
    const state = join(disk!, 'state');
    const emulator = await serveNeap(['--state', state, '--rate-limits', 'off']);
    const headers = { Authorization: `Bearer ${emulator.api_key}`, 'Content-Type': 'application/json' };
    const ended = once(emulator.child, 'exit');
    const made: number[] = [];
    for (;;) {
      const sent = { method: 'POST', headers, body: '{"key_name":"k"}' };
      const answer = await fetch(`${emulator.base_url}/api_keys`, sent);
      const body = (await answer.json()) as { readonly id: number; readonly message: string };
      if (answer.status === 200) made.push(body.id);
      else {
        expect([answer.status, body.message]).toEqual([503, expect.stringContaining('could not be written')]);
        break;
      }
    }
    expect((await ended)[0]).toBe(3);
    execFileSync('mount', ['-o', 'remount,size=3m', disk!]);
    const again = await serveNeap(['--state', state]);
    const kept = await fetch(`${again.base_url}/api_keys`, { headers });
    const ids = ((await kept.json()) as readonly { readonly id: number }[]).map(({ id }) => id);
    expect(made.filter((id) => !ids.includes(id))).toEqual([]);
    await again.stop('SIGTERM');
  },
);

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { greeting } from '../../src/cli/serve-greeting.js';
import { serveNeap } from '../server/served-emulator.js';
import { neap } from './built-cli.js';

const OPTIONS = { port: 8432, host: '127.0.0.1', speed: 1, rateLimits: 'on' } as const;
const ACCOUNT = { user_id: 'u', email: 'user@neap.example', continued: false };

describe('neap serve', () => {
  test('prints the address, a key, and what points neonctl at it', () => {
    expect(greeting('http://127.0.0.1:8432', { ...ACCOUNT, api_key: 'napi_x' }, OPTIONS)).toBe(
      `Listening on http://127.0.0.1:8432/api/v2

First personal key, of user@neap.example; it is not shown again:
  napi_x

To point neonctl at it:
  export NEON_API_HOST=http://127.0.0.1:8432/api/v2
  export NEON_API_KEY=napi_x

Status page  http://127.0.0.1:8432/
State        in memory, gone when this stops
Time         wall clock; POST http://127.0.0.1:8432/_neap/clock {"advance": "5m"} skips some
Limits       700 requests a minute, 40 a second a route; --rate-limits off lifts them

Ctrl-C stops it.
`,
    );
  });

  test('creates the computes of a scenario, and says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'neap-serve-'));
    const file = join(folder, 'app.yaml');
    writeFileSync(
      file,
      'name: app\nduration: 1h\ncomputes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }]\n' +
        'load: [{ name: web, compute: primary, rate: 1/s, query: { cpu: 5ms } }]\n',
    );
    const emulator = await serveNeap(['--scenario', file, '--speed', '0']);
    const state = async () => (await fetch(`${emulator.address}/_neap/state`)).json();
    expect(await state()).toMatchObject({ computes: [{ project: 'app', state: 'idle', current_cu: 1 }] });
    await fetch(`${emulator.address}/_neap/clock`, { method: 'POST', body: '{"advance": "1m"}' });
    expect(await state()).toMatchObject({ computes: [{ project: 'app', state: 'active' }] });
    await emulator.stop('SIGTERM');
    expect(neap(['serve', '--scenario', file, '--state', folder])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('leave one of the two out'),
    });
    expect(neap(['serve', '--scenario', join(folder, 'none.yaml')])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('there is no such file'),
    });
    rmSync(folder, { recursive: true, force: true });
  });

  test('tells that a kept state has its keys, and makes another one when asked', async () => {
    expect(greeting('http://h', { ...ACCOUNT, continued: true }, { ...OPTIONS, state: 'folder' })).toContain(
      'The state is kept, and so are its keys; --new-key makes another one for user@neap.example.',
    );
    const folder = mkdtempSync(join(tmpdir(), 'neap-serve-'));
    const first = await serveNeap(['--state', folder]);
    expect(first.api_key).toMatch(/^napi_/);
    expect(await first.stop('SIGINT')).toBe(130);
    const second = await serveNeap(['--state', folder, '--new-key']);
    expect(second.api_key).not.toBe(first.api_key);
    for (const key of [first.api_key, second.api_key]) {
      const { status } = await fetch(`${second.base_url}/users/me`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      expect(status).toBe(200);
    }
    expect(neap(['serve', '--port', '0', '--state', folder])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is in use by process'),
    });
    expect(await second.stop('SIGTERM')).toBe(143);
    rmSync(folder, { recursive: true, force: true });
  });

  test('a port that is taken, a folder that is something else, and options that make no sense', async () => {
    const emulator = await serveNeap();
    const { port } = new URL(emulator.address);
    expect(neap(['serve', '--port', port])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`port ${port} is taken`),
    });
    await emulator.stop('SIGTERM');
    const folder = mkdtempSync(join(tmpdir(), 'neap-serve-'));
    writeFileSync(join(folder, 'other.txt'), '');
    expect(neap(['serve', '--state', folder]).stderr).toContain('holds other files and no state');
    rmSync(folder, { recursive: true, force: true });
    expect(neap(['serve', '--port', '70000']).stderr).toContain('expected a port of 0 to 65535');
    expect(neap(['serve', '--speed', 'fast']).stderr).toContain('expected a number of 0 to 86400');
    expect(neap(['serve', '--start', 'now']).stderr).toContain('expected a time with its zone');
    expect(neap(['serve', '--new-key'])).toMatchObject({ status: 2 });
  });

  test('the same seed gives the same keys', async () => {
    const args = ['--seed', 'fixed', '--start', '2026-01-05T00:00:00Z', '--speed', '0'];
    const [first, second] = [await serveNeap(args), await serveNeap(args)];
    expect(first.api_key).toBe(second.api_key);
    await Promise.all([first.stop('SIGTERM'), second.stop('SIGTERM')]);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { greeting, warnings } from '../../src/cli/serve/serve-greeting.js';
import { serveNeap } from '../server/served-emulator.js';
import { called } from './command.js';

const OPTIONS = { port: 8432, host: '127.0.0.1', speed: 1, rateLimits: 'on' } as const;
const ACCOUNT = { user_id: 'u', email: 'user@neap.example', org_id: 'org-o', continued: false };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neap-serve-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('neap serve', () => {
  test('prints the address, a key, and the settings that point neonctl at it', () => {
    expect(greeting('http://127.0.0.1:8432', { ...ACCOUNT, api_key: 'napi_x' }, OPTIONS)).toBe(
      `Listening on http://127.0.0.1:8432/api/v2

First personal key, of user@neap.example; it is not shown again:
  napi_x

To point neonctl, or its successor neon, at it:
  export NEON_API_HOST=http://127.0.0.1:8432/api/v2
  export NEON_API_KEY=napi_x
  neonctl projects create --name shop

Status page  http://127.0.0.1:8432/
State        in memory, gone when this stops
Time         wall clock; POST http://127.0.0.1:8432/_neap/clock {"advance": "5m"} skips some
Plan         scale; --plan free has the limits of a new account
Limits       700 requests a minute, 40 a second a route; --rate-limits off lifts them

Ctrl-C stops it.
`,
    );
  });

  test.each([
    [[], 201],
    [['--rules', 'platform'], 400],
  ])('accepts a range of 0.25 to 16 CU under the rules of the specification: %j', async (options, status) => {
    const emulator = await serveNeap([...options, '--speed', '0']);
    const answer = await fetch(`${emulator.base_url}/projects`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${emulator.api_key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        project: {
          default_endpoint_settings: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 16 },
        },
      }),
    });
    expect(answer.status).toBe(status);
    await emulator.stop('SIGTERM');
  });

  test('creates the computes of a scenario, keeps its state and keys, and stops at a signal', async () => {
    const file = join(folder, 'app.yaml');
    writeFileSync(
      file,
      'name: app\nduration: 1h\ncomputes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }]\n' +
        'load: [{ name: web, compute: primary, rate: 1/s, query: { cpu: 5ms } }]\n',
    );
    const served = await serveNeap(['--scenario', file, '--speed', '0']);
    const shown = async () => (await fetch(`${served.address}/_neap/state`)).json();
    expect(await shown()).toMatchObject({ computes: [{ project: 'app', state: 'idle', current_cu: 1 }] });
    await fetch(`${served.address}/_neap/clock`, { method: 'POST', body: '{"advance": "1m"}' });
    expect(await shown()).toMatchObject({ computes: [{ project: 'app', state: 'active' }] });
    await served.stop('SIGTERM');

    const state = join(folder, 'state');
    const first = await serveNeap(['--state', state, '--seed', 'fixed']);
    expect(first.api_key).toMatch(/^napi_[a-z0-9]{64}$/);
    expect(await first.stop('SIGINT')).toBe(130);
    const second = await serveNeap(['--state', state, '--api-key', 'new']);
    expect(second.api_key).not.toBe(first.api_key);
    for (const key of [first.api_key, second.api_key]) {
      const { status } = await fetch(`${second.base_url}/users/me`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      expect(status).toBe(200);
    }
    expect(await called(['serve', '--port', '0', '--state', state])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is in use by another neap serve'),
    });
    const { port } = new URL(second.address);
    expect(await called(['serve', '--port', port])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`port ${port} is taken`),
    });
    expect(await second.stop('SIGTERM')).toBe(143);

    // The same seed gives the same ids, but another key.
    const other = await serveNeap(['--seed', 'fixed']);
    expect(other.user_id).toBe(first.user_id);
    expect(other.api_key).not.toBe(first.api_key);
    await other.stop('SIGTERM');
  });

  test('prints a first command that names the organization if the rules require one', () => {
    const { rules: _, ...defaults } = { rules: undefined, ...OPTIONS };
    const platform = { ...defaults, rules: 'platform' as const };
    expect(greeting('http://h', ACCOUNT, platform)).toContain(
      '  neonctl projects create --name shop --org-id org-o\n',
    );
    expect(greeting('http://h', { ...ACCOUNT, continued: true }, platform)).toContain(
      '  neonctl projects list --org-id org-o\n',
    );
  });

  test('reports that the keys of a kept state remain valid', () => {
    const options = { ...OPTIONS, state: 'folder' };
    expect(greeting('http://h', { ...ACCOUNT, continued: true }, options)).toContain(
      'The keys in the state remain valid; --api-key new creates another one for user@neap.example.',
    );
  });

  test('exits with 3 for a damaged state, and prints how to proceed', async () => {
    writeFileSync(join(folder, 'state'), '');
    const { status, stdout, stderr } = await called(['serve', '--port', '0', '--state', folder]);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toBe(
      `neap: --state: ${join(folder, 'state')} is damaged: it is empty; restore the folder from a backup, or name another folder to start over\n`,
    );
  });

  test.skipIf(process.platform !== 'linux')(
    'a state path that cannot be created fails immediately',
    async () => {
      const { status, stderr } = await called(['serve', '--port', '0', '--state', '/proc/nope/x']);
      expect([status, stderr]).toEqual([2, expect.stringContaining('/proc/nope')]);
    },
  );

  test('warns about the rights of other clients if an emulator is open to them', () => {
    expect(warnings({ host: '127.0.0.1' })).toEqual([]);
    expect(warnings({ host: 'localhost' })).toEqual([]);
    expect(warnings({ host: '0.0.0.0' })).toEqual([expect.stringContaining('other machines reach the API')]);
    expect(warnings({ host: '::1', controlFromAnywhere: true })).toEqual([
      expect.stringContaining('without a key'),
    ]);
  });
});

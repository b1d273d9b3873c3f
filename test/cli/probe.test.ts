import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PostgresProxy } from '../../src/postgres/wire/postgres-proxy.js';
import { FakeServer, NoPooler } from '../postgres/fake-server.js';
import { called } from './command.js';

const folder = mkdtempSync(join(tmpdir(), 'neap-probe-'));
const asked: string[] = [];
/** A platform without any projects. */
const platform = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  response.writeHead(404).end();
});
let database: FakeServer;
let proxy: PostgresProxy;
let port: number;

beforeAll(async () => {
  vi.stubEnv('NEON_API_KEY', 'napi_test');
  database = await new FakeServer().listen();
  proxy = new PostgresProxy({ directory: database, pooler: new NoPooler(), log: () => undefined });
  port = await proxy.listen({ host: '127.0.0.1', port: 0 });
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  platform.close();
  await proxy.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the probe wakes the compute that the options of the URL name', async () => {
  const url = `postgresql://app:secret@127.0.0.1:${port}/shop?options=endpoint%3Dep-one-pooler`;
  const base = `http://127.0.0.1:${(platform.address() as AddressInfo).port}/api/v2`;
  const options = ['--project-id', 'shop', '--base-url', base, '--csv', join(folder, 'wakes.csv'), '--yes'];
  await expect(called(['probe', url, ...options])).resolves.toMatchObject({ status: 2 });
  expect(asked).toEqual(['GET /api/v2/projects/shop/endpoints/ep-one']);
});

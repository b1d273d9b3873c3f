import { request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ListeningEmulator, listen } from '../../../src/server/listen.js';
import { EmulatorUnderTest } from '../emulator-under-test.js';
import { exchange as exchangeAt, lastBody, statusesOf } from './bare-connection.js';

describe('requests that are not as clients send them', () => {
  const emulator = new EmulatorUnderTest();
  let listening: ListeningEmulator;
  beforeAll(async () => {
    listening = await listen(emulator.emulator, { port: 0, host: '127.0.0.1' });
  });
  afterAll(() => listening.stop());

  /** The answer on a bare connection: status and body. */
  async function exchange(text: string): Promise<{ readonly status: number; readonly body: string }> {
    const answer = await exchangeAt(listening.address, text);
    return { status: statusesOf(answer)[0]!, body: lastBody(answer) };
  }

  const key = `Authorization: Bearer ${emulator.key}\r\nConnection: close\r\n`;

  test.each([
    ['a host that is none', `GET /api/v2/regions HTTP/1.1\r\nHost: a b\r\n${key}\r\n`, 400],
    ['no host', `GET /api/v2/regions HTTP/1.1\r\n${key}\r\n`, 400],
    ['an expectation', `GET /api/v2/regions HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n${key}\r\n`, 417],
  ])('%s is refused in the shape of every error', async (_what, text, status) => {
    const answer = await exchange(text);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({
      message: expect.any(String),
      code: '',
      request_id: expect.any(String),
    });
  });

  test.each(['/', '/metrics', '/openapi.json', '/nosuch', '/sql', '/_neap/clock', '/api/v2/regions'])(
    'a host that a site has pointed at this machine is refused at %s',
    async (path) => {
      const { status, body } = await exchange(
        `GET ${path} HTTP/1.1\r\nHost: evil.example:8432\r\n${key}\r\n`,
      );
      expect([status, JSON.parse(body).message]).toEqual([403, expect.stringContaining('127.0.0.1')]);
    },
  );

  test('HTTP/1.0 needs no host', async () => {
    const { status } = await exchange(`GET /api/v2/regions HTTP/1.0\r\n${key}\r\n`);
    expect(status).toBe(200);
  });

  /** Sends part of a body that is announced to be longer, and goes away. */
  async function abandon(authorization: string): Promise<void> {
    const { port } = new URL(listening.address);
    const headers = { Authorization: authorization, 'Content-Length': 1000 };
    await new Promise<void>((resolve) => {
      const started = send({ port, path: '/api/v2/projects', method: 'POST', headers });
      started.on('response', (response) => response.resume());
      started.on('close', resolve);
      started.on('error', () => undefined);
      started.write('{"project":', () => setTimeout(() => started.destroy(), 20));
    });
  }

  test('a client that disconnects in the middle of a request is not reported as a defect', async () => {
    await abandon(`Bearer ${emulator.key}`);
    await expect
      .poll(async () => (await emulator.send('/metrics', {})).body)
      .toContain('neap_http_requests_total{route="createProject",status="400"} 1');
    expect((await emulator.send('/metrics', {})).body).not.toContain('status="500"');
    expect(emulator.defects).toEqual([]);
  });

  test('who has no key is refused before the body has come', async () => {
    const { status, body } = await exchange(
      'POST /api/v2/projects HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1000\r\n\r\n{',
    );
    expect([status, JSON.parse(body).message]).toEqual([401, expect.stringContaining('API key')]);
  });

  test('no answer is kept by anybody, nor taken for something else', async () => {
    for (const path of ['/', '/openapi.json', '/metrics', '/api/v2/projects', '/_neap/clock', '/nosuch']) {
      const { headers } = await fetch(`${listening.address}${path}`);
      expect([headers.get('cache-control'), headers.get('x-content-type-options')], path).toEqual([
        'no-store',
        'nosniff',
      ]);
    }
  });
});

describe('pages of other sites in a browser', () => {
  const FOREIGN = [
    ['a page of another site', { Origin: 'http://evil.example', Host: '127.0.0.1:8432' }],
    ['a sandboxed page', { Origin: 'null', Host: '127.0.0.1:8432' }],
    ['a name pointed at this machine', { Origin: 'http://evil.example:8432', Host: 'evil.example:8432' }],
    ['the same, reading', { 'Sec-Fetch-Site': 'same-origin', Host: 'evil.example:8432' }],
  ] as const;

  test.each(FOREIGN)('%s cannot call routes without a key, even if others may', async (_what, headers) => {
    const emulator = new EmulatorUnderTest({ control_from_anywhere: true });
    const body = JSON.stringify({ key_name: 'stolen' });
    const path = `/_neap/users/${emulator.user_id}/api_keys`;
    expect((await emulator.send(path, { method: 'POST', headers, body })).status).toBe(403);
    for (const page of ['/metrics', '/openapi.json']) {
      expect((await emulator.send(page, { headers })).status, page).toBe(403);
    }
  });

  test('programs and pages by an address or a short name are let in where others are', async () => {
    const emulator = new EmulatorUnderTest({ control_from_anywhere: true });
    for (const host of ['emulator:8432', '10.1.2.3:8432', '[fd00::1]:8432']) {
      const headers = { Host: host, Origin: `http://${host}` };
      expect((await emulator.send('/_neap/clock', { headers })).status, host).toBe(200);
    }
    const headers = { Host: 'emulator.internal.example:8432' };
    expect((await emulator.send('/_neap/clock', { headers })).status).toBe(200);
  });
});

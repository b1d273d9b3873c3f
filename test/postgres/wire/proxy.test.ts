import { connect as connectSocket, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PROXY_LIMITS } from '../../../src/compute/proxy-limits.js';
import { ConnectRefusal } from '../../../src/postgres/endpoint-directory.js';
import {
  authenticationRequest,
  encoded,
  negotiateVersion,
} from '../../../src/postgres/wire/backend-messages.js';
import { tlsIdentity } from '../../../src/postgres/wire/certificate.js';
import { PostgresProxy, type PostgresProxyOptions } from '../../../src/postgres/wire/postgres-proxy.js';
import { cancelPacket, startupPacket } from '../../../src/postgres/wire/startup-packet.js';
import { FakeServer, NoPooler, SESSION_KEY } from '../fake-server.js';

const tls = tlsIdentity();
const TLS_REQUEST = request(80877103);
const GSS_REQUEST = request(80877104);
const MISSING_ENDPOINT =
  'Endpoint ID is not specified. Either please upgrade the postgres client library (libpq) for SNI support or ' +
  "pass the endpoint ID (first part of the domain name) as a parameter: '?options=endpoint%3D<endpoint-id>'. " +
  'See more at https://neon.tech/sni';

let server: FakeServer;
let proxy: PostgresProxy;
let port: number;
const pooler = new NoPooler();
const faults: string[] = [];

async function listening(options: Partial<PostgresProxyOptions> = {}) {
  const made = new PostgresProxy({
    directory: server,
    pooler,
    tls,
    log: (message) => faults.push(message),
    ...options,
  });
  return { made, at: await made.listen({ host: '127.0.0.1', port: 0 }) };
}

beforeAll(async () => {
  server = await new FakeServer().listen();
  ({ made: proxy, at: port } = await listening());
});
afterEach(() => {
  server.settings = {};
  server.running = Promise.resolve();
  expect(faults).toEqual([]);
});
afterAll(async () => {
  await proxy.close();
  await server.close();
});

function request(code: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32BE(8, 0);
  bytes.writeInt32BE(code, 4);
  return bytes;
}

function greeting(parameters: Record<string, string>): Buffer {
  return startupPacket(Object.entries(parameters));
}

const ONE = { user: 'app', database: 'shop', options: 'endpoint=ep-one' };

/** All that a client hears until the other side closes. */
function heard(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => socket.on('close', () => resolve(Buffer.concat(chunks))));
}

/** The error that a client receives if it sends only these bytes: severity, code and message. */
async function refusal(bytes: Buffer, at = port): Promise<readonly string[]> {
  const socket = connectSocket(at, '127.0.0.1');
  socket.write(bytes);
  return fields(await heard(socket));
}

function fields(answer: Buffer): readonly string[] {
  const at = answer.indexOf('ESERROR') >= 0 || answer.indexOf('E') < 0 ? 0 : answer.indexOf('E');
  const text = answer.toString('utf8', at + 5).split('\0');
  return ['S', 'C', 'M'].map((letter) => text.find((field) => field.startsWith(letter))?.slice(1) ?? '');
}

/** Sends, and awaits a number of bytes. */
async function ask(socket: Socket, bytes: Buffer, answer_bytes: number): Promise<Buffer> {
  socket.write(bytes);
  let got = Buffer.alloc(0);
  while (got.length < answer_bytes) {
    const chunk = await new Promise<Buffer>((resolve, reject) => {
      socket.once('data', resolve);
      socket.once('close', () =>
        reject(new Error(`closed after ${got.length} bytes: ${got.toString('latin1')}`)),
      );
    });
    got = Buffer.concat([got, chunk]);
  }
  return got;
}

describe('to a server', () => {
  test('bytes pass through both ways, and an end as an end', async () => {
    const socket = connectSocket(port, '127.0.0.1');
    const opened = await ask(socket, greeting({ ...ONE, application_name: 'test' }), server.answer.length);
    expect(opened).toEqual(server.answer);
    const sent = Buffer.alloc(3_000_000, 'bytes of no message');
    const back = heard(socket);
    socket.end(sent);
    expect((await back).equals(sent)).toBe(true);
    // What is the proxy's is not told to the server.
    expect(server.greetings.at(-1)).toEqual(
      greeting({ user: 'app', database: 'shop', application_name: 'test' }),
    );
  });

  test('within TLS: endpoint by the host that is asked for', async () => {
    const raw = connectSocket(port, '127.0.0.1');
    expect(await ask(raw, GSS_REQUEST, 1)).toEqual(Buffer.from('N'));
    expect(await ask(raw, TLS_REQUEST, 1)).toEqual(Buffer.from('S'));
    const socket = connectTls({
      socket: raw,
      servername: 'ep-one.localhost',
      ca: tls.certificate_pem,
      checkServerIdentity: () => undefined,
    });
    expect(await ask(socket, greeting({ user: 'app' }), server.answer.length)).toEqual(server.answer);
    socket.destroy();
  });

  test('TLS at once, as newer clients begin', async () => {
    const socket = connectTls({
      port,
      host: '127.0.0.1',
      servername: 'ep-one.localhost',
      ca: tls.certificate_pem,
      ALPNProtocols: ['postgresql'],
      checkServerIdentity: () => undefined,
    });
    expect(await ask(socket, greeting({ user: 'app' }), server.answer.length)).toEqual(server.answer);
    expect(socket.alpnProtocol).toBe('postgresql');
    socket.destroy();
  });

  test('protocol 3.2 and extensions are answered with what is spoken', async () => {
    const packet = greeting({ ...ONE, '_pq_.compression': '1' });
    packet.writeInt32BE(0x3_0002, 4);
    const expected = Buffer.concat([negotiateVersion(['_pq_.compression']), server.answer]);
    const socket = connectSocket(port, '127.0.0.1');
    expect(await ask(socket, packet, expected.length)).toEqual(expected);
    expect(server.greetings.at(-1)).toEqual(greeting({ user: 'app', database: 'shop' }));
    socket.destroy();
  });

  test('a cancel request goes to the server whose key it is', async () => {
    const socket = connectSocket(port, '127.0.0.1');
    await ask(socket, greeting(ONE), server.answer.length);
    const canceller = connectSocket(port, '127.0.0.1');
    const closed = heard(canceller);
    canceller.write(cancelPacket(SESSION_KEY));
    expect(await closed).toHaveLength(0);
    expect(server.greetings.at(-1)).toEqual(cancelPacket(SESSION_KEY));
    const before = server.greetings.length;
    const stranger = connectSocket(port, '127.0.0.1');
    const stranger_closed = heard(stranger);
    stranger.write(cancelPacket(Buffer.alloc(8)));
    await stranger_closed;
    expect(server.greetings).toHaveLength(before);
    socket.destroy();
  });

  test('the pooled host goes by the pooler', async () => {
    pooler.asked.length = 0;
    const socket = connectSocket(port, '127.0.0.1');
    await ask(socket, greeting({ user: 'app', options: 'endpoint=ep-one-pooler' }), server.answer.length);
    expect(pooler.asked).toEqual(['ep-one app']);
    socket.destroy();
  });

  test('who breaks off breaks the other side off', async () => {
    for (const leave of [(client: Socket) => client.resetAndDestroy(), () => server.drop()]) {
      const socket = connectSocket(port, '127.0.0.1');
      const closed = new Promise((resolve) => socket.on('close', resolve));
      socket.on('error', () => undefined);
      await ask(socket, greeting(ONE), server.answer.length);
      leave(socket);
      await closed;
      await expect.poll(() => server.sessions).toBe(0);
    }
  });

  test('a server that ends before the session is open ends the client too', async () => {
    const { answer } = server;
    server.answer = authenticationRequest(0);
    const socket = connectSocket(port, '127.0.0.1');
    const closed = heard(socket);
    await ask(socket, greeting(ONE), server.answer.length);
    server.drop();
    expect(await closed).toEqual(server.answer);
    await expect.poll(() => server.sessions).toBe(0);
    server.answer = answer;
  });

  test('a client that leaves during a wake is not waited for', async () => {
    let wake: () => void = () => undefined;
    server.running = new Promise((resolve) => {
      wake = resolve;
    });
    const before = server.greetings.length;
    const socket = connectSocket(port, '127.0.0.1');
    const closed = heard(socket);
    socket.end(greeting(ONE));
    expect(await closed).toHaveLength(0);
    wake();
    const other = connectSocket(port, '127.0.0.1');
    await ask(other, greeting(ONE), server.answer.length);
    expect(server.greetings).toHaveLength(before + 1);
    other.destroy();
  });
});

describe('refused', () => {
  test.each<[string, Record<string, string>, string]>([
    ['without a user', { options: 'endpoint=ep-one' }, "Parameter 'user' is missing in startup packet."],
    [
      'an endpoint that is not there',
      { ...ONE, options: 'endpoint=ep-two' },
      'Control plane request failed: endpoint cannot be found',
    ],
    [
      'an invalid id',
      { ...ONE, options: 'endpoint=ep_one' },
      "Project name ('ep_one') must contain only alphanumeric characters and hyphen.",
    ],
  ])('%s', async (_, parameters, message) => {
    expect(await refusal(greeting(parameters))).toEqual(['ERROR', 'XX000', message]);
  });

  test('an address that is not allowed', async () => {
    server.settings = { allowed_ips: ['10.0.0.0/8'] };
    expect(await refusal(greeting(ONE))).toEqual([
      'ERROR',
      'XX000',
      'This IP address 127.0.0.1 is not allowed to connect to this endpoint. Please add it to the allowed list in ' +
        'the Neon console. Make sure to check for IPv4 or IPv6 addresses.',
    ]);
  });

  test('no endpoint at all: neither named nor before the password', async () => {
    for (const password of ['secret', 'endpoint', 'ep-one;secret', 'endpoint=;']) {
      const socket = connectSocket(port, '127.0.0.1');
      const answer = heard(socket);
      socket.write(Buffer.concat([greeting({ user: 'app' }), encoded('p', Buffer.from(`${password}\0`))]));
      const told = (await answer).subarray(9);
      expect(fields(told)[2]).toBe(
        password === 'endpoint=;'
          ? 'Control plane request failed: endpoint cannot be found'
          : MISSING_ENDPOINT,
      );
    }
  });

  test('two endpoints', async () => {
    const socket = connectTls({
      port,
      host: '127.0.0.1',
      servername: 'ep-two.localhost',
      rejectUnauthorized: false,
    });
    const answer = heard(socket);
    socket.write(greeting(ONE));
    expect(fields(await answer)).toEqual([
      'ERROR',
      'XX000',
      "Inconsistent project name inferred from SNI ('ep-two') and project option ('ep-one').",
    ]);
  });

  test('with the message of the server that runs the computes', async () => {
    server.running = Promise.reject(
      new ConnectRefusal('Control plane request failed: endpoint is disabled', 'XX000'),
    );
    server.running.catch(() => undefined);
    expect(await refusal(greeting(ONE))).toEqual([
      'ERROR',
      'XX000',
      'Control plane request failed: endpoint is disabled',
    ]);
  });

  test('without TLS although it is required', async () => {
    const { made, at } = await listening({ require_tls: true });
    expect(await refusal(greeting(ONE), at)).toEqual([
      'ERROR',
      'XX000',
      'connection is insecure (try using `sslmode=require`)',
    ]);
    await made.close();
  });

  test('bytes between the request for TLS and TLS itself: an attacker may have put them there', async () => {
    expect((await refusal(Buffer.concat([TLS_REQUEST, greeting(ONE)])))[2]).toBe(
      'received unencrypted data after a request for encryption',
    );
  });

  test('more connection attempts than the platform allows', () => {
    const { gate } = new PostgresProxy({ directory: server, pooler, log: (message) => faults.push(message) });
    const most = PROXY_LIMITS.connection_rate[0].most;
    for (let before = 0; before < most; before++) gate.admit('ep-one', '127.0.0.1');
    expect(() => gate.admit('ep-one', '127.0.0.1')).toThrow(
      "You've exceeded the rate limit. Please wait a moment and try again.",
    );
  });

  test('those who do not authenticate in time', async () => {
    const { made, at } = await listening({ authentication_timeout_ms: 50 });
    const slow = connectSocket(at, '127.0.0.1');
    const answer = heard(slow);
    slow.write(greeting({ user: 'app' }));
    expect((await answer).toString()).toContain('Authentication timed out');
    await made.close();
  });

  test('more who are not authenticated than are borne', async () => {
    const { made, at } = await listening({ most_unauthenticated: 1 });
    const first = connectSocket(at, '127.0.0.1');
    await ask(first, greeting({ user: 'app' }), 9);
    expect(await refusal(greeting(ONE), at)).toEqual([
      'FATAL',
      '53300',
      'too many clients are not authenticated yet; try again later',
    ]);
    first.destroy();
    await made.close();
  });

  test('those who say nothing', async () => {
    const { made, at } = await listening({ handshake_timeout_ms: 50 });
    expect(await heard(connectSocket(at, '127.0.0.1'))).toHaveLength(0);
    await made.close();
  });
});

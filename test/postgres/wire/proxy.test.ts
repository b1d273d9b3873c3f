import { connect as connectSocket, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PROXY_LIMITS } from '../../../src/compute/proxy-limits.js';
import { ConnectRefusal } from '../../../src/postgres/endpoint-directory.js';
import {
  authenticationRequest,
  encodeMessage,
  negotiateVersion,
} from '../../../src/postgres/wire/backend-messages.js';
import { tlsIdentity } from '../../../src/postgres/wire/certificate.js';
import { PostgresProxy, type PostgresProxyOptions } from '../../../src/postgres/wire/postgres-proxy.js';
import { cancelPacket, startupPacket } from '../../../src/postgres/wire/startup-packet.js';
import { FakeServer, NoPooler, SESSION_KEY } from '../fake-server.js';

const identity = tlsIdentity();
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
  const log = (message: string) => void faults.push(message);
  const made = new PostgresProxy({ directory: server, pooler, tls: identity, log, ...options });
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

const greeting = (parameters: Record<string, string>) => startupPacket(Object.entries(parameters));
const ONE = { user: 'app', database: 'shop', options: 'endpoint=ep-one' };

const open = (at = port) => connectSocket(at, '127.0.0.1');
const openTls = (servername: string, more: ConnectionOptions = {}) =>
  connectTls({
    ...('socket' in more ? {} : { port, host: '127.0.0.1' }),
    ...{ servername, ca: identity.certificate_pem, checkServerIdentity: () => undefined },
    ...more,
  });

/** Everything that a client receives until the other side closes. */
function heard(socket: Socket, sent?: Buffer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (sent !== undefined) socket.write(sent);
  return new Promise((resolve) => socket.on('close', () => resolve(Buffer.concat(chunks))));
}

/** The error that a client receives if it sends only these bytes: severity, code and message. */
async function refusal(bytes: Buffer, at = port): Promise<readonly string[]> {
  return fields(await heard(open(at), bytes));
}

function fields(answer: Buffer): readonly string[] {
  const at = answer.indexOf('ESERROR') >= 0 || answer.indexOf('E') < 0 ? 0 : answer.indexOf('E');
  const text = answer.toString('utf8', at + 5).split('\0');
  return ['S', 'C', 'M'].map((letter) => text.find((field) => field.startsWith(letter))?.slice(1) ?? '');
}

/** Sends, and awaits as many bytes as expected. */
async function expectAnswer(socket: Socket, bytes: Buffer, expected = server.answer): Promise<void> {
  socket.write(bytes);
  let got = Buffer.alloc(0);
  while (got.length < expected.length) {
    const chunk = await new Promise<Buffer>((resolve, reject) => {
      socket.once('data', resolve);
      socket.once('close', () => reject(new Error(`closed after: ${got.toString('latin1')}`)));
    });
    got = Buffer.concat([got, chunk]);
  }
  expect(got).toEqual(expected);
}

describe('to a server', () => {
  test('the proxy forwards data in both directions, and a half-close as a half-close', async () => {
    const socket = open();
    await expectAnswer(socket, greeting({ ...ONE, application_name: 'test' }));
    const sent = Buffer.alloc(3_000_000, 'bytes of no message');
    const back = heard(socket);
    socket.end(sent);
    expect((await back).equals(sent)).toBe(true);
    // The server does not receive the options of the proxy.
    const { options: _, ...passed } = ONE;
    expect(server.greetings.at(-1)).toEqual(greeting({ ...passed, application_name: 'test' }));
  });

  test('the host in the TLS SNI selects the endpoint', async () => {
    const raw = open();
    await expectAnswer(raw, GSS_REQUEST, Buffer.from('N'));
    await expectAnswer(raw, TLS_REQUEST, Buffer.from('S'));
    const socket = openTls('ep-one.localhost', { socket: raw });
    await expectAnswer(socket, greeting({ user: 'app' }));
    socket.destroy();
  });

  test('a client can start TLS without an SSLRequest', async () => {
    const socket = openTls('ep-one.localhost', { ALPNProtocols: ['postgresql'] });
    await expectAnswer(socket, greeting({ user: 'app' }));
    expect(socket.alpnProtocol).toBe('postgresql');
    socket.destroy();
  });

  test('protocol 3.2 and extensions are negotiated down to 3.0', async () => {
    const packet = greeting({ ...ONE, '_pq_.compression': '1' });
    packet.writeInt32BE(0x3_0002, 4);
    const socket = open();
    const spoken = negotiateVersion(['_pq_.compression']);
    await expectAnswer(socket, packet, Buffer.concat([spoken, server.answer]));
    expect(server.greetings.at(-1)).toEqual(greeting({ user: 'app', database: 'shop' }));
    socket.destroy();
  });

  test('a cancel request is sent only to the server of its key', async () => {
    const socket = open();
    await expectAnswer(socket, greeting(ONE));
    expect(await heard(open(), cancelPacket(SESSION_KEY))).toHaveLength(0);
    expect(server.greetings.at(-1)).toEqual(cancelPacket(SESSION_KEY));
    const before = server.greetings.length;
    await heard(open(), cancelPacket(Buffer.alloc(8)));
    expect(server.greetings).toHaveLength(before);
    socket.destroy();
  });

  test('a client of a pooled host is connected to the pooler', async () => {
    pooler.asked.length = 0;
    const socket = open();
    await expectAnswer(socket, greeting({ user: 'app', options: 'endpoint=ep-one-pooler' }));
    expect(pooler.asked).toEqual(['ep-one app']);
    socket.destroy();
  });

  test('a connection reset on one side closes the other side', async () => {
    for (const leave of [(client: Socket) => client.resetAndDestroy(), () => server.drop()]) {
      const socket = open();
      const closed = new Promise((resolve) => socket.on('close', resolve));
      socket.on('error', () => undefined);
      await expectAnswer(socket, greeting(ONE));
      leave(socket);
      await closed;
      await expect.poll(() => server.sessions).toBe(0);
    }
  });

  test('the client is disconnected if the server ends before the session is open', async () => {
    const { answer } = server;
    server.answer = authenticationRequest(0);
    const socket = open();
    const closed = heard(socket);
    await expectAnswer(socket, greeting(ONE));
    server.drop();
    expect(await closed).toEqual(server.answer);
    await expect.poll(() => server.sessions).toBe(0);
    server.answer = answer;
  });

  test('a wake does not keep the proxy waiting for a client that disconnected', async () => {
    let wake: () => void = () => undefined;
    server.running = new Promise((resolve) => {
      wake = resolve;
    });
    const before = server.greetings.length;
    const socket = open();
    const closed = heard(socket);
    socket.end(greeting(ONE));
    expect(await closed).toHaveLength(0);
    wake();
    const other = open();
    await expectAnswer(other, greeting(ONE));
    expect(server.greetings).toHaveLength(before + 1);
    other.destroy();
  });
});

/** A reason for which the server refuses clients. */
interface ServerState {
  readonly allowed_ips?: readonly string[];
  readonly refusal?: ConnectRefusal;
}

describe('refused', () => {
  const disabled = 'Control plane request failed: endpoint is disabled';
  const unknown = 'Control plane request failed: endpoint cannot be found';
  test.each<[string, Record<string, string>, string, ServerState?]>([
    [
      'a client without a user',
      { options: 'endpoint=ep-one' },
      "Parameter 'user' is missing in startup packet.",
    ],
    ['an unknown endpoint', { ...ONE, options: 'endpoint=ep-two' }, unknown],
    [
      'an invalid id',
      { ...ONE, options: 'endpoint=ep_one' },
      "Project name ('ep_one') must contain only alphanumeric characters and hyphen.",
    ],
    [
      'an address that is not allowed',
      ONE,
      'This IP address 127.0.0.1 is not allowed to connect to this endpoint. Please add it to the allowed list in ' +
        'the Neon console. Make sure to check for IPv4 or IPv6 addresses.',
      { allowed_ips: ['10.0.0.0/8'] },
    ],
    ['a compute that cannot start', ONE, disabled, { refusal: new ConnectRefusal(disabled, 'XX000') }],
  ])('%s', async (_, parameters, message, state = {}) => {
    server.settings = { allowed_ips: state.allowed_ips ?? [] };
    if (state.refusal !== undefined) {
      server.running = Promise.reject(state.refusal);
      server.running.catch(() => undefined);
    }
    expect(await refusal(greeting(parameters))).toEqual(['ERROR', 'XX000', message]);
  });

  test.each([
    ['secret', MISSING_ENDPOINT],
    ['endpoint', MISSING_ENDPOINT],
    ['ep-one;secret', MISSING_ENDPOINT],
    ['endpoint=;', unknown],
  ])('a client whose host and password %s name no endpoint is refused', async (password, message) => {
    const sent = [greeting({ user: 'app' }), encodeMessage('p', Buffer.from(`${password}\0`))];
    const answer = await heard(open(), Buffer.concat(sent));
    expect(fields(answer.subarray(9))[2]).toBe(message);
  });

  test('a client that names two endpoints is refused', async () => {
    const answer = await heard(openTls('ep-two.localhost', { rejectUnauthorized: false }), greeting(ONE));
    expect(fields(answer)).toEqual([
      'ERROR',
      'XX000',
      "Inconsistent project name inferred from SNI ('ep-two') and project option ('ep-one').",
    ]);
  });

  test('a client without TLS is refused if TLS is required', async () => {
    const { made, at } = await listening({ require_tls: true });
    const message = 'connection is insecure (try using `sslmode=require`)';
    expect(await refusal(greeting(ONE), at)).toEqual(['ERROR', 'XX000', message]);
    await made.close();
  });

  test('data between an SSLRequest and the TLS handshake, which may be injected, are refused', async () => {
    const [, , message] = await refusal(Buffer.concat([TLS_REQUEST, greeting(ONE)]));
    expect(message).toBe('received unencrypted data after a request for encryption');
  });

  test('connection attempts over the rate limit of the platform are refused', () => {
    const { gate } = new PostgresProxy({ directory: server, pooler, log: (message) => faults.push(message) });
    const most = PROXY_LIMITS.connection_rate[0].most;
    for (let before = 0; before < most; before++) gate.admit('ep-one', '127.0.0.1');
    expect(() => gate.admit('ep-one', '127.0.0.1')).toThrow(
      "You've exceeded the rate limit. Please wait a moment and try again.",
    );
  });

  test('silent clients, and clients that do not authenticate in time, are disconnected', async () => {
    const { made, at } = await listening({ authentication_timeout_ms: 50, handshake_timeout_ms: 50 });
    const answer = await heard(open(at), greeting({ user: 'app' }));
    expect(answer.toString()).toContain('Authentication timed out');
    expect(await heard(open(at))).toHaveLength(0);
    await made.close();
  });

  test('unauthenticated clients over the limit of the proxy are refused', async () => {
    const { made, at } = await listening({ max_unauthenticated: 1 });
    const first = open(at);
    first.write(greeting({ user: 'app' }));
    await new Promise((resolve) => first.once('data', resolve));
    expect(await refusal(greeting(ONE), at)).toEqual([
      'FATAL',
      '53300',
      'too many clients are not authenticated yet; try again later',
    ]);
    first.destroy();
    await made.close();
  });
});

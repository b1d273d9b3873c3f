import { connect } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { expect, test } from 'vitest';
import { randomStream } from '../../../src/kernel/random-stream.js';
import { encodeMessage, negotiateVersion } from '../../../src/postgres/wire/backend-messages.js';
import { tlsIdentity } from '../../../src/postgres/wire/certificate.js';
import { PostgresProxy } from '../../../src/postgres/wire/postgres-proxy.js';
import { cancelPacket, startupPacket } from '../../../src/postgres/wire/startup-packet.js';
import { FakeServer, NoPooler } from '../fake-server.js';

const SEED = '20261122';
const GOOD: readonly Buffer[] = [
  startupPacket(Object.entries({ user: 'app', database: 'shop', options: 'endpoint=ep-one -c a=b' })),
  startupPacket(Object.entries({ user: 'app', options: 'endpoint=ep-nobody' })),
  startupPacket(Object.entries({ user: 'app', '_pq_.x': '1' })),
  Buffer.from('0000000804d2162f', 'hex'),
  Buffer.from('0000000804d21630', 'hex'),
  // The beginning of TLS.
  Buffer.from('16030100050100000103', 'hex'),
  cancelPacket(Buffer.alloc(8, 1)),
  encodeMessage('p', Buffer.from('endpoint=ep-one;secret\0')),
  encodeMessage('X', Buffer.alloc(0)),
  negotiateVersion(['what a server says']),
];

test('random bytes neither crash the proxy nor occupy one of its places', async () => {
  const draw = randomStream(SEED, 0, 'proxy', 'hostile clients');
  const below = (bound: number) => Math.floor(draw.uniform() * bound);
  const hostile = (): Buffer => {
    const parts = Array.from({ length: 1 + below(3) }, () => Buffer.from(GOOD[below(GOOD.length)]!));
    const bytes = Buffer.concat(parts);
    for (let flips = below(6); flips > 0; flips--) bytes[below(bytes.length)] = below(256);
    if (below(4) === 0) bytes.writeInt32BE(below(2_000_000_000) - 1_000_000_000, 0);
    if (below(10) === 0) return Buffer.concat([bytes, Buffer.alloc(below(100_000), below(256))]);
    return below(3) === 0 ? bytes.subarray(0, below(bytes.length)) : bytes;
  };
  const server = await new FakeServer().listen();
  const faults: string[] = [];
  const most_unauthenticated = 64;
  const proxy = new PostgresProxy({
    directory: server,
    pooler: new NoPooler(),
    tls: tlsIdentity(),
    log: (message) => faults.push(message),
    max_unauthenticated: most_unauthenticated,
  });
  const port = await proxy.listen({ host: '127.0.0.1', port: 0 });
  const inMemory = async (): Promise<void> => {
    const [client, other] = duplexPair();
    const served = proxy.serve(other, { address: '127.0.0.1', host: undefined, cleartext: below(2) === 0 });
    leave(client);
    await served;
  };
  const overTcp = (): Promise<void> =>
    new Promise((resolve) => {
      const client = connect(port, '127.0.0.1');
      client.on('close', () => resolve());
      leave(client);
    });
  function leave(client: Duplex): void {
    client.on('error', () => undefined);
    client.resume();
    client.end(hostile());
  }
  for (let round = 0; round < 200; round++) {
    await Promise.all(Array.from({ length: 45 }, inMemory));
    await Promise.all(Array.from({ length: 5 }, overTcp));
  }
  expect(faults).toEqual([]);
  // All places are free again.
  const guests = Array.from({ length: most_unauthenticated }, () => connect(port, '127.0.0.1'));
  const answers = guests.map(
    (guest) =>
      new Promise<string>((resolve) => {
        guest.once('data', (answer) => resolve(answer.toString('latin1', 0, 1)));
        guest.write(startupPacket(Object.entries({ user: 'app' })));
      }),
  );
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['R']));
  for (const guest of guests) guest.destroy();
  await proxy.close();
  await server.close();
});

test('a client that never completes its TLS handshake is disconnected in time, with or without an SSLRequest', async () => {
  const server = await new FakeServer().listen();
  const faults: string[] = [];
  const log = (message: string) => void faults.push(message);
  const proxy = new PostgresProxy({
    ...{ directory: server, pooler: new NoPooler(), tls: tlsIdentity(), log },
    handshake_timeout_ms: 50,
  });
  const port = await proxy.listen({ host: '127.0.0.1', port: 0 });
  const heard = (bytes: Buffer) =>
    new Promise<string>((resolve) => {
      const client = connect(port, '127.0.0.1');
      let text = '';
      client.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
      });
      client.on('close', () => resolve(text));
      client.write(bytes);
    });
  // The head of a record promises more than comes.
  const record = Buffer.from('160301020001', 'hex');
  const request = Buffer.from('0000000804d2162f', 'hex');
  expect(await Promise.all([record, request].map(heard))).toEqual(['', 'S']);
  expect(faults).toEqual([]);
  await proxy.close();
  await server.close();
});

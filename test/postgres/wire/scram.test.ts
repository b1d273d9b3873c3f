import { createHash, X509Certificate } from 'node:crypto';
// @ts-expect-error: the client of node-postgres, which has no types: another implementation of the same standard
import sasl from 'pg/lib/crypto/sasl.js';
import { describe, expect, test } from 'vitest';
import { tlsIdentity } from '../../../src/postgres/wire/certificate.js';
import {
  BoundScramServer,
  deriveKeys,
  parseScramSecret,
  SCRAM_SHA_256_PLUS,
  ScramClient,
} from '../../../src/postgres/wire/scram.js';

test('a SCRAM client sends the messages of the example in RFC 7677', async () => {
  const client = new ScramClient('rOprNGfwEbeRWgbNEkqO', 'user');
  expect(client.first).toBe('n,,n=user,r=rOprNGfwEbeRWgbNEkqO');
  const server_first =
    'r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096';
  const final = await client.final(server_first, (challenge) => deriveKeys(Buffer.from('pencil'), challenge));
  expect(final).toBe(
    'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,' +
      'p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=',
  );
  expect(client.isServer('v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=')).toBe(true);
  expect(client.isServer('v=7rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=')).toBe(false);
  expect(client.isServer('e=other-error')).toBe(false);
});

describe('SCRAM with channel binding', () => {
  const { certificate_hash, certificate_pem } = tlsIdentity();
  const raw = new X509Certificate(certificate_pem).raw;
  const stream = { getPeerCertificate: () => ({ raw }) };

  async function secretOf(password: string) {
    const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
    const { client_key, server_key } = await deriveKeys(Buffer.from(password), {
      salt,
      iterations: 4096,
    });
    const stored_key = createHash('sha256').update(client_key).digest();
    const [salt_text, stored, server] = [salt, stored_key, server_key].map((part) => part.toString('base64'));
    return { secret: parseScramSecret(`SCRAM-SHA-256$4096:${salt_text}$${stored}:${server}`)!, client_key };
  }

  async function exchange(password: string, hash = certificate_hash) {
    const { secret, client_key } = await secretOf('pencil');
    const session = sasl.startSession(['SCRAM-SHA-256', SCRAM_SHA_256_PLUS], stream);
    expect(session.mechanism).toBe(SCRAM_SHA_256_PLUS);
    const server = new BoundScramServer(secret, hash);
    await sasl.continueSession(session, password, server.first(session.response), stream);
    const outcome = server.final(session.response);
    // Throws where the server's signature is not what the password makes it.
    if (outcome !== undefined) sasl.finalizeSession(session, outcome.final);
    return { outcome, client_key };
  }

  test("node-postgres can log in, and its proof reveals the client key but not the server's password", async () => {
    const { outcome, client_key } = await exchange('pencil');
    expect(outcome?.keys.client_key).toEqual(client_key);
  });

  test('a client with a wrong password is refused', async () => {
    expect((await exchange('pencils')).outcome).toBeUndefined();
  });

  test('a client that received another certificate is refused', async () => {
    expect((await exchange('pencil', tlsIdentity().certificate_hash)).outcome).toBeUndefined();
  });

  test.each([
    '',
    'n,,n=,r=abc',
    'p=tls-unique,,n=,r=abc',
    'p=tls-server-end-point,,n=,r=',
    'p=tls-server-end-point,a=x,n=,r=a',
  ])('the malformed first message %j is refused', async (first) => {
    const { secret } = await secretOf('pencil');
    expect(new BoundScramServer(secret, certificate_hash).first(first)).toBeUndefined();
  });
});

test.each(['', 'md5abc', 'SCRAM-SHA-256$0:YQ==$YQ==:YQ==', 'SCRAM-SHA-256$4096:YQ==$YQ==:YQ=='])(
  '%j is refused as a secret',
  (text) => {
    expect(parseScramSecret(text)).toBeUndefined();
  },
);

test.each(['r=other,s=YQ==,i=1', 'r=mine,s=YQ==,i=1', 'r=mine2,s=YQ==,i=0', 'r=mine2,s=,i=1', 'e=x'])(
  'a server that continues with %j is not followed',
  async (first) => {
    const client = new ScramClient('mine');
    expect(await client.final(first, (c) => deriveKeys(Buffer.from('x'), c))).toBeUndefined();
  },
);

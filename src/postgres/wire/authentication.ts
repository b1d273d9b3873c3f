import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { ConnectRefusal } from '../endpoint-directory.js';
import {
  Authentication,
  authenticationRequest,
  encoded,
  type Message,
  saslChoice,
  saslInitialResponse,
  saslMechanisms,
} from './backend-messages.js';
import { type ByteReader, PeerGone } from './byte-reader.js';
import {
  BoundScramServer,
  keysOfPassword,
  parseScramSecret,
  SCRAM_SHA_256,
  SCRAM_SHA_256_PLUS,
  ScramClient,
  type ScramKeys,
  type ScramSecret,
} from './scram.js';
import { INVALID_AUTHORIZATION, INVALID_PASSWORD, violation } from './sqlstate.js';

export interface Side {
  readonly stream: Duplex;
  readonly reader: ByteReader;
}

/** A login that a client asks for, with what the proxy knows to check it. */
export interface Candidate {
  readonly user: string;
  /** The password, when the client has given it in clear text. */
  readonly password: Buffer | undefined;
  /** Of the certificate that the client was shown; `undefined` without TLS. */
  readonly certificate_hash: Buffer | undefined;
  /** How the server knows the role's password. */
  readonly scramSecret: () => Promise<string | undefined>;
}

/** Asks a client for its password in clear text. @throws ConnectRefusal for another answer, PeerGone */
export async function askPassword({ stream, reader }: Side): Promise<Buffer> {
  stream.write(authenticationRequest(Authentication.cleartext));
  const body = await passwordMessage(reader);
  if (body.at(-1) !== 0) throw violation('Malformed password message: missing terminator');
  return body.subarray(0, -1);
}

/**
 * Answers what a server asks first, as far as the proxy must: with the password that it was given, or, for a client
 * that binds its authentication to the proxy's certificate, with the key that the client's proof gives away.
 * Everything else is between client and server.
 * @param request the server's first request
 * @returns the messages that the client is still to be sent
 * @throws ConnectRefusal, PeerGone
 */
export async function answerServer(
  request: Message,
  client: Side,
  server: Side,
  candidate: Candidate,
): Promise<readonly Message[]> {
  const { password, certificate_hash } = candidate;
  const way = request.body.readInt32BE(0);
  if (password !== undefined) return [await givePassword(way, request, server, candidate.user, password)];
  if (way !== Authentication.sasl || certificate_hash === undefined) return [request];
  if (!saslMechanisms(request).includes(SCRAM_SHA_256)) return [request];
  const secret = parseScramSecret((await candidate.scramSecret()) ?? '');
  if (secret === undefined) return [request];
  return offerBinding(client, server, candidate.user, secret, certificate_hash);
}

async function offerBinding(
  client: Side,
  server: Side,
  user: string,
  secret: ScramSecret,
  certificate_hash: Buffer,
): Promise<readonly Message[]> {
  client.stream.write(
    authenticationRequest(Authentication.sasl, `${SCRAM_SHA_256_PLUS}\0${SCRAM_SHA_256}\0\0`),
  );
  const body = await passwordMessage(client.reader);
  const choice = saslInitialResponse(body);
  if (choice === undefined) throw malformed();
  if (choice.mechanism !== SCRAM_SHA_256_PLUS) {
    if (choice.data.startsWith('y')) {
      throw new ConnectRefusal(
        'SCRAM channel binding negotiation error: the client supports channel binding but thinks the server does not',
        INVALID_AUTHORIZATION,
      );
    }
    server.stream.write(encoded('p', body));
    return [];
  }
  const exchange = new BoundScramServer(secret, certificate_hash);
  const first = exchange.first(choice.data);
  if (first === undefined) throw malformed();
  client.stream.write(authenticationRequest(Authentication.sasl_continue, first));
  const proven = exchange.final((await passwordMessage(client.reader)).toString('utf8'));
  if (proven === undefined) {
    throw new ConnectRefusal(`password authentication failed for user "${user}"`, INVALID_PASSWORD);
  }
  const outcome = await logIn(server, () => Promise.resolve(proven.keys));
  if (outcome.type === 'R')
    client.stream.write(authenticationRequest(Authentication.sasl_final, proven.final));
  return [outcome];
}

async function givePassword(
  way: number,
  request: Message,
  server: Side,
  user: string,
  password: Buffer,
): Promise<Message> {
  if (way === Authentication.ok) return request;
  if (way === Authentication.sasl) {
    return logIn(server, (challenge) => keysOfPassword(password, challenge));
  }
  if (way === Authentication.cleartext || way === Authentication.md5) {
    const text = way === Authentication.md5 ? md5Answer(password, user, request.body.subarray(4)) : password;
    server.stream.write(encoded('p', Buffer.concat([text, Buffer.from([0])])));
    return server.reader.message();
  }
  throw new ConnectRefusal(
    'the server asks for a way of authentication that needs no password',
    INVALID_AUTHORIZATION,
  );
}

/** Authenticates at a server by SCRAM. @returns what the server says in the end: that all is well, or an error */
async function logIn(
  { stream, reader }: Side,
  keys: (challenge: Pick<ScramSecret, 'salt' | 'iterations'>) => Promise<ScramKeys>,
): Promise<Message> {
  const exchange = new ScramClient();
  stream.write(saslChoice(SCRAM_SHA_256, exchange.first));
  const challenge = await reader.message();
  if (challenge.type !== 'R') return challenge;
  const answer = await exchange.final(challenge.body.toString('utf8', 4), keys);
  if (answer === undefined) throw malformed();
  stream.write(encoded('p', Buffer.from(answer)));
  const last = await reader.message();
  if (last.type !== 'R') return last;
  if (!exchange.isServer(last.body.toString('utf8', 4))) {
    throw new ConnectRefusal('the server does not know the password that it accepted', INVALID_AUTHORIZATION);
  }
  return reader.message();
}

/** `md5` and the hash of the hash: what servers before 10 ask for. */
function md5Answer(password: Buffer, user: string, salt: Buffer): Buffer {
  const inner = createHash('md5').update(password).update(user).digest('hex');
  return Buffer.from(`md5${createHash('md5').update(inner).update(salt).digest('hex')}`);
}

async function passwordMessage(reader: ByteReader): Promise<Buffer> {
  const { type, body } = await reader.message();
  if (type === 'X') throw new PeerGone();
  if (type !== 'p') {
    throw violation(`expected SASL response, got message type ${type.codePointAt(0)}`);
  }
  return body;
}

function malformed(): ConnectRefusal {
  return violation('malformed SCRAM message');
}

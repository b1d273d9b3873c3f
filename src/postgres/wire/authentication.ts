import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { ConnectRefusal } from '../endpoint-directory.js';
import {
  Authentication,
  authenticationRequest,
  encodeMessage,
  type Message,
  saslChoice,
  saslInitialResponse,
  saslMechanisms,
} from './backend-messages.js';
import { type ByteReader, PeerGone } from './byte-reader.js';
import {
  BoundScramServer,
  deriveKeys,
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

/** A client's login, and the proxy's data to check it. */
export interface Candidate {
  readonly user: string;
  /** The password if the client sent it in clear text. */
  readonly password: Buffer | undefined;
  /** The hash of the proxy's certificate; `undefined` without TLS. */
  readonly certificate_hash: Buffer | undefined;
  /** The server's stored form of the role's password. */
  readonly scramSecret: () => Promise<string | undefined>;
}

/** Requests a client's password in clear text. @throws ConnectRefusal for another message, PeerGone */
export async function askPassword({ stream, reader }: Side): Promise<Buffer> {
  stream.write(authenticationRequest(Authentication.cleartext));
  const body = await passwordMessage(reader);
  if (body.at(-1) !== 0) throw violation('Malformed password message: missing terminator');
  return body.subarray(0, -1);
}

/**
 * Answers a server's first authentication request if the proxy must: with a clear-text password, or, for a client that
 * uses channel binding, with the client key that the client's proof reveals. Other requests are forwarded to the client.
 * @param request the server's first request
 * @returns the messages to send to the client
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
    server.stream.write(encodeMessage('p', body));
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
    return logIn(server, (challenge) => deriveKeys(password, challenge));
  }
  if (way === Authentication.cleartext || way === Authentication.md5) {
    const text = way === Authentication.md5 ? md5Answer(password, user, request.body.subarray(4)) : password;
    server.stream.write(encodeMessage('p', Buffer.concat([text, Buffer.from([0])])));
    return server.reader.message();
  }
  throw new ConnectRefusal(
    'the server requires an authentication method without a password',
    INVALID_AUTHORIZATION,
  );
}

/** Authenticates at a server with SCRAM. @returns the server's last message: AuthenticationOk or an error */
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
  stream.write(encodeMessage('p', Buffer.from(answer)));
  const last = await reader.message();
  if (last.type !== 'R') return last;
  if (!exchange.isServer(last.body.toString('utf8', 4))) {
    throw new ConnectRefusal('the server failed to prove that it knows the password', INVALID_AUTHORIZATION);
  }
  return reader.message();
}

/** The response to an MD5 request: `md5` and the salted hash of the password's hash. */
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

import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import type { ServerAddress } from '../endpoint-directory.js';
import { answerServer, askPassword, type Candidate, type Side } from './authentication.js';
import { encodeMessage, errorField, errorResponse, type Message } from './backend-messages.js';
import { ByteReader, PeerGone } from './byte-reader.js';
import type { CancelKeys } from './cancel-keys.js';
import type { TlsIdentity } from './certificate.js';
import { dial } from './dial.js';
import { type Admitted, type EndpointGate, namedEndpoint } from './endpoint-gate.js';
import type { Greeted } from './handshake.js';
import { CANNOT_CONNECT_NOW, INTERNAL_ERROR, refusal } from './sqlstate.js';
import { parseEndpointOption, readOptions } from './startup-options.js';
import { startupPacket } from './startup-packet.js';

/** Maximum length of a server's message before the session is open. */
const MAX_SERVER_MESSAGE_BYTES = 1_048_576;

const MISSING_ENDPOINT =
  'Endpoint ID is not specified. Either please upgrade the postgres client library (libpq) for SNI support ' +
  "or pass the endpoint ID (first part of the domain name) as a parameter: '?options=endpoint%3D<endpoint-id>'. " +
  'See more at https://neon.tech/sni';

export interface ClientOrigin {
  readonly address: string;
  /** The host of a WebSocket's address; `undefined` for TCP. */
  readonly host: string | undefined;
  /** Whether passwords are requested in clear text, to save the client round trips and hashing. */
  readonly cleartext: boolean;
}

/** The proxy's services for a session. */
export interface SessionSurroundings {
  readonly gate: EndpointGate;
  readonly cancel_keys: CancelKeys;
  readonly tls: TlsIdentity | undefined;
  /** How long a client may take to authenticate, excluding the wake of its compute. */
  readonly authentication_timeout_ms: number;
  /** Called when the client is authenticated. */
  readonly onAuthenticated: () => void;
}

/** A connection to a server, with the server's first message. */
interface Dialled extends Side {
  readonly stream: Socket;
  readonly address: ServerAddress;
  readonly first: Message;
}

/**
 * Connects a client to its server, and forwards data until both connections are closed.
 * @throws ConnectRefusal with the reason for the client; PeerGone if the client disconnects
 */
export async function runSession(
  client: Greeted,
  origin: ClientOrigin,
  surroundings: SessionSurroundings,
): Promise<void> {
  const { parameters, reader } = client;
  const { gate } = surroundings;
  const user = parameters.get('user') ?? '';
  if (user === '') throw refusal("Parameter 'user' is missing in startup packet.");
  const named = namedEndpoint(parameters.get('options'), client.server_name ?? origin.host);
  const limit = new TimeLimit(surroundings.authentication_timeout_ms);
  let admitted: Admitted;
  let password: Buffer | undefined;
  if (named === undefined) {
    const hack = passwordHack(await limit.during(askPassword(client)));
    if (hack === undefined) throw refusal(MISSING_ENDPOINT);
    admitted = gate.admit(hack.endpoint, origin.address);
    password = hack.password;
  } else {
    admitted = gate.admit(named, origin.address);
    if (origin.cleartext) password = await limit.during(askPassword(client));
  }
  const asked = { user, database: parameters.get('database') || user };
  const login = gate.login(admitted, asked);
  const passed = login === asked ? parameters : new Map([...parameters, ...Object.entries(login)]);
  const server = await gate.reach(admitted, login.user, reader.gone, (address) =>
    greetServer(address, passed, reader.gone),
  );
  try {
    const candidate: Candidate = {
      user: login.user,
      password,
      certificate_hash: client.tls ? surroundings.tls?.certificate_hash : undefined,
      scramSecret: () => gate.scramSecret(admitted, login.user),
    };
    const messages =
      server.first.type === 'R'
        ? await limit.during(answerServer(server.first, client, server, candidate))
        : [clientRefusal(server.first)];
    await openSession(client, server, messages, admitted, limit, surroundings);
  } finally {
    server.stream.destroy();
  }
}

/**
 * Forwards data in both directions. The server's data are read message by message until the session is open, because
 * they contain its cancel key.
 */
async function openSession(
  { stream, reader }: Side,
  server: Dialled,
  messages: readonly Message[],
  { endpoint: { allowed_ips } }: Admitted,
  limit: TimeLimit,
  { cancel_keys, onAuthenticated }: SessionSurroundings,
): Promise<void> {
  reader.release();
  stream.pipe(server.stream);
  const both_closed = closedTogether(stream, server.stream);
  let forget: (() => void) | undefined;
  const pass = ({ type, body }: Message): boolean => {
    stream.write(encodeMessage(type, body));
    if (type === 'K') forget = cancel_keys.add(Buffer.from(body), { address: server.address, allowed_ips });
    return type === 'Z';
  };
  try {
    let open = messages.map(pass).includes(true);
    while (!open) open = pass(await limit.during(server.reader.message()));
    onAuthenticated();
    server.reader.release();
    server.stream.pipe(stream);
  } catch (error) {
    // The client has already received the server's error, if it sent one.
    if (!(error instanceof PeerGone)) throw error;
    stream.end();
  }
  await both_closed;
  forget?.();
}

/** Sends the startup message to a server; resolves with `undefined` if it does not accept connections at the moment. */
async function greetServer(
  address: ServerAddress,
  parameters: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Dialled | undefined> {
  const { for_server } = readOptions(parameters.get('options'));
  const passed = new Map(parameters);
  if (for_server === undefined) passed.delete('options');
  else passed.set('options', for_server);
  const socket = await dial(address);
  if (socket === undefined) return undefined;
  const reader = new ByteReader(socket, MAX_SERVER_MESSAGE_BYTES);
  const left = () => socket.destroy();
  signal.addEventListener('abort', left);
  try {
    signal.throwIfAborted();
    socket.write(startupPacket(passed));
    const first = await reader.message();
    if (first.type !== 'E' || errorField(first, 'C') !== CANNOT_CONNECT_NOW) {
      return { stream: socket, reader, address, first };
    }
  } catch (error) {
    if (!(error instanceof PeerGone) || signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', left);
  }
  socket.destroy();
  return undefined;
}

const UNSUPPORTED_PARAMETER = /^unsupported startup parameter(?: in options)?: /;

/** The refusal to send to the client: the platform's proxy adds advice to some of a pooler's errors. */
function clientRefusal(first: Message): Message {
  const message = errorField(first, 'M');
  if (!UNSUPPORTED_PARAMETER.test(message)) return first;
  const advice =
    'Please use unpooled connection or remove this parameter from the startup package. More details: ' +
    'https://neon.tech/docs/connect/connection-errors#unsupported-startup-parameter';
  return { type: 'E', body: errorResponse(`${message}. ${advice}`, INTERNAL_ERROR).subarray(5) };
}

/** Parses `endpoint=ID;password` or `endpoint=ID$password`; `undefined` for a password without an endpoint. */
function passwordHack(given: Buffer): { readonly endpoint: string; readonly password: Buffer } | undefined {
  for (const separator of [';', '$']) {
    const at = given.indexOf(separator);
    if (at < 0) continue;
    const endpoint = parseEndpointOption(given.toString('utf8', 0, at));
    return endpoint === undefined ? undefined : { endpoint, password: given.subarray(at + 1) };
  }
  return undefined;
}

/** The time limit of a client's authentication, which counts only the client's steps. */
class TimeLimit {
  #left_ms: number;

  constructor(limit_ms: number) {
    this.#left_ms = limit_ms;
  }

  /** Counts the time of a step. @throws ConnectRefusal if the time is over first */
  async during<Result>(step: Promise<Result>): Promise<Result> {
    const began_ms = WALL_CLOCK.monotonicMs();
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(refusal('Authentication timed out')), this.#left_ms);
    });
    try {
      return await Promise.race([step, over]);
    } finally {
      clearTimeout(timer);
      this.#left_ms -= WALL_CLOCK.monotonicMs() - began_ms;
    }
  }
}

/** Closes each of two connections after the other: after writing pending data, or immediately after an error. */
async function closedTogether(client: Duplex, server: Duplex): Promise<void> {
  await Promise.all([closedAfter(client, server), closedAfter(server, client)]);
}

function closedAfter(one: Duplex, other: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const closed = () => {
      if (one.errored !== null || other.destroyed) other.destroy();
      else closeWhenWritten(other);
      resolve();
    };
    if (one.closed) closed();
    else one.once('close', closed);
  });
}

function closeWhenWritten(stream: Duplex): void {
  if ('destroySoon' in stream && typeof stream.destroySoon === 'function') stream.destroySoon();
  else stream.end(() => stream.destroy());
}

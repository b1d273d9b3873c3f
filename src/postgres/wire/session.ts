import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import type { ServerAddress } from '../endpoint-directory.js';
import { answerServer, askPassword, type Candidate, type Side } from './authentication.js';
import { encoded, errorResponse, fieldOf, type Message } from './backend-messages.js';
import { ByteReader, PeerGone } from './byte-reader.js';
import type { CancelKeys } from './cancel-keys.js';
import type { TlsIdentity } from './certificate.js';
import { dial } from './dial.js';
import { type Admitted, type EndpointGate, namedEndpoint } from './endpoint-gate.js';
import type { Greeted } from './handshake.js';
import { CANNOT_CONNECT_NOW, INTERNAL_ERROR, refusal } from './sqlstate.js';
import { endpointOf, readOptions } from './startup-options.js';
import { startupPacket } from './startup-packet.js';

/** Longest message of a server before the session is open. */
const MOST_SERVER_BYTES = 1_048_576;

const MISSING_ENDPOINT =
  'Endpoint ID is not specified. Either please upgrade the postgres client library (libpq) for SNI support ' +
  "or pass the endpoint ID (first part of the domain name) as a parameter: '?options=endpoint%3D<endpoint-id>'. " +
  'See more at https://neon.tech/sni';

export interface ClientOrigin {
  readonly address: string;
  /** The host that it named outside of the protocol: that of a WebSocket's address. */
  readonly host: string | undefined;
  /** Whether passwords are asked for in clear text, to save the client's round trips and hashes. */
  readonly cleartext: boolean;
}

/** The proxy's services for a session. */
export interface SessionSurroundings {
  readonly gate: EndpointGate;
  readonly cancel_keys: CancelKeys;
  readonly tls: TlsIdentity | undefined;
  /** How long a client may take to authenticate, waiting for its compute aside. */
  readonly authentication_timeout_ms: number;
  /** To be called once the client is authenticated. */
  readonly onAuthenticated: () => void;
}

/** A server's side of a session, at its first words. */
interface Dialled extends Side {
  readonly stream: Socket;
  readonly address: ServerAddress;
  readonly first: Message;
}

/**
 * Brings a client that has greeted to its server, and stays between them until both are gone.
 * @throws ConnectRefusal for a client that must learn the reason; PeerGone for one that left
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
        : [told(server.first)];
    await openSession(client, server, messages, admitted, limit, surroundings);
  } finally {
    server.stream.destroy();
  }
}

/**
 * Passes everything on: what the client says at once, what the server says message by message until the session is
 * open, to learn its key.
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
    stream.write(encoded(type, body));
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
    // If the server has sent a reason, the client has received it; it may also have ended without one.
    if (!(error instanceof PeerGone)) throw error;
    stream.end();
  }
  await both_closed;
  forget?.();
}

/** Begins a session with a server; `undefined` when it does not accept connections yet, or any more. */
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
  const reader = new ByteReader(socket, MOST_SERVER_BYTES);
  const left = () => socket.destroy();
  signal.addEventListener('abort', left);
  try {
    signal.throwIfAborted();
    socket.write(startupPacket(passed));
    const first = await reader.message();
    if (first.type !== 'E' || fieldOf(first, 'C') !== CANNOT_CONNECT_NOW) {
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

/** A server's refusal as the client receives it; the platform's proxy adds advice to a pooler's refusal. */
function told(first: Message): Message {
  const message = fieldOf(first, 'M');
  if (!UNSUPPORTED_PARAMETER.test(message)) return first;
  const advice =
    'Please use unpooled connection or remove this parameter from the startup package. More details: ' +
    'https://neon.tech/docs/connect/connection-errors#unsupported-startup-parameter';
  return { type: 'E', body: errorResponse(`${message}. ${advice}`, INTERNAL_ERROR).subarray(5) };
}

/** `endpoint=ID;password` or `endpoint=ID$password`, `undefined` for a mere password. */
function passwordHack(given: Buffer): { readonly endpoint: string; readonly password: Buffer } | undefined {
  for (const separator of [';', '$']) {
    const at = given.indexOf(separator);
    if (at < 0) continue;
    const endpoint = endpointOf(given.toString('utf8', 0, at));
    return endpoint === undefined ? undefined : { endpoint, password: given.subarray(at + 1) };
  }
  return undefined;
}

/** The time that a client has to prove who it is, in the parts that are its own. */
class TimeLimit {
  #left_ms: number;

  constructor(limit_ms: number) {
    this.#left_ms = limit_ms;
  }

  /** @throws ConnectRefusal when the time is over first */
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

/** Closes each of two connections once the other is closed: after what is on its way, or at once if that broke. */
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

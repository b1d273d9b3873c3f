import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { negotiateVersion } from './backend-messages.js';
import { ByteReader, PeerGone } from './byte-reader.js';
import type { TlsIdentity } from './certificate.js';
import { refusal, violation } from './sqlstate.js';
import {
  parseStartupPacket,
  type StartupPacket,
  type StartupParameters,
  startupLength,
} from './startup-packet.js';

/** Buffer per client before it is authenticated: a startup packet, and a password that is sent with it. */
const MAX_CLIENT_BYTES = 65_536;
/** First byte of a TLS handshake, which no startup packet has. */
const TLS_HANDSHAKE = 0x16;
/** The ALPN protocols of direct TLS connections. */
const ALPN_PROTOCOLS = ['postgresql'];

/** A client that has sent its startup message. */
export interface Greeted {
  /** The client's connection, or the TLS stream in it. */
  readonly stream: Duplex;
  readonly reader: ByteReader;
  /** Without protocol extensions, because none are supported. */
  readonly parameters: StartupParameters;
  /** Whether the connection uses TLS. */
  readonly tls: boolean;
  /** The host in the client's TLS SNI. */
  readonly server_name: string | undefined;
}

/** A client before its startup message, with or without TLS. */
type Line = Pick<Greeted, 'stream' | 'reader'> & Partial<Pick<Greeted, 'server_name'>>;

export interface HandshakeRules {
  /** `undefined` to refuse TLS. */
  readonly tls: TlsIdentity | undefined;
  /** Whether clients without TLS are refused, as on the platform. */
  readonly require_tls: boolean;
  /** Receives the TLS stream when the client starts TLS. */
  readonly onStream: (stream: Duplex) => void;
}

/**
 * Reads a client's packets up to its startup message. TLS and GSS encryption can each be requested once, and TLS can
 * start without a request. Newer minor versions and extensions are negotiated down to protocol 3.0.
 * @returns the client, or the key of a cancel request
 * @throws ConnectRefusal for an invalid handshake, PeerGone
 */
export async function handshake(
  connection: Duplex,
  rules: HandshakeRules,
): Promise<Greeted | { readonly cancel_key: Buffer }> {
  let line: Line = { stream: connection, reader: new ByteReader(connection, MAX_CLIENT_BYTES) };
  const asked = { tls: false, gss: false };
  let encrypted = false;
  if (connection instanceof Socket && (await line.reader.peek(1))[0] === TLS_HANDSHAKE) {
    if (rules.tls === undefined) throw new PeerGone('TLS is not spoken here');
    line = await startTls(line.reader, connection, rules.tls, rules);
    encrypted = true;
  }
  for (;;) {
    const packet = await nextPacket(line.reader);
    if (packet.kind === 'cancel') return { cancel_key: packet.key };
    if (packet.kind === 'startup') {
      if (rules.require_tls && !encrypted) {
        throw refusal('connection is insecure (try using `sslmode=require`)');
      }
      return greetedClient(line, packet, encrypted);
    }
    if (encrypted || asked[packet.kind]) {
      throw violation('encryption was asked for twice');
    }
    asked[packet.kind] = true;
    // A third party may have injected data that follow an encryption request.
    if (line.reader.hasMore) {
      throw violation('received unencrypted data after a request for encryption');
    }
    if (packet.kind === 'tls' && rules.tls !== undefined && connection instanceof Socket) {
      connection.write('S');
      line = await startTls(line.reader, connection, rules.tls, rules);
      encrypted = true;
    } else {
      line.stream.write('N');
    }
  }
}

async function nextPacket(reader: ByteReader): Promise<StartupPacket> {
  const length = startupLength(await reader.take(4));
  return parseStartupPacket(await reader.take(length));
}

function greetedClient(
  { stream, reader, server_name }: Line,
  { minor, parameters }: StartupPacket & { kind: 'startup' },
  tls: boolean,
): Greeted {
  const known = new Map(parameters);
  const extensions = [...parameters.keys()].filter((name) => name.startsWith('_pq_.'));
  for (const name of extensions) known.delete(name);
  if (minor > 0 || extensions.length > 0) stream.write(negotiateVersion(extensions));
  return { stream, reader, parameters: known, tls, server_name };
}

/** Starts TLS on a connection; resolves after the TLS handshake. @throws PeerGone if it fails */
async function startTls(
  reader: ByteReader,
  socket: Socket,
  { context }: TlsIdentity,
  { onStream }: HandshakeRules,
): Promise<Line> {
  reader.release();
  const stream = new TLSSocket(socket, {
    isServer: true,
    secureContext: context,
    ALPNProtocols: ALPN_PROTOCOLS,
  });
  onStream(stream);
  // Reads from the start, to detect a client that disconnects during the TLS handshake.
  const secured_reader = new ByteReader(stream, MAX_CLIENT_BYTES);
  await new Promise<void>((resolve, reject) => {
    const failed = () => reject(new PeerGone('the TLS handshake failed'));
    stream.once('secure', resolve);
    stream.once('_tlsError', failed);
    if (secured_reader.gone.aborted) failed();
    else secured_reader.gone.addEventListener('abort', failed, { once: true });
  });
  const { servername } = stream as { servername?: string | false | null };
  return { stream, reader: secured_reader, server_name: servername || undefined };
}

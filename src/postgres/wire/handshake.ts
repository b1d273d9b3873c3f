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

/** Most that is kept of a client that is not let in yet: a startup packet, and a password sent along with it. */
const MOST_BYTES = 65_536;
/** First byte of a TLS handshake: no length of a startup packet begins so. */
const TLS_HANDSHAKE = 0x16;
/** The protocols that a client that begins with TLS may announce. */
const ALPN_PROTOCOLS = ['postgresql'];

/** A client that has said what it wants. */
export interface Greeted {
  /** To speak with the client: its connection, or TLS within it. */
  readonly stream: Duplex;
  readonly reader: ByteReader;
  /** Without protocol extensions, because none are supported. */
  readonly parameters: StartupParameters;
  /** Whether TLS ends here. */
  readonly tls: boolean;
  /** The host that the client named when it asked for TLS. */
  readonly server_name: string | undefined;
}

/** A client at its first words, which may be within TLS. */
type Line = Pick<Greeted, 'stream' | 'reader'> & Partial<Pick<Greeted, 'server_name'>>;

/** How clients are spoken to. */
export interface HandshakeRules {
  /** TLS is refused without. */
  readonly tls: TlsIdentity | undefined;
  /** Whether clients without TLS are refused, as the platform refuses them. */
  readonly require_tls: boolean;
  /** Receives the connection once more when it has become another: TLS within the first. */
  readonly onStream: (stream: Duplex) => void;
}

/**
 * Brings a client to its startup message: TLS and GSS encryption are each asked for at most once, TLS may come at
 * once, and later minor versions and extensions are answered with those that are spoken.
 * @returns the client, or the key of a cancel request
 * @throws ConnectRefusal for an invalid handshake, PeerGone
 */
export async function handshake(
  connection: Duplex,
  rules: HandshakeRules,
): Promise<Greeted | { readonly cancel_key: Buffer }> {
  let line: Line = { stream: connection, reader: new ByteReader(connection, MOST_BYTES) };
  const asked = { tls: false, gss: false };
  let encrypted = false;
  if (connection instanceof Socket && (await line.reader.peek(1))[0] === TLS_HANDSHAKE) {
    if (rules.tls === undefined) throw new PeerGone('TLS is not spoken here');
    line = await secured(line.reader, connection, rules.tls, rules);
    encrypted = true;
  }
  for (;;) {
    const packet = await nextPacket(line.reader);
    if (packet.kind === 'cancel') return { cancel_key: packet.key };
    if (packet.kind === 'startup') {
      if (rules.require_tls && !encrypted) {
        throw refusal('connection is insecure (try using `sslmode=require`)');
      }
      return greeted(line, packet, encrypted);
    }
    if (encrypted || asked[packet.kind]) {
      throw violation('encryption was asked for twice');
    }
    asked[packet.kind] = true;
    // Data right behind a request for encryption could have been injected by a third party.
    if (line.reader.hasMore) {
      throw violation('received unencrypted data after a request for encryption');
    }
    if (packet.kind === 'tls' && rules.tls !== undefined && connection instanceof Socket) {
      connection.write('S');
      line = await secured(line.reader, connection, rules.tls, rules);
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

function greeted(
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

/** The connection within TLS, once its handshake has succeeded. @throws PeerGone when it fails */
async function secured(
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
  // Reads from the beginning, so that the end of a client within its handshake is noticed.
  const secured_reader = new ByteReader(stream, MOST_BYTES);
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

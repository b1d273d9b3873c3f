import { ConnectRefusal } from '../endpoint-directory.js';
import { violation } from './sqlstate.js';

/** Longest first packet of a client, its length word aside; PostgreSQL's `MAX_STARTUP_PACKET_LENGTH`. */
export const MAX_STARTUP_BYTES = 10_000;

/** Longest secret of a cancel request; PostgreSQL 18 has keys of up to 256 bytes, process number included. */
const MAX_CANCEL_BYTES = 260;

const VERSION_3_0 = 0x3_0000;
const CANCEL_REQUEST = 80877102;
const TLS_REQUEST = 80877103;
const GSS_REQUEST = 80877104;

/** A client's first packet: [message formats](https://www.postgresql.org/docs/current/protocol-message-formats.html). */
export type StartupPacket =
  | { readonly kind: 'tls' }
  | { readonly kind: 'gss' }
  /** The key as it came: process number and secret. */
  | { readonly kind: 'cancel'; readonly key: Buffer }
  | { readonly kind: 'startup'; readonly minor: number; readonly parameters: StartupParameters };

/** `user`, `database`, `options` and run-time settings, in order of arrival. */
export type StartupParameters = ReadonlyMap<string, string>;

/**
 * Length of a first packet behind its length word.
 * @param head its first four bytes
 * @throws ConnectRefusal for a length that no packet has
 */
export function startupLength(head: Buffer): number {
  const length = head.readInt32BE(0) - 4;
  if (length < 4 || length > MAX_STARTUP_BYTES) {
    throw violation('invalid length of startup packet');
  }
  return length;
}

/**
 * A first packet, read.
 * @param packet what follows the length word, four bytes or more
 * @throws ConnectRefusal in PostgreSQL's words for any other packet
 */
export function parseStartupPacket(packet: Buffer): StartupPacket {
  const code = packet.readInt32BE(0);
  const rest = packet.subarray(4);
  if (code === TLS_REQUEST || code === GSS_REQUEST) {
    if (rest.length > 0) throw layout('expected nothing behind the request code');
    return { kind: code === TLS_REQUEST ? 'tls' : 'gss' };
  }
  if (code === CANCEL_REQUEST) {
    if (rest.length < 8 || rest.length > MAX_CANCEL_BYTES) {
      throw violation('invalid length of cancel request');
    }
    return { kind: 'cancel', key: Buffer.from(rest) };
  }
  const major = code >>> 16;
  const minor = code & 0xffff;
  if (major !== 3) {
    throw new ConnectRefusal(
      `unsupported frontend protocol ${major}.${minor}: server supports 3.0 to 3.0`,
      '0A000',
    );
  }
  return { kind: 'startup', minor, parameters: parseParameters(rest) };
}

function parseParameters(bytes: Buffer): StartupParameters {
  if (bytes.length === 0 || bytes.at(-1) !== 0) throw layout('expected terminator as last byte');
  const parameters = new Map<string, string>();
  let at = 0;
  while (at < bytes.length - 1) {
    const name_end = bytes.indexOf(0, at);
    const value_end = bytes.indexOf(0, name_end + 1);
    // The last byte ends the list, no value.
    if (value_end < 0 || value_end === bytes.length - 1) throw layout('expected a value behind each name');
    parameters.set(text(bytes.subarray(at, name_end)), text(bytes.subarray(name_end + 1, value_end)));
    at = value_end + 1;
  }
  return parameters;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

function text(bytes: Buffer): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw layout('expected text in UTF-8');
  }
}

function layout(expected: string): ConnectRefusal {
  return violation(`invalid startup packet layout: ${expected}`);
}

/** The packet that begins a session of protocol 3.0. */
export function startupPacket(parameters: Iterable<readonly [string, string]>): Buffer {
  const pairs = [...parameters].map(([name, value]) => `${name}\0${value}\0`).join('');
  const length = 4 + 4 + Buffer.byteLength(pairs) + 1;
  const packet = Buffer.alloc(length);
  packet.writeInt32BE(length, 0);
  packet.writeInt32BE(VERSION_3_0, 4);
  packet.write(pairs, 8);
  return packet;
}

/** The packet that asks a server to cancel what the session with that key is doing. */
export function cancelPacket(key: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + key.length, 0);
  head.writeInt32BE(CANCEL_REQUEST, 4);
  return Buffer.concat([head, key]);
}

import { ConnectRefusal } from '../endpoint-directory.js';
import { violation } from './sqlstate.js';

/** Maximum length of a startup packet, excluding its length word; PostgreSQL's `MAX_STARTUP_PACKET_LENGTH`. */
export const MAX_STARTUP_BYTES = 10_000;

/** Maximum length of a cancel key; PostgreSQL 18 has keys of up to 256 bytes, including the process id. */
const MAX_CANCEL_BYTES = 260;

const VERSION_3_0 = 0x3_0000;
const CANCEL_REQUEST = 80877102;
const TLS_REQUEST = 80877103;
const GSS_REQUEST = 80877104;

/** A client's first packet: [message formats](https://www.postgresql.org/docs/current/protocol-message-formats.html). */
export type StartupPacket =
  | { readonly kind: 'tls' }
  | { readonly kind: 'gss' }
  /** The key as received: process id and secret. */
  | { readonly kind: 'cancel'; readonly key: Buffer }
  | { readonly kind: 'startup'; readonly minor: number; readonly parameters: StartupParameters };

/** `user`, `database`, `options` and run-time settings, in order of arrival. */
export type StartupParameters = ReadonlyMap<string, string>;

/**
 * Length of a first packet after its length word.
 * @param head its first four bytes
 * @throws ConnectRefusal for an invalid length
 */
export function startupLength(head: Buffer): number {
  const length = head.readInt32BE(0) - 4;
  if (length < 4 || length > MAX_STARTUP_BYTES) {
    throw violation('invalid length of startup packet');
  }
  return length;
}

/**
 * Parses a first packet.
 * @param packet the bytes after the length word, at least four
 * @throws ConnectRefusal with PostgreSQL's message for an invalid packet
 */
export function parseStartupPacket(packet: Buffer): StartupPacket {
  const code = packet.readInt32BE(0);
  const rest = packet.subarray(4);
  if (code === TLS_REQUEST || code === GSS_REQUEST) {
    if (rest.length > 0) throw badLayout('expected nothing behind the request code');
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
  if (bytes.length === 0 || bytes.at(-1) !== 0) throw badLayout('expected terminator as last byte');
  const parameters = new Map<string, string>();
  let at = 0;
  while (at < bytes.length - 1) {
    const name_end = bytes.indexOf(0, at);
    const value_end = bytes.indexOf(0, name_end + 1);
    // The last byte terminates the list, not a value.
    if (value_end < 0 || value_end === bytes.length - 1) throw badLayout('expected a value behind each name');
    parameters.set(utf8(bytes.subarray(at, name_end)), utf8(bytes.subarray(name_end + 1, value_end)));
    at = value_end + 1;
  }
  return parameters;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

function utf8(bytes: Buffer): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw badLayout('expected text in UTF-8');
  }
}

function badLayout(expected: string): ConnectRefusal {
  return violation(`invalid startup packet layout: ${expected}`);
}

/** Encodes the startup message of protocol 3.0. */
export function startupPacket(parameters: Iterable<readonly [string, string]>): Buffer {
  const pairs = [...parameters].map(([name, value]) => `${name}\0${value}\0`).join('');
  const length = 4 + 4 + Buffer.byteLength(pairs) + 1;
  const packet = Buffer.alloc(length);
  packet.writeInt32BE(length, 0);
  packet.writeInt32BE(VERSION_3_0, 4);
  packet.write(pairs, 8);
  return packet;
}

/** Encodes the request to cancel the statement of the session with this key. */
export function cancelPacket(key: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + key.length, 0);
  head.writeInt32BE(CANCEL_REQUEST, 4);
  return Buffer.concat([head, key]);
}

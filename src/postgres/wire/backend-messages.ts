import { INTERNAL_ERROR } from './sqlstate.js';

/** Ways of authentication that servers ask for, by their number. */
export const Authentication = {
  ok: 0,
  cleartext: 3,
  md5: 5,
  sasl: 10,
  sasl_continue: 11,
  sasl_final: 12,
} as const;

/** A whole message of either side: its letter and what follows its length. */
export interface Message {
  readonly type: string;
  readonly body: Buffer;
}

export function encoded(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

/**
 * The error that ends a connection. Refusals by the platform's proxy have the severity `ERROR` and no
 * specific code; those in the server's name are `FATAL`.
 */
export function errorResponse(message: string, sqlstate: string): Buffer {
  const severity = sqlstate === INTERNAL_ERROR ? 'ERROR' : 'FATAL';
  const fields = `S${severity}\0V${severity}\0C${sqlstate}\0M${message.replaceAll('\0', '')}\0\0`;
  return encoded('E', Buffer.from(fields));
}

/**
 * A field of an error that a server sent; empty when it has none.
 * @param letter such as `C` for its SQLSTATE, `M` for its message
 */
export function fieldOf(error: Message, letter: string): string {
  for (const field of error.body.toString('utf8').split('\0')) {
    if (field.startsWith(letter)) return field.slice(1);
  }
  return '';
}

/** Asks a client to authenticate. */
export function authenticationRequest(way: number, content: Buffer | string = ''): Buffer {
  const number = Buffer.alloc(4);
  number.writeInt32BE(way, 0);
  return encoded('R', Buffer.concat([number, Buffer.from(content)]));
}

/** Reports protocol 3.0, and the requested extensions that are not supported. */
export function negotiateVersion(unknown_options: readonly string[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt32BE(0x3_0000, 0);
  head.writeInt32BE(unknown_options.length, 4);
  return encoded(
    'v',
    Buffer.concat([head, Buffer.from(unknown_options.map((name) => `${name}\0`).join(''))]),
  );
}

/** The names of the ways that a server's request for SASL offers. */
export function saslMechanisms(request: Message): readonly string[] {
  return request.body
    .subarray(4)
    .toString('latin1')
    .split('\0')
    .filter((name) => name !== '');
}

/** A client's choice of a way of SASL and what it says first, `undefined` when the message is malformed. */
export function saslInitialResponse(
  body: Buffer,
): { readonly mechanism: string; readonly data: string } | undefined {
  const end = body.indexOf(0);
  if (end < 0 || body.length < end + 5) return undefined;
  const length = body.readInt32BE(end + 1);
  const data = body.subarray(end + 5);
  if (length !== data.length) return undefined;
  return { mechanism: body.toString('latin1', 0, end), data: data.toString('utf8') };
}

/** A choice of a way of SASL with what is said first, as bytes. */
export function saslChoice(mechanism: string, data: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(Buffer.byteLength(data), 0);
  return encoded('p', Buffer.concat([Buffer.from(`${mechanism}\0`), length, Buffer.from(data)]));
}

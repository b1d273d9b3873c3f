import { INTERNAL_ERROR } from './sqlstate.js';

/** Codes of authentication requests. */
export const Authentication = {
  ok: 0,
  cleartext: 3,
  md5: 5,
  sasl: 10,
  sasl_continue: 11,
  sasl_final: 12,
} as const;

/** A complete message of either side: its type byte and its body. */
export interface Message {
  readonly type: string;
  readonly body: Buffer;
}

export function encodeMessage(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

/**
 * The error that ends a connection. The platform's proxy sends its errors with the severity `ERROR` and the code
 * {@link INTERNAL_ERROR}; errors in the server's name are `FATAL`.
 */
export function errorResponse(message: string, sqlstate: string): Buffer {
  const severity = sqlstate === INTERNAL_ERROR ? 'ERROR' : 'FATAL';
  const fields = `S${severity}\0V${severity}\0C${sqlstate}\0M${message.replaceAll('\0', '')}\0\0`;
  return encodeMessage('E', Buffer.from(fields));
}

/**
 * A field of a server's error; empty if it is missing.
 * @param letter such as `C` for its SQLSTATE, `M` for its message
 */
export function errorField(error: Message, letter: string): string {
  for (const field of error.body.toString('utf8').split('\0')) {
    if (field.startsWith(letter)) return field.slice(1);
  }
  return '';
}

/** Asks a client to authenticate. */
export function authenticationRequest(way: number, content: Buffer | string = ''): Buffer {
  const number = Buffer.alloc(4);
  number.writeInt32BE(way, 0);
  return encodeMessage('R', Buffer.concat([number, Buffer.from(content)]));
}

/** NegotiateProtocolVersion: protocol 3.0, and the requested extensions that are not supported. */
export function negotiateVersion(unknown_options: readonly string[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt32BE(0x3_0000, 0);
  head.writeInt32BE(unknown_options.length, 4);
  return encodeMessage(
    'v',
    Buffer.concat([head, Buffer.from(unknown_options.map((name) => `${name}\0`).join(''))]),
  );
}

/** The SASL mechanisms that a server offers. */
export function saslMechanisms(request: Message): readonly string[] {
  return request.body
    .subarray(4)
    .toString('latin1')
    .split('\0')
    .filter((name) => name !== '');
}

/** Parses a SASLInitialResponse: mechanism and first message; `undefined` if it is malformed. */
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

/** Encodes a SASLInitialResponse: mechanism and first message. */
export function saslChoice(mechanism: string, data: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(Buffer.byteLength(data), 0);
  return encodeMessage('p', Buffer.concat([Buffer.from(`${mechanism}\0`), length, Buffer.from(data)]));
}

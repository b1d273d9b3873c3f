import { describe, expect, test } from 'vitest';
import { readOptions } from '../../../src/postgres/wire/startup-options.js';
import {
  cancelPacket,
  MAX_STARTUP_BYTES,
  parseStartupPacket,
  startupLength,
  startupPacket,
} from '../../../src/postgres/wire/startup-packet.js';

function int32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(value, 4 * index);
  return bytes;
}
const VERSION_3 = 0x30000;
/** A packet of version 3 behind its length. */
const packet = (rest: string | readonly number[]) =>
  Buffer.concat([int32(VERSION_3), typeof rest === 'string' ? Buffer.from(rest) : Uint8Array.from(rest)]);

describe('first packets', () => {
  test('a startup packet has the bytes of psql -U app shop', () => {
    const parameters = { user: 'app', database: 'shop' };
    const bytes = packet('user\0app\0database\0shop\0\0');
    expect(parseStartupPacket(bytes)).toEqual({
      kind: 'startup',
      minor: 0,
      parameters: new Map(Object.entries(parameters)),
    });
    const whole = Buffer.concat([int32(bytes.length + 4), bytes]);
    expect(startupPacket(Object.entries(parameters))).toEqual(whole);
  });

  test('encryption requests and cancel requests are recognized', () => {
    expect(parseStartupPacket(int32(80877103))).toEqual({ kind: 'tls' });
    expect(parseStartupPacket(int32(80877104))).toEqual({ kind: 'gss' });
    const key = int32(4711, 0x0badcafe);
    expect(parseStartupPacket(cancelPacket(key).subarray(4))).toEqual({ kind: 'cancel', key });
  });

  test.each([
    ['too short for a version', 7],
    ['negative', -1],
    ['longer than PostgreSQL reads', MAX_STARTUP_BYTES + 5],
  ])('a packet length that is %s is refused', (_, length) => {
    expect(() => startupLength(int32(length))).toThrow('invalid length of startup packet');
    expect(startupLength(int32(MAX_STARTUP_BYTES + 4))).toBe(MAX_STARTUP_BYTES);
  });

  test.each([
    ['of version 2', int32(0x20000), 'unsupported frontend protocol 2.0: server supports 3.0 to 3.0'],
    ['without parameters', packet(''), 'expected terminator as last byte'],
    ['without an end', packet('user\0app'), 'expected terminator as last byte'],
    ['with a name without value', packet('user\0'), 'expected a value behind each name'],
    ['that is not text', packet([0xff, 0, 0x61, 0, 0]), 'expected text in UTF-8'],
    ['of a cancel without key', int32(80877102, 1), 'invalid length of cancel request'],
  ])('a packet %s is refused', (_, bytes, message) => {
    expect(() => parseStartupPacket(bytes)).toThrow(message);
  });
});

test.each([
  [undefined, undefined, undefined],
  ['', undefined, undefined],
  ['endpoint=ep-one', 'ep-one', undefined],
  ['project=ep-one', 'ep-one', undefined],
  ['-ckey=1 endpoint=bar -c geqo=off', 'bar', '-ckey=1 -c geqo=off'],
  // Neither, when more than one is named.
  ['endpoint=one endpoint=two', undefined, undefined],
  ['endpoint=one project=one -c a=b', undefined, '-c a=b'],
  // A backslash keeps white space, and itself.
  [String.raw`\  \ `, undefined, String.raw`\  \ `],
  [String.raw`-c search_path=a\ b endpoint=x`, 'x', String.raw`-c search_path=a\ b`],
  ['project = foo', undefined, 'project = foo'],
  ['neon_lsn:0/100 endpoint=x neon_endpoint_type:read_only', 'x', undefined],
  ['neon_lsn:', undefined, 'neon_lsn:'],
  ['endpoint=', '', undefined],
])('the options %j name the endpoint %s, and pass %s to the server', (options, endpoint, for_server) => {
  expect(readOptions(options)).toEqual({ endpoint, for_server });
});

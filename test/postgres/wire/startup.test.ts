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

describe('first packets', () => {
  test('the example of the protocol', () => {
    // A startup message of psql -U app shop, byte for byte.
    const packet = Buffer.concat([int32(0x30000), Buffer.from('user\0app\0database\0shop\0\0')]);
    expect(parseStartupPacket(packet)).toEqual({
      kind: 'startup',
      minor: 0,
      parameters: new Map([
        ['user', 'app'],
        ['database', 'shop'],
      ]),
    });
    const length = int32(packet.length + 4);
    expect(startupPacket([...Object.entries({ user: 'app', database: 'shop' })])).toEqual(
      Buffer.concat([length, packet]),
    );
  });

  test('requests for encryption and cancels', () => {
    expect(parseStartupPacket(int32(80877103))).toEqual({ kind: 'tls' });
    expect(parseStartupPacket(int32(80877104))).toEqual({ kind: 'gss' });
    const key = int32(4711, 0x0badcafe);
    expect(parseStartupPacket(cancelPacket(key).subarray(4))).toEqual({ kind: 'cancel', key });
  });

  test.each([
    ['too short for a version', () => startupLength(int32(7)), 'invalid length of startup packet'],
    ['negative', () => startupLength(int32(-1)), 'invalid length of startup packet'],
    [
      'longer than PostgreSQL reads',
      () => startupLength(int32(MAX_STARTUP_BYTES + 5)),
      'invalid length of startup packet',
    ],
    [
      'version 2',
      () => parseStartupPacket(int32(0x20000)),
      'unsupported frontend protocol 2.0: server supports 3.0 to 3.0',
    ],
    ['no parameters at all', () => parseStartupPacket(int32(0x30000)), 'expected terminator as last byte'],
    [
      'no end',
      () => parseStartupPacket(Buffer.concat([int32(0x30000), Buffer.from('user\0app')])),
      'expected terminator as last byte',
    ],
    [
      'a name without value',
      () => parseStartupPacket(Buffer.concat([int32(0x30000), Buffer.from('user\0')])),
      'expected a value behind each name',
    ],
    [
      'no text',
      () => parseStartupPacket(Buffer.concat([int32(0x30000), Buffer.from([0xff, 0, 0x61, 0, 0])])),
      'expected text in UTF-8',
    ],
    [
      'a cancel without key',
      () => parseStartupPacket(int32(80877102, 1)),
      'invalid length of cancel request',
    ],
  ])('%s is refused', (_, act, message) => {
    expect(act).toThrow(message);
  });

  test('the longest packet that PostgreSQL reads is read', () => {
    expect(startupLength(int32(MAX_STARTUP_BYTES + 4))).toBe(MAX_STARTUP_BYTES);
  });
});

describe('options', () => {
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
  ])('%j', (options, endpoint, for_server) => {
    expect(readOptions(options)).toEqual({ endpoint, for_server });
  });
});

import { describe, expect, test } from 'vitest';
import {
  alphanumeric,
  drawBytes,
  fractionOf,
  secretHash,
  slug,
  uuid,
} from '../../src/platform/store/draws.js';
import { demoProject } from './demo-platform.js';

/** Bytes that count up from a start, which shows how the input becomes the output. */
function countingFrom(start: number) {
  const asked: number[] = [];
  const secret = (bytes: number) => {
    asked.push(bytes);
    return Uint8Array.from({ length: bytes }, (_, place) => (start + place) % 36);
  };
  return { asked, secret };
}

describe('secrets', () => {
  test('each character of keys and passwords comes from a byte of the secret source', () => {
    const { asked, secret } = countingFrom(0);
    const { admin, created } = demoProject({ secret });
    expect(admin.key).toBe('napi_abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz01');
    expect(created.roles[0]!.password).toBe('npg_abcdefghijkl');
    expect(asked).toEqual([64, 64, 64, 12]);
  });

  test('ids follow from the seed alone, and no stored value reveals a key', () => {
    const first = demoProject({ seed: 'fixed', secret: countingFrom(1).secret });
    const second = demoProject({ seed: 'fixed', secret: countingFrom(2).secret });
    expect(second.ids).toEqual(first.ids);
    expect(second.admin.key).not.toBe(first.admin.key);
    const stored = JSON.stringify(first.platform.tables());
    expect(stored).not.toContain(first.admin.key.slice('napi_'.length));
    // Without a source, keys follow from the seed.
    expect(demoProject({ seed: 'fixed' }).admin.key).not.toBe(first.admin.key);
  });
});

describe('draws', () => {
  const bytes = (...values: readonly number[]) =>
    Uint8Array.from({ length: 32 }, (_, place) => values[place] ?? 0);

  test('draws are the SHA-256 of seed, purpose and number, as JSON', () => {
    // printf '["fixed","operation",7]' | sha256sum
    expect(Buffer.from(drawBytes('fixed', 'operation', 7)).toString('hex')).toBe(
      'dd2aaae76a90cd06f46c066a260061a346bea8e7f2a1f33012d9e4f59abdc0d3',
    );
    // The test vector of FIPS 180.
    expect(secretHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  test('the first 52 bits of a draw become a fraction below 1', () => {
    expect(fractionOf(bytes())).toBe(0);
    expect(fractionOf(bytes(0x80))).toBe(0.5);
    expect(fractionOf(bytes(0, 0x40))).toBe(1 / 1024);
    expect(fractionOf(bytes(0, 0, 0, 0, 0, 0, 0x1f))).toBe(Number.EPSILON);
    expect(fractionOf(new Uint8Array(32).fill(0xff))).toBe(1 - Number.EPSILON);
  });

  test('draws become names, ids and secrets', () => {
    expect(slug(bytes())).toBe('aged-art-00000000');
    // The lower half of the last byte counts, and eight digits: 0x0010201 and 0x10203f1.
    expect(slug(bytes(1, 2, 0, 0x10, 0x20, 0x31))).toBe('ancient-bar-00066049');
    expect(slug(bytes(0, 0, 0x10, 0x20, 0x3f, 0xf1))).toBe('aged-art-16909297');
    expect(uuid(bytes())).toBe('00000000-0000-4000-8000-000000000000');
    expect(uuid(new Uint8Array(32).fill(0xff))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
    expect(uuid(Uint8Array.from({ length: 32 }, (_, place) => place))).toBe(
      '00010203-0405-4607-8809-0a0b0c0d0e0f',
    );
    expect(alphanumeric(bytes(0, 25, 26, 35, 36), 5)).toBe('az09a');
  });
});

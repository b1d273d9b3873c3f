import { describe, expect, test } from 'vitest';
import { demoProject } from './demo-platform.js';

/** Bytes that count up from a start: what was asked for can be told from what came out. */
function countingFrom(start: number) {
  const asked: number[] = [];
  const secret = (bytes: number) => {
    asked.push(bytes);
    return Uint8Array.from({ length: bytes }, (_, place) => (start + place) % 36);
  };
  return { asked, secret };
}

describe('secrets', () => {
  test('keys and passwords are what the source gives, each byte a letter or digit', () => {
    const { asked, secret } = countingFrom(0);
    const { admin, created } = demoProject({ secret });
    expect(admin.key).toBe('napi_abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz01');
    expect(created.roles[0]!.password).toBe('npg_abcdefghijkl');
    expect(asked).toEqual([64, 64, 64, 12]);
  });

  test('ids follow from the seed alone, and nothing that is stored gives a key away', () => {
    const first = demoProject({ seed: 'fixed', secret: countingFrom(1).secret });
    const second = demoProject({ seed: 'fixed', secret: countingFrom(2).secret });
    expect(second.ids).toEqual(first.ids);
    expect(second.admin.key).not.toBe(first.admin.key);
    const stored = JSON.stringify(first.platform.tables());
    expect(stored).not.toContain(first.admin.key.slice('napi_'.length));
    // The same platform without a source: what its seed gives is not the key of the others.
    expect(demoProject({ seed: 'fixed' }).admin.key).not.toBe(first.admin.key);
  });
});

import { describe, expect, test } from 'vitest';
import { matches, page } from '../../../src/platform/checks/paging.js';
import { checkIdentifier, checkLength } from '../../../src/platform/checks/text-checks.js';
import { refusal } from '../demo-platform.js';

describe('a name', () => {
  test('a name has 1 to the given number of code points', () => {
    for (const name of ['x', 'x'.repeat(5), '🐘'.repeat(5), 'né 🐘'])
      expect(checkLength(name, 'name', 5)).toBe(name);
    for (const name of ['', 'x'.repeat(6), '🐘'.repeat(6), 7 as never]) {
      expect(refusal(() => checkLength(name, 'title', 5)).message).toBe('title must have 1 to 5 characters');
    }
  });

  test.each(['a\nb', 'a\u0007', 'a\u202Eb', 'a\u2066', 'a\uD83D'])(
    'a name that cannot be printed on one line is refused: %j',
    (name) => {
      expect(refusal(() => checkLength(name, 'name', 9)).message).toBe(
        'name must not contain control characters or characters that change the direction of text',
      );
    },
  );

  test('a name of a role or database has at most 63 bytes, and can be part of a URL path', () => {
    for (const name of ['x'.repeat(63), 'é'.repeat(31), '...', '.x'])
      expect(checkIdentifier(name, 'name')).toBe(name);
    for (const name of ['', 'x'.repeat(64), 'é'.repeat(32), 'a\0b']) {
      expect(refusal(() => checkIdentifier(name, 'name')).message).toBe(
        'name must have 1 to 63 bytes and no zero byte',
      );
    }
    for (const name of ['.', '..', 'a\uD83D']) {
      expect(refusal(() => checkIdentifier(name, 'role')).message).toBe(
        `role ${JSON.stringify(name)} cannot be part of a URL path`,
      );
    }
  });
});

describe('a page', () => {
  const list = [3, 1, 2];
  const bounds = { default_limit: 2, max_limit: 5 };
  const of = (request: object, items: readonly number[] = list) =>
    page(items, request, bounds, (item) => [item, item], 'asc');

  test('a page without a cursor is the first one, and an empty page has no cursor', () => {
    for (const request of [{}, { cursor: '' }]) {
      expect(of(request)).toMatchObject({ items: [1, 2], more: true });
    }
    expect(of({ cursor: of({}).pagination!.cursor })).toMatchObject({ items: [3], more: false });
    const { cursor } = of({}).pagination!;
    expect(of({ cursor }, [])).toEqual({ items: [], pagination: undefined, more: false });
  });

  test.each([
    [[1]],
    [[1, 2, 3]],
    [[1, 'x']],
    [[null, 1]],
    [[{}, 1]],
    [{ length: 2, 0: 1, 1: 1 }],
    [7],
    [null],
  ])('a page with the cursor %j is refused', (place) => {
    const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
    expect(refusal(() => of({ cursor })).message).toBe('invalid cursor; expected one from a previous answer');
  });
});

test('a search matches parts of names and ids in any case, and an empty search matches everything', () => {
  const row = { id: 'br-quiet-frost-12345678', name: 'Main' };
  const found = [undefined, '', 'main', 'AI', 'quiet', 'FROST', 'none'].map((search) => matches(row, search));
  expect(found).toEqual([true, true, true, true, true, true, false]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Place, page } from '../../src/platform/checks/paging.js';
import { RowIndex } from '../../src/platform/store/row-index.js';

interface Row {
  readonly key: string | undefined;
  readonly order: number;
}

const STEP = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  row: fc.option(
    fc.record({
      key: fc.constantFrom('x', 'y', undefined),
      order: fc.nat(20),
    }),
    { nil: undefined },
  ),
});

test('an index returns rows in the order of creation, however they are added, changed and removed', () => {
  fc.assert(
    fc.property(fc.array(STEP, { maxLength: 30 }), fc.nat(2), (steps, look) => {
      const table = new Map<string, Row>();
      const index = new RowIndex<Row>(
        table,
        ({ key }) => key,
        ({ order }) => order,
      );
      for (const [place, { id, row }] of steps.entries()) {
        const before = table.get(id);
        if (row === undefined) table.delete(id);
        else table.set(id, row);
        index.update(id, before, row);
        // Reads sort the rows now and then, which must not change any later result.
        if (place % 3 !== look) continue;
        for (const key of ['x', 'y']) {
          const expected = [...table.values()].filter((each) => each.key === key);
          const orders = expected.map(({ order }) => order).sort((first, second) => first - second);
          expect(index.rows(key).map(({ order }) => order)).toEqual(orders);
          expect(index.ids(key).map((each) => table.get(each))).toEqual(index.rows(key));
          expect(index.size(key)).toBe(expected.length);
          expect(index.only(key) !== undefined).toBe(expected.length > 0);
        }
      }
    }),
    { seed: 1, numRuns: 60 },
  );
});

test('pages contain every item once, in either order, even if an item is removed in between', () => {
  const bounds = { default_limit: 3, max_limit: 5 };
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(5), fc.nat(1000)), { maxLength: 15 }),
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.constantFrom(undefined, 1, 2, 5),
      fc.nat(1000),
      (drawn, order, limit, gone) => {
        const items = [...new Map(drawn.map((item) => [item[1], item])).values()];
        const placeOf = (item: Place) => item;
        const compare = (first: Place, second: Place) =>
          Number(first[0]) - Number(second[0]) || first[1] - second[1];
        const seen: Place[] = [];
        let cursor: string | undefined;
        for (;;) {
          // After the first page one item is removed, possibly the one that the cursor names.
          const left = cursor === undefined ? items : items.filter(([, sequence]) => sequence !== gone);
          const found = page(left as readonly Place[], { cursor, limit }, bounds, placeOf, order);
          seen.push(...found.items);
          if (!found.more) break;
          expect(found.items).toHaveLength(limit ?? bounds.default_limit);
          cursor = found.pagination!.cursor;
        }
        const sorted = [...items].sort(
          (first, second) => (order === 'asc' ? 1 : -1) * compare(first, second),
        );
        const expected = sorted.filter((item) => item[1] !== gone || seen.includes(item));
        expect(seen).toEqual(expected);
      },
    ),
    { seed: 1, numRuns: 60 },
  );
});

test('a cursor with a sort key of another type is refused', () => {
  const items: readonly Place[] = [
    [1, 1],
    [2, 2],
  ];
  const bounds = { default_limit: 1, max_limit: 1 };
  const byName = page([['a', 1]] as readonly Place[], {}, bounds, (item) => item, 'asc');
  const { cursor } = byName.pagination!;
  expect(() => page(items, { cursor }, bounds, (item) => item, 'asc')).toThrow('invalid cursor');
});

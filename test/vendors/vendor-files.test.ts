import { describe, expect, test } from 'vitest';
import { vendorBill } from '../../src/vendors/vendor-bill.js';
import { readVendor, type Vendor, vendors } from '../../src/vendors/vendor-file.js';
import { tableOf } from '../table.js';

type Golden = Vendor['golden'][number];

interface Row extends Golden {
  readonly vendor: string;
  readonly rule: string;
}

/** Bills by vendor and name: those that its file has as published, and those worked out by hand, to half a cent. */
const BILLS: readonly (readonly [vendor: string, name: string, bill: Golden])[] = [
  ...vendors().flatMap(({ id, golden }) => golden.map((each) => [id, each.id, each] as const)),
  ...tableOf<Row>(import.meta.url, 'bills.yaml').map(
    ({ vendor, rule, ...bill }) =>
      [vendor, rule, { ...bill, day: bill.day ?? '2026-11-01', within: 0.005 }] as const,
  ),
];

/** The difference between a vendor's bill and its expected amount, or `undefined` if it is within the page's rounding. */
function missedBy(
  vendor: Vendor,
  { use, usd, quantity, within, lines_to, ...choice }: Golden,
): number | undefined {
  const bill = vendorBill(vendor, choice, use, lines_to);
  const own = bill.lines.filter(({ item }) => use.some((each) => each.item === item));
  const seen = usd === undefined ? own.reduce((sum, line) => sum + line.quantity, 0) : bill.usd;
  const difference = seen - (usd ?? quantity!);
  return Math.abs(difference) <= within + 1e-9 ? undefined : difference;
}

describe('bills of other vendors', () => {
  test.each(BILLS)('%s: %s', (id, _name, bill) => {
    const vendor = vendors().find((each) => each.id === id)!;
    expect(missedBy(vendor, bill)).toBeUndefined();
  });

  test('49 bills are published by vendors other than Neon', () => {
    expect(vendors().flatMap(({ golden }) => golden)).toHaveLength(49);
  });

  test('a change of any price by a tenth breaks a bill', () => {
    const unnoticed = vendors().flatMap((vendor) =>
      vendor.prices.filter((price) => {
        const changed = { ...price, usd: price.usd === 0 ? 0.1 : price.usd * 1.1 };
        const prices = vendor.prices.map((each) => (each === price ? changed : each));
        const bills = BILLS.filter(([id]) => id === vendor.id);
        return bills.every(([, , bill]) => missedBy({ ...vendor, prices }, bill) === undefined);
      }),
    );
    expect(unnoticed).toEqual([]);
  });
});

describe('the file of a vendor', () => {
  const good = `
id: tide
name: Tide
title: Tide
as_of: 2026-11-01
ship: compare
sources: { page: "tide.example, prices, 2026-11-01" }
billing: { month_hours: 730, src: page, conf: H }
prices: [{ item: compute, usd: 0.5, per: hour, seen: 2026-11-01, src: page, conf: H }]
golden: []
excluded: [storage]
assumed: []`;

  test('a new vendor is one file', () => {
    const tide = readVendor(good, 'tide.yaml');
    expect(vendorBill(tide, { day: '2026-11-01' }, [{ item: 'compute', hours: 10 }]).usd).toBe(5);
  });

  test.each([
    ['a number without a source', good.replace('src: page, conf: H }]', 'conf: H }]'), /src/],
    ['a source that is not listed', good.replace('src: page, conf: H }]', 'src: blog, conf: H }]'), /blog/],
    [
      'a source that is not used',
      good.replaceAll('src: page', 'src: blog').replace('{ page:', '{ blog: "x", page:'),
      /page is not used/,
    ],
    ['a day that does not exist', good.replace('seen: 2026-11-01', 'seen: 2026-11-31'), /seen/],
    ['no word about storage', good.replace('[storage]', '[]'), /storage has no price; add it to excluded/],
    [
      'a price that no bill has',
      good.replace(
        'prices: [',
        'prices: [{ item: maximum, usd: 9, per: month, seen: 2026-11-01, src: page, conf: H }, ',
      ),
      /no bill has maximum per month; expected compute, base_fee, credit, minimum/,
    ],
    ['an unknown key', `${good}\npauses: true`, /pauses/],
  ])('%s is refused', (_, text, message) => {
    expect(() => readVendor(text, 'tide.yaml')).toThrow(message);
  });

  test('a use without a price is refused', () => {
    const tide = readVendor(good, 'tide.yaml');
    expect(() => vendorBill(tide, { day: '2026-11-01' }, [{ item: 'storage' }])).toThrow(
      'no price for storage on 2026-11-01',
    );
  });
});

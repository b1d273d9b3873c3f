import { describe, expect, test } from 'vitest';
import { vendorBill } from '../../src/vendors/vendor-bill.js';
import { readVendor, type Vendor, vendors } from '../../src/vendors/vendor-file.js';

/** The vendor with every price but one as it is, and that one a tenth higher. */
function dearer(vendor: Vendor, row: number): Vendor {
  return {
    ...vendor,
    prices: vendor.prices.map((price, index) => (index === row ? { ...price, usd: price.usd * 1.1 } : price)),
  };
}

function missed(vendor: Vendor): readonly string[] {
  return vendor.golden.flatMap(({ id, use, usd, quantity, within, lines_to, ...choice }) => {
    const bill = vendorBill(vendor, choice, use, lines_to);
    const own = bill.lines.filter(({ item }) => use.some((each) => each.item === item));
    const seen = usd === undefined ? own.reduce((sum, line) => sum + line.quantity, 0) : bill.usd;
    return Math.abs(seen - (usd ?? quantity!)) <= within + 1e-9 ? [] : [`${id}: ${seen}`];
  });
}

describe('published bills of other vendors', () => {
  const all = vendors();

  test.each(
    all.flatMap((vendor) => vendor.golden.map((golden) => [vendor.id, golden.id, vendor, golden] as const)),
  )('%s %s is reproduced within the rounding of its page', (_vendor, id, vendor, golden) => {
    expect(missed({ ...vendor, golden: [golden] }), id).toEqual([]);
  });

  test('49 bills are published by vendors other than Neon', () => {
    expect(all.flatMap(({ golden }) => golden)).toHaveLength(49);
  });

  test('a change of a price by a tenth breaks a bill that has it', () => {
    const unnoticed = all.flatMap((vendor) => {
      const lines = vendor.golden.flatMap((golden) =>
        golden.usd === undefined ? [] : vendorBill(vendor, golden, golden.use).lines,
      );
      const charged = [...new Set(lines.filter(({ usd }) => usd > 0).map(({ price }) => price))];
      return charged
        .filter((price) => missed(dearer(vendor, vendor.prices.indexOf(price))).length === 0)
        .map(({ item }) => `${vendor.id} ${item}`);
    });
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

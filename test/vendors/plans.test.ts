import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { limitOn, PLAN_NAMES, planLimits } from '../../src/vendors/plan-limits.js';
import { PRICE_BOOK, priceOn } from '../../src/vendors/price-book.js';

interface Row {
  readonly plan: string;
  readonly as_of?: string;
  readonly day?: string;
  readonly price?: object;
  readonly limits?: object | 'none';
  readonly refused?: string;
}
const TABLE = parse(readFileSync(new URL('plans.yaml', import.meta.url), 'utf8')) as {
  readonly prices: readonly Row[];
  readonly limits: readonly Row[];
};
const when = ({ as_of, day }: Row) =>
  as_of === undefined ? `on ${day ?? 'the newest day'}` : `as of ${as_of}`;

it.each(TABLE.prices.map((row) => [row.plan, when(row), row] as const))(
  'the plan %s has the price of the book %s',
  (name, _, { as_of, day, price, refused }) => {
    if (refused !== undefined) expect(() => priceOn({ name, as_of }, day)).toThrow(new RegExp(refused));
    else expect(priceOn({ name, as_of }, day)).toMatchObject(price!);
  },
);

it.each(TABLE.limits.map((row) => [row.plan, when(row), row] as const))(
  'the plan %s has the limits of the book %s',
  (name, _, { as_of, day, limits }) => {
    const found = planLimits({ name, as_of }, day);
    if (limits === 'none') expect(found).toBeUndefined();
    else expect(found).toMatchObject(limits!);
  },
);

it('a free project stores twice as much from a day on', () => {
  const free = { name: 'free', as_of: undefined };
  expect(limitOn(free, 'storage_gb', '2026-10-01')?.value).toBe(0.5);
  expect(limitOn(free, 'storage_gb', '2026-10-02')?.value).toBe(1);
});

it('there are four plans, each with a price and its source, newest first, and only the free one has a quota', () => {
  expect(PLAN_NAMES).toEqual(['free', 'launch', 'scale', 'business']);
  for (const name of PLAN_NAMES) {
    expect(priceOn({ name, as_of: undefined }).source).not.toBe('');
    const days = PRICE_BOOK.filter((entry) => entry.plan === name).map((entry) => entry.from);
    expect(days).toEqual([...days].sort().reverse());
    expect(planLimits({ name, as_of: undefined })?.quota_cu_hours !== undefined).toBe(name === 'free');
  }
});

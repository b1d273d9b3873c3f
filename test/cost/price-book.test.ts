import { describe, expect, it } from 'vitest';
import { PLAN_NAMES } from '../../src/plan/plan-limits.js';
import { PRICE_BOOK, priceOf } from '../../src/plan/price-book.js';

describe('price book', () => {
  it('gives the newest price when no day is named', () => {
    expect(priceOf({ name: 'launch', as_of: undefined })).toMatchObject({
      usd_per_cu_hour: 0.106,
      minimum_usd: 0,
    });
    expect(priceOf({ name: 'scale', as_of: undefined })).toMatchObject({
      usd_per_cu_hour: 0.222,
      minimum_usd: 0,
    });
    expect(priceOf({ name: 'free', as_of: undefined }).usd_per_cu_hour).toBe(0);
  });

  it('gives the price that applied on a day', () => {
    expect(priceOf({ name: 'launch', as_of: '2025-08-13' })).toMatchObject({
      usd_per_cu_hour: 0.16,
      included_cu_hours: 300,
    });
    expect(priceOf({ name: 'launch', as_of: '2025-08-14' })).toMatchObject({
      usd_per_cu_hour: 0.14,
      minimum_usd: 5,
    });
    expect(priceOf({ name: 'scale', as_of: '2025-12-11' }).usd_per_cu_hour).toBe(0.26);
    expect(priceOf({ name: 'scale', as_of: '2025-12-12' }).usd_per_cu_hour).toBe(0.222);
  });

  it('says what there is when asked for something else', () => {
    expect(() => priceOf({ name: 'gold', as_of: undefined })).toThrow(
      /"gold".*free, launch, scale, business/,
    );
    expect(() => priceOf({ name: 'scale', as_of: '2020-01-01' })).toThrow(/on or after 2024-09-01/);
  });

  it('has a price for every plan whose limits are known', () => {
    for (const name of PLAN_NAMES) expect(priceOf({ name, as_of: undefined }).source).not.toBe('');
  });

  it('lists each plan newest first', () => {
    for (const name of PLAN_NAMES) {
      const days = PRICE_BOOK.filter((entry) => entry.plan === name).map((entry) => entry.from);
      expect(days).toEqual([...days].sort().reverse());
    }
  });
});

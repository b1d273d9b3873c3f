import { describe, expect, it } from 'vitest';
import { PLAN_NAMES } from '../../src/vendors/plan-limits.js';
import { PRICE_BOOK, priceOn } from '../../src/vendors/price-book.js';

describe('price book', () => {
  it('gives the newest price when no day is named', () => {
    expect(priceOn({ name: 'launch', as_of: undefined })).toMatchObject({
      usd_per_cu_hour: 0.106,
      minimum_usd: 0,
    });
    expect(priceOn({ name: 'scale', as_of: undefined })).toMatchObject({
      usd_per_cu_hour: 0.222,
      minimum_usd: 0,
    });
    expect(priceOn({ name: 'free', as_of: undefined }).usd_per_cu_hour).toBe(0);
  });

  it('gives the price that applied on a day', () => {
    expect(priceOn({ name: 'launch', as_of: '2025-08-13' })).toMatchObject({
      usd_per_cu_hour: 0.16,
      included_cu_hours: 300,
    });
    expect(priceOn({ name: 'launch', as_of: '2025-08-14' })).toMatchObject({
      usd_per_cu_hour: 0.14,
      minimum_usd: 5,
    });
    expect(priceOn({ name: 'scale', as_of: '2025-11-02' }).usd_per_cu_hour).toBe(0.26);
    expect(priceOn({ name: 'scale', as_of: '2025-11-03' })).toMatchObject({
      usd_per_cu_hour: 0.222,
      minimum_usd: 5,
    });
    expect(priceOn({ name: 'scale', as_of: '2025-12-12' }).minimum_usd).toBe(0);
    expect(priceOn({ name: 'business', as_of: '2025-08-13' }).base_fee_usd).toBe(700);
  });

  it('says what there is when asked for something else', () => {
    expect(() => priceOn({ name: 'gold', as_of: undefined })).toThrow(
      /"gold".*free, launch, scale, business/,
    );
    expect(() => priceOn({ name: 'scale', as_of: '2020-01-01' })).toThrow(/on or after 2024-09-01/);
    expect(() => priceOn({ name: 'business', as_of: '2026-01-01' })).toThrow(/2024-09-01 to 2025-08-13/);
  });

  it('has a price for every plan whose limits are known', () => {
    for (const name of PLAN_NAMES) expect(priceOn({ name, as_of: undefined }).source).not.toBe('');
  });

  it('gives a plan that has ended its last price', () => {
    expect(priceOn({ name: 'business', as_of: undefined }, '2026-01-01').usd_per_cu_hour).toBe(0.16);
  });

  it('lists each plan newest first', () => {
    for (const name of PLAN_NAMES) {
      const days = PRICE_BOOK.filter((entry) => entry.plan === name).map((entry) => entry.from);
      expect(days).toEqual([...days].sort().reverse());
    }
  });
});

import { describe, expect, it } from 'vitest';
import { segmentsCost } from '../../src/cost/billed-segments.js';

describe('billed segments', () => {
  it('bills by the second, each size for as long as it lasts (theory case T5)', () => {
    const segments = [
      { cu: 0.25, seconds: 95 },
      { cu: 0.5, seconds: 10 },
      { cu: 1, seconds: 45 },
      { cu: 0, seconds: 300 },
    ];
    const cost = segmentsCost(segments, { usd_per_cu_hour: 0.16 });
    expect(cost.cu_seconds).toBe(73.75);
    expect(cost.cu_hours).toBeCloseTo(0.0204861111111, 12);
    expect(cost.cost_usd).toBeCloseTo(0.00327777777778, 12);
    expect(cost.mean_cu_active).toBeCloseTo(0.491666666667, 12);
  });

  it('has no mean size when it was always suspended', () => {
    expect(segmentsCost([{ cu: 0, seconds: 60 }], { usd_per_cu_hour: 1 }).mean_cu_active).toBe(0);
  });
});

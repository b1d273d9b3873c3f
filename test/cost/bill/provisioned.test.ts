import { expect, it } from 'vitest';
import { PROVISIONED_WITHIN, provisioned } from '../../../src/cost/bill/provisioned.js';

const within = (...peaks: readonly number[]) =>
  peaks.map((peak_cu) => ({ peak_cu, least_cu: 0.25, most_cu: 56, always_on_cu: 0.3 }));

// The platform's capacity planning: P99.5 + 20 %, the next size, $0.10 an hour for each CU, of a small machine $0.065.
it.each([
  [0.05, 0.25, 0.25 * 0.065 * 730],
  [0.25, 0.5, 0.5 * 0.065 * 730],
  // A fifth more than 2.5 CU is 3 CU, except for rounding.
  [2.5, 3, 3 * 0.1 * 730],
  [0.8, 1, 73],
  [4, 5, 365],
  [50, 56, 56 * 73],
  [0, 0.25, 0.25 * 0.065 * 730],
])('a compute that stays below %d CU would need a fixed machine of %d', (peak, size, usd) => {
  const machine = provisioned(within(peak), 0.106);
  expect(machine.sizes_cu).toEqual([size]);
  expect(machine.usd_per_month).toBeCloseTo(usd, 9);
});

it('a provisioned comparison sums several computes, and compares them with the plan without suspension', () => {
  const machines = provisioned(within(4, 0.25), 0.106);
  expect(machines).toMatchObject({ sizes_cu: [5, 0.5], cu: 5.5 });
  expect(machines.usd_per_month).toBeCloseTo(365 + 0.5 * 0.065 * 730, 9);
  expect(machines.always_on_usd_per_month).toBeCloseTo(2 * 0.3 * 0.106 * 730, 9);
  // So many CU-hours cost as much on the plan.
  expect(machines.break_even_cu_hours! * 0.106).toBeCloseTo(machines.usd_per_month, 9);
});

it('a provisioned machine never breaks even with a plan that does not charge for compute', () => {
  expect(provisioned(within(4), 0)).toMatchObject({ always_on_usd_per_month: 0, break_even_cu_hours: null });
  expect(PROVISIONED_WITHIN).toBe(0.995);
});

it('a provisioned machine has a size that the compute can have', () => {
  const peaks = [
    { peak_cu: 0.25, least_cu: 0.25, most_cu: 0.25, always_on_cu: 0.25 },
    { peak_cu: 2, least_cu: 0.5, most_cu: 2, always_on_cu: 1 },
    { peak_cu: 0, least_cu: 1, most_cu: 4, always_on_cu: 1 },
  ];
  expect(provisioned(peaks, 0.106).sizes_cu).toEqual([0.25, 2, 1]);
});

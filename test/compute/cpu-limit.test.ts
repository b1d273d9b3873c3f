import { expect, test } from 'vitest';
import { type CpuLimit, mayThrottle, processors, sustainedVcpu } from '../../src/compute/cpu-limit.js';
import { cpuSharing } from '../../src/compute/cpu-sharing.js';
import { ProcessorSharing } from '../../src/compute/processor-sharing.js';
import { ThrottledSharing } from '../../src/compute/throttled-sharing.js';

const SHARE: CpuLimit = { kind: 'share' };
const bandwidth = (quota_burst: number): CpuLimit => ({
  kind: 'bandwidth',
  quota_burst,
  period_seconds: 0.1,
});

test.each([
  [SHARE, 0.25, 0.25, 0.25],
  [SHARE, 2.5, 2.5, 2.5],
  [bandwidth(1), 0.25, 1, 0.25],
  [bandwidth(1), 2.25, 3, 2.25],
  [bandwidth(2), 0.25, 1, 0.5],
  [bandwidth(2), 0.75, 1, 1],
])(
  'with %j at %d CU, queries run on %d processors, of which %d can be used indefinitely',
  (limit, cu, whole, sustained) => {
    expect(processors(limit, cu)).toBe(whole);
    expect(sustainedVcpu(limit, cu)).toBe(sustained);
  },
);

test.each([
  [SHARE, 0.25, 16, false],
  [bandwidth(1), 0.25, 0.25, true],
  [bandwidth(1), 1, 1, false],
  // Between two whole sizes, and at the larger one.
  [bandwidth(1), 1, 2, true],
  [bandwidth(1), 1, 1.25, true],
  [bandwidth(4), 0.25, 16, false],
  [bandwidth(3.9), 0.25, 1, true],
  [bandwidth(3.9), 0.5, 1, false],
])('%j between %d and %d CU is throttled at some size: %s', (limit, least, most, throttled) => {
  expect(mayThrottle(limit, least, most)).toBe(throttled);
});

test('each kind of CPU limit has its class of processor sharing', () => {
  const [share, quota] = [SHARE, bandwidth(1)].map((limit) => cpuSharing(limit, 0.5, () => 0));
  expect(share).toBeInstanceOf(ProcessorSharing);
  expect(quota).toBeInstanceOf(ThrottledSharing);
  expect([share!.vcpu, quota!.vcpu]).toEqual([0.5, 0.5]);
});

import { expect, test } from 'vitest';
import { StateClock } from '../../src/simulation/record/state-clock.js';

test('unavailable time does not depend on how often its cause changes', () => {
  const once = new StateClock('active');
  const twice = new StateClock('active');
  once.setUnavailable(0.1, 'waking');
  twice.setUnavailable(0.1, 'waking');
  twice.setUnavailable(0.2, 'slots_full');
  once.setUnavailable(0.3, undefined);
  twice.setUnavailable(0.3, undefined);
  expect(twice.unavailableSeconds(1)).toBe(once.unavailableSeconds(1));
  expect(Object.keys(twice.unavailableByCause(1))).toEqual(['slots_full', 'waking']);
});

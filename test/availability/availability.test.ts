import { describe, expect, it } from 'vitest';
import { availabilityOf } from '../../src/availability/availability.js';

describe('availability', () => {
  it('counts queries that completed, and time in which a connection would have been served', () => {
    const unavailable = { unavailable_seconds: 36, unavailable_by_cause: { slots_full: 30, waking: 6 } };
    expect(availabilityOf({ arrived: 1000, completed: 999, ...unavailable }, 3600)).toEqual({
      request: 0.999,
      time: 0.99,
      ...unavailable,
    });
  });

  it('says nothing about requests when there were none', () => {
    const never = { unavailable_seconds: 0, unavailable_by_cause: {} };
    expect(availabilityOf({ arrived: 0, completed: 0, ...never }, 3600)).toEqual({
      request: null,
      time: 1,
      ...never,
    });
  });
});

import { describe, expect, it } from 'vitest';
import { availabilityOf } from '../../src/availability/availability.js';

describe('availability', () => {
  it('counts queries that completed, and time in which a connection would have been served', () => {
    expect(availabilityOf({ arrived: 1000, completed: 999, unavailable_seconds: 36 }, 3600)).toEqual({
      request: 0.999,
      time: 0.99,
      unavailable_seconds: 36,
    });
  });

  it('says nothing about requests when there were none', () => {
    expect(availabilityOf({ arrived: 0, completed: 0, unavailable_seconds: 0 }, 3600)).toEqual({
      request: null,
      time: 1,
      unavailable_seconds: 0,
    });
  });
});

import { describe, expect, it } from 'vitest';
import { AVAILABILITY } from '../../src/figures/availability.js';
import { valuesOf } from '../../src/figures/figure.js';
import { exampleMeasured } from '../report/example-run.js';

describe('availability', () => {
  it('counts completed queries, and time in which a connection would have been served', () => {
    const unavailable = { unavailable_seconds: 36, unavailable_by_cause: { slots_full: 30, waking: 6 } };
    const measured = exampleMeasured({ arrived: 1000, completed: 999, ...unavailable }, 3600);
    expect(valuesOf(AVAILABILITY, measured)).toEqual({ request: 0.999, time: 0.99, ...unavailable });
  });

  it('is empty for requests when there were none', () => {
    const never = { unavailable_seconds: 0, unavailable_by_cause: {} };
    const measured = exampleMeasured({ arrived: 0, completed: 0, ...never }, 3600);
    expect(valuesOf(AVAILABILITY, measured)).toEqual({ request: null, time: 1, ...never });
  });
});

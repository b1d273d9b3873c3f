import { describe, expect, it } from 'vitest';
import { courseOf } from '../../src/workload/load-course.js';
import type { ProcessSpecification } from '../../src/workload/load-specification.js';

describe('the course of a load by cron', () => {
  it.each([
    ['*/15 8-18 * * MON-FRI', 'weekly'],
    ['0 3 * * *', 'weekly'],
    ['0 3 */1 * 0', 'weekly'],
    ['0 1 1 * *', 'monthly'],
    ['0 1 L * *', 'monthly'],
    ['0 1 * 1-3 *', 'own'],
    ['0 1 * * MON#1', 'monthly'],
    ['0 1 * * 5L', 'monthly'],
  ])('for %s is %s', (schedule, course) => {
    const jobs = { kind: 'cron', schedule } as unknown as ProcessSpecification;
    const rate = { kind: 'poisson', rate: { kind: 'cron', schedule } } as unknown as ProcessSpecification;
    expect(courseOf(jobs)).toBe(course);
    expect(courseOf(rate)).toBe(course);
  });
});

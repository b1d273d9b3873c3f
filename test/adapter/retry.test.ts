import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AdapterError } from '../../src/adapter/adapter-error.js';
import {
  callWithRetries,
  type FailedAttempt,
  NO_RETRIES,
  RETRY_POLICY,
  retryAfterMs,
  retryDecision,
} from '../../src/adapter/retry.js';

const FIRST = { attempts: 1, waited_ms: 0 } as const;
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

/** The methods that are retried after a status. */
function repeated(status: number) {
  return METHODS.filter(
    (method) => typeof retryDecision({ ...FIRST, method, status }, RETRY_POLICY, 0) === 'object',
  );
}

describe('which responses are retried', () => {
  test.each([423, 429, 503])(
    'status %i is retried for every method, because the call was not accepted',
    (status) => {
      expect(repeated(status)).toEqual(METHODS);
    },
  );
  test.each([0, 500, 502, 504, 524])('status %i is retried only for idempotent calls', (status) => {
    expect(repeated(status)).toEqual(['GET']);
  });
  test.each([400, 401, 403, 404, 406, 409, 412, 422])('status %i is never retried', (status) => {
    expect(repeated(status)).toEqual([]);
  });
});

describe('retry delays', () => {
  const wait = (attempt: Partial<FailedAttempt>, jitter = 1) =>
    retryDecision({ method: 'GET', status: 503, ...FIRST, ...attempt }, RETRY_POLICY, jitter);

  test('retry delays double up to ten seconds, and half of each is random', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => wait({ attempts }));
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000].map((wait_ms) => ({ wait_ms })));
    expect(wait({ attempts: 3 }, 0)).toEqual({ wait_ms: 500 });
    expect(wait({ attempts: 1000 })).toEqual({ wait_ms: 10_000 });
  });

  test('a retry waits as long as the service asks, but never zero seconds', () => {
    expect(wait({ retry_after_ms: 7000 })).toEqual({ wait_ms: 7000 });
    expect(wait({ retry_after_ms: 0 })).toEqual({ wait_ms: 125 });
  });

  test('no retry starts after the budget is spent', () => {
    expect(wait({ waited_ms: 59_000, retry_after_ms: 1000 })).toEqual({ wait_ms: 1000 });
    expect(wait({ waited_ms: 59_000, retry_after_ms: 1001 })).toBe('budget_spent');
    expect(wait({ retry_after_ms: 3_600_000 })).toBe('budget_spent');
  });

  test('every failure is retried a bounded number of times within the budget', () => {
    const attempt = fc.record({
      method: fc.constantFrom(...METHODS),
      status: fc.constantFrom(0, 423, 429, 500, 503),
      retry_after_ms: fc.option(fc.nat(90_000), { nil: undefined }),
      jitter: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const property = fc.property(attempt, ({ jitter, ...failed }) => {
      let waited_ms = 0;
      for (let attempts = 1; attempts < 1000; attempts++) {
        const decision = retryDecision({ ...failed, attempts, waited_ms }, RETRY_POLICY, jitter);
        if (typeof decision === 'string') return;
        waited_ms += decision.wait_ms;
        if (decision.wait_ms <= 0 || waited_ms > RETRY_POLICY.budget_ms) expect.unreachable('no such wait');
      }
      expect.unreachable('repeated without an end');
    });
    fc.assert(property, { seed: 7, numRuns: 300 });
  });
});

describe('the Retry-After header', () => {
  const now_ms = Date.parse('2026-01-05T00:00:00Z');
  test.each([
    [null, undefined],
    ['3', 3000],
    [' 1.5 ', 1500],
    ['Mon, 05 Jan 2026 00:00:10 GMT', 10_000],
    ['Sun, 04 Jan 2026 00:00:00 GMT', 0],
    ['soon', undefined],
    ['-1', undefined],
  ])('Retry-After is parsed: %j', (header, expected) => {
    expect(retryAfterMs(header, now_ms)).toBe(expected);
  });
});

describe('a retried call', () => {
  const failing = (...statuses: readonly number[]) => {
    const left = [...statuses];
    return () => {
      const status = left.shift();
      if (status === undefined) return 'done';
      throw new AdapterError({ status, message: 'not now' });
    };
  };
  const slept: number[] = [];
  const retrying = (policy = RETRY_POLICY) => ({
    policy: () => policy,
    jitter: () => 1,
    sleep: async (span_ms: number) => {
      slept.push(span_ms);
    },
  });

  test('a retried call ends with the first successful response', async () => {
    slept.length = 0;
    expect(await callWithRetries('PATCH', failing(423, 503), retrying())).toBe('done');
    expect(slept).toEqual([250, 500]);
  });

  test('a retried call that gives up reports what to do', async () => {
    const forever = failing(...Array.from({ length: 100 }, () => 423));
    await expect(callWithRetries('PATCH', forever, retrying())).rejects.toThrow(
      'not now (still so after 11 attempts in 56 s; other operations hold the project: try again when they have finished)',
    );
  });

  test('a failure is passed on unchanged if retrying is unsafe or disabled', async () => {
    await expect(callWithRetries('POST', failing(0), retrying())).rejects.toThrow(/^not now$/);
    await expect(callWithRetries('GET', failing(423), retrying(NO_RETRIES))).rejects.toThrow(/^not now$/);
  });
});

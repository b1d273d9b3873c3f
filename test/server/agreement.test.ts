import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredTables } from '../../src/platform/change.js';
import { Platform } from '../../src/platform/platform.js';
import { PlatformError } from '../../src/platform/platform-error.js';
import { sameDurations } from '../../src/server/same-durations.js';
import { EmulatorUnderTest } from './emulator-under-test.js';
import {
  filledIn,
  learn,
  type Pools,
  pathOf,
  poolsOf,
  RANDOM_REQUEST,
  type RandomRequest,
} from './random-requests.js';

const SEQUENCES = 15;
const REQUESTS = 60;
const OPTIONS = { seed: 'test', operation_duration_ms: sameDurations(700) };

/** The answer of the rules themselves to a request whose parts have the right types. */
function direct(platform: Platform, now_ms: number, request: RandomRequest, pools: Pools): unknown {
  const { route } = request;
  const part = (value: unknown) => filledIn(value, pools);
  try {
    const caller = platform.authenticate(String(part(request.key)), '127.0.0.1', now_ms);
    const input = {
      ...(route.body === undefined ? {} : (route.body.parse(plain(part(request.body))) as object)),
      ...(route.query.parse(lists(request.query, pools)) as object),
      ...(route.params.parse(part(request.params)) as object),
    };
    const answer = route.answer(platform, caller, input, now_ms);
    return answer === undefined ? '' : plain(answer);
  } catch (error) {
    if (error instanceof PlatformError) return { message: error.message, code: error.code };
    return 'another type';
  }
}

function lists(query: RandomRequest['query'], pools: Pools) {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      value
        .split(',')
        .map((each) => filledIn(each, pools))
        .join(','),
    ]),
  );
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function withoutRequestId(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('request_id' in body)) return body;
  const { request_id: _, ...rest } = body;
  return rest;
}

test('the same calls, to the rules and over HTTP, have the same answers step by step', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(RANDOM_REQUEST, { minLength: REQUESTS, maxLength: REQUESTS }),
      async (requests) => {
        const emulator = new EmulatorUnderTest({ platform: OPTIONS });
        const pools = await poolsOf(emulator);
        const platform = Platform.restore(copyOf(emulator.emulator.platform.tables()), OPTIONS);
        for (const request of requests) {
          if (request.skip !== undefined) await emulator.control('POST', '/clock', { advance: request.skip });
          const expected = direct(platform, emulator.emulator.now(), request, pools);
          const answer = await emulator.call(
            request.route.method,
            pathOf(request, pools),
            request.route.method === 'GET' ? undefined : filledIn(request.body, pools),
            String(filledIn(request.key, pools)),
          );
          // Values of another type never reach the rules; HTTP refuses them in words of its own.
          if (expected === 'another type') expect(answer.status).toBe(400);
          else expect(withoutRequestId(answer.body)).toEqual(expected);
          learn(pools, answer.body);
        }
        expect(plain(platform.tables())).toEqual(plain(emulator.emulator.platform.tables()));
      },
    ),
    { seed: 20260106, numRuns: SEQUENCES, endOnFailure: true },
  );
});

function copyOf(tables: StoredTables): StoredTables {
  return plain(tables) as StoredTables;
}

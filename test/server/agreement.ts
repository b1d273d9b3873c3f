import fc from 'fast-check';
import { expect } from 'vitest';
import { PlatformError } from '../../src/platform/checks/platform-error.js';
import { Platform } from '../../src/platform/platform.js';
import { sameDurations } from '../../src/platform/store/options.js';
import type { StoredTables } from '../../src/platform/store/tables.js';
import { AskingByAdapter } from '../adapter/ask-by-adapter.js';
import { EmulatorUnderTest, RepeatableSecrets } from './emulator-under-test.js';
import {
  filledIn,
  learn,
  type Pools,
  pathOf,
  poolsOf,
  RANDOM_REQUEST,
  type RandomRequest,
} from './random-requests.js';

/** How many calls to make, and which. */
export interface RandomCalls {
  readonly sequences: number;
  /** Of each sequence. */
  readonly requests: number;
  readonly seed: number;
}

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
    const answer = platform.call(route, caller, input as never, now_ms);
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

/**
 * Makes random sequences of calls to the rules, over HTTP and by the http adapter on an emulator, and expects the same
 * answers of all three step by step, the same state in the end, and no key that works after it was revoked.
 */
export async function agreeStepByStep({ sequences, requests, seed }: RandomCalls): Promise<void> {
  let by_adapter = 0;
  let revocations = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(RANDOM_REQUEST, { minLength: requests, maxLength: requests }),
      async (sequence) => {
        const drawn = new RepeatableSecrets();
        const emulator = new EmulatorUnderTest({ platform: OPTIONS, secret: drawn.secret });
        const pools = await poolsOf(emulator);
        const platform = Platform.restore(copyOf(emulator.emulator.platform.tables()), {
          ...OPTIONS,
          secret: new RepeatableSecrets(drawn.asked).secret,
        });
        // With the same seed and the same requests, ids and keys are the same.
        const twin = new EmulatorUnderTest({ platform: OPTIONS });
        expect(await poolsOf(twin)).toEqual(pools);
        const asking = new AskingByAdapter(twin);
        const secrets = new Map([[pools['$key_id']![0]!, pools['$key']![2]!]]);
        const revoked = new Set<string>();
        for (const request of sequence) {
          if (request.skip !== undefined) {
            for (const each of [emulator, twin])
              await each.control('POST', '/clock', { advance: request.skip });
          }
          const expected = direct(platform, emulator.emulator.now(), request, pools);
          const answer = await emulator.call(
            request.route.method,
            pathOf(request, pools),
            request.route.method === 'GET' ? undefined : filledIn(request.body, pools),
            String(filledIn(request.key, pools)),
          );
          // Values of another type never reach the rules; HTTP refuses them with a different message.
          if (expected === 'another type') expect(answer.status).toBe(400);
          else expect(withoutRequestId(answer.body)).toEqual(expected);
          const told = await asking.ask(request, pools);
          expect(told.status).toBe(answer.status);
          expect(withoutRequestId(told.body ?? '')).toEqual(withoutRequestId(answer.body));
          const { id, key, revoked: gone } = answer.body ?? {};
          if (typeof key === 'string') secrets.set(String(id), key);
          if (gone === true) revoked.add(secrets.get(String(id))!);
          learn(pools, answer.body);
          onePrimaryABranch(platform);
        }
        const tables = plain(platform.tables());
        expect(plain(emulator.emulator.platform.tables())).toEqual(tables);
        expect(plain(twin.emulator.platform.tables())).toEqual(tables);
        for (const secret of revoked) {
          expect((await twin.call('GET', '/projects', undefined, secret)).status).toBe(401);
        }
        by_adapter += asking.made;
        revocations += revoked.size;
      },
    ),
    { seed, numRuns: sequences, endOnFailure: true },
  );
  expect(by_adapter).toBeGreaterThan((sequences * requests) / 4);
  expect(revocations).toBeGreaterThan(0);
}

function onePrimaryABranch(platform: Platform): void {
  const branches = [...platform.tables().endpoints].flatMap(([, { type, branch_id }]) =>
    type === 'read_write' ? [branch_id] : [],
  );
  expect(new Set(branches).size).toBe(branches.length);
}

function copyOf(tables: StoredTables): StoredTables {
  return plain(tables) as StoredTables;
}

import fc from 'fast-check';
import { expect } from 'vitest';
import { PlatformError } from '../../src/platform/checks/platform-error.js';
import { Platform } from '../../src/platform/platform.js';
import { sameDurations } from '../../src/platform/store/options.js';
import type { StoredTables } from '../../src/platform/store/tables.js';
import { AskingByAdapter } from '../adapter/ask-by-adapter.js';
import { type Answer, EmulatorUnderTest, RepeatableSecrets } from './emulator-under-test.js';
import {
  answerOfRules,
  bodyOf,
  fillIds,
  Keys,
  learn,
  NO_INPUT,
  pathOf,
  poolsOf,
  RANDOM_REQUEST,
  type RandomRequest,
} from './random-requests.js';
import { VendorContract } from './vendor-contract.js';

/** Random calls to make. */
export interface RandomCalls {
  readonly sequences: number;
  /** Per sequence. */
  readonly requests: number;
  readonly seed: number;
}

const OPTIONS = { seed: 'test', operation_duration_ms: sameDurations(700) };

function plain<Value>(value: Value): Value {
  return value === undefined ? value : JSON.parse(JSON.stringify(value));
}

/** The body of the HTTP answer for an answer of the rules. */
function expectedBody(answer: unknown): unknown {
  if (answer instanceof PlatformError) return { message: answer.message, code: answer.code };
  return answer === NO_INPUT ? undefined : (plain(answer) ?? '');
}

function withoutRequestId(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('request_id' in body)) return body;
  const { request_id: _, ...rest } = body;
  return rest;
}

/**
 * Makes random sequences of calls to the rules, over HTTP and by the HTTP adapter on an emulator. Every answer has the
 * vendor's form and logs no defect. All three answers are equal in each step, and so are the final states. No revoked
 * key works.
 * @returns how often each status was answered
 */
export async function agreeStepByStep(calls: RandomCalls): Promise<Readonly<Record<number, number>>> {
  const { sequences, requests, seed } = calls;
  const vendor = new VendorContract();
  const statuses: Record<number, number> = {};
  let by_adapter = 0;
  let revocations = 0;
  const sequence = fc.array(RANDOM_REQUEST, { minLength: requests, maxLength: requests });
  const agree = async (each: readonly RandomRequest[]) => {
    const drawn = new RepeatableSecrets();
    const emulator = new EmulatorUnderTest({ platform: OPTIONS, secret: drawn.secret });
    emulator.onAnswer = (method, path, answer) => vendor.check(method, path, answer);
    const pools = await poolsOf(emulator);
    const platform = Platform.restore(plain(emulator.emulator.platform.tables()) as StoredTables, {
      ...OPTIONS,
      secret: new RepeatableSecrets(drawn.asked).secret,
    });
    // With the same seed and the same requests, ids and keys are the same.
    const twin = new EmulatorUnderTest({ platform: OPTIONS });
    expect(await poolsOf(twin)).toEqual(pools);
    const asking = new AskingByAdapter(twin);
    const keys = new Keys(pools);
    for (const request of each) {
      if (request.skip !== undefined) {
        for (const one of [emulator, twin]) await one.control('POST', '/clock', { advance: request.skip });
      }
      const expected = expectedBody(answerOfRules(platform, emulator.emulator.now(), request, pools));
      const send = (one: EmulatorUnderTest): Promise<Answer> =>
        one.callWithText(
          request.route.method,
          pathOf(request, pools),
          bodyOf(request, pools),
          String(fillIds(request.key, pools)),
        );
      const answer = await send(emulator);
      expect(emulator.defects).toEqual([]);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if ([200, 201].includes(answer.status)) {
        expect(request.route.answer.safeParse(answer.body).error).toBeUndefined();
      }
      // Values of another type never reach the rules; HTTP refuses them with a different message.
      if (expected === undefined)
        expect(answer.status, `${request.route.operation_id} ${request.raw}`).toBe(400);
      else expect(withoutRequestId(answer.body)).toEqual(expected);
      const other = request.raw === undefined ? await asking.ask(request, pools) : await send(twin);
      expect(other.status).toBe(answer.status);
      expect(withoutRequestId(other.body ?? '')).toEqual(withoutRequestId(answer.body));
      keys.learn(answer.body);
      learn(pools, answer.body);
      expectOnePrimaryPerBranch(platform);
    }
    const tables = plain(platform.tables());
    expect(plain(emulator.emulator.platform.tables())).toEqual(tables);
    expect(plain(twin.emulator.platform.tables())).toEqual(tables);
    for (const secret of keys.revoked) {
      expect((await twin.call('GET', '/projects', undefined, secret)).status).toBe(401);
    }
    by_adapter += asking.made;
    revocations += keys.revoked.size;
  };
  await fc.assert(fc.asyncProperty(sequence, agree), { seed, numRuns: sequences, endOnFailure: true });
  expect(by_adapter).toBeGreaterThan((sequences * requests) / 4);
  expect(revocations).toBeGreaterThan(0);
  return statuses;
}

function expectOnePrimaryPerBranch(platform: Platform): void {
  const branches = [...platform.tables().endpoints].flatMap(([, { type, branch_id }]) =>
    type === 'read_write' ? [branch_id] : [],
  );
  expect(new Set(branches).size).toBe(branches.length);
}

import fc from 'fast-check';
import { expect } from 'vitest';
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
import { VendorContract } from './vendor-contract.js';

const SEED = 20260105;

/**
 * Sends sequences of random requests, each to a new emulator, and checks every answer.
 * @returns how often each status was answered
 */
export async function askAtRandom(
  sequences: number,
  requests: number,
): Promise<Readonly<Record<number, number>>> {
  const vendor = new VendorContract();
  const statuses: Record<number, number> = {};
  await fc.assert(
    fc.asyncProperty(
      fc.array(RANDOM_REQUEST, { minLength: requests, maxLength: requests }),
      async (sequence) => {
        const emulator = new EmulatorUnderTest({ platform: { seed: 'test' } });
        emulator.onAnswer = (method, path, answer) => vendor.check(method, path, answer);
        const pools = await poolsOf(emulator);
        for (const request of sequence) {
          const status = await ask(emulator, pools, request);
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      },
    ),
    { seed: SEED, numRuns: sequences, endOnFailure: true },
  );
  return statuses;
}

async function ask(emulator: EmulatorUnderTest, pools: Pools, request: RandomRequest): Promise<number> {
  if (request.skip !== undefined) await emulator.control('POST', '/clock', { advance: request.skip });
  const { method, answer: response } = request.route;
  const body = request.raw ?? JSON.stringify(filledIn(request.body, pools));
  const answer = await emulator.callWithText(
    method,
    pathOf(request, pools),
    method === 'GET' ? undefined : body,
    String(filledIn(request.key, pools)),
  );
  expect(emulator.defects).toEqual([]);
  expect(answer.status).toBeLessThan(500);
  if (answer.status === 200 || answer.status === 201) {
    expect(response.safeParse(answer.body).error).toBeUndefined();
  }
  learn(pools, answer.body);
  return answer.status;
}

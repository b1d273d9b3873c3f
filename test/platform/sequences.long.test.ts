import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CALLS, CONTRACT } from '../../src/api/contract.js';
import { FROM_ADDR } from '../../src/platform/checks/authentication.js';
import { PlatformError } from '../../src/platform/checks/platform-error.js';
import { Platform } from '../../src/platform/platform.js';
import type { PlatformOptions } from '../../src/platform/store/options.js';
import type { Change, Rows, StoredTables, TableName } from '../../src/platform/store/tables.js';
import { EmulatorUnderTest } from '../server/emulator-under-test.js';
import {
  answerOfRules,
  fillIds,
  Keys,
  learn,
  NO_INPUT,
  poolsOf,
  randomRequestTo,
} from '../server/random-requests.js';
import { A_SECOND_EACH, DAY, demoPlatform, HOUR, MINUTE, refusal, SECOND, START } from './demo-platform.js';

const OPTIONS = { seed: 'test', operation_duration_ms: A_SECOND_EACH, active_endpoints_limit: 3 };

/** The calls that change something; services other than Postgres have few rules to test. */
const CHANGES = CALLS.filter(({ method, tag }) => method !== 'GET' && tag !== 'Services');

/** Random requests: mostly soon after the one before, now and then minutes, hours or days later. */
const STEPS = fc.array(
  fc.record({
    request: randomRequestTo(CHANGES),
    wait_ms: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(0, 300, SECOND) },
      { weight: 6, arbitrary: fc.constantFrom(3 * SECOND, 10 * SECOND) },
      { weight: 2, arbitrary: fc.constantFrom(5 * MINUTE, HOUR, 8 * DAY) },
    ),
  }),
  { minLength: 40, maxLength: 80 },
);

/** A store that holds only the received changes, as text. */
function textStore(first: StoredTables) {
  const tables = new Map<string, Map<string, string>>();
  const onChange = (changes: readonly Pick<Change, 'table' | 'id' | 'value'>[]) => {
    for (const { table, id, value } of changes) {
      const rows = tables.get(table) ?? new Map<string, string>();
      tables.set(table, rows);
      if (value === null) rows.delete(id);
      else rows.set(id, JSON.stringify(value));
    }
  };
  for (const [table, rows] of Object.entries(first)) {
    onChange([...rows].map(([id, value]) => ({ table, id, value }) as Change));
  }
  const stored = (): StoredTables =>
    Object.fromEntries(
      [...tables].map(([table, rows]) => [
        table,
        // Backwards: no order may matter.
        [...rows].reverse().map(([id, text]) => [id, JSON.parse(text)]),
      ]),
    );
  return { onChange, stored };
}

/** A platform with a tenant and another one, the ids and keys of both, and a store of the platform's changes. */
async function twoTenants() {
  const emulator = new EmulatorUnderTest({ platform: OPTIONS });
  const pools = await poolsOf(emulator);
  const store = textStore(emulator.emulator.platform.tables());
  const restored = (options: PlatformOptions = {}) =>
    Platform.restore(store.stored(), { ...OPTIONS, ...options });
  const platform = restored({ onChange: store.onChange });
  return { platform, pools, keys: new Keys(pools), restored, start_ms: emulator.emulator.now() };
}

function rowsOf<Name extends TableName>(platform: Platform, name: Name): Rows[Name][] {
  const rows = platform.tables()[name] as Iterable<readonly [string, Rows[Name]]>;
  return [...rows].map(([, row]) => row);
}

/** The state as text: equal for equal states, however the attributes of a row are ordered. */
function textOf(platform: Platform): string {
  return JSON.stringify(platform.tables(), (_name, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)))
      : value,
  );
}

/** Checks that two states are equal, without printing whole states if they are not. */
function expectSame(first: Platform, second: Platform): void {
  const [one, two] = [textOf(first), textOf(second)];
  let place = one === two ? one.length : 0;
  while (place < one.length && one[place] === two[place]) place++;
  expect(one.slice(place, place + 200)).toBe(two.slice(place, place + 200));
}

function checkInvariants(platform: Platform, revoked: ReadonlySet<string>, now: number): void {
  const primaries = rowsOf(platform, 'endpoints').filter(({ type }) => type === 'read_write');
  expect(new Set(primaries.map(({ branch_id }) => branch_id)).size).toBe(primaries.length);
  for (const secret of revoked) {
    expect(refusal(() => platform.authenticate(secret, '192.0.2.1', now)).kind).toBe('unauthorized');
  }
  const inFlight = rowsOf(platform, 'operations')
    .filter(({ status }) => status === 'running' || status === 'scheduling')
    .sort((first, second) => first.sequence - second.sequence);
  const seen = new Set<string>();
  for (const { project_id, status } of inFlight) {
    expect(status).toBe(seen.has(project_id) ? 'scheduling' : 'running');
    seen.add(project_id);
  }
  for (const endpoint of rowsOf(platform, 'endpoints')) {
    const busy = inFlight.some(({ endpoint_id }) => endpoint_id === endpoint.id);
    expect(endpoint.pending_state !== undefined).toBe(busy);
    expect(endpoint.metered_from_ms !== undefined).toBe(endpoint.current_state === 'active');
  }
}

describe('random sequences of calls', () => {
  test('random calls keep one primary per branch, revoked keys unusable and operations serial; refused calls change nothing', async () => {
    let revocations = 0;
    const property = fc.asyncProperty(STEPS, async (steps) => {
      const { platform, pools, keys, start_ms } = await twoTenants();
      const given = new Set<string>();
      let now = start_ms;
      for (const { request, wait_ms } of steps) {
        now += wait_ms;
        // Due events and the use of keys are not part of the call.
        platform.advance(now);
        tryKey(platform, String(fillIds(request.key, pools)), now);
        const before = JSON.stringify(platform.tables());
        const answer = answerOfRules(platform, now, request, pools);
        if (answer instanceof PlatformError) expect(JSON.stringify(platform.tables()) === before).toBe(true);
        else if (answer !== NO_INPUT) keys.learn(answer);
        learn(pools, answer);
        checkInvariants(platform, keys.revoked, now);
        for (const table of ['projects', 'branches', 'endpoints', 'operations', 'api_keys'] as const) {
          for (const { id, sequence } of rowsOf(platform, table)) given.add(`${table} ${id} ${sequence}`);
        }
      }
      const ids = [...given].map((text) => text.split(' ').slice(0, 2).join(' '));
      expect(new Set(ids).size).toBe(ids.length);
      revocations += keys.revoked.size;
    });
    await fc.assert(property, { seed: 5, numRuns: 20, endOnFailure: true });
    expect(revocations).toBeGreaterThan(0);
  });

  test('a platform restored from the changes is the same, and continues the same way', async () => {
    const property = fc.asyncProperty(STEPS, fc.nat(39), async (steps, cut) => {
      const { platform, pools, restored, start_ms } = await twoTenants();
      let now = start_ms;
      let twin: Platform | undefined;
      for (const [index, { request, wait_ms }] of steps.entries()) {
        now += wait_ms;
        if (index === cut) {
          twin = restored();
          expectSame(twin, platform);
          expect(twin.next_event_at).toBe(platform.next_event_at);
        }
        const answer = answerOfRules(platform, now, request, pools);
        if (twin !== undefined) {
          const same = answerOfRules(twin, now, request, pools);
          expect(String(same)).toBe(String(answer));
          expect(JSON.stringify(same)).toBe(JSON.stringify(answer));
        }
        learn(pools, answer);
      }
      expectSame(twin!, platform);
      expect(twin!.next_event_at).toBe(platform.next_event_at);
    });
    await fc.assert(property, { seed: 6, numRuns: 40, endOnFailure: true });
  });

  test('the same seed and calls give the same bytes; another seed gives other ids', () => {
    const run = (seed: string) => {
      const { platform, admin } = demoPlatform({ seed });
      platform.call(CONTRACT.createProject, admin.caller, { project: {} }, START);
      return textOf(platform);
    };
    const first = run('a');
    expect(first === run('a')).toBe(true);
    expect(first === run('b')).toBe(false);
  });
});

function tryKey(platform: Platform, secret: string, now: number): void {
  try {
    platform.authenticate(secret, FROM_ADDR, now);
  } catch (error) {
    // A key scoped to a deleted or transferred project is refused.
    if (!(error instanceof PlatformError)) throw error;
  }
}

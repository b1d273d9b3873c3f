import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { PlatformError } from '../../src/platform/checks/platform-error.js';
import { Platform } from '../../src/platform/platform.js';
import type { Change, Rows, StoredTables, TableName } from '../../src/platform/store/tables.js';
import { A_SECOND_EACH, demoPlatform, refusal, START } from './demo-platform.js';
import { platformStep, take, type World } from './platform-steps.js';

/** A store that holds only the received changes, as text. */
function textStore() {
  const tables = new Map<string, Map<string, string>>();
  const onChange = (changes: readonly Change[]) => {
    for (const { table, id, value } of changes) {
      const rows = tables.get(table) ?? new Map<string, string>();
      tables.set(table, rows);
      if (value === null) rows.delete(id);
      else rows.set(id, JSON.stringify(value));
    }
  };
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

function demoWorld(options: { onChange?: (changes: readonly Change[]) => void } = {}) {
  const demo = demoPlatform({ active_endpoints_limit: 3, ...options });
  const { admin, member, outsider, org, other_org, membership } = demo;
  demo.platform.addMember({ org_id: other_org.id, user_id: admin.user.id, role: 'admin' }, START);
  const world: World = {
    secrets: [admin.key, member.key, outsider.key],
    orgs: [org.id, other_org.id],
    members: [{ org_id: org.id, member_id: membership.id }],
    projects: [],
    branches: [],
    endpoints: [],
    revoked: [],
    key_ids: [],
  };
  for (const org_id of [org.id, org.id, other_org.id]) {
    const { project, branch, endpoints } = demo.platform.call(
      CONTRACT.createProject,
      admin.caller,
      { project: { org_id } },
      START,
    );
    world.projects.push(project.id);
    world.branches.push({ project_id: project.id, branch_id: branch.id });
    world.endpoints.push({ project_id: project.id, endpoint_id: endpoints[0]!.id });
  }
  return { ...demo, world };
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
  let place = 0;
  while (place < one.length && one[place] === two[place]) place++;
  expect(one.slice(place, place + 200)).toBe(two.slice(place, place + 200));
}

function checkInvariants(platform: Platform, world: World, now: number): void {
  const primaries = rowsOf(platform, 'endpoints').filter(({ type }) => type === 'read_write');
  expect(new Set(primaries.map(({ branch_id }) => branch_id)).size).toBe(primaries.length);
  for (const secret of world.revoked) {
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
  test('keep: one primary a branch, no revoked key works, operations serialised, a failed call changes nothing', () => {
    const property = fc.property(fc.array(platformStep, { minLength: 20, maxLength: 60 }), (steps) => {
      const { platform, world } = demoWorld();
      const given = new Set<string>();
      let now = START;
      for (const step of steps) {
        now += step.wait_ms;
        // Due events and the use of keys are not part of the call.
        platform.advance(now);
        for (const secret of world.secrets)
          if (!world.revoked.includes(secret)) tryKey(platform, secret, now);
        const before = textOf(platform);
        const answer = take(platform, world, step, now);
        if (answer instanceof PlatformError) expect(textOf(platform) === before).toBe(true);
        checkInvariants(platform, world, now);
        for (const table of ['projects', 'branches', 'endpoints', 'operations', 'api_keys'] as const) {
          for (const { id, sequence } of rowsOf(platform, table)) given.add(`${table} ${id} ${sequence}`);
        }
      }
      const ids = [...given].map((text) => text.split(' ').slice(0, 2).join(' '));
      expect(new Set(ids).size).toBe(ids.length);
    });
    fc.assert(property, { seed: 5, numRuns: 20 });
  });

  test('a platform restored from the changes is the same, and continues the same way', () => {
    const property = fc.property(
      fc.array(platformStep, { minLength: 20, maxLength: 60 }),
      fc.nat(59),
      (steps, cut) => {
        const store = textStore();
        const { platform, world } = demoWorld({ onChange: store.onChange });
        let now = START;
        let twin: Platform | undefined;
        let twinWorld = world;
        for (const [index, step] of steps.entries()) {
          now += step.wait_ms;
          if (index === cut % steps.length) {
            twin = Platform.restore(store.stored(), {
              operation_duration_ms: A_SECOND_EACH,
              active_endpoints_limit: 3,
            });
            twinWorld = structuredClone(world);
            expectSame(twin, platform);
            expect(twin.next_event_at).toBe(platform.next_event_at);
          }
          const answer = take(platform, world, step, now);
          if (twin === undefined) continue;
          const same = take(twin, twinWorld, step, now);
          expect(String(same)).toBe(String(answer));
          expect(JSON.stringify(same)).toBe(JSON.stringify(answer));
        }
        expectSame(twin!, platform);
        expect(twin!.next_event_at).toBe(platform.next_event_at);
      },
    );
    fc.assert(property, { seed: 6, numRuns: 40 });
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
    platform.authenticate(secret, '192.0.2.1', now);
  } catch (error) {
    // Scoped to a project that is deleted or has left: refused, which is all there is to see.
    if (!(error instanceof PlatformError)) throw error;
  }
}

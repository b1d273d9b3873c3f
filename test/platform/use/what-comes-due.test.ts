import { expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import { Platform } from '../../../src/platform/platform.js';
import { type DueEvent, dueQueue } from '../../../src/platform/time/agenda.js';
import { A_SECOND_EACH, DAY, demoProject, HOUR, iso, MINUTE, SECOND, START } from '../demo-platform.js';

test('events due at the same time run in an order that depends only on the events', () => {
  const events: DueEvent[] = [
    { at_ms: 2, kind: 'operation', id: 'a' },
    { at_ms: 1, kind: 'forget', id: 'a' },
    { at_ms: 1, kind: 'purge', id: 'a' },
    { at_ms: 1, kind: 'expire', id: 'a' },
    { at_ms: 1, kind: 'suspend', id: 'c' },
    { at_ms: 1, kind: 'suspend', id: 'b' },
    { at_ms: 1, kind: 'suspend', id: 'a' },
    { at_ms: 1, kind: 'quota', id: 'z' },
    { at_ms: 1, kind: 'operation', id: 'z' },
  ];
  for (let turn = 0; turn < events.length; turn++) {
    const queue = dueQueue();
    for (const event of [...events.slice(turn), ...events.slice(0, turn)]) queue.push(event);
    expect(events.map(() => queue.pop())).toEqual(events.toReversed());
  }
});

test('a platform that was restored or reset has the same due events', () => {
  const { platform, ask, project_id, branch_id, endpoint_id, ready } = demoProject();
  ask(CONTRACT.createSnapshot, { branch_id, expires_at: iso(ready + DAY) }, ready);
  const tables = platform.tables();
  const events = (of: Platform) => {
    const moments: number[] = [];
    for (let at = of.next_event_at; at !== undefined; at = of.next_event_at) {
      moments.push(at - ready);
      of.advance(at);
    }
    return moments;
  };
  // The suspension, its end, and the end of the snapshot.
  const expected = [5 * MINUTE, 5 * MINUTE + SECOND, DAY];
  const options = { operation_duration_ms: A_SECOND_EACH };
  expect(events(Platform.restore(tables, options))).toEqual(expected);
  platform.touch(endpoint_id, ready + MINUTE);
  platform.replace(tables);
  expect(events(platform)).toEqual(expected);
  expect(ask(CONTRACT.getProject, {}, ready + DAY).project.id).toBe(project_id);
});

test('an expiring branch of a deleted project stays until the project can no longer be recovered', () => {
  const { platform, ask, project_id, ready } = demoProject();
  const at = ready + HOUR;
  const { branch } = ask(CONTRACT.createProjectBranch, { branch: { expires_at: iso(at + DAY) } }, at);
  const { id: snapshot_id } = ask(CONTRACT.createSnapshot, { branch_id: branch.id }, at + MINUTE).snapshot;
  ask(CONTRACT.deleteProject, {}, at + HOUR);
  expect(platform.next_event_at).toBe(at + HOUR + 7 * DAY);
  const ids = (table: 'branches' | 'snapshots' | 'projects' | 'operations') =>
    [...platform.tables()[table]].map(([id]) => id);
  platform.advance(at + HOUR + 7 * DAY - 1);
  expect([ids('branches'), ids('snapshots'), ids('projects')]).toEqual([
    expect.arrayContaining([branch.id]),
    [snapshot_id],
    [project_id],
  ]);
  platform.advance(at + HOUR + 7 * DAY);
  expect([ids('branches'), ids('snapshots'), ids('projects'), ids('operations')]).toEqual([[], [], [], []]);
  expect(platform.next_event_at).toBeUndefined();
});

test('stored operations are limited per project and in total, but each project keeps a page of them', () => {
  const demo = demoProject({}, { default_endpoint_settings: { suspend_timeout_seconds: -1 } });
  const made = [...'abc'].map((name) =>
    demo.platform.call(CONTRACT.createProject, demo.caller, { project: { name } }, demo.ready),
  );
  const now = demo.ready + MINUTE;
  demo.platform.advance(now);
  const tables = demo.platform.tables();
  const [, ended] = [...tables.operations][0]!;
  const projects = [demo.created, ...made].map(({ project, endpoints }) => ({
    project_id: project.id,
    endpoint_id: endpoints[0]!.id,
  }));
  const ids = projects.map(({ project_id }) => project_id);
  const operations = [28_000, 19_999, 1_000, 999].flatMap((count, of) =>
    Array.from({ length: count }, (_, index) => {
      const id = `${of}-${index}`;
      return [id, { ...ended, id, sequence: 1 + index, project_id: ids[of]! }] as const;
    }),
  );
  const platform = Platform.restore({ ...tables, operations }, { operation_duration_ms: A_SECOND_EACH });
  // Twice each: the project that reaches 20,000, the one that reaches 1,000 when there are 50,000, the one before it.
  for (const [turn, of] of [1, 1, 2, 2, 3, 3].entries()) {
    const edit = { ...projects[of]!, endpoint: { suspend_timeout_seconds: 3600 + turn } };
    platform.call(CONTRACT.updateProjectEndpoint, demo.caller, edit, now + turn * SECOND);
    platform.advance(now + (turn + 1) * SECOND);
  }
  const kept = [...platform.tables().operations].map(([, each]) => ids.indexOf(each.project_id));
  expect([0, 1, 2, 3].map((of) => kept.filter((each) => each === of).length)).toEqual([
    28_000, 20_000, 1_001, 1_000,
  ]);
  // The latest operations are kept.
  const left = new Map(platform.tables().operations);
  expect(['1-0', '1-1', '3-0', '3-1', '3-2'].map((id) => left.has(id))).toEqual([
    false,
    true,
    false,
    true,
    true,
  ]);
});

test('each operation that ends removes one that is older than half a year, also after the state was replaced', () => {
  const { platform, ask, endpoint_id, caller, project_id } = demoProject();
  const [half_a_year, now] = [184 * DAY, START + 250 * DAY];
  for (let day = 0; day < 10; day++) platform.touch(endpoint_id, START + day * DAY + HOUR);
  platform.advance(now);
  const moments = (of: Platform, at: number) =>
    of
      .call(CONTRACT.listProjectOperations, caller, { project_id }, at)
      .operations.map(({ created_at }) => created_at)
      .reverse();
  const before = moments(platform, now);
  expect(before).toHaveLength(23);
  const again = new Platform({ operation_duration_ms: A_SECOND_EACH });
  again.replace(platform.tables());
  for (const each of [platform, again]) {
    each.touch(endpoint_id, now);
    expect(moments(each, now + HOUR).slice(0, -2)).toEqual(before.slice(2));
  }
  // The oldest one kept ended more than half a year ago, because each end removes only one.
  const oldest = Date.parse(
    ask(CONTRACT.listProjectOperations, {}, now + HOUR).operations.at(-1)!.updated_at,
  );
  expect(oldest).toBeLessThan(now - half_a_year);
});

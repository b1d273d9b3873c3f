import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { demoPlatform, demoProject, HOUR, refusal, SECOND, START, told } from './demo-platform.js';

describe('operations', () => {
  test('the first of a chain starts running, the later ones scheduling; each starts when the one before has finished', () => {
    const { platform, admin } = demoPlatform();
    const { operations, project } = platform.call(
      CONTRACT.createProject,
      admin.caller,
      { project: {} },
      START,
    );
    expect(told(operations)).toEqual(['create_timeline running', 'start_compute scheduling']);
    const list = (at: number) =>
      told(
        platform.call(CONTRACT.listProjectOperations, admin.caller, { project_id: project.id }, at)
          .operations,
      );
    expect(list(START + 999)).toEqual(['start_compute scheduling', 'create_timeline running']);
    expect(list(START + 1000)).toEqual(['start_compute running', 'create_timeline finished']);
    expect(list(START + 2000)).toEqual(['start_compute finished', 'create_timeline finished']);
  });

  test('have UUIDs and can be looked up one by one', () => {
    const { platform, caller, created, project_id, ready } = demoProject();
    const [first] = created.operations;
    expect(first!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const input = { project_id, operation_id: first!.id };
    expect(platform.call(CONTRACT.getProjectOperation, caller, input, ready).operation).toMatchObject({
      status: 'finished',
      created_at: '2026-01-05T00:00:00Z',
      updated_at: '2026-01-05T00:00:01Z',
      total_duration_ms: 1000,
    });
    const missing = { project_id, operation_id: 'a07f8772-1877-4da9-a939-3a3ae62d1d8d' };
    expect(refusal(() => platform.call(CONTRACT.getProjectOperation, caller, missing, ready)).message).toBe(
      'operation not found',
    );
  });

  test('are listed newest first, in pages that overlap nowhere', () => {
    const { platform, caller, ids, project_id, ready } = demoProject();
    for (let turn = 0; turn < 5; turn++) {
      platform.call(CONTRACT.restartProjectEndpoint, caller, ids, ready + turn * 10 * SECOND);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = platform.call(
        CONTRACT.listProjectOperations,
        caller,
        { project_id, limit: 5, cursor },
        ready + HOUR,
      );
      seen.push(...page.operations.map(({ id }) => id));
      cursor = page.pagination?.cursor;
    } while (cursor !== undefined);
    const all = platform.call(
      CONTRACT.listProjectOperations,
      caller,
      { project_id },
      ready + HOUR,
    ).operations;
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(new Set(seen).size).toBe(13);
  });

  test('a page has 1 to 1000 of them, and cursors come from previous answers', () => {
    const { platform, caller, project_id, ready } = demoProject();
    for (const request of [{ limit: 0 }, { limit: 1001 }, { limit: 2.5 }, { cursor: 'x' }]) {
      const call = () =>
        platform.call(CONTRACT.listProjectOperations, caller, { project_id, ...request }, ready);
      expect(refusal(call).kind).toBe('bad_request');
    }
  });

  test('take the time that was asked for, or one drawn by their id', () => {
    const { platform, admin } = demoPlatform({
      operation_duration_ms: { create_timeline: 0, start_compute: { min_ms: 200, max_ms: 500 } },
    });
    const { project } = platform.call(CONTRACT.createProject, admin.caller, { project: {} }, START);
    const [start] = platform.call(
      CONTRACT.listProjectOperations,
      admin.caller,
      { project_id: project.id },
      START + SECOND,
    ).operations;
    expect(start!.total_duration_ms).toBeGreaterThanOrEqual(200);
    expect(start!.total_duration_ms).toBeLessThanOrEqual(500);
  });
});

describe('the project lock', () => {
  test('while operations are in flight a mutating call gets 423 and nothing happens', () => {
    const { platform, admin } = demoPlatform();
    const { project, branch, endpoints } = platform.call(
      CONTRACT.createProject,
      admin.caller,
      { project: {} },
      START,
    );
    const ids = { project_id: project.id, branch_id: branch.id, endpoint_id: endpoints[0]!.id };
    expect(project.locked).toBe(true);
    const at = START + 500;
    const read_only = { branch_id: branch.id, type: 'read_only' as const };
    const calls = [
      () => platform.call(CONTRACT.createProjectEndpoint, admin.caller, { ...ids, endpoint: read_only }, at),
      () =>
        platform.call(
          CONTRACT.updateProjectEndpoint,
          admin.caller,
          { ...ids, endpoint: { disabled: true } },
          at,
        ),
      () => platform.call(CONTRACT.startProjectEndpoint, admin.caller, ids, at),
      () => platform.call(CONTRACT.restartProjectEndpoint, admin.caller, ids, at),
      () => platform.call(CONTRACT.deleteProjectEndpoint, admin.caller, ids, at),
      () => platform.call(CONTRACT.createProjectBranch, admin.caller, ids, at),
      () =>
        platform.call(CONTRACT.createProjectBranchRole, admin.caller, { ...ids, role: { name: 'x' } }, at),
      () => platform.call(CONTRACT.deleteProject, admin.caller, ids, at),
    ];
    const before = platform.tables();
    for (const call of calls) {
      const { kind, message } = refusal(call);
      expect([kind, message]).toEqual([
        'locked',
        'project already has running conflicting operations, scheduling of new ones is prohibited',
      ]);
    }
    expect(platform.tables()).toEqual(before);
    const after = platform.call(
      CONTRACT.createProjectEndpoint,
      admin.caller,
      { ...ids, endpoint: read_only },
      START + 2000,
    );
    expect(after.operations).toHaveLength(1);
  });

  test('operations that the platform starts wait for their turn', () => {
    const { platform, caller, project_id, endpoint_id, states, ready } = demoProject();
    const idle = ready + HOUR;
    platform.call(CONTRACT.createProjectBranch, caller, { project_id }, idle);
    platform.touch(endpoint_id, idle + 100);
    const { operations } = platform.call(
      CONTRACT.listProjectOperations,
      caller,
      { project_id, limit: 2 },
      idle + 100,
    );
    expect(told(operations)).toEqual(['start_compute scheduling', 'create_branch running']);
    expect(states(idle + SECOND)).toBe('idle, then active');
    expect(states(idle + 2 * SECOND)).toBe('active');
  });

  test('other projects are not locked', () => {
    const { platform, admin } = demoPlatform();
    platform.call(CONTRACT.createProject, admin.caller, { project: {} }, START);
    expect(
      platform.call(CONTRACT.createProject, admin.caller, { project: {} }, START).operations,
    ).toHaveLength(2);
  });
});

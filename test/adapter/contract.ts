import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdapterError } from '../../src/adapter/adapter-error.js';
import { operationsSucceeded } from '../../src/adapter/operations-ended.js';
import type { PlatformAdapter, ReportedOperation } from '../../src/adapter/platform-adapter.js';

/** An adapter under test. */
export interface ContractSubject {
  readonly adapter: PlatformAdapter;
  /** An adapter for another key of the same service. */
  readonly withKey: (api_key: string) => PlatformAdapter;
  /** Whether tests may wait for five idle minutes. */
  readonly idles: boolean;
  /** The organization of the project; the first of the account by default. */
  readonly org_id?: string | undefined;
  readonly release?: (() => Promise<void>) | undefined;
}

const MISSING_ID = 'no-such-resource-12345678';
const TIMEOUT_MS = 300_000;

/** The error of a call that must be refused. */
async function refusal(call: Promise<unknown>): Promise<AdapterError> {
  const answer = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(answer).toBeInstanceOf(AdapterError);
  return answer as AdapterError;
}

/**
 * The contract of every adapter, whatever it is connected to. It works in a temporary project of the smallest computes,
 * and deletes the project at the end.
 */
export function platformContract(name: string, open: () => Promise<ContractSubject>): void {
  describe(`adapter contract: ${name}`, { timeout: TIMEOUT_MS }, () => {
    let subject: ContractSubject;
    let adapter: PlatformAdapter;
    let org_id: string | undefined;
    let project_id = '';
    let branch_id = '';
    let endpoint_id = '';

    const done = (operations: readonly ReportedOperation[]) =>
      operationsSucceeded(adapter, project_id, operations);
    const endpoint = async (id = endpoint_id) =>
      (await adapter.getProjectEndpoint({ project_id, endpoint_id: id })).endpoint;
    const awake = async () => {
      await done((await adapter.startProjectEndpoint({ project_id, endpoint_id })).operations);
    };

    beforeAll(async () => {
      subject = await open();
      adapter = subject.adapter;
      const { organizations } = await adapter.getCurrentUserOrganizations();
      org_id = subject.org_id ?? organizations[0]?.id;
      const made = await adapter.createProject({
        project: {
          name: 'neap-contract',
          org_id,
          default_endpoint_settings: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.5 },
        },
      });
      project_id = made.project.id;
      branch_id = made.branch.id;
      endpoint_id = made.endpoints[0]!.id;
      expect(made.branch.default).toBe(true);
      expect(made.endpoints).toHaveLength(1);
      expect(made.endpoints[0]).toMatchObject({ type: 'read_write', branch_id, project_id });
      expect(made.operations.length).toBeGreaterThan(0);
      await done(made.operations);
    }, TIMEOUT_MS);

    afterAll(async () => {
      if (project_id !== '') await adapter.deleteProject({ project_id });
      await adapter?.close();
      await subject?.release?.();
    }, TIMEOUT_MS);

    test('a new project has a primary compute that runs at its smallest size', async () => {
      await awake();
      expect(await endpoint()).toMatchObject({
        current_state: 'active',
        autoscaling_limit_min_cu: 0.25,
        autoscaling_limit_max_cu: 0.5,
        disabled: false,
      });
    });

    test('a project is found by id and by name across pages', async () => {
      expect((await adapter.getProject({ project_id })).project.name).toBe('neap-contract');
      const found = await adapter.listProjects({ org_id, search: 'neap-contract', limit: 100 });
      expect(found.projects.map(({ id }) => id)).toContain(project_id);
      const one = await adapter.listProjects({ org_id, limit: 1 });
      expect(one.projects).toHaveLength(1);
      const cursor = one.pagination?.cursor;
      expect(cursor).toBeTypeOf('string');
      const next = await adapter.listProjects({ org_id, limit: 1, cursor });
      expect(next.projects.map(({ id }) => id)).not.toContain(one.projects[0]!.id);
    });

    test('missing resources and resources of other accounts are refused with the same 404', async () => {
      const refusals = [
        refusal(adapter.getProject({ project_id: MISSING_ID })),
        refusal(adapter.getProjectEndpoint({ project_id, endpoint_id: `ep-${MISSING_ID}` })),
        refusal(adapter.getProjectBranch({ project_id, branch_id: `br-${MISSING_ID}` })),
        refusal(adapter.restartProjectEndpoint({ project_id, endpoint_id: `ep-${MISSING_ID}` })),
      ];
      for (const error of await Promise.all(refusals)) {
        expect(error).toMatchObject({ status: 404, code: expect.any(String) });
        expect(error.message).toMatch(/not found/);
      }
    });

    test('connection URIs name the direct or the pooled address', async () => {
      const [{ uri }, pooled] = await Promise.all(
        [false, true].map((each) =>
          adapter.getConnectionURI({
            project_id,
            database_name: 'neondb',
            role_name: 'neondb_owner',
            pooled: each,
          }),
        ) as [Promise<{ uri: string }>, Promise<{ uri: string }>],
      );
      expect(uri).toMatch(/^postgres(ql)?:\/\/neondb_owner:/);
      expect(uri).toContain(endpoint_id);
      expect(pooled.uri).toContain(`${endpoint_id}-pooler.`);
    });

    test('a suspended compute is idle, and a started one is active again', async () => {
      await awake();
      const suspended = await adapter.suspendProjectEndpoint({ project_id, endpoint_id });
      expect(suspended.operations.map(({ action }) => action)).toEqual(['suspend_compute']);
      await done(suspended.operations);
      expect((await endpoint()).current_state).toBe('idle');
      const started = await adapter.startProjectEndpoint({ project_id, endpoint_id });
      expect(started.operations.map(({ action }) => action)).toEqual(['start_compute']);
      await done(started.operations);
      expect((await endpoint()).current_state).toBe('active');
    });

    test('a restart is a suspend followed by a start', async () => {
      await awake();
      const { operations } = await adapter.restartProjectEndpoint({ project_id, endpoint_id });
      expect(operations.map(({ action }) => action)).toEqual(['suspend_compute', 'start_compute']);
      await done(operations);
      expect((await endpoint()).current_state).toBe('active');
    });

    test('a restart of an idle compute is refused', async () => {
      await awake();
      await done((await adapter.suspendProjectEndpoint({ project_id, endpoint_id })).operations);
      const { status } = await refusal(adapter.restartProjectEndpoint({ project_id, endpoint_id }));
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      await awake();
    });

    test('edits of size and timeout are applied and persist', async () => {
      const size = { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 };
      const edited = await adapter.updateProjectEndpoint({ project_id, endpoint_id, endpoint: size });
      expect(edited.endpoint).toMatchObject(size);
      await done(edited.operations);
      expect(await endpoint()).toMatchObject(size);
      const timeout = { suspend_timeout_seconds: 300 };
      const again = await adapter.updateProjectEndpoint({ project_id, endpoint_id, endpoint: timeout });
      await done(again.operations);
      expect(await endpoint()).toMatchObject({ ...size, ...timeout });
    });

    test.each([
      ['a minimum above the maximum', { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 0.5 }],
      ['a size that is none', { autoscaling_limit_min_cu: 0.3, autoscaling_limit_max_cu: 0.3 }],
      ['a timeout that is none', { suspend_timeout_seconds: 30 }],
    ])('%s is refused and changes nothing', async (_what, change) => {
      const before = await endpoint();
      const error = await refusal(
        adapter.updateProjectEndpoint({ project_id, endpoint_id, endpoint: change }),
      );
      expect([400, 422]).toContain(error.status);
      expect(error.message).not.toBe('');
      const { autoscaling_limit_min_cu, autoscaling_limit_max_cu, suspend_timeout_seconds } = before;
      expect(await endpoint()).toMatchObject({
        autoscaling_limit_min_cu,
        autoscaling_limit_max_cu,
        suspend_timeout_seconds,
      });
    });

    test('a branch has one primary compute, and a replica can be added and deleted', async () => {
      const create = (type: 'read_write' | 'read_only') =>
        adapter.createProjectEndpoint({
          project_id,
          endpoint: { branch_id, type, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 },
        });
      expect((await refusal(create('read_write'))).status).toBe(409);
      const replica = await create('read_only');
      expect(replica.endpoint).toMatchObject({ type: 'read_only', branch_id });
      await done(replica.operations);
      const ids = async () =>
        (await adapter.listProjectEndpoints({ project_id })).endpoints.map(({ id }) => id);
      expect((await ids()).toSorted()).toEqual([endpoint_id, replica.endpoint.id].toSorted());
      const it = { project_id, endpoint_id: replica.endpoint.id };
      const deleted = await adapter.deleteProjectEndpoint(it);
      expect(deleted?.endpoint.id).toBe(replica.endpoint.id);
      await done(deleted?.operations ?? []);
      expect(await ids()).toEqual([endpoint_id]);
      expect(await adapter.deleteProjectEndpoint(it)).toBeUndefined();
    });

    test('a branch is created with a compute, listed and deleted', async () => {
      const made = await adapter.createProjectBranch({
        project_id,
        branch: { name: 'trial' },
        endpoints: [{ type: 'read_write', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }],
      });
      expect(made.branch).toMatchObject({ name: 'trial', parent_id: branch_id, default: false });
      await done(made.operations);
      const on_branch = { project_id, branch_id: made.branch.id };
      const { endpoints } = await adapter.listProjectBranchEndpoints(on_branch);
      expect(endpoints.map(({ id }) => id)).toEqual(made.endpoints.map(({ id }) => id));
      expect((await adapter.getProjectBranch(on_branch)).branch.name).toBe('trial');
      const { branches } = await adapter.listProjectBranches({ project_id });
      expect(branches.map(({ name: each }) => each)).toEqual(expect.arrayContaining(['trial']));
      expect(branches).toHaveLength(2);
      const twice = adapter.createProjectBranch({ project_id, branch: { name: 'trial' } });
      expect((await refusal(twice)).status).toBe(409);
      const deleted = await adapter.deleteProjectBranch(on_branch);
      await done(deleted?.operations ?? []);
      expect((await adapter.listProjectBranches({ project_id })).branches).toHaveLength(1);
    });

    test('two concurrent changes both succeed, because the adapter waits for a locked project', async () => {
      await awake();
      const edits = [0.5, 1].map((autoscaling_limit_max_cu) =>
        adapter.updateProjectEndpoint({
          project_id,
          endpoint_id,
          endpoint: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu },
        }),
      );
      for (const { operations } of await Promise.all(edits)) await done(operations);
      expect([0.5, 1]).toContain((await endpoint()).autoscaling_limit_max_cu);
    });

    test('operations are listed newest first, and each is found by its id', async () => {
      const { operations } = await adapter.listProjectOperations({ project_id, limit: 5 });
      expect(operations.length).toBeGreaterThan(2);
      const moments = operations.map(({ created_at }) => Date.parse(created_at));
      expect(moments).toEqual(moments.toSorted((a, b) => b - a));
      const [newest] = operations;
      const { operation } = await adapter.getProjectOperation({ project_id, operation_id: newest!.id });
      expect(operation).toMatchObject({ id: newest!.id, project_id, action: newest!.action });
      expect(operation.status).toBe('finished');
    });

    test('a personal key is shown once, works, and stops working when revoked', async ({ skip }) => {
      const made = await adapter.createApiKey({ key_name: 'neap-contract' }).catch((error: unknown) => {
        if (error instanceof AdapterError && error.status === 403) return undefined;
        throw error;
      });
      if (made === undefined) return skip('the key of this run is not a personal key');
      const other = subject.withKey(made.key);
      expect((await other.getProject({ project_id })).project.id).toBe(project_id);
      const listed = await adapter.listApiKeys();
      expect(listed.find(({ id }) => id === made.id)).toMatchObject({ name: 'neap-contract' });
      expect(JSON.stringify(listed)).not.toContain(made.key);
      expect(await adapter.revokeApiKey({ key_id: made.id })).toMatchObject({ id: made.id, revoked: true });
      expect((await refusal(other.getProject({ project_id }))).status).toBe(401);
      expect((await refusal(adapter.revokeApiKey({ key_id: made.id }))).status).toBe(404);
      await other.close();
    });

    test('a project-scoped key reaches only its project', async ({ skip }) => {
      if (org_id === undefined) return skip('the account is in no organization');
      const asked = { org_id, key_name: 'neap-contract', project_id };
      const made = await adapter.createOrgApiKey(asked).catch((error: unknown) => {
        if (error instanceof AdapterError && error.status === 403) return undefined;
        throw error;
      });
      if (made === undefined) return skip('the key of this run may not create keys of the organization');
      const scoped = subject.withKey(made.key);
      expect((await scoped.getProject({ project_id })).project.id).toBe(project_id);
      expect([403, 404]).toContain((await refusal(scoped.deleteProject({ project_id }))).status);
      expect([403, 404]).toContain((await refusal(scoped.createProject({ project: {} }))).status);
      expect((await adapter.listOrgApiKeys({ org_id })).map(({ id }) => id)).toContain(made.id);
      expect((await adapter.revokeOrgApiKey({ org_id, key_id: made.id })).revoked).toBe(true);
      expect((await refusal(scoped.getProject({ project_id }))).status).toBe(401);
      await scoped.close();
    });

    test('an invalid key is refused and appears in no error and no printed adapter', async () => {
      const wrong = subject.withKey('napi_not_a_key_at_all_0123456789');
      const error = await refusal(wrong.getProject({ project_id }));
      expect(error.status).toBe(401);
      const shown = [error, wrong].map((each) => inspect(each, { depth: 20, showHidden: true })).join('\n');
      expect(`${shown}${JSON.stringify(error)}${error.stack}`).not.toContain('napi_not_a_key');
      await wrong.close();
    });

    test('waiting takes exactly the requested time, and an abort ends the wait', async () => {
      const before_ms = adapter.now_ms();
      await adapter.wait(20);
      // System clocks are adjusted now and then, by far less than this.
      expect(adapter.now_ms() - before_ms).toBeGreaterThan(10);
      const stop = new AbortController();
      stop.abort(new Error('enough'));
      await expect(adapter.wait(60_000, stop.signal)).rejects.toThrow();
    });

    test('an unused compute is suspended after its timeout', async ({ skip }) => {
      if (!subject.idles) return skip('five minutes are not waited for');
      await awake();
      await adapter.wait(301_000);
      await adapter.wait(5_000);
      expect((await endpoint()).current_state).toBe('idle');
    });

    test('a deleted project no longer exists', async () => {
      expect((await adapter.deleteProject({ project_id })).project.id).toBe(project_id);
      expect((await refusal(adapter.getProject({ project_id }))).status).toBe(404);
      project_id = '';
    });
  });
}

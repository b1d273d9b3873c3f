import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdapterError } from '../../src/adapter/adapter-error.js';
import { operationsSucceeded } from '../../src/adapter/operations-ended.js';
import type { PlatformAdapter } from '../../src/adapter/platform-adapter.js';
import { describeTable } from '../platform/rule-table.js';
import { AdapterWorld } from './adapter-world.js';

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

const TIMEOUT_MS = 300_000;

async function refusal(call: Promise<unknown>): Promise<AdapterError> {
  const answer = await call.catch((error: unknown) => error);
  expect(answer).toBeInstanceOf(AdapterError);
  return answer as AdapterError;
}

/** The answer to a call, or `undefined` if the key of this run may not make it. */
async function ifAllowed<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof AdapterError && error.status === 403) return undefined;
    throw error;
  });
}

/**
 * The contract of every adapter, whatever it is connected to. It works in a temporary project of the smallest computes,
 * and deletes the project at the end.
 */
export function platformContract(name: string, open: () => Promise<ContractSubject>): void {
  describe(`adapter contract: ${name}`, { timeout: TIMEOUT_MS }, () => {
    let subject: ContractSubject;
    let adapter: PlatformAdapter;
    let world: AdapterWorld;
    let org_id: string | undefined;
    let project_id = '';
    let endpoint_id = '';

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
      endpoint_id = made.endpoints[0]!.id;
      const branch_id = made.branch.id;
      expect(made.branch.default).toBe(true);
      expect(made.endpoints).toMatchObject([{ type: 'read_write', branch_id, project_id }]);
      expect(made.operations.length).toBeGreaterThan(0);
      await operationsSucceeded(adapter, project_id, made.operations);
      world = new AdapterWorld(adapter);
      const names = { project: project_id, branch: branch_id, compute: endpoint_id };
      for (const [key, value] of Object.entries(names)) world.names.set(key, value);
    }, TIMEOUT_MS);

    afterAll(async () => {
      if (project_id !== '') await adapter.deleteProject({ project_id });
      await adapter?.close();
      await subject?.release?.();
    }, TIMEOUT_MS);

    describeTable(join(import.meta.dirname, 'contract.yaml'), async () => world);

    test('a project is found by name across pages', async () => {
      const found = await adapter.listProjects({ org_id, search: 'neap-contract', limit: 100 });
      expect(found.projects.map(({ id }) => id)).toContain(project_id);
      const one = await adapter.listProjects({ org_id, limit: 1 });
      expect(one.projects).toHaveLength(1);
      const cursor = one.pagination?.cursor;
      expect(cursor).toBeTypeOf('string');
      const next = await adapter.listProjects({ org_id, limit: 1, cursor });
      expect(next.projects.map(({ id }) => id)).not.toContain(one.projects[0]!.id);
    });

    test('two concurrent changes both succeed, because the adapter waits for a locked project', async () => {
      const ids = { project_id, endpoint_id };
      const edits = [0.5, 1].map((autoscaling_limit_max_cu) =>
        adapter.updateProjectEndpoint({
          ...ids,
          endpoint: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu },
        }),
      );
      for (const { operations } of await Promise.all(edits)) {
        await operationsSucceeded(adapter, project_id, operations);
      }
      const { endpoint } = await adapter.getProjectEndpoint(ids);
      expect([0.5, 1]).toContain(endpoint.autoscaling_limit_max_cu);
    });

    test('operations are listed newest first, and each is found by its id', async () => {
      const { operations } = await adapter.listProjectOperations({ project_id, limit: 5 });
      expect(operations.length).toBeGreaterThan(2);
      const moments = operations.map(({ created_at }) => Date.parse(created_at));
      expect(moments).toEqual(moments.toSorted((a, b) => b - a));
      const { id, action } = operations[0]!;
      const { operation } = await adapter.getProjectOperation({ project_id, operation_id: id });
      expect(operation).toMatchObject({ id, project_id, action, status: 'finished' });
    });

    test('a personal key is shown once, works, and stops working when revoked', async ({ skip }) => {
      const made = await ifAllowed(adapter.createApiKey({ key_name: 'neap-contract' }));
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
      const made = await ifAllowed(adapter.createOrgApiKey(asked));
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
      const ids = { project_id, endpoint_id };
      const { operations } = await adapter.startProjectEndpoint(ids);
      await operationsSucceeded(adapter, project_id, operations);
      await adapter.wait(306_000);
      expect((await adapter.getProjectEndpoint(ids)).endpoint.current_state).toBe('idle');
    });

    test('a deleted project no longer exists', async () => {
      expect((await adapter.deleteProject({ project_id })).project.id).toBe(project_id);
      expect((await refusal(adapter.getProject({ project_id }))).status).toBe(404);
      project_id = '';
    });
  });
}

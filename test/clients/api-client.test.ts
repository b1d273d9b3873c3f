import { ConsumptionHistoryGranularity, createApiClient, EndpointType } from '@neondatabase/api-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_PATH } from '../../src/server/app.js';
import { type ListeningEmulator, listen } from '../../src/server/listen.js';
import { EmulatorUnderTest } from '../server/emulator-under-test.js';

const DAY_MS = 86_400_000;
const real = { epochMs: Date.now, monotonicMs: () => performance.now() };

describe('@neondatabase/api-client, unmodified', () => {
  const emulator = new EmulatorUnderTest({ real, speed: 1, start_ms: undefined });
  let listening: ListeningEmulator;
  let api: ReturnType<typeof createApiClient>;
  beforeAll(async () => {
    listening = await listen(emulator.emulator, { port: 0, host: '127.0.0.1' });
    api = createApiClient({ apiKey: emulator.key, baseURL: `${listening.address}${API_PATH}` });
  });
  afterAll(() => listening.stop());

  /** A project whose operations have finished. */
  async function project(name: string) {
    const { data, status } = await api.createProject({ project: { name } });
    expect(status).toBe(201);
    return { id: data.project.id, branch_id: data.branch.id, endpoint_id: data.endpoints[0]!.id, data };
  }

  test('the client reads the user, organizations and regions', async () => {
    const me = (await api.getCurrentUserInfo()).data;
    expect(me.email).toBe('user@neap.example');
    expect((await api.getAuthDetails()).data.account_id).toBe(me.id);
    const [organization] = (await api.getCurrentUserOrganizations()).data.organizations;
    expect((await api.getOrganization(organization!.id)).data).toEqual(organization);
    const { members } = (await api.getOrganizationMembers({ orgId: organization!.id })).data;
    expect(members.map(({ user }) => user.email)).toEqual([me.email]);
    expect((await api.getOrganizationMember(organization!.id, members[0]!.member.id)).data.role).toBe(
      'admin',
    );
    expect((await api.getActiveRegions({})).data.regions.map(({ region_id }) => region_id)).toContain(
      'aws-us-east-2',
    );
  });

  test('the client creates, uses and revokes personal keys', async () => {
    const { data: made } = await api.createApiKey({ key_name: 'ci' });
    const other = createApiClient({ apiKey: made.key, baseURL: `${listening.address}${API_PATH}` });
    expect((await other.listApiKeys()).data.map(({ name }) => name)).toContain('ci');
    expect((await api.revokeApiKey(made.id)).data).toMatchObject({ id: made.id, revoked: true });
    await expect(other.listProjects({})).rejects.toMatchObject({ response: { status: 401 } });
  });

  test("the client creates an organization's keys, and one scoped to a project", async () => {
    const [organization] = (await api.getCurrentUserOrganizations()).data.organizations;
    const { data } = await api.createProject({ project: { name: 'scoped', org_id: organization!.id } });
    const { data: key } = await api.createOrgApiKey(organization!.id, {
      key_name: 'deploy',
      project_id: data.project.id,
    });
    const scoped = createApiClient({ apiKey: key.key, baseURL: `${listening.address}${API_PATH}` });
    expect((await scoped.getProject(data.project.id)).data.project.name).toBe('scoped');
    await expect(scoped.createProject({ project: {} })).rejects.toMatchObject({ response: { status: 403 } });
    await expect(scoped.deleteProject(data.project.id)).rejects.toMatchObject({ response: { status: 403 } });
    const listed = (await api.listOrgApiKeys(organization!.id)).data;
    expect(listed).toMatchObject([{ id: key.id, project_id: data.project.id }]);
    expect((await api.revokeOrgApiKey(organization!.id, key.id)).data.revoked).toBe(true);
  });

  test('the client creates, finds, changes, deletes and recovers projects', async () => {
    const { id, data } = await project('shop');
    expect(data.connection_uris[0]!.connection_uri).toMatch(/^postgresql:\/\/neondb_owner:/);
    expect(data.operations.map(({ action }) => action)).toEqual(['create_timeline', 'start_compute']);
    expect((await api.listProjects({ search: 'shop', limit: 10 })).data.projects).toHaveLength(1);
    expect((await api.listSharedProjects({})).data.projects).toEqual([]);
    const changed = await api.updateProject(id, { project: { name: 'store' } });
    expect(changed.data.project.name).toBe('store');
    const { data: uri } = await api.getConnectionUri({
      projectId: id,
      database_name: 'neondb',
      role_name: 'neondb_owner',
      pooled: true,
    });
    expect(uri.uri).toContain('-pooler.');
    expect((await api.deleteProject(id)).status).toBe(200);
    await expect(api.getProject(id)).rejects.toMatchObject({ response: { status: 404 } });
    expect((await api.recoverProject(id)).data.project.id).toBe(id);
  });

  test('the client manages branches with roles and databases', async () => {
    const { id, branch_id } = await project('branched');
    const { data: made } = await api.createProjectBranch(id, {
      branch: { name: 'dev' },
      endpoints: [{ type: EndpointType.ReadWrite }],
    });
    const dev = made.branch.id;
    expect(made.branch.parent_id).toBe(branch_id);
    expect(made.endpoints).toHaveLength(1);
    const { data: list } = await api.listProjectBranches({ projectId: id, sort_by: 'name' });
    expect(list.branches).toHaveLength(2);
    expect((await api.countProjectBranches({ projectId: id })).data.count).toBe(2);
    expect((await api.getProjectBranch(id, dev)).data.branch.name).toBe('dev');
    await api.updateProjectBranch(id, dev, { branch: { name: 'develop' } });
    expect((await api.listProjectBranchEndpoints(id, dev)).data.endpoints).toHaveLength(1);

    await api.createProjectBranchRole(id, dev, { role: { name: 'reader' } });
    expect((await api.listProjectBranchRoles(id, dev)).data.roles.map(({ name }) => name)).toContain(
      'reader',
    );
    expect((await api.getProjectBranchRole(id, dev, 'reader')).data.role.name).toBe('reader');
    const { password } = (await api.getProjectBranchRolePassword(id, dev, 'reader')).data;
    await api.resetProjectBranchRolePassword(id, dev, 'reader');
    expect((await api.getProjectBranchRolePassword(id, dev, 'reader')).data.password).not.toBe(password);

    const database = { name: 'orders', owner_name: 'reader' };
    await api.createProjectBranchDatabase(id, dev, { database });
    expect((await api.listProjectBranchDatabases(id, dev)).data.databases).toHaveLength(2);
    await api.updateProjectBranchDatabase(id, dev, 'orders', { database: { name: 'sales' } });
    expect((await api.getProjectBranchDatabase(id, dev, 'sales')).data.database).toMatchObject({
      owner_name: 'reader',
    });
    expect((await api.deleteProjectBranchDatabase(id, dev, 'sales')).status).toBe(200);
    expect((await api.deleteProjectBranchRole(id, dev, 'reader')).status).toBe(200);

    await api.setDefaultProjectBranch(id, dev);
    expect((await api.getProjectBranch(id, dev)).data.branch.default).toBe(true);
    await api.setDefaultProjectBranch(id, branch_id);
    expect((await api.deleteProjectBranch({ projectId: id, branchId: dev })).status).toBe(200);
    expect((await api.deleteProjectBranch({ projectId: id, branchId: dev })).status).toBe(204);
  });

  test('the client creates, changes, suspends, starts, restarts and deletes computes', async () => {
    const { id, branch_id, endpoint_id } = await project('computes');
    const create = (type: EndpointType) =>
      api.createProjectEndpoint(id, { endpoint: { branch_id, type, autoscaling_limit_max_cu: 1 } });
    await expect(create(EndpointType.ReadWrite)).rejects.toMatchObject({ response: { status: 409 } });
    const replica = await create(EndpointType.ReadOnly);
    expect(replica.status).toBe(201);
    expect(replica.data.endpoint).toMatchObject({ current_state: 'init', pending_state: 'active' });
    expect((await api.listProjectEndpoints(id)).data.endpoints).toHaveLength(2);
    const state = async () => (await api.getProjectEndpoint(id, endpoint_id)).data.endpoint.current_state;
    expect(await state()).toBe('active');
    await api.updateProjectEndpoint(id, endpoint_id, { endpoint: { autoscaling_limit_max_cu: 4 } });
    expect(
      (await api.restartProjectEndpoint(id, endpoint_id)).data.operations.map(({ action }) => action),
    ).toEqual(['suspend_compute', 'start_compute']);
    await api.suspendProjectEndpoint(id, endpoint_id);
    expect(await state()).toBe('idle');
    await expect(api.restartProjectEndpoint(id, endpoint_id)).rejects.toThrow();
    await api.startProjectEndpoint(id, endpoint_id);
    expect(await state()).toBe('active');
    expect((await api.deleteProjectEndpoint(id, replica.data.endpoint.id)).status).toBe(200);
    const { data } = await api.listProjectOperations({ projectId: id, limit: 5 });
    expect(data.operations).toHaveLength(5);
    const { operation } = (await api.getProjectOperation(id, data.operations[0]!.id)).data;
    expect(operation.status).toBe('finished');
  });

  test('the client reads consumption', async () => {
    const [organization] = (await api.getCurrentUserOrganizations()).data.organizations;
    const span = {
      from: new Date(Date.now() - 3 * DAY_MS).toISOString(),
      to: new Date(Date.now() - DAY_MS).toISOString(),
      metrics: ['compute_unit_seconds'],
      org_id: organization!.id,
    };
    const { data } = await api.getConsumptionHistoryPerProjectV2({
      ...span,
      granularity: ConsumptionHistoryGranularity.Daily,
    });
    expect(data.projects).toBeInstanceOf(Array);
  });
});

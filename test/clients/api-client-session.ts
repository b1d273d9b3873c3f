import { createApiClient } from '@neondatabase/api-client';

/** A call of a client and its outcome. */
export interface PlayedCall {
  readonly name: string;
  /** Status of the response; 0 if the client itself failed. */
  readonly status: number;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are judged in other tests
type Body = any;
type Method = (...args: readonly unknown[]) => Promise<{ readonly status: number; readonly data: Body }>;

/** Every call of the client by name, with the names of its parameters. */
export function callsOfApiClient(): ReadonlyMap<string, readonly string[]> {
  const api = createApiClient({ apiKey: 'none' }) as unknown as Readonly<Record<string, unknown>>;
  const calls = Object.entries(api).flatMap(([name, value]) => {
    const takes =
      typeof value === 'function' ? /^function \(([^)]*params)\)/.exec(String(value))?.[1] : undefined;
    return takes === undefined || name === 'request' ? [] : [[name, takes.split(', ').slice(0, -1)] as const];
  });
  return new Map(calls);
}

/**
 * Makes every call that the client has: first those of a small project's life, in an order that lets each succeed,
 * then all others, with the ids of that project.
 */
export async function playApiClient(baseURL: string, apiKey: string): Promise<readonly PlayedCall[]> {
  const played: PlayedCall[] = [];
  const callsOf = (key: string): MakeCall => {
    const api = createApiClient({ apiKey: key, baseURL }) as unknown as Readonly<Record<string, Method>>;
    return async (name, ...args) => {
      try {
        const { status, data } = await api[name]!(...args);
        played.push({ name, status });
        return data;
      } catch (error) {
        const status = (error as { readonly response?: { readonly status: number } }).response?.status ?? 0;
        played.push({ name, status });
        return undefined;
      }
    };
  };
  const control: Control = async (path, body) => {
    const url = baseURL.replace('/api/v2', `/_neap${path}`);
    return (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json();
  };
  const call = callsOf(apiKey);
  const ids = await lifeOfAProject(call, control, callsOf);
  const done = new Set(played.map(({ name }) => name));
  for (const [name, takes] of callsOfApiClient()) {
    if (done.has(name)) continue;
    await call(name, ...takes.map((parameter) => argument(parameter, ids)));
  }
  return played;
}

/** Makes a call and records its status; `undefined` if it was refused. */
type MakeCall = (name: string, ...args: readonly unknown[]) => Promise<Body>;
/** Calls a control route of the emulator. */
type Control = (path: string, body: object) => Promise<Body>;

interface Ids {
  readonly projectId: string;
  readonly branchId: string;
}

/** The argument of a call that is not part of the session: an id if the parameter is one, else any text. */
function argument(parameter: string, ids: Ids): unknown {
  if (parameter === '_a') return { ...ids, bucketName: 'b', objectKey: 'k', prefix: 'p' };
  if (parameter === 'data' || parameter === 'query') return {};
  return (ids as unknown as Readonly<Record<string, string>>)[parameter] ?? 'none';
}

async function lifeOfAProject(
  call: MakeCall,
  control: Control,
  callsOf: (key: string) => MakeCall,
): Promise<Ids> {
  const region = 'aws-us-east-2';
  const vpc = 'vpce-2';
  const me = await call('getCurrentUserInfo');
  await call('getAuthDetails');
  const org = (await call('getCurrentUserOrganizations')).organizations[0].id;
  await call('getActiveRegions', {});
  await call('getOrganization', org);
  const { members } = await call('getOrganizationMembers', { orgId: org });
  await call('getOrganizationMember', org, members[0].member.id);
  await call('createOrganizationInvitations', org, {
    invitations: [{ email: 'ada@neap.example', role: 'member' }],
  });
  await call('getOrganizationInvitations', org);
  await call('setOrganizationSpendingLimit', org, { spending_limit_cents: 5000 });
  await call('getOrganizationSpendingLimit', org);
  await call('deleteOrganizationSpendingLimit', org);

  const key = await call('createApiKey', { key_name: 'ci' });
  await call('listApiKeys');
  await call('revokeApiKey', key.id);
  const of_org = await call('createOrgApiKey', org, { key_name: 'deploy' });
  await call('listOrgApiKeys', org);
  await call('revokeOrgApiKey', org, of_org.id);

  const made = await call('createProject', { project: { name: 'shop', org_id: org } });
  const projectId = made.project.id;
  const branchId = made.branch.id;
  await call('listProjects', { org_id: org });
  await call('listSharedProjects', {});
  await call('getProject', projectId);
  await call('updateProject', projectId, { project: { name: 'store' } });
  const { operations } = await call('listProjectOperations', { projectId });
  await call('getProjectOperation', projectId, operations[0].id);
  await call('getConnectionUri', { projectId, database_name: 'neondb', role_name: 'neondb_owner' });

  const dev = (await call('createProjectBranch', projectId, { branch: { name: 'dev' } })).branch.id;
  await call('listProjectBranches', { projectId });
  await call('countProjectBranches', { projectId });
  await call('getProjectBranch', projectId, dev);
  await call('updateProjectBranch', projectId, dev, { branch: { name: 'develop' } });
  await call('createProjectBranchRole', projectId, dev, { role: { name: 'reader' } });
  await call('listProjectBranchRoles', projectId, dev);
  await call('getProjectBranchRole', projectId, dev, 'reader');
  await call('getProjectBranchRolePassword', projectId, dev, 'reader');
  await call('resetProjectBranchRolePassword', projectId, dev, 'reader');
  const database = { name: 'orders', owner_name: 'reader' };
  await call('createProjectBranchDatabase', projectId, dev, { database });
  await call('listProjectBranchDatabases', projectId, dev);
  await call('getProjectBranchDatabase', projectId, dev, 'orders');
  await call('updateProjectBranchDatabase', projectId, dev, 'orders', { database: { name: 'sales' } });
  await call('getProjectBranchSchema', { projectId, branchId: dev, db_name: 'neondb' });
  await call('getProjectBranchSchemaComparison', { projectId, branchId: dev, db_name: 'neondb' });
  await call('deleteProjectBranchDatabase', projectId, dev, 'sales');
  await call('deleteProjectBranchRole', projectId, dev, 'reader');
  await call('restoreProjectBranch', projectId, dev, { source_branch_id: branchId });
  await call('setDefaultProjectBranch', projectId, dev);
  await call('setDefaultProjectBranch', projectId, branchId);
  await call('listProjectBranchBuckets', projectId, dev);
  await call('listProjectBranchFunctions', { projectId, branchId: dev });
  const scopes = { scopes: ['storage:read'], principal_type: 'user' };
  const credential = await call('createCredential', projectId, dev, scopes);
  await call('listCredentials', projectId, dev);
  await call('revokeCredential', projectId, dev, credential.token_id);

  const { snapshot } = await call('createSnapshot', { projectId, branchId, name: 'first' });
  await call('listSnapshots', projectId);
  await call('updateSnapshot', projectId, snapshot.id, { snapshot: { name: 'second' } });
  const restored = await call(
    'restoreSnapshot',
    { projectId, snapshotId: snapshot.id },
    { name: 'restored' },
  );
  await call('finalizeRestoreBranch', projectId, restored.branch.id, {});
  await call('deleteSnapshot', projectId, snapshot.id);
  await call('getSnapshotSchedule', projectId, branchId);

  const endpoint = { branch_id: dev, type: 'read_write' };
  const second = (await call('createProjectEndpoint', projectId, { endpoint })).endpoint.id;
  await call('listProjectEndpoints', projectId);
  await call('listProjectBranchEndpoints', projectId, dev);
  await call('getProjectEndpoint', projectId, second);
  await call('updateProjectEndpoint', projectId, second, { endpoint: { autoscaling_limit_max_cu: 2 } });
  await call('restartProjectEndpoint', projectId, second);
  await call('suspendProjectEndpoint', projectId, second);
  await call('startProjectEndpoint', projectId, second);
  await call('deleteProjectEndpoint', projectId, second);
  await call('deleteProjectBranch', { projectId, branchId: dev });

  const shared = await call('grantPermissionToProject', projectId, { email: 'ada@neap.example' });
  await call('listProjectPermissions', projectId);
  await call('revokePermissionFromProject', projectId, shared?.id ?? 'none');
  const jwks = await call('addProjectJwks', projectId, {
    jwks_url: 'https://keys.neap.example/jwks.json',
    provider_name: 'keys',
    role_names: ['neondb_owner'],
  });
  await call('getProjectJwks', projectId);
  await call('deleteProjectJwks', projectId, jwks?.jwks?.id ?? 'none');
  await call('assignOrganizationVpcEndpoint', org, region, vpc, { label: 'office' });
  await call('listOrganizationVpcEndpoints', org, region);
  await call('listOrganizationVpcEndpointsAllRegions', org);
  await call('getOrganizationVpcEndpointDetails', org, region, vpc);
  await call('assignProjectVpcEndpoint', projectId, vpc, { label: 'office' });
  await call('listProjectVpcEndpoints', projectId);
  await call('deleteProjectVpcEndpoint', projectId, vpc);
  await call('deleteOrganizationVpcEndpoint', org, region, vpc);

  const day = { from: '2026-01-05T00:00:00Z', to: '2026-01-06T00:00:00Z', granularity: 'daily', org_id: org };
  await call('getConsumptionHistoryPerProject', day);
  await call('getConsumptionHistoryPerProjectV2', { ...day, metrics: ['compute_unit_seconds'] });
  await call('getConsumptionHistoryPerBranchV2', {
    ...day,
    project_ids: [projectId],
    metrics: ['compute_unit_seconds'],
  });
  const offer = await call('createProjectTransferRequest', projectId, {});
  await call('acceptProjectTransferRequest', projectId, offer?.id ?? 'none', { org_id: org });
  await call('updateOrganizationMember', org, members[0].member.id, { role: 'admin' });
  const guest = await control('/users', { name: 'Guest', email: 'guest@neap.example' });
  await control(`/organizations/${org}/members`, { user_id: guest.id, role: 'member' });
  const guests = callsOf((await control(`/users/${guest.id}/api_keys`, { key_name: 'first' })).key);
  const own = (await guests('createProject', { project: { name: 'own' } })).project.id;
  await guests('transferProjectsFromUserToOrg', { destination_org_id: org, project_ids: [own] });
  const { id: founded } = await control('/organizations', { name: 'Other', admin_user_id: me.id });
  await call('transferProjectsFromOrgToOrg', org, { destination_org_id: founded, project_ids: [own] });
  await call('deleteProject', own);
  await call('recoverProject', own);
  await call('removeOrganizationMember', org, members[0].member.id);
  return { projectId, branchId };
}

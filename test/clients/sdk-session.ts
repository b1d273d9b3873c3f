import { createNeonClient } from '@neon/sdk';
import type { PlayedCall } from './api-client-session.js';

// biome-ignore lint/suspicious/noExplicitAny: bodies are judged in other tests
type Body = any;
type Method = (input?: object) => Promise<{ readonly data: Body; readonly error: Body }>;

/** Makes calls of every project-related part of the SDK, in the order of a small project's life. */
export async function playSdk(baseUrl: string, apiKey: string): Promise<readonly PlayedCall[]> {
  const neon = createNeonClient({ apiKey, baseUrl, wait: { pollIntervalMs: 20 } }) as unknown as Readonly<
    Record<string, Readonly<Record<string, Method>>>
  >;
  const played: PlayedCall[] = [];
  const call = async (name: string, input?: object): Promise<Body> => {
    const [part = '', method = ''] = name.split('.');
    const answer: Body = await neon[part]![method]!(input);
    // A list is read page by page.
    const { data, error } = typeof answer.all === 'function' ? await answer.all() : answer;
    played.push({ name, status: error == null ? 200 : (error.status ?? 0) });
    return data;
  };
  await call('user.me');
  await call('user.organizations');
  await call('regions.list');
  const key = await call('apiKeys.create', { keyName: 'ci' });
  await call('apiKeys.list');
  await call('apiKeys.revoke', { keyId: key?.id });
  const made = await call('projects.createAndConnect', { name: 'shop' });
  const projectId = made?.project?.id;
  await call('projects.list', {});
  await call('projects.get', { projectId });
  await call('projects.update', { projectId, name: 'store' });
  const main = await call('branches.getDefault', { projectId });
  const dev = await call('branches.createAndConnect', { projectId, name: 'dev' });
  const branchId = dev?.branch?.id;
  await call('branches.create', { projectId, name: 'qa' });
  await call('branches.list', { projectId });
  await call('branches.get', { projectId, branchId });
  await call('branches.update', { projectId, branchId, name: 'develop' });
  await call('branches.compareSchema', {
    projectId,
    branchId,
    baseBranchId: main?.id,
    databaseName: 'neondb',
  });
  await call('branches.resetFromParent', { projectId, branchId });
  await call('branches.setDefault', { projectId, branchId });
  await call('branches.setDefault', { projectId, branchId: main?.id });
  await call('postgres.connectionString', { projectId });
  const snapshot = await call('snapshots.create', { projectId, branchId: main?.id, name: 'first' });
  await call('snapshots.list', { projectId });
  await call('snapshots.update', { projectId, snapshotId: snapshot?.id, name: 'second' });
  const preview = { projectId, snapshotId: snapshot?.id, name: 'restored', finalize: false };
  const restored = await call('snapshots.restore', { ...preview, targetBranchId: main?.id });
  await call('branches.finalizeRestore', { projectId, branchId: restored?.branch?.id ?? restored?.id });
  await call('snapshots.getSchedule', { projectId, branchId: main?.id });
  await call('snapshots.delete', { projectId, snapshotId: snapshot?.id });
  const operations = await call('operations.list', { projectId });
  await call('operations.get', { projectId, operationId: operations?.[0]?.id });
  await call('functions.list', { projectId, branchId });
  const scopes = ['storage:read'];
  const { token_id: tokenId } = await call('credentials.create', {
    ...{ projectId, branchId, scopes, principal_type: 'user' },
  });
  await call('credentials.list', { projectId, branchId });
  for (const name of ['reveal', 'rotate', 'revoke'])
    await call(`credentials.${name}`, { projectId, branchId, tokenId });
  await call('logs.query', { projectId, branchId });
  await call('storage.get', { projectId, branchId });
  await call('aiGateway.get', { projectId, branchId });
  await call('auth.get', { projectId, branchId });
  await call('triggers.list', { projectId, branchId });
  await call('branches.delete', { projectId, branchId });
  await call('projects.delete', { projectId });
  await call('projects.recover', { projectId });
  return played;
}

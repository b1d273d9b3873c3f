import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedEmulator, serveNeap } from '../server/served-emulator.js';
import { openCli } from './neonctl.js';

describe('neonctl, unmodified, against a served port', () => {
  let emulator: ServedEmulator;
  let neonctl: Awaited<ReturnType<typeof openCli>>;
  beforeAll(async () => {
    // Some commands are not retried when they meet an operation, so no operation lasts until the next command.
    emulator = await serveNeap(['--operation-duration', '0s']);
    neonctl = await openCli(emulator.base_url, emulator.api_key!);
  });
  afterAll(async () => {
    neonctl.close();
    await emulator.stop('SIGTERM');
  });

  /** The JSON output of a command. */
  const json = async (...args: readonly string[]) =>
    JSON.parse(await neonctl.run(...args, '--output', 'json'));
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).sort();

  test('neonctl reads me and orgs', async () => {
    expect(await json('me')).toMatchObject({ email: 'user@neap.example' });
    expect(names(await json('orgs', 'list'))).toEqual(['Neap']);
  });

  test('neonctl manages projects, branches, computes, operations, roles, databases and connection strings', async () => {
    const { project } = await json('projects', 'create', '--name', 'shop', '--cu', '0.5-2');
    const at = ['--project-id', project.id];
    expect(names((await json('projects', 'list')).projects)).toContain('shop');
    expect(await json('projects', 'get', project.id)).toMatchObject({ name: 'shop', pg_version: 17 });
    expect(await json('projects', 'update', project.id, '--name', 'store')).toMatchObject({ name: 'store' });

    await json('branches', 'create', '--name', 'dev', ...at);
    expect(names(await json('branches', 'list', ...at))).toEqual(['dev', 'main']);
    const compute = await json('branches', 'add-compute', 'dev', '--type', 'read_only', '--cu', '1', ...at);
    expect(compute).toMatchObject({ type: 'read_only', autoscaling_limit_max_cu: 1 });
    await json('branches', 'rename', 'dev', 'develop', ...at);
    await json('branches', 'set-default', 'develop', ...at);
    expect(await json('branches', 'get', 'develop', ...at)).toMatchObject({ default: true });
    await json('branches', 'set-default', 'main', ...at);

    await json('roles', 'create', '--name', 'reader', '--branch', 'main', ...at);
    expect(names(await json('roles', 'list', '--branch', 'main', ...at))).toEqual(['neondb_owner', 'reader']);
    await json(
      'databases',
      'create',
      '--name',
      'orders',
      '--owner-name',
      'reader',
      '--branch',
      'main',
      ...at,
    );
    expect(names(await json('databases', 'list', '--branch', 'main', ...at))).toEqual(['neondb', 'orders']);

    const string = ['connection-string', 'main', '--role-name', 'reader', '--database-name', 'orders', ...at];
    expect(await neonctl.run(...string)).toMatch(/^postgresql:\/\/reader:[^@]+@ep-[^/]+\/orders\?/);
    expect(await neonctl.run(...string, '--pooled')).toContain('-pooler.');

    const operations: readonly { action: string; status: string }[] = await json('operations', 'list', ...at);
    expect(operations.map(({ action }) => action)).toContain('create_branch');

    await json('databases', 'delete', 'orders', '--branch', 'main', ...at);
    await json('roles', 'delete', 'reader', '--branch', 'main', ...at);
    await json('branches', 'delete', 'develop', ...at);
    await json('projects', 'delete', project.id);
    await expect(json('projects', 'get', project.id)).rejects.toThrow('not found');
  });

  test('neonctl manages API keys', async () => {
    const [{ id: org_id }] = await json('orgs', 'list');
    const made = await json('api-keys', 'create', '--name', 'ci');
    expect(names(await json('api-keys', 'list'))).toContain('ci');
    await json('api-keys', 'revoke', String(made.id));
    const revoked = await openCli(emulator.base_url, made.key);
    await expect(revoked.run('me')).rejects.toThrow();
    revoked.close();
    const org_key = await json('api-keys', 'create', '--name', 'deploy', '--org-id', org_id);
    expect(names(await json('api-keys', 'list', '--org-id', org_id))).toEqual(['deploy']);
    await json('api-keys', 'revoke', String(org_key.id), '--org-id', org_id);
  });

  test('neonctl passes requests through to endpoints', async () => {
    const { project } = await json('projects', 'create', '--name', 'through');
    const { endpoints } = JSON.parse(await neonctl.run('api', `/projects/${project.id}/endpoints`));
    expect(endpoints).toMatchObject([{ type: 'read_write' }]);
    const path = `/projects/${project.id}/endpoints/${endpoints[0].id}`;
    const changed = await neonctl.run(
      'api',
      path,
      '-X',
      'PATCH',
      '-F',
      'endpoint.autoscaling_limit_max_cu=4',
    );
    expect(JSON.parse(changed).endpoint.autoscaling_limit_max_cu).toBe(4);
  });
});

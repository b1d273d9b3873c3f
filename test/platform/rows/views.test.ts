import { describe, expect, test } from 'vitest';
import { organizationView } from '../../../src/platform/accounts/account.js';
import { listedKeyView, revokedKeyView } from '../../../src/platform/api-keys/api-key.js';
import { projectDay } from '../../../src/platform/consumption/hour.js';
import { endpointView } from '../../../src/platform/endpoints/endpoint.js';
import { type OperationRecord, operationView } from '../../../src/platform/operations/operation.js';
import { platformOf, regionHost } from '../../../src/platform/projects/regions.js';
import { roleView } from '../../../src/platform/roles/role.js';
import { snapshotView } from '../../../src/platform/snapshots/snapshot.js';
import { demoProject } from '../demo-platform.js';

const AT = Date.parse('2026-01-05T00:00:02.900Z');
const row = { id: 'x', sequence: 1, created_at_ms: AT, updated_at_ms: AT + 1000 };

describe('what the API shows of a row', () => {
  test('has its moments to the second, and what no row says', () => {
    expect(organizationView({ ...row, id: 'org-late-org-1', name: 'Acme', plan: 'scale' })).toMatchObject({
      id: 'org-late-org-1',
      name: 'Acme',
      handle: 'late-org-1',
      managed_by: 'console',
      created_at: '2026-01-05T00:00:02Z',
      updated_at: '2026-01-05T00:00:03Z',
    });
    const snapshot = {
      ...row,
      project_id: 'p',
      name: 's',
      source_branch_id: 'br-1',
      lsn: '0/1',
      taken_at_ms: AT - 1000,
      logical_size_bytes: 7,
      roles: [],
      databases: [],
    };
    expect(snapshotView(snapshot)).toMatchObject({
      timestamp: '2026-01-05T00:00:01Z',
      manual: true,
      full_size: 7,
    });
    expect(snapshotView({ ...snapshot, expires_at_ms: AT }).expires_at).toBe('2026-01-05T00:00:02Z');
  });

  test('has a password only where that is asked for', () => {
    const role = { ...row, branch_id: 'br-1', name: 'app', password: 'npg_x' };
    expect(roleView(role)).toMatchObject({
      name: 'app',
      protected: false,
      authentication_method: 'password',
    });
    expect(roleView(role).password).toBeUndefined();
    expect(roleView(role, true).password).toBe('npg_x');
  });

  test('says who made a key, and when it was used last', () => {
    const key = {
      id: 7,
      sequence: 1,
      name: 'ci',
      secret_sha256: '0',
      created_by_user_id: 'u',
      created_at_ms: AT,
      last_used_from_addr: '',
    };
    expect(listedKeyView(key, 'Ada')).toMatchObject({
      id: 7,
      created_by: { id: 'u', name: 'Ada', image: '' },
      last_used_at: null,
    });
    expect(revokedKeyView({ ...key, last_used_at_ms: AT })).toMatchObject({
      created_by: 'u',
      last_used_at: '2026-01-05T00:00:02Z',
      revoked: true,
    });
  });

  test('has the duration of an operation once it has come to an end', () => {
    const operation: OperationRecord = {
      ...row,
      project_id: 'p',
      action: 'start_compute',
      status: 'running',
      duration_ms: 350.4,
    };
    const shown = (status: OperationRecord['status']) => operationView({ ...operation, status });
    expect(shown('running')).toMatchObject({ failures_count: 0, total_duration_ms: 0 });
    expect(shown('skipped').total_duration_ms).toBe(0);
    expect(shown('finished')).toMatchObject({ failures_count: 0, total_duration_ms: 350, error: undefined });
    expect(shown('failed')).toMatchObject({
      failures_count: 1,
      total_duration_ms: 350,
      error: 'made to fail by a fault',
    });
  });

  test('is made once of each row', () => {
    const { platform, ids } = demoProject();
    const [, record] = [...platform.tables().endpoints].find(([id]) => id === ids.endpoint_id)!;
    const view = endpointView(record);
    expect(endpointView(record)).toBe(view);
    expect(endpointView({ ...record })).toEqual(view);
    expect(view).toMatchObject({
      pooler_enabled: false,
      pooler_mode: 'transaction',
      creation_source: 'console',
      host: `${record.id}.${regionHost(record.region_id)}`,
      proxy_host: regionHost(record.region_id),
    });
  });
});

test('places have names: the host of a region, its cloud, and the day of an hour', () => {
  expect(regionHost('aws-us-east-2')).toBe('us-east-2.aws.neap.invalid');
  expect(platformOf('azure-eastus2')).toBe('azure');
  expect([47, 48, 71].map((hour) => projectDay({ project_id: 'p', hour }))).toEqual(['p 1', 'p 2', 'p 2']);
});

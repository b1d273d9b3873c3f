import { test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import { DAY, HOUR, START } from '../demo-platform.js';
import { expectRefused, type Refused } from './refused-calls.js';

test('branch calls are refused with these messages', () => {
  expectRefused(({ ada, project_id, branch_id, dev, preview, platform, admin, now }) => {
    const old = { project_id: '', snapshot_id: 'none' };
    const ids = { project_id, branch_id };
    const create = (branch: object) => ada('createProjectBranch', { project_id, branch });
    const restore = (input: object) => ada('restoreProjectBranch', { project_id, branch_id: dev, ...input });
    const schema = (input: object) => ada('getProjectBranchSchema', { ...ids, db_name: 'neondb', ...input });
    const compare = (input: object) =>
      ada('getProjectBranchSchemaComparison', { project_id, branch_id: dev, db_name: 'neondb', ...input });
    const database = (input: object) => ada('updateProjectBranchDatabase', { ...ids, ...input });
    const hidden = platform.call(
      CONTRACT.createProject,
      admin.caller,
      { project: { store_passwords: false } },
      now,
    );
    return [
      [ada('getProjectBranch', { project_id, branch_id: 'none' }), 'not_found: branch not found'],
      [
        create({ parent_lsn: '0/1', parent_timestamp: '2026-01-05T00:00:01Z' }),
        'bad_request: parent_lsn and parent_timestamp cannot be combined',
      ],
      [
        create({ parent_lsn: '0/123456789' }),
        'bad_request: parent_lsn "0/123456789" is not a log sequence number, such as 0/1DE2850',
      ],
      [
        create({ parent_timestamp: '2030-01-05T00:00:00Z' }),
        "bad_request: parent_timestamp 2030-01-05T00:00:00Z is not within the parent's history",
      ],
      [
        create({ expires_at: '2026-01-05T01:00:02Z' }),
        'bad_request: expires_at 2026-01-05T01:00:02Z is in the past',
      ],
      [
        create({ expires_at: '2026-02-30' }),
        'bad_request: expires_at "2026-02-30" is not a date-time; expected RFC 3339, such as 2026-01-05T00:00:00Z',
      ],
      [create({ parent_id: preview }), 'bad_request: a branch that expires cannot have child branches'],
      [create({ archived: true }), 'bad_request: a branch that is created archived is not supported'],
      [
        create({ init_source: 'nothing' }),
        'bad_request: unknown init_source "nothing"; expected parent-data or schema-only',
      ],
      [create({ name: '' }), 'bad_request: name must have 1 to 256 characters'],
      [
        ada('updateProjectBranch', { ...ids, branch: { expires_at: '2027-01-01T00:00:00Z' } }),
        'unprocessable: the default branch cannot be given an expiration',
      ],
      [
        ada('setDefaultProjectBranch', { project_id, branch_id: preview }),
        'unprocessable: a branch that expires cannot be the default branch',
      ],
      [restore({ source_branch_id: 'none' }), 'not_found: source branch not found'],
      [
        restore({ source_branch_id: dev, preserve_under_name: 'old' }),
        'bad_request: restoring a branch to its own history requires source_lsn or source_timestamp',
      ],
      [
        restore({ source_branch_id: preview, preserve_under_name: 'old' }),
        'bad_request: a branch that expires cannot be restored from',
      ],
      [
        restore({ source_branch_id: branch_id }),
        'bad_request: preserve_under_name is required to restore a branch to its own history, or one that has child branches',
      ],
      [
        restore({ source_branch_id: branch_id, source_timestamp: '2020-01-01T00:00:00Z' }),
        'bad_request: source_timestamp 2020-01-01T00:00:00Z is not within the history of branch main',
      ],
      [schema({ db_name: 'none' }), 'not_found: database not found'],
      [schema({ format: 'xml' }), 'bad_request: unknown format "xml"; expected sql or json'],
      [schema({ lsn: 'x' }), 'bad_request: lsn "x" is not a log sequence number, such as 0/1DE2850'],
      [compare({ base_branch_id: 'none' }), 'not_found: base branch not found'],
      [compare({ db_name: 'none' }), 'not_found: database not found'],
      [
        compare({ base_lsn: 'x' }),
        'bad_request: base_lsn "x" is not a log sequence number, such as 0/1DE2850',
      ],
      [
        ada('getProjectBranchSchemaComparison', { ...ids, db_name: 'neondb' }),
        'bad_request: the branch has no parent; name base_branch_id',
      ],
      [ada('listSnapshots', old), 'not_found: project not found'],
      [ada('deleteSnapshot', { ...old, project_id }), 'not_found: snapshot not found'],
      [
        ada('createSnapshot', { ...ids, expires_at: '2026-01-01T00:00:00Z' }),
        'bad_request: expires_at 2026-01-01T00:00:00Z is in the past',
      ],
      [
        ada('finalizeRestoreBranch', { project_id, branch_id: dev }),
        'unprocessable: the branch was not restored from a snapshot',
      ],
      [
        ada('getConnectionURI', {
          project_id: hidden.project.id,
          database_name: 'neondb',
          role_name: 'neondb_owner',
        }),
        'precondition_failed: storing passwords is disabled for the project',
      ],
      [
        ada('createProjectBranchRole', { ...ids, role: { name: 'pg_x' } }),
        'bad_request: names that begin with "pg_" are reserved',
      ],
      [
        ada('deleteProjectBranchRole', { ...ids, role_name: 'neondb_owner' }),
        'unprocessable: role owns the database "neondb" and cannot be deleted',
      ],
      [database({ database_name: 'none', database: {} }), 'not_found: database not found'],
      [
        database({ database_name: 'neondb', database: { name: 'template0' } }),
        'bad_request: the database name "template0" is reserved',
      ],
      [database({ database_name: 'neondb', database: { owner_name: 'none' } }), 'not_found: role not found'],
    ];
  });
});

test('compute calls are refused with these messages', () => {
  expectRefused(({ ada, project_id, branch_id, endpoint_id, ids, platform, created, now }) => {
    const create = (endpoint: object) =>
      ada('createProjectEndpoint', { project_id, endpoint: { branch_id, type: 'read_only', ...endpoint } });
    const settings = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`s${index}`, 'x']));
    return [
      [create({ type: 'read_write' }), 'conflict: read-write endpoint already exists on the branch'],
      [
        create({ type: 'primary' }),
        'bad_request: unknown endpoint type "primary"; expected read_write or read_only',
      ],
      [
        create({ region_id: 'aws-eu-west-2' }),
        'bad_request: region_id "aws-eu-west-2" is not the project\'s, which is aws-us-east-2',
      ],
      [
        create({ provisioner: 'k8s' }),
        'bad_request: unknown provisioner "k8s"; expected one of k8s-pod, k8s-neonvm, serverless-platform',
      ],
      [
        create({ provisioner: 'k8s-pod' }),
        'bad_request: the provisioner k8s-pod does not autoscale; expected k8s-neonvm, or a fixed size',
      ],
      [
        create({ settings: { pg_settings: settings } }),
        'bad_request: pg_settings names 501 settings; expected at most 500',
      ],
      [create({ settings: { pg_settings: null } }), 'bad_request: settings must not be nil'],
      [create({ name: 'x'.repeat(65) }), 'bad_request: name must have 1 to 64 characters'],
      [
        ada('restartProjectEndpoint', ids),
        'unprocessable: endpoint is not active, could not restart; start it, or connect to it, to wake it',
      ],
      [
        () => platform.touch('none', now),
        "not_found ENDPOINT_NOT_FOUND: The requested endpoint could not be found, or you don't have access to it.",
      ],
      [() => platform.resize('none', 1, now), 'not_found: endpoint not found'],
      ...[0.2, 2.1].map(
        (cu): Refused => [
          () => platform.resize(endpoint_id, cu, now),
          `bad_request: ${cu} CU is not within the endpoint's 0.25 to 2 CU`,
        ],
      ),
      [() => platform.setLogicalSize('none', 1, now), 'not_found: branch not found'],
      ...[-1, 0.5].map(
        (bytes): Refused => [
          () => platform.setLogicalSize(branch_id, bytes, now),
          `bad_request: a logical size must be a whole number of bytes, not ${bytes}`,
        ],
      ),
      [() => platform.release('none', now), 'not_found: operation not found'],
      [() => platform.release(created.operations[0]!.id, now), 'conflict: the operation is not stuck'],
    ];
  });
});

test('consumption calls are refused with these messages', () => {
  expectRefused(({ ada, org_id, free_id, project_id }) => {
    const asked = {
      org_id,
      project_ids: [project_id],
      from: new Date(START).toISOString(),
      to: new Date(START + HOUR).toISOString(),
      granularity: 'hourly',
      metrics: ['compute_unit_seconds'],
    };
    const projects = (over: object) => ada('getConsumptionHistoryPerProjectV2', { ...asked, ...over });
    const branches = (over: object) => ada('getConsumptionHistoryPerBranchV2', { ...asked, ...over });
    const many = [Array.from({ length: 101 }, (_, index) => `p-${index}`).join(',')];
    const known = [
      'compute_unit_seconds',
      'root_branch_bytes_month',
      'child_branch_bytes_month',
      'instant_restore_bytes_month',
      'public_network_transfer_bytes',
      'private_network_transfer_bytes',
    ].join(', ');
    return [
      [projects({ org_id: free_id }), 'forbidden: consumption history is not available on the free plan'],
      [projects({ project_ids: ['none'] }), 'not_found: project not found'],
      [projects({ project_ids: many }), 'bad_request: project_ids may name 100 ids at most, not 101'],
      [branches({ branch_ids: many }), 'bad_request: branch_ids may name 100 ids at most, not 101'],
      [branches({ project_ids: [] }), 'bad_request: project_ids is required'],
      [
        projects({ metrics: [] }),
        `bad_request: metrics is required; expected some of ${known}, extra_branches_month, snapshot_storage_bytes_month`,
      ],
      [
        branches({ metrics: ['extra_branches_month'] }),
        `bad_request: unknown metric "extra_branches_month"; expected some of ${known}`,
      ],
      [
        projects({ from: 'yesterday' }),
        'bad_request: from "yesterday" is not a date-time; expected RFC 3339, such as 2026-01-05T00:00:00Z',
      ],
      [
        projects({ from: '2026-01-05T02:00:00Z', to: '2026-01-05T01:59:59Z' }),
        'not_acceptable: the range from 2026-01-05T02:00:00Z to 2026-01-05T01:59:59Z is not valid for hourly consumption',
      ],
      [
        projects({ from: new Date(START - 7 * DAY).toISOString() }),
        `not_acceptable: the range from 2025-12-29T00:00:00.000Z to 2026-01-05T01:00:00.000Z is not valid for hourly consumption`,
      ],
    ];
  });
});

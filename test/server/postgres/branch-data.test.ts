import { expect, test } from 'vitest';
import type { BranchRecord } from '../../../src/platform/branches/branch.js';
import type { ServedData } from '../../../src/postgres/cluster/served-data.js';
import { createBranchData, type DataContext } from '../../../src/server/postgres/branch-data.js';

const HOUR_MS = 3_600_000;

/** Messages that are logged when a branch is created from another one with data. */
async function logged(branch: Partial<BranchRecord>): Promise<readonly string[]> {
  const messages: string[] = [];
  const data = (exists: boolean) =>
    ({
      exists,
      copyFrom: async () => undefined,
      setDataVersion: async () => undefined,
    }) as unknown as ServedData;
  const context = {
    state: {
      get: (_table: string, id: string) => (id === 'br-dev' ? { id } : undefined),
      rolesByBranch: { rows: () => [] },
      databasesByBranch: { rows: () => [] },
    },
    snapshots: { of: async () => undefined },
    log: (message: string) => void messages.push(message),
    primary: () => ({ cluster: data(true), exclusively: (body: () => Promise<void>) => body() }),
  } as unknown as DataContext;
  await createBranchData(context, data(false), {
    id: 'br-new',
    created_at_ms: 9 * HOUR_MS,
    ...branch,
  } as BranchRecord);
  return messages;
}

test('a branch from a past time of its parent is logged to have the current data', async () => {
  const child = { parent_id: 'br-dev', parent_timestamp_ms: 8 * HOUR_MS };
  expect(await logged(child)).toEqual([expect.stringContaining('no history is kept')]);
  expect(await logged({ ...child, parent_timestamp_ms: 9 * HOUR_MS })).toEqual([]);
});

test('a branch that preserves former data logs nothing, whatever its start time', async () => {
  const kept = { parent_id: 'br-main', data_source_id: 'br-dev', parent_timestamp_ms: 8 * HOUR_MS };
  expect(await logged(kept)).toEqual([]);
});

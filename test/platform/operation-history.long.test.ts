import { expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { Platform } from '../../src/platform/platform.js';
import { sameDurations } from '../../src/platform/store/options.js';
import { START_MS } from '../server/emulator-under-test.js';

test('operations are remembered up to a bound, of a project and in all, and of each project a page', () => {
  const platform = new Platform({ seed: 'history', operation_duration_ms: sameDurations(0) });
  const now_ms = START_MS;
  const user = platform.signUp({ name: 'Ada', email: 'ada@neap.example' }, now_ms);
  const { key } = platform.issueApiKey({ user_id: user.id, key_name: 'history' }, now_ms);
  const caller = platform.authenticate(key, '127.0.0.1', now_ms);
  const kept = (project_id: string) =>
    [...platform.tables().operations].filter(([, operation]) => operation.project_id === project_id);
  /** Runs a number of operations in a new project, and returns how many are kept. */
  const busy = (operations: number) => {
    const made = platform.call(CONTRACT.createProject, caller, { project: {} }, now_ms);
    const project_id = made.project.id;
    const endpoint_id = made.endpoints[0]!.id;
    platform.advance(now_ms);
    for (let count = made.operations.length; count < operations; count++) {
      const endpoint = { autoscaling_limit_max_cu: 1 + (count % 2) };
      platform.call(CONTRACT.updateProjectEndpoint, caller, { project_id, endpoint_id, endpoint }, now_ms);
      platform.advance(now_ms);
    }
    return project_id;
  };
  const ids = [25_000, 25_000, 15_000, 3_000].map(busy);
  const rows = ids.map(kept);
  expect(rows.map(({ length }) => length)).toEqual([20_000, 20_000, 10_000, 1_000]);
  // The latest are those that stay.
  const { operations } = platform.call(
    CONTRACT.listProjectOperations,
    caller,
    { project_id: ids[3]!, limit: 1000 },
    now_ms,
  );
  expect(operations).toHaveLength(1_000);
  expect(operations.every(({ action }) => action === 'apply_config')).toBe(true);
});

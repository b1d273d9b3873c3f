import { expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import { ALWAYS_ON, DAY, demoProject, HOUR, iso, MINUTE } from '../demo-platform.js';

test('old hours are merged into days and months, and hours of deleted branches are merged', () => {
  const { platform, caller, project_id, org, ids, branch_id, ready } = demoProject({}, ALWAYS_ON);
  // Eleven months pass; then each day a branch is created, is active for a while and is deleted.
  let at = ready + 330 * DAY;
  platform.call(CONTRACT.restartProjectEndpoint, caller, ids, at - MINUTE);
  for (let day = 0; day < 70; day++) {
    const branch = {
      project_id,
      branch: { name: `pr-${day}` },
      endpoints: [{ type: 'read_write' as const }],
    };
    const made = platform.call(CONTRACT.createProjectBranch, caller, branch, at).branch;
    const gone = { project_id, branch_id: made.id };
    platform.call(CONTRACT.deleteProjectBranch, caller, gone, at + HOUR);
    at += DAY;
    platform.call(CONTRACT.restartProjectEndpoint, caller, ids, at - MINUTE);
    platform.advance(at);
  }
  const hours = platform.tables().hours;
  expect([...hours].length).toBeLessThan(2 * (8 * 24 + 61 + 14));
  const request = { org_id: org.id, project_ids: [project_id], metrics: ['compute_unit_seconds'] };
  const asked = (granularity: 'hourly' | 'daily' | 'monthly', days: number) => {
    const span = { granularity, from: iso(at - days * DAY), to: iso(at) };
    const found = platform.call(
      CONTRACT.getConsumptionHistoryPerProjectV2,
      caller,
      { ...request, ...span },
      at,
    );
    const values = found.projects[0]!.periods[0]!.consumption.map(({ metrics }) => metrics[0]!.value);
    return values.slice(1, -1);
  };
  // 1 CU all the time, and another for an hour per day, less a second or two for a restart and a start.
  for (const value of asked('daily', 60)) expect(Math.abs(value - 90_000)).toBeLessThan(10);
  expect(asked('monthly', 300)[2]).toBe(31 * 86_400);
  expect(asked('hourly', 7).reduce((sum, value) => sum + value, 0)).toBeGreaterThan(6.9 * 90_000);
  expect(platform.call(CONTRACT.getProjectBranch, caller, { project_id, branch_id }, at)).toBeDefined();
});

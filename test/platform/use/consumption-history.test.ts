import { expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import { ALWAYS_ON, demoProject, HOUR, iso, SECOND, START } from '../demo-platform.js';

test('consumption that ends on the hour adds nothing to the next hour', () => {
  const { platform, endpoint_id, branch_id } = demoProject({}, ALWAYS_ON);
  platform.resize(endpoint_id, 3, START + 2 * HOUR);
  const hours = [...platform.tables().hours].map(([, row]) => [
    row.branch_id,
    row.hour - START / HOUR,
    row.active_seconds,
  ]);
  expect(hours).toEqual([
    [branch_id, 0, 3598],
    [branch_id, 1, 3600],
  ]);
});

test('pages of consumption contain each branch once, sorted by project and id', () => {
  const { ask, org, project_id } = demoProject();
  let now = START + HOUR;
  for (let count = 0; count < 5; count++) {
    ask(CONTRACT.createProjectBranch, {}, now);
    now += 2 * SECOND;
  }
  const span = { org_id: org.id, from: iso(START), to: iso(now), granularity: 'hourly' as const };
  const input = { ...span, project_ids: [project_id], metrics: ['compute_unit_seconds'] };
  const page = (of: object) => ask(CONTRACT.getConsumptionHistoryPerBranchV2, { ...input, ...of }, now);
  const all = page({}).branches.map(({ branch_id }) => branch_id);
  expect(all).toEqual([...all].sort());
  const seen: string[] = [];
  for (let cursor: string | undefined; seen.length < 6; ) {
    const { branches, pagination } = page({ limit: 1, cursor });
    seen.push(...branches.map(({ branch_id }) => branch_id));
    cursor = pagination!.cursor;
  }
  expect(seen).toEqual(all);
});

import { expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import { DAY, demoProject, HOUR, iso, MINUTE, START } from '../demo-platform.js';

/** Each wake lasts five idle minutes and the second of the suspension, at a quarter of a CU. */
const [AWAKE, CU] = [301, 301 / 4];

test('hours are merged into days, then months, then removed, and those of deleted branches are merged', () => {
  const { platform, ask, org, project_id, branch_id, endpoint_id } = demoProject();
  const rows = () =>
    [...platform.tables().hours]
      .map(([, { branch_id: of, hour, active_seconds, compute_seconds }]) => ({
        of,
        at: iso(hour * HOUR).slice(0, 16),
        active_seconds,
        compute_seconds,
      }))
      .sort((first, second) => (first.of < second.of ? -1 : 1));
  const row = (of: string, at: string, wakes: number) => ({
    of,
    at,
    active_seconds: wakes * AWAKE,
    compute_seconds: wakes * CU,
  });
  const wake = (at: number) => {
    platform.touch(endpoint_id, at);
    platform.advance(at + 10 * MINUTE);
  };
  const history = (granularity: 'hourly' | 'daily' | 'monthly', from: number, to: number) =>
    ask(
      CONTRACT.getConsumptionHistoryPerProject,
      { org_id: org.id, granularity, from: iso(from), to: iso(to) },
      to,
    ).projects[0]!.periods[0]!.consumption.map(({ active_time_seconds }) => active_time_seconds);

  const branch = { name: 'preview' };
  const dev = ask(
    CONTRACT.createProjectBranch,
    { branch, endpoints: [{ type: 'read_write' as const }] },
    START + 5 * HOUR,
  ).branch.id;
  wake(START + 5 * HOUR + 10 * MINUTE);
  ask(CONTRACT.deleteProjectBranch, { branch_id: dev }, START + 6 * HOUR);
  expect(rows()).toEqual(
    [
      row(branch_id, '2026-01-05T00:00', 1),
      row(branch_id, '2026-01-05T05:00', 1),
      row(dev, '2026-01-05T05:00', 1),
    ].sort((first, second) => (first.of < second.of ? -1 : 1)),
  );

  wake(START + 8 * DAY + 3 * HOUR);
  expect(rows()).toEqual([
    row('', '2026-01-05T00:00', 1),
    row(branch_id, '2026-01-05T00:00', 2),
    row(branch_id, '2026-01-13T03:00', 1),
  ]);
  const days = history('daily', START, START + 9 * DAY);
  expect([days[0], days[1], days[8]]).toEqual([3 * AWAKE, 0, AWAKE]);

  wake(START + 70 * DAY + 12 * HOUR);
  expect(rows()).toEqual([
    row('', '2026-01-01T00:00', 1),
    row(branch_id, '2026-01-01T00:00', 3),
    row(branch_id, '2026-03-16T12:00', 1),
  ]);
  expect(history('monthly', START, START + 71 * DAY)).toEqual([4 * AWAKE, 0, AWAKE]);

  wake(START + 400 * DAY);
  expect(rows()).toEqual([row(branch_id, '2026-03-01T00:00', 1), row(branch_id, '2027-02-09T00:00', 1)]);
  expect(
    [...platform.tables().hours].every(([id, { project_id: of }]) => id !== '' && of === project_id),
  ).toBe(true);
});

test('hours of deleted branches are kept per project, and those of the last week as hours', () => {
  const { platform, caller, org, project_id, endpoint_id } = demoProject();
  const other = platform.call(
    CONTRACT.createProject,
    caller,
    { project: { org_id: org.id } },
    START + MINUTE,
  );
  const projects = [project_id, other.project.id];
  const gone = projects.map((id) => {
    const input = { project_id: id, endpoints: [{ type: 'read_write' as const }] };
    const { branch } = platform.call(CONTRACT.createProjectBranch, caller, input, START + 4 * HOUR);
    return { project_id: id, branch_id: branch.id };
  });
  for (const each of gone) platform.call(CONTRACT.deleteProjectBranch, caller, each, START + 6 * HOUR);
  // The first use on a new day merges the project's hours.
  for (const id of [endpoint_id, other.endpoints[0]!.id]) platform.touch(id, START + DAY);
  platform.advance(START + DAY + HOUR);
  const kept = [...platform.tables().hours].filter(([, { branch_id }]) => branch_id === '');
  expect(Object.fromEntries(kept.map(([id, { active_seconds }]) => [id, active_seconds]))).toEqual(
    Object.fromEntries(
      projects.flatMap((id) => [
        [`${id}/${START / HOUR + 4}`, AWAKE],
        // The branch was still there.
        [`${id}/${START / HOUR + 5}`, 0],
      ]),
    ),
  );
});

import { expect, test } from 'vitest';
import { applyPlanReport } from '../../src/report/answers/apply.js';
import { screenText } from '../../src/report/forms/screen.js';
import { addReplica, planFor, projectUnderTest, scenarioWith } from '../adapter/apply/project-under-test.js';

test('an apply plan lists the changes, their effect on clients, and the untouched settings', async () => {
  const { adapter, project_id, branch_id } = await projectUnderTest();
  await addReplica(adapter, project_id, branch_id, { name: 'theirs' });
  const scenario = await scenarioWith([
    {
      name: 'primary',
      autoscaling_limit_min_cu: 0.5,
      autoscaling_limit_max_cu: 4,
      suspend_timeout_seconds: -1,
    },
    { name: 'reports', type: 'read_only', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 },
  ]);
  const show = async (delete_others: boolean) =>
    screenText(
      applyPlanReport(
        await planFor(adapter, project_id, scenario, { delete_others }),
        'http://127.0.0.1:8432/api/v2',
      ),
      // Wide, because ids differ in length and would break lines in different places.
      200,
    )
      .replaceAll(/ep-[a-z]+-[a-z]+-\d+/g, 'ep-ID')
      .replaceAll(project_id, 'PROJECT');
  expect(
    await show(false),
  ).toBe(`shop (PROJECT): what the scenario changes; scale plan, at http://127.0.0.1:8432/api/v2

→ 2 changes, 1 with a restart. Nothing has been changed; --yes applies them.

Create       reports, read_only on main
             0.25 CU, suspended after 300 s, 112 connections
             Starts at once, which takes 350 ms (99 % within 2 s) by the scenario's model; it is billed while
             it is active.

Change       primary (ep-ID), read_write on main, active now
             autoscaling_limit_min_cu: 0.25 → 0.5
             autoscaling_limit_max_cu: 2 → 4
             suspend_timeout_seconds: 0 (300) → -1 (never)
             max_connections: 901 → 1,802
             Restarts: open connections are dropped and new ones wait for 500 ms (99 % within 1 s) by the
             scenario's model; then it has an empty cache and its smallest size.

Not touched  ep-ID (theirs), read_only on main: not in the scenario; --also delete-computes
             would delete it
`);
  expect(await show(true)).toContain(`Delete       theirs (ep-ID), read_only on main, active now
             Open connections are dropped; it cannot be brought back.
`);
});

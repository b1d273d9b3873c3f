import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import { demoProject, HOUR, iso, MINUTE, refusal, SECOND, START } from '../demo-platform.js';

const ONE_CU = {
  default_endpoint_settings: {
    autoscaling_limit_min_cu: 1,
    autoscaling_limit_max_cu: 4,
    suspend_timeout_seconds: -1,
  },
};
const METRICS = [
  'compute_unit_seconds',
  'root_branch_bytes_month',
  'child_branch_bytes_month',
  'instant_restore_bytes_month',
  'public_network_transfer_bytes',
  'private_network_transfer_bytes',
  'extra_branches_month',
  'snapshot_storage_bytes_month',
];

/** The figures of each timeframe, in the order of the requested metrics. */
function figures(period: { consumption: readonly { metrics: readonly { value: number }[] }[] }) {
  return period.consumption.map(({ metrics }) => metrics.map(({ value }) => value));
}

/** A root branch of 1,000 bytes at 1 CU, from the third hour on at 3; a child from the second hour on at 2 CU. */
function twoBranches() {
  const demo = demoProject({}, ONE_CU);
  const { platform, ask, branch_id, endpoint_id, org, ready } = demo;
  platform.setLogicalSize(branch_id, 1000, ready);
  const branch = { name: 'dev' };
  const two = { type: 'read_write' as const, autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2 };
  const dev = ask(CONTRACT.createProjectBranch, { branch, endpoints: [two] }, START + HOUR).branch.id;
  platform.resize(endpoint_id, 3, START + 2 * HOUR);
  const now = START + 2.5 * HOUR;
  const asked = {
    org_id: org.id,
    project_ids: [demo.project_id],
    from: iso(START - HOUR),
    to: iso(START + 3 * HOUR),
    granularity: 'hourly' as const,
    metrics: METRICS,
  };
  return { ...demo, dev, now, asked };
}

describe('the history of a project with two branches', () => {
  test('adds their CU up; bytes count per hour, separately for roots and children; children count as extra', () => {
    const { ask, asked, now } = twoBranches();
    const { projects } = ask(CONTRACT.getConsumptionHistoryPerProjectV2, asked, now);
    const [period] = projects[0]!.periods;
    // A start takes a second, after the branch's own.
    expect(figures(period!)).toEqual([
      [3598, 1000, 0, 0, 0, 0, 0, 0],
      [3600 + 2 * 3598, 1000, 1000, 0, 0, 0, 1, 0],
      [1800 * 3 + 1800 * 2, 500, 500, 0, 0, 0, 1, 0],
    ]);
    expect(period).toMatchObject({ period_plan: 'scale', period_start: '2026-01-05T00:00:00Z' });
    expect(period!.consumption[0]!.metrics.map(({ metric_name }) => metric_name)).toEqual(METRICS);
  });

  test('reports each branch separately, from the hour of its creation', () => {
    const { ask, asked, now, branch_id, dev } = twoBranches();
    const per_branch = { ...asked, metrics: METRICS.slice(0, 6) };
    const { branches } = ask(CONTRACT.getConsumptionHistoryPerBranchV2, per_branch, now);
    const of = (id: string) => branches.find((each) => each.branch_id === id)!.periods[0]!;
    expect(figures(of(branch_id))).toEqual([
      [3598, 1000, 0, 0, 0, 0],
      [3600, 1000, 0, 0, 0, 0],
      [5400, 500, 0, 0, 0, 0],
    ]);
    expect(figures(of(dev))).toEqual([
      [7196, 0, 1000, 0, 0, 0],
      [3600, 0, 500, 0, 0, 0],
    ]);
    expect(of(dev)).toMatchObject({
      period_plan: 'scale',
      period_start: '2026-01-05T01:00:00Z',
      consumption: [{ timeframe_start: '2026-01-05T01:00:00Z' }, { timeframe_end: '2026-01-05T03:00:00Z' }],
    });
    const only = ask(CONTRACT.getConsumptionHistoryPerBranchV2, { ...per_branch, branch_ids: [dev] }, now);
    expect(only.branches.map(({ branch_id: id }) => id)).toEqual([dev]);
  });

  test('a period has an id that stays the same across requests', () => {
    const { ask, asked, now } = twoBranches();
    const told = () => [
      ...ask(CONTRACT.getConsumptionHistoryPerProjectV2, asked, now).projects,
      ...ask(CONTRACT.getConsumptionHistoryPerBranchV2, { ...asked, metrics: METRICS.slice(0, 6) }, now)
        .branches,
    ];
    const ids = told().map(({ periods }) => periods[0]!.period_id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids)
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(told().map(({ periods }) => periods[0]!.period_id)).toEqual(ids);
  });

  test('a compute that stops on the hour leaves nothing in the next one', () => {
    const { platform, branch_id } = twoBranches();
    const hours = [...platform.tables().hours].map(([, { branch_id: of, hour, active_seconds }]) => [
      of,
      hour - START / HOUR,
      active_seconds,
    ]);
    expect(hours).toEqual([
      [branch_id, 0, 3598],
      [branch_id, 1, 3600],
    ]);
  });

  test('the older call reports active and compute time of all computes, including those suspended again', () => {
    const { ask, org } = demoProject();
    const asked = {
      org_id: org.id,
      from: iso(START - HOUR),
      to: iso(START + 2 * HOUR),
      granularity: 'hourly' as const,
    };
    const { projects } = ask(CONTRACT.getConsumptionHistoryPerProject, asked, START + 2 * HOUR);
    const told = projects[0]!.periods[0]!.consumption.map((each) => [
      each.timeframe_start,
      each.active_time_seconds,
      each.compute_time_seconds,
    ]);
    expect(told).toEqual([
      ['2026-01-05T00:00:00Z', 301, 75],
      ['2026-01-05T01:00:00Z', 0, 0],
    ]);
  });
});

describe('what a request for consumption names', () => {
  test('metrics and ids, repeated or separated by commas, count once each; empty ones are ignored', () => {
    const { ask, asked, now, project_id } = twoBranches();
    const metrics = ['compute_unit_seconds,', '', 'extra_branches_month,compute_unit_seconds'];
    const project_ids = ['', `${project_id},${project_id}`, ...Array.from({ length: 98 }, () => project_id)];
    const found = ask(CONTRACT.getConsumptionHistoryPerProjectV2, { ...asked, metrics, project_ids }, now);
    expect(found.projects.map((each) => each.project_id)).toEqual([project_id]);
    expect(found.projects[0]!.periods[0]!.consumption[0]!.metrics).toEqual([
      { metric_name: 'compute_unit_seconds', value: 3598 },
      { metric_name: 'extra_branches_month', value: 0 },
    ]);
    const all = ask(CONTRACT.getConsumptionHistoryPerProjectV2, { ...asked, project_ids: [''] }, now);
    expect(all.projects.map((each) => each.project_id)).toEqual([project_id]);
  });

  test('none that was deleted', () => {
    const { platform, caller, ask, asked, now, org, project_id } = twoBranches();
    const { id } = platform.call(
      CONTRACT.createProject,
      caller,
      { project: { org_id: org.id } },
      now,
    ).project;
    const later = now + MINUTE;
    platform.call(CONTRACT.deleteProject, caller, { project_id: id }, later);
    const of = (project_ids: string[]) =>
      ask(CONTRACT.getConsumptionHistoryPerProjectV2, { ...asked, project_ids }, later).projects;
    expect(of([]).map((each) => each.project_id)).toEqual([project_id]);
    expect(refusal(() => of([project_id, id])).message).toBe('project not found');
  });

  test('an end that is a date-time', () => {
    const { ask, asked, now } = twoBranches();
    const call = () => ask(CONTRACT.getConsumptionHistoryPerProjectV2, { ...asked, to: 'now' }, now);
    expect(refusal(call).message).toMatch(/^to "now" is not a date-time/);
  });
});

describe('pages of consumption', () => {
  test('have ten projects unless told otherwise, the newest first, and a hundred at most', () => {
    const { platform, caller, ask, asked, org, project_id } = twoBranches();
    let now = START + 3 * HOUR;
    const made = [project_id];
    for (let count = 1; count < 12; count++) {
      const project = { name: `p${count}`, org_id: org.id };
      made.unshift(platform.call(CONTRACT.createProject, caller, { project }, now).project.id);
      now += 3 * SECOND;
    }
    const input = { ...asked, project_ids: [] };
    for (const call of [
      (page: object) => ask(CONTRACT.getConsumptionHistoryPerProjectV2, { ...input, ...page }, now),
      (page: object) => ask(CONTRACT.getConsumptionHistoryPerProject, { ...input, ...page }, now),
    ]) {
      const first = call({});
      const second = call({ cursor: first.pagination!.cursor });
      const told = [first, second].map(({ projects }) => projects.map((each) => each.project_id));
      expect(told).toEqual([made.slice(0, 10), made.slice(10)]);
      expect(call({ limit: 100 }).projects).toHaveLength(12);
      expect(refusal(() => call({ limit: 101 })).kind).toBe('bad_request');
    }
  });

  test('have branches by project and id, each once', () => {
    const { ask, asked } = twoBranches();
    let now = START + 3 * HOUR;
    for (let count = 0; count < 4; count++) {
      ask(CONTRACT.createProjectBranch, {}, now);
      now += 2 * SECOND;
    }
    const input = { ...asked, metrics: ['compute_unit_seconds'] };
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
    expect(refusal(() => page({ limit: 1001 })).kind).toBe('bad_request');
  });
});

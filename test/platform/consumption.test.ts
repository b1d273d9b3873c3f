import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { finestStart, timeframes } from '../../src/platform/consumption/consumption-timeframes.js';
import { ALWAYS_ON, DAY, demoProject, HOUR, iso, MINUTE, refusal, SECOND, START } from './demo-platform.js';

describe('consumption', () => {
  test('history reports CU-seconds per hour, including those of a running compute', () => {
    const { platform, caller, project_id, org, ids, branch_id, ready } = demoProject({}, ALWAYS_ON);
    platform.call(CONTRACT.suspendProjectEndpoint, caller, ids, ready + 90 * MINUTE - SECOND);
    platform.call(CONTRACT.startProjectEndpoint, caller, ids, START + 3 * HOUR - SECOND);
    const request = {
      org_id: org.id,
      project_ids: [project_id],
      from: iso(START),
      to: iso(START + 4 * HOUR),
      granularity: 'hourly' as const,
      metrics: ['compute_unit_seconds'],
    };
    const at = START + 3 * HOUR + 60 * SECOND;
    const values = [3598, 1802, 0, 60];
    const { projects } = platform.call(CONTRACT.getConsumptionHistoryPerProjectV2, caller, request, at);
    const { branches } = platform.call(CONTRACT.getConsumptionHistoryPerBranchV2, caller, request, at);
    for (const found of [projects[0]!, branches[0]!]) {
      const [period] = found.periods;
      expect(period!.period_plan).toBe('scale');
      expect(period!.consumption.map(({ metrics }) => metrics[0]!.value)).toEqual(values);
      expect(period!.consumption[1]).toMatchObject({
        timeframe_start: '2026-01-05T01:00:00Z',
        timeframe_end: '2026-01-05T02:00:00Z',
      });
    }
    expect(branches[0]).toMatchObject({ project_id, branch_id });
    const daily = { ...request, granularity: 'daily' as const };
    const [day] = platform.call(CONTRACT.getConsumptionHistoryPerProjectV2, caller, daily, at).projects[0]!
      .periods;
    expect(day!.consumption.map(({ metrics }) => metrics[0]!.value)).toEqual([3598 + 1802 + 60]);
  });

  test('bytes count by the hour, whatever the metric is called', () => {
    const { platform, caller, project_id, org, branch_id } = demoProject();
    platform.setLogicalSize(branch_id, 744_000, START + 10 * SECOND);
    const request = {
      org_id: org.id,
      project_ids: [project_id],
      from: iso(START),
      to: iso(START + DAY),
      granularity: 'daily' as const,
      metrics: ['root_branch_bytes_month,child_branch_bytes_month'],
    };
    const [period] = platform.call(CONTRACT.getConsumptionHistoryPerProjectV2, caller, request, START + DAY)
      .projects[0]!.periods;
    expect(period!.consumption[0]!.metrics).toEqual([
      { metric_name: 'root_branch_bytes_month', value: 744_000 * 24 },
      { metric_name: 'child_branch_bytes_month', value: 0 },
    ]);
  });

  test('what a branch counted for does not go with it', () => {
    const { platform, ask, org } = demoProject();
    const { branch } = ask(CONTRACT.createProjectBranch, {}, START + HOUR);
    platform.setLogicalSize(branch.id, 1000, START + HOUR + SECOND);
    const told = (granularity: 'hourly' | 'daily' | 'monthly', now: number) => {
      const span = { from: iso(START), to: iso(START + 4 * HOUR), granularity };
      const metrics = ['extra_branches_month', 'child_branch_bytes_month'];
      const request = { org_id: org.id, ...span, metrics };
      const { projects } = ask(CONTRACT.getConsumptionHistoryPerProjectV2, request, now);
      return projects[0]!.periods[0]!.consumption.map((frame) => frame.metrics.map(({ value }) => value));
    };
    const gone = START + 3.75 * HOUR;
    const hours = [
      [0, 0],
      [1, 1000],
      [1, 1000],
      [1, 750],
    ];
    expect(told('hourly', gone)).toEqual(hours);
    ask(CONTRACT.deleteProjectBranch, { branch_id: branch.id }, gone);
    expect(told('hourly', gone)).toEqual(hours);
    // Days are made of what is too old for hours when the first of another day comes.
    const next = ask(CONTRACT.createProjectBranch, {}, START + 10 * DAY).branch;
    ask(CONTRACT.deleteProjectBranch, { branch_id: next.id }, START + 10 * DAY + HOUR);
    expect(told('daily', START + 11 * DAY)).toEqual([[3, 2750]]);
    expect(told('monthly', START + 70 * DAY)).toEqual([[4, 2750]]);
  });

  test('the older call reports consumption without a choice of metrics, of an organization or of a user', () => {
    const { platform, caller, member, project_id, branch_id, org, ready } = demoProject({}, ALWAYS_ON);
    platform.setLogicalSize(branch_id, 5000, ready);
    const own = platform.call(CONTRACT.createProject, member.caller, { project: {} }, ready).project.id;
    const span = { from: iso(START), to: iso(START + HOUR), granularity: 'hourly' as const };
    const at = START + HOUR;
    const { projects } = platform.call(
      CONTRACT.getConsumptionHistoryPerProject,
      caller,
      { ...span, org_id: org.id },
      at,
    );
    expect(projects).toMatchObject([
      {
        project_id,
        periods: [
          {
            period_plan: 'scale',
            period_start: '2026-01-05T00:00:00Z',
            consumption: [
              {
                timeframe_start: '2026-01-05T00:00:00Z',
                timeframe_end: '2026-01-05T01:00:00Z',
                active_time_seconds: 3598,
                compute_time_seconds: 3598,
                written_data_bytes: 0,
                synthetic_storage_size_bytes: 5000,
              },
            ],
          },
        ],
      },
    ]);
    const mine = platform.call(CONTRACT.getConsumptionHistoryPerProject, member.caller, span, at).projects;
    expect(mine.map((each) => each.project_id)).toEqual([own]);
  });

  test('a range beyond the history is not acceptable, nor is the free plan', () => {
    const { platform, caller, project_id, org, ready } = demoProject();
    const request = {
      org_id: org.id,
      project_ids: [project_id],
      from: '2025-01-01T00:00:00Z',
      to: '2025-01-02T00:00:00Z',
      granularity: 'hourly' as const,
      metrics: ['compute_unit_seconds'],
    };
    const kind = (change: object) =>
      refusal(() =>
        platform.call(CONTRACT.getConsumptionHistoryPerProjectV2, caller, { ...request, ...change }, ready),
      ).kind;
    expect(kind({})).toBe('not_acceptable');
    expect(kind({ from: iso(START), to: iso(ready), metrics: ['cpu'] })).toBe('bad_request');
    const free = demoProject({ default_plan: 'free' });
    const there = { ...request, org_id: free.org.id, project_ids: [free.project_id] };
    expect(
      refusal(() => free.platform.call(CONTRACT.getConsumptionHistoryPerProjectV2, free.caller, there, ready))
        .kind,
    ).toBe('forbidden');
  });

  test('is not told as it was on the plan that came with the metrics', () => {
    const { platform, caller, org, ready } = demoProject({ default_plan: 'launch' });
    const span = { org_id: org.id, from: iso(START), to: iso(ready), granularity: 'hourly' as const };
    const { kind } = refusal(() =>
      platform.call(CONTRACT.getConsumptionHistoryPerProject, caller, span, ready),
    );
    expect(kind).toBe('forbidden');
    const metrics = { ...span, metrics: ['compute_unit_seconds'] };
    const { projects } = platform.call(CONTRACT.getConsumptionHistoryPerProjectV2, caller, metrics, ready);
    expect(projects).toHaveLength(1);
  });
});

type Granularity = Parameters<typeof timeframes>[0]['granularity'];

describe('timeframes', () => {
  const NOW = Date.parse('2026-03-15T01:30:00Z');
  const starts = (granularity: Granularity, from: string, to: string) =>
    timeframes({ granularity, from, to }, NOW).map(({ start_ms }) => iso(start_ms).slice(0, 16));

  test.each([
    ['hourly', '2026-03-14T22:59:59Z', '2026-03-15T00:00:00Z', ['2026-03-14T22:00', '2026-03-14T23:00']],
    ['hourly', '2026-03-15T00:00:00Z', '2026-03-15T01:00:01Z', ['2026-03-15T00:00', '2026-03-15T01:00']],
    ['hourly', '2026-03-15T01:10:00Z', '2026-03-16T00:00:00Z', ['2026-03-15T01:00']],
    ['hourly', '2026-03-15T01:59:00Z', '2026-03-15T01:00:00Z', []],
    ['daily', '2026-03-14T12:00:00Z', '2026-03-20T00:00:00Z', ['2026-03-14T00:00', '2026-03-15T00:00']],
    ['monthly', '2026-01-31T00:00:00Z', '2026-03-01T00:00:00Z', ['2026-01-01T00:00', '2026-02-01T00:00']],
  ] as const)('%s: from the one that %s lies in, before %s and now', (granularity, from, to, expected) => {
    expect(starts(granularity, from, to)).toEqual(expected);
    const [first] = timeframes({ granularity, from, to }, NOW);
    const length = { hourly: HOUR, daily: DAY, monthly: 31 * DAY }[granularity];
    if (first !== undefined) expect(first.end_ms - first.start_ms).toBe(length);
  });

  test.each([
    ['hourly', '2026-03-08T01:00:00Z'],
    ['daily', '2026-01-14T00:00:00Z'],
    ['monthly', '2025-03-01T00:00:00Z'],
  ] as const)('%s reach back to %s', (granularity, earliest) => {
    const from = (before: number) => iso(Date.parse(earliest) - before);
    expect(starts(granularity, from(0), iso(NOW)).length).toBeGreaterThan(10);
    expect(refusal(() => starts(granularity, from(1), iso(NOW))).kind).toBe('not_acceptable');
  });

  test.each([
    ['2026-03-08T01:59:59Z', '2026-03-08T01:00:00.000Z'],
    ['2026-03-08T00:59:59Z', '2026-03-08T00:00:00.000Z'],
    ['2026-01-14T23:00:00Z', '2026-01-14T00:00:00.000Z'],
    ['2026-01-13T23:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2025-03-01T00:00:00Z', '2025-03-01T00:00:00.000Z'],
  ])('the finest that still hold %s begin at %s', (at, start) => {
    expect(iso(finestStart(Date.parse(at), NOW)!)).toBe(start);
  });

  test('none hold what is longer ago than a year', () => {
    expect(finestStart(Date.parse('2025-02-28T23:59:59Z'), NOW)).toBeUndefined();
  });
});

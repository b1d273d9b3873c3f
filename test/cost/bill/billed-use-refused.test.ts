import { describe, expect, it } from 'vitest';
import { BilledUseError, readBilledUse } from '../../../src/cost/bill/billed-use.js';
import { day, metricsPage, page } from './consumption-page.js';

/** A page with one period of these timeframes, whatever they are. */
const consumed = (...consumption: readonly unknown[]) => ({
  projects: [{ project_id: 'a', periods: [{ consumption }] }],
});
const totals = (more: Readonly<Record<string, unknown>>) => ({
  from: '2026-03-01',
  to: '2026-04-01',
  ...more,
});
const once = page([[day(1), day(2), { compute_unit_seconds: 1 }]]);
const overlapping = page([
  [day(1), day(3), {}],
  [day(2), day(4), {}],
]);
const EXPECTED = 'expected what GET /consumption_history/v2/projects or /v2/branches returns';
const A_DAY = 'expected a day such as 2026-03-01 or a UTC timestamp such as 2026-03-01T00:00:00Z';
const A_NUMBER = 'expected a number of 0 or more';

describe('a file that is not a consumption history', () => {
  it.each([
    ['text', EXPECTED],
    [null, EXPECTED],
    [{ projects: 7 }, EXPECTED],
    [[once, 7], `page 2: ${EXPECTED}`],
    [[], `no timeframe has metrics; ${EXPECTED}`],
    [page([]), `no timeframe has metrics; ${EXPECTED}`],
    [{ projects: [7] }, 'projects[0]: it has no project_id'],
    [{ projects: [{ periods: [] }] }, 'projects[0]: it has no project_id'],
    [{ branches: [{ project_id: 3 }] }, 'branches[0]: it has no project_id'],
    [[once, { projects: [7] }], 'page 2, projects[0]: it has no project_id'],
    [{ projects: [{ project_id: 'a' }] }, 'projects[0]: it has no list of periods'],
    [{ projects: [{ project_id: 'a', periods: [{}] }] }, 'projects[0]: a period has no consumption'],
    [{ projects: [{ project_id: 'a', periods: [7] }] }, 'projects[0]: a period has no consumption'],
    [consumed(7), 'projects[0]: a timeframe must be a mapping'],
    [consumed({ timeframe_start: 'x' }), `projects[0], timeframe_start: ${A_DAY}`],
    [consumed({ timeframe_start: day(1) }), `projects[0], timeframe_end: ${A_DAY}`],
    [page([[day(2), day(1), {}]]), 'projects[0]: a timeframe ends before it begins'],
    [page([[day(2), day(2), {}]]), 'projects[0]: a timeframe ends before it begins'],
    [
      metricsPage(undefined),
      'projects[0]: a timeframe has no list of metrics: the older endpoints have other figures; ask the v2 ones',
    ],
    [metricsPage([{ value: 1 }]), 'projects[0]: a metric has no metric_name'],
    [metricsPage([7]), 'projects[0]: a metric has no metric_name'],
    [
      metricsPage([1, 2].map((value) => ({ metric_name: 'compute_unit_seconds', value }))),
      'projects[0]: compute_unit_seconds is there twice in a timeframe',
    ],
    [
      page([[day(1), day(2), { extra_branches_month: -1 }]]),
      `projects[0], extra_branches_month: ${A_NUMBER}`,
    ],
    [
      metricsPage([{ metric_name: 'compute_unit_seconds', value: Number.NaN }]),
      `projects[0], compute_unit_seconds: ${A_NUMBER}`,
    ],
    [[once, once], 'page 2, projects[0]: its timeframe of 2026-03-01T00:00:00.000Z is there twice'],
    [
      page([
        [day(1), day(3), { compute_unit_seconds: 1 }],
        ['2026-03-02T05:00:00Z', '2026-03-02T06:00:00Z', { compute_unit_seconds: 1 }],
      ]),
      'one: the timeframe from 2026-03-02T05:00:00.000Z begins before the one from 2026-03-01T00:00:00.000Z ends: ' +
        'pages of different granularity cannot be added',
    ],
    [
      { branches: [{ ...overlapping.projects[0], branch_id: 'b' }] },
      'one/b: the timeframe from 2026-03-02T00:00:00.000Z begins before the one from 2026-03-01T00:00:00.000Z ends',
    ],
    [totals({}), `no figures; ${EXPECTED}`],
    [totals({ total: 3 }), `total: unknown key; ${EXPECTED}`],
    [totals({ amounts_eur: {} }), `amounts_eur: unknown key; ${EXPECTED}`],
    [totals({ to: '2026-03-01', total_usd: 1 }), 'to: expected a day after from'],
    [totals({ to: 'then', total_usd: 1 }), `to: ${A_DAY}`],
    [totals({ plan: 3, total_usd: 1 }), 'plan: expected the name of a plan'],
    [totals({ metrics: [1] }), 'metrics: expected a mapping of metrics to numbers'],
    [
      totals({ metrics: { compute: 1 } }),
      'metrics.compute: unknown metric; expected one of compute_unit_seconds, root_branch_bytes_month,',
    ],
    [totals({ amounts_usd: { extra_branches_month: '1' } }), `amounts_usd.extra_branches_month: ${A_NUMBER}`],
    [totals({ total_usd: '$30' }), `total_usd: ${A_NUMBER}`],
    [totals({ total_usd: -1 }), `total_usd: ${A_NUMBER}`],
  ])('is refused, and it is said where (%#)', (value, message) => {
    let found: unknown;
    try {
      readBilledUse(value);
    } catch (error) {
      found = error;
    }
    expect(found).toBeInstanceOf(BilledUseError);
    expect((found as Error).message.slice(0, message.length)).toBe(message);
  });

  it.each([
    'March',
    '2026-3-01',
    '26-03-01',
    ' 2026-03-01',
    '2026-03-01 ',
    '2026-03-01T06:00',
    '2026-03-01 06:00Z',
    '2026-03-01T06:30:00.Z',
    '2026-03-01T6:30Z',
    '2026-03-01T06:30+2:00',
    '2026-03-01T06:30+02',
    '2026-03-01T25:00Z',
    '2026-13-01',
    '2026-02-29',
    1_767_225_600,
    undefined,
  ])('%s is not a moment', (from) => {
    expect(() => readBilledUse(totals({ from, total_usd: 1 }))).toThrow(`from: ${A_DAY}`);
  });
});

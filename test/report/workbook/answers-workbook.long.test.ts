import { beforeAll, describe, expect, it } from 'vitest';
import { capacityReport } from '../../../src/report/answers/capacity.js';
import { policiesReport } from '../../../src/report/answers/policies.js';
import { reportBook } from '../../../src/report/forms/workbook.js';
import { policiesWorkbook } from '../../../src/report/workbook/policies-workbook.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import type { Capacity } from '../../../src/study/growth/capacity-result.js';
import { afterMonths } from '../../../src/study/growth/load-growth.js';
import { comparePolicies, type PolicyComparison } from '../../../src/study/policies/policy-comparison.js';
import { HAVE_SPREADSHEET } from '../../programs.js';
import { OpenedWorkbook } from './opened-workbook.js';
import { changedFormulas } from './recalculation.js';
import { converted } from './spreadsheet-program.js';
import { typedInto } from './typed-into.js';

const START = '2026-01-31T06:00:00Z';

/** The capacity is twice the load, within a range. */
const CAPACITY: Capacity = {
  scenario: 'carried',
  seed: '1',
  start: START,
  duration_seconds: 86_400,
  replications: 2,
  confidence: 0.95,
  prices_checked_until: '2026-11-26',
  warnings: [],
  load: { factor: 2, low: 1.7, high: 2.3 },
  least: null,
  verdict: 'range',
  why: null,
  queries_per_second: 3,
  queries_per_second_at_capacity: 6,
  queries_per_second_at_least: null,
  first: 'latency_p99 <= 1s',
  first_below: null,
  objectives: [
    {
      objective: 'latency_p99 <= 1s',
      figure: 'latency_p99',
      comparison: '<=',
      bound: 1000,
      factor: 2,
      least_factor: null,
      met: true,
      at_present: { mean: 300, half_width: 20, confidence: 0.95, n: 2 },
      at_capacity: { mean: 990, half_width: 50, confidence: 0.95, n: 2 },
    },
  ],
  binds: [],
  date: undefined,
  levels: [1, 2, 3].map((factor) => ({
    factor,
    fidelity: 'exact',
    replications: 2,
    queries_per_second: 3 * factor,
    figures: [{ mean: 330 * factor, half_width: 20, confidence: 0.95, n: 2 }],
    met: factor < 3,
  })),
};

const SCENARIO = await parseScenario(`
name: policies
seed: 3
start: 2026-01-05T00:00:00Z
duration: 1d
plan: scale
computes: [{ name: primary, type: read_write, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }]
load: [{ name: web, compute: primary, rate: 6/h, query: { cpu: 50ms } }]
`);

const REACHED = [
  'Reached on',
  'Reached on, low end of the range',
  'Reached on, high end of the range',
] as const;

/** The cell to the right of a label of the first sheet. */
function besideLabel(book: OpenedWorkbook, label: string): string {
  const [at] = [...book.cells('Answer')].find(([, { value }]) => value === label)!;
  return at.replace('A', 'B');
}

describe.skipIf(!HAVE_SPREADSHEET)(
  'the workbooks of capacity and policies, recalculated by a spreadsheet',
  () => {
    const books = new Map<string, { stored: OpenedWorkbook; computed: OpenedWorkbook }>();
    let comparison: PolicyComparison;

    beforeAll(async () => {
      comparison = await comparePolicies(SCENARIO, ['suspend']);
      const carried = reportBook(capacityReport(CAPACITY, undefined, 0.05));
      const growth = besideLabel(new OpenedWorkbook(carried), 'Growth of the load per month: type in');
      const policies = policiesWorkbook(comparison, SCENARIO, policiesReport(comparison, SCENARIO));
      const files: Record<string, Uint8Array> = {
        carried,
        faster: new OpenedWorkbook(carried).with('Answer', growth, 0.11),
        never: new OpenedWorkbook(carried).with('Answer', growth, 0),
        policies,
        dearer: typedInto(policies, { 'Price of a CU-hour': 0.444 }),
        altered: new OpenedWorkbook(policies).with('Suspension', 'B5', 9),
      };
      const named = Object.fromEntries(Object.entries(files).map(([name, file]) => [`${name}.xlsx`, file]));
      const results = converted(named, 'xlsx');
      Object.entries(files).forEach(([name, file], index) => {
        books.set(name, { stored: new OpenedWorkbook(file), computed: new OpenedWorkbook(results[index]!) });
      });
    }, 120_000);

    const computed = (name: string) => books.get(name)!.computed;

    const reached = (name: string, label: string) => {
      const book = computed(name);
      return book.cells('Answer').get(besideLabel(book, label))?.value;
    };

    it('have the stored values', () => {
      for (const name of ['carried', 'policies']) {
        const { stored, computed: again } = books.get(name)!;
        expect(changedFormulas(stored, again)).toEqual([]);
      }
      expect(computed('policies').cells('Answer').get('B7')?.value).toBe('equal to the simulator');
      expect(computed('altered').cells('Answer').get('B7')?.value).toMatch(/^ALTERED/);
    });

    it('reach the load on the day that the growth implies', () => {
      const dayOf = (growth: number, factor: number) => {
        const at = afterMonths(Date.parse(START) / 1000, Math.log(factor) / Math.log(1 + growth));
        return Math.floor(at / 86_400) + 25_569;
      };
      for (const [name, growth] of [
        ['carried', 0.05],
        ['faster', 0.11],
      ] as const) {
        expect(REACHED.map((label) => reached(name, label))).toEqual(
          [2, 1.7, 2.3].map((factor) => dayOf(growth, factor)),
        );
      }
      expect(reached('never', REACHED[0])).toBe('never');
    });

    it('follow the price', () => {
      const rows = (name: string) => computed(name).table('Suspension', 3);
      const [{ rows: simulated }] = comparison.sides as [PolicyComparison['sides'][number]];
      expect(rows('policies')).toHaveLength(simulated.length);
      simulated.forEach(({ cu_hours }, index) => {
        const month = (cu_hours / 24) * 730;
        expect(rows('policies')[index]!['Cost per month, USD']?.value).toBeCloseTo(month * 0.222, 8);
        expect(rows('dearer')[index]!['Cost per month, USD']?.value).toBeCloseTo(month * 0.444, 8);
      });
    });
  },
);

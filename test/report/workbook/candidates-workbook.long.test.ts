import { beforeAll, describe, expect, it } from 'vitest';
import { compareReport } from '../../../src/report/answers/compare/compare.js';
import { sweepReport } from '../../../src/report/answers/sweep.js';
import {
  candidatesOfComparison,
  candidatesOfSweep,
  UseOfVariants,
} from '../../../src/report/figures/candidates-of.js';
import { candidatesWorkbook } from '../../../src/report/workbook/candidates-workbook.js';
import { compare } from '../../../src/study/compare/comparison.js';
import { sweep } from '../../../src/study/compare/sweep.js';
import { parseAxis } from '../../../src/study/compare/sweep-axis.js';
import {
  compileSource,
  compileVariant,
  type ScenarioSource,
} from '../../../src/study/runs/scenario-source.js';
import { HAVE_SPREADSHEET } from '../../programs.js';
import { OpenedWorkbook } from './opened-workbook.js';
import { changedFormulas } from './recalculation.js';
import { converted } from './spreadsheet-program.js';
import { inputRow, typedInto } from './typed-into.js';

/** Across the end of a month, on a plan that includes hours. */
const SOURCE: ScenarioSource = {
  text: `
name: swept
seed: 5
start: 2026-01-29T00:00:00Z
duration: 4d
plan: { name: scale, as_of: 2025-09-01 }
computes: [{ name: primary, type: read_write, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }]
load: [{ name: web, compute: primary, rate: 4/h, query: { cpu: 50ms } }]
slo: { latency_p99: 1s }
`,
  file: 'swept.yaml',
  directory: '/',
  set: [],
  seed: undefined,
};

async function sweepBook(source = SOURCE): Promise<Uint8Array> {
  const axes = ['timeout=2m,5m,never', 'plan.name=launch,scale'].map(parseAxis);
  const uses = new UseOfVariants();
  const swept = await sweep(
    source,
    { axes, replications: 2, confidence: 0.95 },
    { made: (made) => uses.add(made) },
  );
  return candidatesWorkbook(
    candidatesOfSweep(swept, uses.list()),
    await compileSource(source),
    sweepReport(swept, await compileVariant(source)),
  );
}

async function comparisonBook(): Promise<Uint8Array> {
  const uses = new UseOfVariants();
  const variants = [
    await compileVariant(SOURCE, 'as it is'),
    await compileVariant({ ...SOURCE, set: ['computes.primary.suspend_timeout_seconds=-1'] }, '=awake()'),
  ];
  const plan = { replications: 2, confidence: 0.95, figures: ['cost_usd', 'latency_p99'] as const };
  const comparison = await compare(variants, plan, { made: (made) => uses.add(made) });
  return candidatesWorkbook(
    candidatesOfComparison(comparison, uses.list()),
    await compileSource(SOURCE),
    compareReport(comparison, { variants }),
  );
}

describe('the workbook of a sweep', () => {
  it('has a row for each combination, with the reason if it is not allowed, and marks the Pareto front', async () => {
    const rows = new OpenedWorkbook(await sweepBook()).table('Candidates', 3);
    expect(rows.map((row) => row['Settings']?.value)).toEqual([
      'timeout=2m plan.name=launch',
      'timeout=2m plan.name=scale',
      'timeout=5m plan.name=launch',
      'timeout=5m plan.name=scale',
      'timeout=never plan.name=launch',
      'timeout=never plan.name=scale',
    ]);
    expect(rows[0]!['Why it was not run']?.value).toContain('launch plan');
    const places = rows.slice(1).map((row) => ({
      front: row['On the Pareto front']?.value,
      cost: Number(row['Cost of the run, USD']?.value),
      p99: Number(row['Latency, p99']?.value),
    }));
    for (const { front, cost, p99 } of places) {
      const beaten = places.some(
        (other) => other.cost <= cost && other.p99 <= p99 && (other.cost < cost || other.p99 < p99),
      );
      expect(front).toBe(beaten ? 'no' : 'yes');
    }
    expect(rows[1]!['Objectives missed']?.value).toBe('latency_p99');
    expect(rows[5]!['Objectives missed']).toBeUndefined();
  });

  it('draws the candidates, with names if there are few', async () => {
    const opened = new OpenedWorkbook(await sweepBook());
    expect(opened.sheets.slice(0, 3)).toEqual(['Answer', 'Candidates', 'Usage']);
    const [chart = ''] = opened.parts.filter((part) => part.startsWith('xl/charts/chart'));
    expect(opened.part(chart).match(/<c:ser>/g)).toHaveLength(5);
    expect(opened.part(chart)).toContain('timeout=5m plan.name=launch');
  });
});

describe.skipIf(!HAVE_SPREADSHEET)('workbooks of candidates, opened by a spreadsheet', () => {
  let stored: readonly OpenedWorkbook[];
  let computed: readonly OpenedWorkbook[];

  beforeAll(async () => {
    const [swept, compared] = [await sweepBook(), await comparisonBook()];
    const dearer = typedInto(swept, { 'Price of a CU-hour': 100 });
    const changing = await sweepBook({ ...SOURCE, set: ['plan={ name: launch }', 'start=2025-12-10'] });
    const files = {
      'swept.xlsx': swept,
      'compared.xlsx': compared,
      'dearer.xlsx': dearer,
      'changing.xlsx': changing,
    };
    stored = Object.values(files).map((bytes) => new OpenedWorkbook(bytes));
    computed = converted(files, 'xlsx').map((bytes) => new OpenedWorkbook(bytes));
  }, 120_000);

  it('have the stored values, which equal those of the simulator', () => {
    // The last one spans a change of prices.
    for (const book of [0, 1, 3]) {
      expect(changedFormulas(stored[book]!, computed[book]!)).toEqual([]);
      expect(computed[book]!.cells('Answer').get('B7')?.value).toBe('equal to the simulator');
    }
    expect(computed[1]!.table('Candidates', 3)[1]!['Settings']).toEqual({
      value: '=awake()',
      formula: undefined,
    });
    expect(computed[1]!.sheets).toContain('=awake() against as it is');
  });

  it('follow the price for the candidates on the assumed plan, and leave those on another plan unchanged', () => {
    const [before, after] = [computed[0]!, computed[2]!].map((book) => book.table('Candidates', 3));
    const cost = (rows: typeof before, index: number) => Number(rows![index]!['Cost of the run, USD']?.value);
    const [assumed] = [computed[2]!.cells('Answer').get(`D${inputRow(computed[2]!, 'Plan')}`)?.value];
    before!.forEach((row, index) => {
      if (row['Plan'] === undefined || row['Cost of the run, USD'] === undefined) return;
      if (row['Plan'].value === assumed) expect(cost(after, index)).not.toBeCloseTo(cost(before, index), 3);
      else expect(cost(after, index)).toBeCloseTo(cost(before, index), 9);
    });
  });
});

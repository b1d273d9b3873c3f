import { beforeAll, describe, expect, it } from 'vitest';
import { count, money, number } from '../../src/report/figures/figure-text.js';
import { HEADLINE_FIGURES, headlineFigures } from '../../src/report/figures/headline-figures.js';
import { unitText } from '../../src/report/figures/unit.js';
import type { Summary } from '../../src/study/run/summary.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type AllReports, allReports, csvRows } from './all-reports.js';
import { EVENTFUL } from './page/made-page.js';

const folder = temporaryFolder();
let reports: AllReports;
let summary: Summary;

/** The value in `summary.json` at a path such as `computes.0.wakes`; names of errors may contain dots. */
function inSummary(path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>>)?.[key], summary);
}

beforeAll(async () => {
  reports = await allReports(folder, EVENTFUL);
  summary = reports.summary;
}, 60_000);

describe('every figure of one run is the same in all its reports', () => {
  it('on the page as in summary.json', () => {
    const cells = reports.html.matchAll(/<th scope="row"[^>]*>([^<]+)<\/th><td[^>]* data-sort="([^"]*)"/g);
    const shown = new Map([...cells].map(([, label, value]) => [label, value]));
    for (const { path, label } of headlineFigures(summary)) {
      expect(shown.get(label.replaceAll("'", '&#39;')), path).toBe(String(inSummary(path) ?? ''));
    }
  });

  it('in the workbook as in summary.json and the tables, to the last bit', () => {
    // Times are in hours.
    const inHours = (name: string, value: unknown) =>
      /seconds$/.test(name) && typeof value === 'number' ? value / 3600 : value;
    const rows = new Map(
      reports.workbook.table('All figures', 3).map((row) => [row['Figure']?.value, row['Value']?.value]),
    );
    for (const { path, label } of headlineFigures(summary)) {
      expect(rows.get(label) ?? null, path).toBe(inHours(path, inSummary(path) ?? null));
    }
    const computes = new Map(
      reports.workbook.table('Computes', 3).map((row) => [row['Compute']?.value, row]),
    );
    for (const { name, cost_usd, cu_hours, wakes, latency_ms } of summary.computes) {
      const row = computes.get(name);
      const shown = ['Cost', 'CU-hours', 'Wakes', 'p99'].map((head) => row?.[head]?.value ?? null);
      expect(shown, name).toEqual([cost_usd, cu_hours, wakes, latency_ms.p99]);
    }
  });

  it('in the CSV as in summary.json', () => {
    const rows = csvRows(reports.csv('computes'));
    summary.computes.forEach((compute, index) => {
      const row = rows[index]!;
      expect(row['compute']).toBe(compute.name);
      expect(Number(row['cost_usd'])).toBe(compute.cost_usd);
      expect(Number(row['cu_hours'])).toBe(compute.cu_hours);
      expect(Number(row['queries_arrived'])).toBe(compute.queries.arrived);
      expect(Number(row['latency_p99_ms'])).toBe(compute.latency_ms.p99);
      expect(Number(row['availability_time'])).toBe(compute.availability.time);
    });
    const arrived = csvRows(reports.csv('timeline')).reduce(
      (sum, row) => sum + Number(row['queries_arrived']),
      0,
    );
    expect(arrived).toBe(summary.total.queries.arrived);
  });

  it('in the Markdown as in summary.json, rounded for readers', () => {
    const rows = new Map(
      reports.markdown.split('\n').flatMap((line) => {
        const cells = line.split('|').map((cell) => cell.trim());
        return cells.length >= 4 ? [[cells[1]!, cells[2]!] as const] : [];
      }),
    );
    for (const { path, label, unit } of HEADLINE_FIGURES) {
      expect(rows.get(label), path).toBe(unitText(unit, (inSummary(path) as number | undefined) ?? null));
    }
  });

  it('on the terminal as in summary.json, rounded for readers', () => {
    const { total } = summary;
    const lines = new Map(
      reports.terminal.split('\n').map((line) => [line.slice(0, 13).trim(), line.slice(13)] as const),
    );
    const shown: readonly (readonly [label: string, ...texts: string[]])[] = [
      ['Cost', `${money(total.cost_usd)} for the run`, `${money(total.cost_usd_per_month)} a month`],
      ['CU-hours', `${number(total.cu_hours)},`, `at most ${number(total.max_cu)} CU`],
      ['Suspended', `${count(total.wakes)} wakes`, `${count(total.suspends)} suspends`],
      ['Waited', `of ${count(total.queries.arrived)} queries`],
      ['Errors', `${count(total.queries.failed)} of ${count(total.queries.arrived)} queries`],
      [
        'Latency',
        ...(['mean', 'p50', 'p99'] as const).map(
          (name) => `${name} ${unitText('milliseconds', total.latency_ms[name])}`,
        ),
      ],
    ];
    for (const [label, ...texts] of shown) {
      for (const text of texts) expect(lines.get(label), label).toContain(text);
    }
  });
});

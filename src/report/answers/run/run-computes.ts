import type { ObjectiveResult } from '../../../figures/objectives.js';
import { moreIsBetter } from '../../../figures/run-figures.js';
import { valueAt } from '../../../scenario/document/value-at.js';
import type { Summary } from '../../../study/run/summary.js';
import { type Cell, type Column, column } from '../../document/column.js';
import { type Part, table } from '../../document/report.js';
import {
  type HeadlineFigure,
  headlineFigures,
  intervalAt,
  summaryFigure,
} from '../../figures/headline-figures.js';
import { monthBasis } from '../../figures/month-basis.js';
import { boundText, figureText } from '../../figures/named-figure.js';
import { withSpread } from '../../figures/spread-text.js';
import type { Unit } from '../../figures/unit.js';
import { capitalised } from '../../text/verdict.js';
import { figureWords } from '../../verdict/figure-words.js';
import { monthName } from '../../verdict/forecast-verdict.js';

/** Computes in a text, and on a page; of more, those that cost most. */
const MAX_SHOWN = { screen: 20, markdown: 20, page: 200 };

/** An objective with its place among them. */
interface Held {
  readonly result: ObjectiveResult;
  readonly index: number;
}

/** Objectives and their results, missed ones first. @param further text after the verdict of an objective */
export function objectivesTable(
  all: readonly ObjectiveResult[],
  shown = all,
  further = (_: ObjectiveResult): string => '',
): Part {
  const held = shown.map((result) => ({ result, index: all.indexOf(result) }));
  return table<Held>({
    id: 'objectives',
    title: 'Objectives',
    in: ['screen', 'markdown', 'page'],
    rows: held.toSorted((a, b) => Number(a.result.met) - Number(b.result.met)),
    keys: 2,
    columns: [
      column('objective', 'Objective', 'text', ({ result }) => capitalised(figureWords(result.objective))),
      column(
        'verdict',
        'Verdict',
        'text',
        ({ result }) =>
          `${result.met ? 'met' : 'missed'}${result.clear === false ? '?' : ''}${further(result)}`,
        { strong: ({ result }) => !result.met },
      ),
      column(
        'target',
        'Target',
        'figure_text',
        ({ result: { objective, target } }) =>
          `${moreIsBetter(objective) ? 'at least' : 'at most'} ${boundText(objective, target)}`,
      ),
      column('actual', 'Actual', 'number', ({ result }) => result.actual, {
        text: ({ result: { objective, actual, ci } }) =>
          actual === null
            ? 'nothing measured'
            : withSpread(actual, (value) => figureText(objective, value), ci),
        path: ({ index }) => `slo.${index}.actual`,
      }),
    ],
  });
}

/** Where a figure of a compute stands, what it is called, and whether only a page has room for it. */
const FIGURES: readonly (readonly [path: string, head: string, unit: Unit, page?: 'page'])[] = [
  ['cu_hours', 'CU-hours', 'cu_hours'],
  ['cost_usd', 'Cost', 'usd'],
  ['cost_usd_per_month', 'Per month', 'usd', 'page'],
  ['wakes', 'Wakes', 'count'],
  ['latency_ms.p99', 'p99', 'milliseconds'],
  ['latency_ms.p50', 'p50', 'milliseconds', 'page'],
  ['mean_cu_active', 'Mean CU', 'number', 'page'],
  ['max_cu', 'Max CU', 'number', 'page'],
  ['suspends', 'Suspends', 'count', 'page'],
  ['restarts', 'Restarts', 'count', 'page'],
  ['resizes', 'Resizes', 'count', 'page'],
  ['queries.arrived', 'Queries', 'count', 'page'],
  ['queries.failed', 'Failed', 'count', 'page'],
  ['connections.refused', 'Refused', 'count', 'page'],
  ['cache.hit_ratio', 'Cache hits', 'share', 'page'],
  ['cpu.utilisation', 'CPU', 'share', 'page'],
];

/** Cost and activity of each compute, the most expensive first; empty for a fleet, which lists its tenants. */
export function computeParts(summary: Summary): readonly Part[] {
  const { computes, duration_seconds, total, fleet } = summary;
  if (fleet !== undefined || computes.length < 2) return [];
  const { carried } = monthBasis(duration_seconds);
  const ranked = computes
    .map((compute, index) => ({ compute, index }))
    .sort((a, b) => b.compute.cost_usd - a.compute.cost_usd);
  type Row = (typeof ranked)[number];
  const figure = ([path, head, unit, page]: (typeof FIGURES)[number]): Column<Row> =>
    column(path, head, unit, ({ index }) => summaryCell(summary, `computes.${index}.${path}`), {
      path,
      ...(page && { in: [page] }),
    });
  const columns: readonly Column<Row>[] = [
    { name: 'compute', head: 'Compute', of: ({ compute: { name } }) => ({ name }) },
    ...FIGURES.filter(([path]) => carried || path !== 'cost_usd_per_month').map(figure),
    column('suspended', 'Suspended', 'share', ({ compute }) => compute.suspended_seconds / duration_seconds),
    column('share', 'Share', 'share', ({ compute }) => compute.cost_usd / (total.cost_usd || 1), {
      in: ['page'],
    }),
  ];
  return [
    table<Row>({
      id: 'computes',
      title: 'Computes',
      in: ['screen', 'markdown', 'page'],
      behind: true,
      folded: true,
      searched: 'computes',
      rows: ranked,
      most: MAX_SHOWN,
      rest: 'that cost less',
      path: ({ index }) => `computes.${index}`,
      columns,
    }),
  ];
}

function summaryCell(summary: Summary, path: string): Cell {
  return intervalAt(summary, path) ?? (valueAt(summary, path.split('.')) as Cell);
}

/** Calendar months; a single one is the run itself. */
export function monthsTable(summary: Summary): Part {
  const { cost_by_month } = summary;
  type Month = Summary['cost_by_month'][number];
  return table<Month>({
    id: 'cost',
    title: 'Cost by calendar month',
    short: 'Cost',
    folded: true,
    behind: true,
    in: ['markdown', 'page'],
    rows: cost_by_month.length > 1 ? cost_by_month : [],
    path: (_, index) => `cost_by_month.${index}`,
    columns: [
      { name: 'month', head: 'Month', of: ({ month }) => ({ name: monthName(month) }) },
      ...(['cu_hours', 'cost_usd'] as const).map((name) =>
        column<Month>(
          name,
          name === 'cost_usd' ? 'Cost' : 'CU-hours',
          name === 'cost_usd' ? 'usd' : 'cu_hours',
          (_, index) => summaryCell(summary, `cost_by_month.${index}.${name}`),
          { path: name },
        ),
      ),
    ],
  });
}

/** Every figure over all computes. */
export function figuresTable(summary: Summary): Part {
  return table<HeadlineFigure>({
    id: 'figures',
    title: 'All figures',
    short: 'Figures',
    folded: true,
    appendix: true,
    in: ['markdown', 'page'],
    rows: headlineFigures(summary),
    columns: [
      { name: 'label', head: 'Figure', of: ({ label }) => label },
      column(
        'value',
        'Value',
        ({ unit }) => unit,
        ({ path }) => intervalAt(summary, path) ?? summaryFigure(summary, path),
        { path: ({ path }) => path },
      ),
    ],
  });
}

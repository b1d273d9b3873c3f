import type { ObjectiveResult } from '../../../figures/objectives.js';
import { moreIsBetter } from '../../../figures/run-figures.js';
import type { Summary } from '../../../study/run/summary.js';
import { type Column, column } from '../../document/column.js';
import { type Part, table } from '../../document/report.js';
import { figureAt, type HeadlineFigure, headlineFigures } from '../../figures/headline-figures.js';
import { monthBasis } from '../../figures/month-basis.js';
import { boundText, figureText } from '../../figures/named-figure.js';
import { withSpread } from '../../figures/spread-text.js';
import type { Unit } from '../../figures/unit.js';
import { capitalised } from '../../text/verdict.js';
import { figureWords } from '../../verdict/figure-words.js';
import { monthName } from '../../verdict/forecast-verdict.js';

/** Computes in a text, and on a page; of more, those that cost most. */
const MAX_SHOWN = { screen: 20, markdown: 20, page: 200 };

/** Objectives and their results, missed ones first. @param further text after the verdict of an objective */
export function objectivesTable(
  results: readonly ObjectiveResult[],
  further = (_: ObjectiveResult): string => '',
): Part {
  return table<ObjectiveResult>({
    id: 'objectives',
    title: 'Objectives',
    in: ['screen', 'markdown', 'page'],
    rows: results.toSorted((a, b) => Number(a.met) - Number(b.met)),
    keys: 2,
    columns: [
      column('objective', 'Objective', 'text', ({ objective }) => capitalised(figureWords(objective))),
      column(
        'verdict',
        'Verdict',
        'text',
        (result) => `${result.met ? 'met' : 'missed'}${result.clear === false ? '?' : ''}${further(result)}`,
        { strong: ({ met }) => !met },
      ),
      column(
        'target',
        'Target',
        'figure_text',
        ({ objective, target }) =>
          `${moreIsBetter(objective) ? 'at least' : 'at most'} ${boundText(objective, target)}`,
      ),
      column('actual', 'Actual', 'number', ({ actual }) => actual, {
        text: ({ objective, actual, ci }) =>
          actual === null
            ? 'nothing measured'
            : withSpread(actual, (value) => figureText(objective, value), ci),
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
    column(
      path,
      head,
      unit,
      ({ index }) => figureAt(summary, `computes.${index}.${path}`),
      page === undefined ? {} : { in: [page] },
    );
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
      max_rows: MAX_SHOWN,
      rest: 'that cost less',
      columns,
    }),
  ];
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
    columns: [
      { name: 'month', head: 'Month', of: ({ month }) => ({ name: monthName(month) }) },
      ...(['cu_hours', 'cost_usd'] as const).map((name) =>
        column<Month>(
          name,
          name === 'cost_usd' ? 'Cost' : 'CU-hours',
          name === 'cost_usd' ? 'usd' : 'cu_hours',
          (_, index) => figureAt(summary, `cost_by_month.${index}.${name}`),
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
        ({ path }) => figureAt(summary, path),
      ),
    ],
  });
}

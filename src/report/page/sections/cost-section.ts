import { money, number, percent } from '../../figures/figure-text.js';
import { monthBasis } from '../../figures/month-basis.js';
import type { Summary } from '../../figures/summary.js';
import { monthName } from '../../verdict/forecast-verdict.js';
import { figuresOf } from '../markup/figure.js';
import { type Content, htmlLine, type Markup, named, note } from '../markup/markup.js';
import { type Section, section } from '../markup/section.js';
import { barColumn, figures, table, words } from '../markup/table.js';

/** Computes in a table; of more, those that cost most. */
const MAX_COMPUTES = 200;

/** What the run costs by calendar month and by compute. */
export function costSection(summary: Summary): Section {
  const { plan } = summary;
  const { price } = plan;
  const included =
    price.included_cu_hours > 0 ? `, ${number(price.included_cu_hours)} CU-hours a month included` : '';
  const fee = price.base_fee_usd > 0 ? `${money(price.base_fee_usd)} a month, ` : '';
  const minimum = price.minimum_usd > 0 ? `, at least ${money(price.minimum_usd)} a month` : '';
  return section('cost', 'Cost', 'Cost', [
    htmlLine`<p>Plan <code>${plan.name}</code>: ${fee}<span data-figure="plan.price.usd_per_cu_hour" data-value="${price.usd_per_cu_hour}">$${price.usd_per_cu_hour}</span> per CU-hour${included}${minimum}; prices since ${price.from}.</p>`,
    byMonth(summary),
    summary.fleet === undefined ? byCompute(summary) : null,
  ]);
}

function byMonth(summary: Summary): Markup {
  const figure = figuresOf(summary);
  type Month = Summary['cost_by_month'][number];
  const columns = [
    words<Month>('Month', ({ month }) => named(monthName(month))),
    figures<Month>('CU-hours', (_, index) => figure(`cost_by_month.${index}.cu_hours`, number)),
    figures<Month>('Cost', (_, index) => figure(`cost_by_month.${index}.cost_usd`, money)),
    barColumn('Share of the largest', summary.cost_by_month, ({ cost_usd }) => cost_usd),
  ];
  return table('Cost by calendar month', columns, summary.cost_by_month);
}

function byCompute(summary: Summary): Content {
  const { computes, total } = summary;
  const { carried } = monthBasis(summary.duration_seconds);
  const figure = figuresOf(summary);
  const ranked = computes
    .map((compute, index) => ({ compute, index }))
    .sort((a, b) => b.compute.cost_usd - a.compute.cost_usd);
  const shown = ranked.slice(0, MAX_COMPUTES);
  type Row = (typeof ranked)[number];
  const rows = table(
    'Cost by compute',
    [
      words<Row>('Compute', ({ compute }) => named(compute.name)),
      figures<Row>('CU-hours', ({ index }) => figure(`computes.${index}.cu_hours`, number)),
      figures<Row>('Cost', ({ index }) => figure(`computes.${index}.cost_usd`, money)),
      ...(carried
        ? [
            figures<Row>('Per month', ({ index }) =>
              figure(`computes.${index}.cost_usd_per_month`, money, 'mean'),
            ),
          ]
        : []),
      figures<Row>('Share', ({ compute }) =>
        total.cost_usd > 0 ? percent(compute.cost_usd / total.cost_usd) : '-',
      ),
      barColumn('Share of the largest', shown, ({ compute }) => compute.cost_usd),
    ],
    shown,
  );
  const more = ranked.length > shown.length;
  return [rows, note(more ? `The ${MAX_COMPUTES} computes that cost most, of ${ranked.length}.` : null)];
}

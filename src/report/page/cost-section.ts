import { money, number, percent } from '../figure-text.js';
import type { Summary } from '../summary.js';
import { figure } from './figure.js';
import { type Content, html, type Markup, named } from './markup.js';
import { bar, type Section, table } from './section.js';

/** Computes in a table; of more, those that cost most. */
const MOST_COMPUTES = 200;

/** What the run costs by calendar month and by compute. */
export function costSection(summary: Summary): Section {
  const { plan } = summary;
  const { price } = plan;
  const included =
    price.included_cu_hours > 0 ? `, ${number(price.included_cu_hours)} CU-hours a month included` : '';
  const minimum = price.minimum_usd > 0 ? `, at least ${money(price.minimum_usd)} a month` : '';
  return {
    id: 'cost',
    short: 'Cost',
    title: 'Cost',
    content: [
      html`<p>Plan <code>${plan.name}</code>: <span data-figure="plan.price.usd_per_cu_hour" data-value="${price.usd_per_cu_hour}">$${price.usd_per_cu_hour}</span> per CU-hour${included}${minimum}; prices since ${price.from}.</p>
`,
      byMonth(summary),
      byCompute(summary),
    ],
  };
}

function byMonth({ cost_by_month, ci }: Summary): Markup {
  const largest = Math.max(0, ...cost_by_month.map(({ cost_usd }) => cost_usd));
  return table(
    'Cost by calendar month',
    [
      { head: 'Month', words: true, cell: ({ month }) => month },
      {
        head: 'CU-hours',
        cell: ({ cu_hours }, index) =>
          figure(`cost_by_month.${index}.cu_hours`, cu_hours, number, ci?.cost_by_month[index]?.cu_hours),
      },
      {
        head: 'Cost',
        cell: ({ cost_usd }, index) =>
          figure(`cost_by_month.${index}.cost_usd`, cost_usd, money, ci?.cost_by_month[index]?.cost_usd),
      },
      {
        head: html`<span class="hidden">Share of the largest</span>`,
        cell: ({ cost_usd }) => bar(cost_usd, largest),
        words: true,
      },
    ],
    cost_by_month,
  );
}

function byCompute({ computes, total, ci }: Summary): Content {
  const ranked = computes
    .map((compute, index) => ({ compute, index }))
    .sort((a, b) => b.compute.cost_usd - a.compute.cost_usd || a.index - b.index);
  const shown = ranked.slice(0, MOST_COMPUTES);
  const largest = shown[0]?.compute.cost_usd ?? 0;
  const rows = table(
    'Cost by compute',
    [
      { head: 'Compute', words: true, cell: ({ compute }) => named(compute.name) },
      {
        head: 'CU-hours',
        cell: ({ compute, index }) =>
          figure(`computes.${index}.cu_hours`, compute.cu_hours, number, ci?.computes[index]?.cu_hours),
      },
      {
        head: 'Cost',
        cell: ({ compute, index }) =>
          figure(`computes.${index}.cost_usd`, compute.cost_usd, money, ci?.computes[index]?.cost_usd),
      },
      {
        head: 'Per month',
        cell: ({ compute, index }) =>
          figure(`computes.${index}.cost_usd_per_month`, compute.cost_usd_per_month, money),
      },
      {
        head: 'Share',
        cell: ({ compute }) => (total.cost_usd > 0 ? percent(compute.cost_usd / total.cost_usd) : '-'),
      },
      {
        head: html`<span class="hidden">Share of the largest</span>`,
        cell: ({ compute }) => bar(compute.cost_usd, largest),
        words: true,
      },
    ],
    shown,
  );
  if (ranked.length <= shown.length) return rows;
  return [
    rows,
    html`<p class="note">The ${MOST_COMPUTES} computes that cost most, of ${ranked.length}.</p>
`,
  ];
}

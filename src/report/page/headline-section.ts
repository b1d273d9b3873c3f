import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import { count, counted, duration, milliseconds, money, number, percent } from '../figure-text.js';
import type { Summary } from '../summary.js';
import { figure } from './figure.js';
import { type Content, html, type Markup } from './markup.js';
import type { Section } from './section.js';

/** The figures that a reader wants first, and what was noticed in the scenario. */
export function headlineSection(summary: Summary): Section {
  const cards = [...moneyCards(summary), ...serviceCards(summary), objectivesCard(summary)];
  return {
    id: 'headline',
    short: 'Headline',
    title: 'In short',
    untitled: true,
    content: [
      html`<div class="cards">${cards}</div>
`,
      replicationsNote(summary),
      summary.warnings.map(
        (warning) => html`<p class="note warning"><strong>Note</strong> ${warning}</p>
`,
      ),
    ],
  };
}

function card(label: string, value: Content, detail: Content, kind = ''): Markup {
  return html`<div class="card ${kind}"><p class="label">${label}</p><p class="value">${value}</p><p class="detail">${detail}</p></div>
`;
}

function moneyCards({ total, ci, plan, duration_seconds }: Summary): readonly Markup[] {
  const spread = ci?.total;
  const mean_cu = figure('total.mean_cu_active', total.mean_cu_active, number, spread?.mean_cu_active);
  return [
    card(
      `Cost per month of ${HOURS_PER_MONTH} h`,
      figure('total.cost_usd_per_month', total.cost_usd_per_month, money, spread?.cost_usd_per_month),
      html`${figure('total.cost_usd', total.cost_usd, money, spread?.cost_usd)} for these ${duration(duration_seconds)}, plan ${plan.name}`,
      'lead',
    ),
    card(
      'CU-hours',
      figure('total.cu_hours', total.cu_hours, number, spread?.cu_hours),
      html`mean ${mean_cu} CU while active, at most ${figure('total.max_cu', total.max_cu, number)}`,
    ),
  ];
}

function serviceCards({ total, ci }: Summary): readonly Markup[] {
  const spread = ci?.total;
  const { latency_ms: latency, availability, queries } = total;
  return [
    card(
      'Latency, 99th percentile',
      figure('total.latency_ms.p99', latency.p99, milliseconds, spread?.latency_ms.p99),
      html`half of the queries under ${figure('total.latency_ms.p50', latency.p50, milliseconds, spread?.latency_ms.p50)}`,
    ),
    card(
      'Queries answered',
      figure('total.availability.request', availability.request, percent, spread?.availability.request),
      html`${figure('total.queries.failed', queries.failed, count)} of ${figure('total.queries.arrived', queries.arrived, count)} failed`,
    ),
    card(
      'Waited for a wake or restart',
      figure('total.delayed_probability', total.delayed_probability, percent, spread?.delayed_probability),
      html`${figure('total.wakes', total.wakes, (value) => counted(value, 'wake'))}, ${figure('total.suspends', total.suspends, (value) => counted(value, 'suspend'))}, ${figure('total.restarts', total.restarts, (value) => counted(value, 'restart'))}`,
    ),
  ];
}

function objectivesCard({ slo, total, ci }: Summary): Markup {
  const time = figure(
    'total.availability.time',
    total.availability.time,
    percent,
    ci?.total.availability.time,
  );
  if (slo.length === 0) return card('Available', time, 'of the time; the scenario names no objective');
  const met = slo.filter((each) => each.met).length;
  const verdict = met === slo.length ? 'good' : 'bad';
  return card('Objectives met', `${met} of ${slo.length}`, html`available ${time} of the time`, verdict);
}

function replicationsNote({ ci, replications }: Summary): Content {
  if (ci === undefined) return null;
  const level = percent(ci.total.cu_hours?.confidence ?? 0);
  return html`<p class="note">Means of <span data-figure="replications" data-value="${replications}">${replications}</span> replications; ± is half of the ${level} interval of the mean. Timeline and decisions are those of the first.</p>
`;
}

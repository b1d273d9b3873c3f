import { HOURS_PER_MONTH } from '../../../cost/compute-cost.js';
import { drawSentences } from '../../answers/fleet-words.js';
import { lateParts, overloadParts } from '../../answers/overload-words.js';
import { count, counted, duration, milliseconds, money, number, percent } from '../../figures/figure-text.js';
import type { Summary } from '../../figures/summary.js';
import { figuresOf } from '../markup/figure.js';
import { type Content, html, type Markup, note, warningNotes } from '../markup/markup.js';
import type { Section } from '../markup/section.js';

/** The figures that a reader wants first, and what was noticed in the scenario. */
export function headlineSection(summary: Summary): Section {
  return {
    id: 'headline',
    short: 'Headline',
    title: 'Summary',
    untitled: true,
    content: [
      html`<div class="cards">${cardsOf(summary)}</div>
`,
      replicationsNote(summary),
      warningNotes(summary.warnings),
    ],
  };
}

function card(label: string, value: Content, detail: Content, kind = ''): Markup {
  return html`<div class="card ${kind}"><p class="label">${label}</p><p class="value">${value}</p><p class="detail">${detail}</p></div>
`;
}

function cardsOf(summary: Summary): readonly Markup[] {
  const { duration_seconds, plan } = summary;
  const figure = figuresOf(summary);
  const counts = (['wake', 'suspend', 'restart'] as const).map((noun, index) => [
    index === 0 ? '' : ', ',
    figure(`total.${noun}s`, (value) => counted(value, noun), 'mean'),
  ]);
  return [
    card(
      `Cost per month of ${HOURS_PER_MONTH} h`,
      figure('total.cost_usd_per_month', money),
      html`${figure('total.cost_usd', money)} for these ${duration(duration_seconds)}, plan ${plan.name}`,
      'lead',
    ),
    card(
      'CU-hours',
      figure('total.cu_hours', number),
      html`mean ${figure('total.mean_cu_active', number)} CU while active, at most ${figure('total.max_cu', number, 'mean')}`,
    ),
    card(
      'Latency, 99th percentile',
      figure('total.latency_ms.p99', milliseconds),
      html`half of the queries under ${figure('total.latency_ms.p50', milliseconds)}`,
    ),
    card(
      'Queries answered',
      figure('total.availability.request', percent),
      html`${figure('total.queries.failed', count, 'mean')} of ${figure('total.queries.arrived', count, 'mean')} failed`,
    ),
    card('Waited for a wake or restart', figure('total.delayed_probability', percent), counts),
    ...overloadCard(summary),
    objectivesCard(summary, figure('total.availability.time', percent)),
  ];
}

/** None where nothing was ever too much. */
function overloadCard(summary: Summary): readonly Markup[] {
  const [time, ...more] = overloadParts(summary);
  if (time === undefined) return [];
  const figure = figuresOf(summary);
  const share = figure('total.overload.time', percent, 'mean');
  const detail = html`${share} of the time ${more.join(', ')}`;
  return [card('Overloaded', figure('total.overload.seconds', duration), detail, 'bad')];
}

function objectivesCard({ slo, total }: Summary, time: Markup): Markup {
  const late = lateParts(total).join(', ');
  if (slo.length === 0) {
    return card(
      'Available',
      time,
      `of the time${late === '' ? '' : `, ${late}`}; the scenario names no objective`,
    );
  }
  const met = slo.filter((each) => each.met).length;
  const verdict = met === slo.length ? 'good' : 'bad';
  return card(
    'Objectives met',
    `${met} of ${slo.length}`,
    html`available ${time} of the time${late === '' ? '' : `, ${late}`}`,
    verdict,
  );
}

function replicationsNote(summary: Summary): Content {
  const { ci, replications } = summary;
  if (ci === undefined) return null;
  const level = percent(ci.total.cu_hours?.confidence ?? 0);
  const [drawn] = drawSentences(summary);
  return note(
    html`Means of <span data-figure="replications" data-value="${replications}">${replications}</span> replications; ± is half of the ${level} interval of the mean. Timeline and decisions are those of the first.${drawn === undefined ? '' : ` The fleet: ${drawn}.`}`,
  );
}

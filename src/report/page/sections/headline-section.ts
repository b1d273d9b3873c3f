import { drawSentences } from '../../answers/fleet-words.js';
import { lateParts, overloadParts } from '../../answers/overload-words.js';
import { counted, duration, milliseconds, money, number, percent } from '../../figures/figure-text.js';
import { monthBasis } from '../../figures/month-basis.js';
import type { Summary } from '../../figures/summary.js';
import { limitName } from '../../verdict/quota-words.js';
import { queriesOf, queryOutcomeWords } from '../../verdict/run-troubles.js';
import { figuresOf } from '../markup/figure.js';
import { type Content, html, htmlLine, type Markup, note, warningNotes } from '../markup/markup.js';
import type { Section } from '../markup/section.js';

/** From this share of failed queries on a figure is shown as bad. */
const FAILED_BAD = 0.001;
/** A share below this is told as so many of so many. */
const RARE = 1e-4;

/** The figures that a reader wants first, and what was noticed in the scenario. */
export function headlineSection(summary: Summary): Section {
  return {
    id: 'headline',
    short: 'Headline',
    title: 'Summary',
    untitled: true,
    content: [
      htmlLine`<div class="cards">${cardsOf(summary)}</div>`,
      replicationsNote(summary),
      warningNotes(summary.warnings),
    ],
  };
}

function card(label: string, value: Content, detail: Content, kind = ''): Markup {
  return htmlLine`<div class="card ${kind}"><p class="label">${label}</p><p class="value">${value}</p><p class="detail">${detail}</p></div>`;
}

function cardsOf(summary: Summary): readonly Markup[] {
  const { total } = summary;
  const figure = figuresOf(summary);
  const counts = (['wake', 'suspend', 'restart'] as const).map((noun, index) => [
    index === 0 ? '' : ', ',
    figure(`total.${noun}s`, (value) => counted(value, noun), 'mean'),
  ]);
  const idle = total.queries.arrived === 0;
  return [
    costCard(summary),
    card(
      'CU-hours',
      figure('total.cu_hours', number),
      total.mean_cu_active === null
        ? 'never active'
        : html`mean ${figure('total.mean_cu_active', number)} CU while active, at most ${figure('total.max_cu', number, 'mean')}`,
    ),
    ...(idle
      ? [card('Queries', 'none', 'no query arrived: there is no latency, and nobody waited')]
      : [
          total.latency_ms.p99 === null
            ? card('Latency', 'none', 'no query completed')
            : card(
                'Latency, 99th percentile',
                figure('total.latency_ms.p99', milliseconds),
                html`half of the queries under ${figure('total.latency_ms.p50', milliseconds)}`,
              ),
          answeredCard(summary),
          waitedCard(summary, counts),
        ]),
    ...quotaCard(summary),
    ...overloadCard(summary),
    objectivesCard(summary, figure('total.availability.time', percent)),
  ];
}

/** The month where the run carries one; else what was simulated, and nothing more. */
function costCard(summary: Summary): Markup {
  const { duration_seconds, plan } = summary;
  const figure = figuresOf(summary);
  const { carried, note: basis } = monthBasis(duration_seconds);
  const run = figure('total.cost_usd', money);
  const time = `these ${duration(duration_seconds)}`;
  if (!carried) return card(`Cost of ${time}`, run, html`plan ${plan.name}; ${basis}`, 'lead');
  return card(
    'Cost per month',
    figure('total.cost_usd_per_month', money),
    html`${basis}; ${run} for ${time}, plan ${plan.name}`,
    'lead',
  );
}

/** What became of the queries: those that failed, and those that the end of the run found unanswered. */
function answeredCard(summary: Summary): Markup {
  const { failed, arrived } = summary.total.queries;
  const share = arrived > 0 ? failed / arrived : 0;
  return card(
    'Queries answered',
    figuresOf(summary)('total.availability.request', percent),
    queryOutcomeWords(summary),
    share >= FAILED_BAD ? 'bad' : '',
  );
}

/** As a share while it is one that people can imagine, else as so many of so many. */
function waitedCard(summary: Summary, counts: Content): Markup {
  const { delayed_probability, queries } = summary.total;
  const figure = figuresOf(summary);
  const rare = delayed_probability !== null && delayed_probability > 0 && delayed_probability < RARE;
  const delayed = Math.round((delayed_probability ?? 0) * queries.arrived);
  return card(
    'Waited for a wake or restart',
    figure(
      'total.delayed_probability',
      rare ? () => queriesOf(delayed, queries.arrived) : percent,
      rare ? 'mean' : undefined,
    ),
    counts,
  );
}

/** None where the hours lasted. */
function quotaCard(summary: Summary): readonly Markup[] {
  if (!(summary.quota_exhausted_seconds > 0)) return [];
  const time = figuresOf(summary)('quota_exhausted_seconds', duration);
  const [first] = summary.limits_reached ?? [];
  const what = first === undefined ? 'what a month may use' : limitName(first);
  return [card('Without service', time, `${what} ran out`, 'bad')];
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
  const ofTime = ['of the time', ...lateParts(total)].join(', ');
  if (slo.length === 0) return card('Available', time, `${ofTime}; the scenario names no objective`);
  const met = slo.filter((each) => each.met).length;
  const verdict = met === slo.length ? 'good' : 'bad';
  return card('Objectives met', `${met} of ${slo.length}`, html`available ${time} ${ofTime}`, verdict);
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

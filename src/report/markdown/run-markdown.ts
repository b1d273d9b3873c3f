import { pricesChecked } from '../../vendors/price-book.js';
import { causeTable } from '../answers/cause-words.js';
import { crashLoopParts } from '../answers/crash-loop-words.js';
import { errorWording } from '../answers/error-wording.js';
import { drawSentences, timeoutRows, timeoutsHead } from '../answers/fleet-words.js';
import { clientPoolParts, lateParts, overloadParts } from '../answers/overload-words.js';
import { assumptionTexts, COMPUTES_HEAD, computeRow, objectiveTexts } from '../answers/run-rows.js';
import { count, duration, money } from '../figures/figure-text.js';
import { headlineFigures } from '../figures/headline-figures.js';
import { costPeriod, monthBasis } from '../figures/month-basis.js';
import { priceWords } from '../figures/price-words.js';
import type { SavedSummary } from '../figures/saved-summary.js';
import type { Summary } from '../figures/summary.js';
import { type SummaryDifference, summaryDifference } from '../figures/summary-difference.js';
import { cardTexts, findingCards } from '../findings/finding-card.js';
import { commentMarker } from '../text/comment-marker.js';
import { bold, inCode, inMarkdown, markdownTable } from '../text/text-table.js';
import { capitalised } from '../text/verdict.js';
import { verdictMarkdown } from '../text/verdict-text.js';
import type { AskedScenario } from '../verdict/asked-scenario.js';
import { type ChangeLimit, heldChanges } from '../verdict/change-limit.js';
import { changeVerdict, costChange, costOf } from '../verdict/change-verdict.js';
import { figureWords } from '../verdict/figure-words.js';
import { runVerdict } from '../verdict/run-verdict.js';
import { computesDifference, figureRow, figuresHead, MAX_COMPUTES } from './difference-markdown.js';

/** What a comment on a pull request may have. */
export const MAX_CHARACTERS = 65_536;

/** Lines of warnings; the rest is counted. */
const MAX_WARNINGS = 10;
const MAX_ERRORS = 8;
/** Characters of a warning. */
const MAX_WARNING = 500;

/** Figures that are always in sight; the others are folded away. */
const IN_SIGHT: ReadonlySet<string> = new Set(
  [
    'cost_usd',
    'cost_usd_per_month',
    'cu_hours',
    'suspended_seconds',
    'wakes',
    'restarts',
    'resizes',
    'queries.arrived',
    'queries.failed',
    'delayed_probability',
    'latency_ms.p50',
    'latency_ms.p99',
    'availability.time',
  ].map((path) => `total.${path}`),
);

/** What the Markdown of a run may refer to. */
export interface MarkdownContext {
  /** An earlier run, against which it is held. */
  readonly baseline?: SavedSummary | undefined;
  /** What was run, for the command that goes on from it. */
  readonly asked?: AskedScenario;
  /** How much figures may change against the earlier run. */
  readonly limits?: readonly ChangeLimit[];
}

/** A run as Markdown, short enough for a comment on a pull request. */
export function runMarkdown(
  summary: Summary,
  { baseline, asked, limits = [] }: MarkdownContext = {},
): string {
  const difference = baseline && summaryDifference(summary, baseline);
  const rows = (shown: boolean) =>
    headlineFigures(summary)
      .filter(({ path }) => IN_SIGHT.has(path) === shown)
      .map((figure) => figureRow(figure, summary, difference));
  const head = figuresHead(difference);
  const verdict =
    difference === undefined
      ? runVerdict(summary, asked)
      : changeVerdict(summary, difference, heldChanges(limits, summary, baseline), asked);
  const parts = [
    `### ${title(summary, difference)}`,
    verdictMarkdown(verdict),
    ...findings(summary, asked),
    ...objectives(summary, difference),
    markdownTable({ head, rows: rows(true) }),
    ...causes(summary),
    ...sentence(bold('Crash loop:'), crashLoopParts(summary)),
    ...overload(summary),
    ...errors(summary),
    ...listed('Warnings', summary.warnings),
    ...(difference === undefined || difference.doubts.length === 0
      ? []
      : [`Not the same question: ${difference.doubts.map(inMarkdown).join('; ')}.`]),
    folded('More figures', markdownTable({ head, rows: rows(false) })),
    ...fleet(summary),
    ...computes(summary, baseline),
    footer(summary),
    commentMarker('run', summary.scenario),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Of a run against an earlier one the change, since that is what a reviewer asks. */
function title(summary: Summary, difference: SummaryDifference | undefined): string {
  const { scenario, total, duration_seconds } = summary;
  if (difference !== undefined) {
    return `${inMarkdown(scenario)}: ${costChange(costOf(difference.figures, summary))}`;
  }
  const { carried } = monthBasis(duration_seconds);
  const month = carried ? `${money(total.cost_usd_per_month)} per month, ` : '';
  return `${inMarkdown(scenario)}: ${month}${money(total.cost_usd)} for ${duration(duration_seconds)}`;
}

function objectives({ slo }: Summary, difference: SummaryDifference | undefined): readonly string[] {
  if (slo.length === 0) return [];
  const rows = slo.map((result) => {
    const { objective, met } = result;
    const { target, actual, verdict } = objectiveTexts(result);
    const mark = difference?.lost.includes(objective)
      ? ', lost'
      : difference?.gained.includes(objective)
        ? ', gained'
        : '';
    return [figureWords(objective), target, actual, { markdown: `${met ? verdict : bold(verdict)}${mark}` }];
  });
  return [markdownTable({ head: ['objective', 'target', 'actual', ''], rows })];
}

function errors({ total: { queries } }: Summary): readonly string[] {
  const kinds = Object.entries(queries.by_error).sort(([, a], [, b]) => b - a);
  if (kinds.length === 0) return [];
  const named = kinds
    .slice(0, MAX_ERRORS)
    .map(([name, each]) => `${inMarkdown(errorWording(name))}: ${count(each)}`);
  const more = kinds.length > MAX_ERRORS ? [`and ${kinds.length - MAX_ERRORS} other kinds`] : [];
  return [`Failed for good: ${[...named, ...more].join('; ')}.`];
}

function sentence(begins: string, parts: readonly string[]): readonly string[] {
  return parts.length === 0 ? [] : [`${begins} ${inMarkdown(parts.join(', '))}.`];
}

/** A reader who sees no errors is not to think that all was well. */
function overload(summary: Summary): readonly string[] {
  const sentences = [
    ...sentence(`${bold('Overloaded')} for`, overloadParts(summary)),
    ...sentence("In the clients' own pools", clientPoolParts(summary.total, summary.ci?.total)),
    ...sentence('Available,', lateParts(summary.total)),
  ];
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

/** What was found and where, with the change that removes the cause. */
function findings(summary: Summary, asked: AskedScenario | undefined): readonly string[] {
  const cards = findingCards(summary, asked);
  if (cards.length === 0) return [];
  const shown = cards.slice(0, MAX_WARNINGS).map((card) => {
    const [message = '', fix] = cardTexts(card).map((text) => inMarkdown(text.slice(0, MAX_WARNING)));
    const change = fix === undefined ? '' : ` ${bold(`${capitalised(fix)}.`)}`;
    const command = card.command === undefined ? '' : `\n  ${inCode(card.command)}`;
    return `- ${message}.${change}${command}`;
  });
  const more = cards.length > MAX_WARNINGS ? [`- and ${cards.length - MAX_WARNINGS} more`] : [];
  return [[...shown, ...more].join('\n')];
}

function listed(title: string, texts: readonly string[]): readonly string[] {
  if (texts.length === 0) return [];
  const shown = texts.slice(0, MAX_WARNINGS).map((text) => `- ${inMarkdown(text.slice(0, MAX_WARNING))}`);
  const more = texts.length > MAX_WARNINGS ? [`- and ${texts.length - MAX_WARNINGS} more`] : [];
  return [`${title}:\n\n${[...shown, ...more].join('\n')}`];
}

/** What the figures of a fleet are about, and what other timeouts would change. */
function fleet(summary: Summary): readonly string[] {
  if (summary.fleet === undefined) return [];
  const about = drawSentences(summary).map((sentence) => `- ${inMarkdown(sentence)}`);
  const period = costPeriod(summary);
  const rows = timeoutRows(summary.fleet, period);
  return [
    ...(about.length === 0 ? [] : [`About the fleet:\n\n${about.join('\n')}`]),
    ...(rows.length === 0
      ? []
      : [folded('Other suspend timeouts (estimated)', markdownTable({ head: timeoutsHead(period), rows }))]),
  ];
}

function computes(summary: Summary, baseline: SavedSummary | undefined): readonly string[] {
  const { computes: all, duration_seconds } = summary;
  const changed = baseline && computesDifference(summary, baseline);
  if (changed !== undefined) return [folded('Computes', changed)];
  if (all.length < 2) return [];
  const first = all.toSorted((a, b) => b.cost_usd - a.cost_usd).slice(0, MAX_COMPUTES);
  const rows = first.map((each) => computeRow(each, duration_seconds));
  const more = all.length > MAX_COMPUTES ? `\n\nand ${count(all.length - MAX_COMPUTES)} that cost less` : '';
  return [folded('Computes', `${markdownTable({ head: COMPUTES_HEAD, rows })}${more}`)];
}

/** Who keeps the computes awake. */
function causes(summary: Summary): readonly string[] {
  const table = causeTable(summary);
  return table.rows.length === 0 ? [] : [folded('Who keeps it awake', markdownTable(table))];
}

function folded(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}

function footer(summary: Summary): string {
  const { start, duration_seconds, plan, seed, replications } = summary;
  const runs =
    replications === 1 ? 'one run' : `means of ${replications} replications, ± half of the interval`;
  const price = `plan ${plan.name} at ${priceWords(plan.price)}, ${pricesChecked(summary.prices_checked_until)}`;
  const texts = assumptionTexts(summary);
  const assumptions = texts.length === 0 ? '' : ` Assumptions: ${texts.map(inMarkdown).join('; ')}.`;
  return `${duration(duration_seconds)} from ${start}, ${price}, seed ${inMarkdown(seed)}, ${runs}.${assumptions}`;
}

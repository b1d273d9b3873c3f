import type { ObjectiveResult } from '../../figures/objectives.js';
import type { Finding } from '../../findings/finding.js';
import { pricesChecked } from '../../vendors/price-book.js';
import { causeTable } from '../answers/cause-words.js';
import { crashLoopParts } from '../answers/crash-loop-words.js';
import { errorWording } from '../answers/error-wording.js';
import { drawSentences, timeoutRows, timeoutsHead } from '../answers/fleet-words.js';
import { clientPoolParts, lateParts, overloadParts } from '../answers/overload-words.js';
import { assumptionTexts, COMPUTES_HEAD, computeRow, objectiveTexts } from '../answers/run-rows.js';
import { count, duration, money } from '../figures/figure-text.js';
import { figureAt, type HeadlineFigure, headlineFigures, intervalAt } from '../figures/headline-figures.js';
import { costPeriod, monthBasis } from '../figures/month-basis.js';
import { unitText } from '../figures/named-figure.js';
import { priceWords } from '../figures/price-words.js';
import type { SavedSummary } from '../figures/saved-summary.js';
import { withSpread } from '../figures/spread-text.js';
import type { Summary } from '../figures/summary.js';
import { type SummaryDifference, summaryDifference } from '../figures/summary-difference.js';
import { cardTexts, findingCards } from '../findings/finding-card.js';
import { commentMarker } from '../text/comment-marker.js';
import { bold, folded, inCode, inMarkdown, markdownTable } from '../text/text-table.js';
import { capitalised } from '../text/verdict.js';
import { verdictMarkdown } from '../text/verdict-text.js';
import type { AskedScenario } from '../verdict/asked-scenario.js';
import { type ChangeLimit, heldChanges } from '../verdict/change-limit.js';
import { changeVerdict, costChange, costOf, costPath } from '../verdict/change-verdict.js';
import { figureWords } from '../verdict/figure-words.js';
import { runVerdict } from '../verdict/run-verdict.js';
import { computesDifference, figureTables } from './difference-markdown.js';

/** What a comment on a pull request may have. */
export const MAX_CHARACTERS = 65_536;

/** Rows of the table of computes; the rest is counted. */
const MAX_COMPUTES = 20;
/** Lines of warnings; the rest is counted. */
const MAX_WARNINGS = 10;
const MAX_ERRORS = 8;
/** Characters of a warning. */
const MAX_WARNING = 500;

/** Figures that may be in sight; the others are always folded. */
const IN_SIGHT: ReadonlySet<string> = new Set(
  [
    'cu_hours',
    'wakes',
    'restarts',
    'queries.arrived',
    'queries.failed',
    'delayed_probability',
    'latency_ms.p50',
    'latency_ms.p99',
    'availability.time',
    'overload.seconds',
    'connections.refused',
    'connections.dropped',
  ].map((path) => `total.${path}`),
);

/** What the Markdown of a run may refer to. */
export interface MarkdownContext {
  /** An earlier run, with which it is compared. */
  readonly baseline?: SavedSummary | undefined;
  /** What was run, for the command that continues from it. */
  readonly asked?: AskedScenario;
  /** How much figures may change against the earlier run. */
  readonly limits?: readonly ChangeLimit[];
}

/** A run as Markdown, short enough for a comment on a pull request: what matters in sight, the rest folded. */
export function runMarkdown(summary: Summary, context: MarkdownContext = {}): string {
  const parts = [
    ...(context.baseline === undefined
      ? runParts(summary, context)
      : changeParts(summary, context.baseline, context)),
    ...listed('Warnings', summary.warnings),
    ...causes(summary),
    ...computes(summary),
    ...fleet(summary),
    footer(summary),
    commentMarker('run', summary.scenario),
  ];
  return `${parts.join('\n\n')}\n`;
}

function runParts(summary: Summary, { asked }: MarkdownContext): readonly string[] {
  const in_sight = shownFigures(summary);
  const [first, others] = [true, false].map((shown) => {
    const figures = headlineFigures(summary).filter((figure) => in_sight(figure) === shown);
    const rows = figures.map(({ path, label, unit }) => {
      const value = figureAt(summary, path);
      const text = (each: number) => unitText(unit, each);
      return [label, value === null ? '-' : withSpread(value, text, intervalAt(summary, path))];
    });
    return markdownTable({ head: ['', 'figure'], rows });
  });
  return [
    `### ${inMarkdown(summary.scenario)}: ${costTitle(summary)}`,
    verdictMarkdown(runVerdict(summary, asked)),
    ...findings(summary, asked),
    ...objectives(summary),
    ...troubles(summary),
    first!,
    folded('More figures', others!),
  ];
}

/** Figures in sight that are not zero: the cost, and what a reader would ask next. */
function shownFigures(summary: Summary): (figure: HeadlineFigure) => boolean {
  const cost = costPath(summary);
  return ({ path }) => path === cost || (IN_SIGHT.has(path) && (figureAt(summary, path) ?? 0) !== 0);
}

function costTitle({ total, duration_seconds }: Summary): string {
  return monthBasis(duration_seconds).carried
    ? `${money(total.cost_usd_per_month)} a month`
    : `${money(total.cost_usd)} for ${duration(duration_seconds)}`;
}

/** A run against an earlier one: the change of cost, and what else changed by more than chance. */
function changeParts(
  summary: Summary,
  baseline: SavedSummary,
  { asked, limits = [] }: MarkdownContext,
): readonly string[] {
  const difference = summaryDifference(summary, baseline);
  const { figures, doubts } = difference;
  const verdict = changeVerdict(summary, difference, heldChanges(limits, summary, baseline), asked);
  const tables = figureTables(summary, difference, new Set([costPath(summary), ...IN_SIGHT]));
  const single = figures.every(({ half_width }) => half_width === undefined);
  const known = new Set((baseline.findings ?? []).map(findingKey));
  const all = summary.findings ?? [];
  const some = (is_new: boolean) =>
    findings({ ...summary, findings: all.filter((each) => known.has(findingKey(each)) !== is_new) }, asked);
  const changed = computesDifference(summary, baseline);
  const trouble = troubles(summary);
  return [
    `### ${inMarkdown(summary.scenario)}: ${costChange(costOf(figures, summary))}`,
    verdictMarkdown(verdict),
    ...(doubts.length === 0 ? [] : [`Not the same question: ${doubts.map(inMarkdown).join('; ')}.`]),
    ...some(true),
    ...(tables.changed === undefined ? ['No figure changed beyond chance.'] : [tables.changed]),
    ...(changed === undefined ? [] : [changed]),
    ...objectives(summary, difference),
    ...(tables.changed === undefined ? [] : [`${bold('Bold')}: worse.${single ? ` ${SINGLE_RUNS}` : ''}`]),
    folded('Other figures', tables.others),
    ...(trouble.length === 0 ? [] : [folded('Failures and overload', trouble.join('\n\n'))]),
    ...some(false).map((text) => folded('Findings as before', text)),
  ];
}

const SINGLE_RUNS =
  'Each side is one run, so chance may explain small changes; `--replications 5` in both shows it.';

function findingKey({ id, place }: Finding): string {
  return `${id} ${place.section} ${place.name}`;
}

/** All objectives of a run; against an earlier one, those that are missed, lost or gained. */
function objectives({ slo }: Summary, difference?: SummaryDifference): readonly string[] {
  const markOf = ({ objective }: ObjectiveResult) =>
    difference?.lost.includes(objective)
      ? ', lost'
      : difference?.gained.includes(objective)
        ? ', gained'
        : '';
  const shown = slo.filter((result) => difference === undefined || !result.met || markOf(result) !== '');
  if (shown.length === 0) return [];
  const rows = shown.map((result) => {
    const { target, actual, verdict } = objectiveTexts(result);
    return [
      figureWords(result.objective),
      target,
      actual,
      { markdown: `${result.met ? verdict : bold(verdict)}${markOf(result)}` },
    ];
  });
  return [markdownTable({ head: ['objective', 'target', 'actual', ''], rows })];
}

/** What went wrong, beyond the verdict. */
function troubles(summary: Summary): readonly string[] {
  return [
    ...sentence(bold('Crash loop:'), crashLoopParts(summary)),
    ...overload(summary),
    ...errors(summary),
  ];
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

function computes({ computes: all, duration_seconds }: Summary): readonly string[] {
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

/** What the figures rest on. */
function footer(summary: Summary): string {
  const { start, duration_seconds, plan, seed, replications } = summary;
  const runs =
    replications === 1 ? 'one run' : `means of ${replications} replications, ± half of the interval`;
  const price = `plan ${plan.name} at ${priceWords(plan.price)}, ${pricesChecked(summary.prices_checked_until)}`;
  const texts = assumptionTexts(summary);
  const assumptions = texts.length === 0 ? '' : ` Assumptions: ${texts.map(inMarkdown).join('; ')}.`;
  return folded(
    'Period, prices and assumptions',
    `${duration(duration_seconds)} from ${start}, ${price}, seed ${inMarkdown(seed)}, ${runs}.${assumptions}`,
  );
}

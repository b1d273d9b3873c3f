import { count, milliseconds, money } from '../figures/figure-text.js';
import { figureAt, type HeadlineFigure, intervalAt } from '../figures/headline-figures.js';
import { changeText, signedText, unitText } from '../figures/named-figure.js';
import type { SavedSummary } from '../figures/saved-summary.js';
import { withSpread } from '../figures/spread-text.js';
import type { Summary } from '../figures/summary.js';
import {
  directionOf,
  type FigureChange,
  NOTABLE,
  type SummaryDifference,
} from '../figures/summary-difference.js';
import { type MarkdownCell, markdownTable } from '../text/text-table.js';

/** Rows of a table of computes; the rest is counted. */
export const MAX_COMPUTES = 20;

/** What stands above a table of figures, of a run alone or against an earlier one. */
export function figuresHead(difference: SummaryDifference | undefined): readonly string[] {
  return difference === undefined ? ['', 'figure'] : ['', 'now', 'before', 'difference', 'change', ''];
}

/** A figure of a run, and where there is an earlier one what became of it. */
export function figureRow(
  figure: HeadlineFigure,
  summary: Summary,
  difference: SummaryDifference | undefined,
): readonly string[] {
  const { path, label, unit } = figure;
  const value = figureAt(summary, path);
  const text = (each: number): string => unitText(unit, each);
  const now = value === null ? '-' : withSpread(value, text, intervalAt(summary, path));
  if (difference === undefined) return [label, now];
  const change = difference.figures.find((each) => each.figure === figure)!;
  const direction = directionOf(change);
  return [
    label,
    now,
    unitText(unit, change.before),
    differenceText(change),
    shareText(change),
    direction === undefined ? '' : MARKS[direction],
  ];
}

/** Seen without reading, and read without colours. */
const MARKS = { better: '✅ better', worse: '❌ worse' } as const;

function differenceText({ figure: { unit }, difference, half_width }: FigureChange): string {
  if (difference === null) return '-';
  if (difference === 0) return 'the same';
  const interval = half_width === undefined ? undefined : { mean: difference, half_width, confidence: 0 };
  return signedText(unit, difference, interval);
}

function shareText({ difference, before }: FigureChange): string {
  return difference === null || difference === 0 || before === null || before === 0
    ? ''
    : changeText(difference, before);
}

/** One compute now and before; `undefined` where it is not in that run. */
interface ComputePair {
  readonly name: string;
  readonly now: Summary['computes'][number] | undefined;
  readonly before: Summary['computes'][number] | undefined;
}

/**
 * What each compute costs and how it answers, now and before, the greatest change of cost first; nothing where both runs
 * have one and the same compute.
 */
export function computesDifference(
  { computes: all }: Summary,
  { computes: earlier = [] }: SavedSummary,
): string | undefined {
  const [ofNow, ofBefore] = [all, earlier].map(
    (computes) => new Map(computes.map((each) => [each.name, each])),
  );
  const names = [...new Set([...ofNow!.keys(), ...ofBefore!.keys()])];
  if (names.length < 2 || earlier.length === 0) return undefined;
  const pairs = names.map((name) => ({ name, now: ofNow!.get(name), before: ofBefore!.get(name) }));
  const change = ({ now, before }: ComputePair) => (now?.cost_usd ?? 0) - (before?.cost_usd ?? 0);
  const ordered = pairs.toSorted((a, b) => Math.abs(change(b)) - Math.abs(change(a)));
  const head = ['Compute', 'Cost', 'before', 'difference', 'p99', 'before', ''];
  const table = markdownTable({ head, rows: ordered.slice(0, MAX_COMPUTES).map(computeRow) });
  const more = ordered.length - MAX_COMPUTES;
  return more > 0 ? `${table}\n\nand ${count(more)} that change less` : table;
}

function computeRow({ name, now, before }: ComputePair): readonly MarkdownCell[] {
  const usd = (one: ComputePair['now']) => (one === undefined ? '-' : money(one.cost_usd));
  const p99 = (one: ComputePair['now']) => (one === undefined ? '-' : milliseconds(one.latency_ms.p99));
  const difference = now === undefined || before === undefined ? null : now.cost_usd - before.cost_usd;
  const mark =
    now === undefined ? 'gone' : before === undefined ? 'new' : costMark(difference!, before.cost_usd);
  const text = difference === null ? '-' : difference === 0 ? 'the same' : signedText('usd', difference);
  return [name, usd(now), usd(before), text, p99(now), p99(before), mark];
}

function costMark(difference: number, before: number): string {
  if (Math.abs(difference) <= NOTABLE * before) return '';
  return difference < 0 ? MARKS.better : MARKS.worse;
}

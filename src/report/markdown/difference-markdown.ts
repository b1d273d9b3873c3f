import { type Change, changeWords } from '../answers/change-words.js';
import { count, milliseconds, money } from '../figures/figure-text.js';
import { type HeadlineFigure, headlineFigures } from '../figures/headline-figures.js';
import { costPeriod } from '../figures/month-basis.js';
import { unitText } from '../figures/named-figure.js';
import type { SavedSummary } from '../figures/saved-summary.js';
import { withSpread } from '../figures/spread-text.js';
import type { Summary } from '../figures/summary.js';
import {
  directionOf,
  type FigureChange,
  hasChanged,
  NOTABLE,
  type SummaryDifference,
} from '../figures/summary-difference.js';
import { bold, inMarkdown, type MarkdownCell, markdownTable, unbroken } from '../text/text-table.js';

/** Computes whose cost changed that are shown; the rest is counted. */
const MAX_CHANGED = 8;

const HEAD = ['', 'before', 'now', 'change'];

/** The figures that changed by more than chance, and all others. */
export interface FigureTables {
  /** `undefined` if none did. */
  readonly changed: string | undefined;
  readonly others: string;
}

/** A run against an earlier one. @param in_sight paths of the figures that may be in the first table */
export function figureTables(
  summary: Summary,
  { figures }: SummaryDifference,
  in_sight: ReadonlySet<string>,
): FigureTables {
  const known = new Set<HeadlineFigure>(headlineFigures(summary));
  const told = figures.filter(({ figure }) => known.has(figure));
  const isFirst = (change: FigureChange) => in_sight.has(change.figure.path) && hasChanged(change);
  const table = (changes: readonly FigureChange[], cell: (change: FigureChange) => MarkdownCell) =>
    markdownTable({ head: HEAD, rows: changes.map((change) => [...valuesOf(change), cell(change)]) });
  const first = told.filter(isFirst);
  return {
    changed: first.length === 0 ? undefined : table(first, judged),
    others: table(
      told.filter((change) => !isFirst(change)),
      plain,
    ),
  };
}

function valuesOf({
  figure,
  before,
  before_half_width,
  now,
  now_half_width,
}: FigureChange): readonly string[] {
  const text = (each: number | null, half_width: number | undefined) => {
    const format = (one: number) => unitText(figure.unit, one);
    return each === null ? '-' : unbroken(withSpread(each, format, intervalOf(each, half_width)));
  };
  return [figure.label, text(before, before_half_width), text(now, now_half_width)];
}

function intervalOf(mean: number, half_width: number | undefined) {
  return half_width === undefined ? undefined : { mean, half_width, confidence: 0 };
}

function judged(change: FigureChange): MarkdownCell {
  const of = changeOf(change);
  return of === undefined ? '-' : changeCell(of, directionOf(change) === 'worse');
}

function plain(change: FigureChange): string {
  const of = changeOf(change);
  return of === undefined ? '-' : changeWords(of);
}

function changeOf({ figure: { unit }, before, difference, half_width }: FigureChange): Change | undefined {
  return difference === null ? undefined : { unit, difference, before: before ?? 0, half_width };
}

/** A compute in one of the runs. */
interface ComputeCost {
  readonly p99_ms: number | null;
  readonly usd: number;
  readonly half_width: number | undefined;
}

/** One compute now and before; `undefined` if it is not in that run. */
interface ComputePair {
  readonly name: string;
  readonly now: ComputeCost | undefined;
  readonly before: ComputeCost | undefined;
}

/**
 * Cost and p99 of each compute whose cost changed by more than chance, the greatest change first.
 * @returns `undefined` if both runs have one and the same compute, or the cost of none changed
 */
export function computesDifference(summary: Summary, baseline: SavedSummary): string | undefined {
  const { carried, each } = costPeriod(summary);
  const figure = carried ? 'cost_usd_per_month' : 'cost_usd';
  const [ofNow, ofBefore] = [costsOf(summary, figure), costsOf(baseline, figure)];
  const names = [...new Set([...ofNow.keys(), ...ofBefore.keys()])];
  if (names.length < 2 || ofBefore.size === 0) return undefined;
  const changed = names
    .map((name): ComputePair => ({ name, now: ofNow.get(name), before: ofBefore.get(name) }))
    .map((pair) => ({ ...pair, change: costChange(pair) }))
    .filter(
      ({ change }) => Math.abs(change.difference) > Math.max(change.half_width ?? 0, NOTABLE * change.before),
    )
    .toSorted((a, b) => Math.abs(b.change.difference) - Math.abs(a.change.difference));
  if (changed.length === 0) return undefined;
  const rows = changed.slice(0, MAX_CHANGED).map(({ name, now, before, change }): readonly MarkdownCell[] => {
    const usd = (one?: ComputeCost) => (one === undefined ? '-' : money(one.usd));
    const p99 = (one?: ComputeCost) => milliseconds(one?.p99_ms ?? null);
    const cell =
      now === undefined
        ? 'removed'
        : before === undefined
          ? 'new'
          : changeCell(change, change.difference > 0);
    return [name, usd(before), usd(now), cell, p99(before), p99(now)];
  });
  const head = [`Cost ${each}`, 'before', 'now', 'change', 'p99 before', 'p99 now'];
  const more = changed.length - MAX_CHANGED;
  const table = markdownTable({ head, rows });
  return more > 0 ? `${table}\n\nand ${count(more)} that change less` : table;
}

function costsOf(
  { computes = [], ci }: Pick<SavedSummary, 'computes' | 'ci'>,
  figure: 'cost_usd_per_month' | 'cost_usd',
): ReadonlyMap<string, ComputeCost> {
  return new Map(
    computes.map((compute, index) => [
      compute.name,
      {
        p99_ms: compute.latency_ms.p99,
        usd: compute[figure],
        half_width: ci?.computes[index]?.[figure]?.half_width,
      },
    ]),
  );
}

function costChange({ now, before }: ComputePair): Change {
  const [own, old] = [now?.half_width, before?.half_width];
  return {
    unit: 'usd',
    difference: (now?.usd ?? 0) - (before?.usd ?? 0),
    before: before?.usd ?? 0,
    half_width: own === undefined || old === undefined ? undefined : Math.hypot(own, old),
  };
}

/** A change in bold if it is worse. */
function changeCell(change: Change, is_worse: boolean): MarkdownCell {
  const words = changeWords(change);
  return is_worse ? { markdown: bold(inMarkdown(words)) } : words;
}

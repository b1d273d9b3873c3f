import type { FigureInterval } from '../../figures/figure-interval.js';
import { FIGURE_LABELS, FIGURE_UNITS, type FigureName, moreIsBetter } from '../../figures/run-figures.js';
import type { Constraint } from '../../study/replicate/constraint.js';
import { partName } from '../../study/run/latency-quantiles.js';
import { toCents } from '../../vendors/cents.js';
import { isMeasured } from '../figures/candidate.js';
import { duration, money, number } from '../figures/figure-text.js';
import { monthBasis } from '../figures/month-basis.js';
import { boundText, figureText } from '../figures/named-figure.js';
import { knownMean } from '../figures/spread-text.js';

/** From this amount on a sentence has no cents. */
const MIN_WHOLE_USD = 10;

/** Shares by what they are a share of. */
const WORDS: Readonly<Partial<Record<FigureName, string>>> = {
  wake_probability: 'share of queries finding the compute idle',
  delayed_probability: 'share of queries waiting for a wake or restart',
  client_pool_wait_probability: "share of attempts waiting in their client's own pool",
  overloaded_time: 'share of time overloaded',
};

/** The name of a figure within a sentence: `p99 latency`, `cost per month`. */
export function figureWords(figure: FigureName): string {
  const known = WORDS[figure];
  if (known !== undefined) return known;
  const [, part] = /^latency_(p?\w+)$/.exec(figure) ?? [];
  if (part !== undefined) return `${partWords(part)} latency`;
  const label = FIGURE_LABELS[figure];
  return /^[A-Z][a-z]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label;
}

function partWords(part: string): string {
  return part === 'max' ? 'longest' : partName(part);
}

/** A limit whose direction is the one that is better for the figure unless given. */
type WrittenLimit = Pick<Constraint, 'figure' | 'bound'> & Partial<Pick<Constraint, 'comparison'>>;

/** A limit in words: `p99 latency at most 4 s`. */
export function limitWords({ figure, bound, comparison }: WrittenLimit): string {
  const isLower = comparison === undefined ? moreIsBetter(figure) : comparison === '>=';
  return `${figureWords(figure)} ${isLower ? 'at least' : 'at most'} ${boundText(figure, bound)}`;
}

/** US dollars for a sentence: cents, and whole ones from ten on. */
export function moneyWords(usd: number): string {
  const size = Math.abs(usd);
  if (size >= MIN_WHOLE_USD) return `$${number(Math.round(usd))}`;
  return size >= 0.01 ? `$${toCents(usd)}` : money(usd);
}

/** Shares as people say them. */
const SHARE_PHRASES: Readonly<Partial<Record<FigureName, (share: string) => string>>> = {
  success_rate: (share) => `${share} of queries answered`,
  availability_time: (share) => `available ${share} of the time`,
  wake_probability: (share) => `${share} of queries finding the compute idle`,
  delayed_probability: (share) => `${share} of queries waiting for a wake or restart`,
};

/** The mean of a figure with the digits that are known; amounts are rounded once, by their words. */
function shownMean(figure: FigureName, interval: FigureInterval): number {
  return FIGURE_UNITS[figure] === 'usd' ? interval.mean : knownMean(interval);
}

/** A figure and its value in a sentence: `$11 a month`, `p99 3.2 s`, `99.9 % of queries answered`. */
export function figurePhrase(figure: FigureName, value: number, duration_text = ''): string {
  switch (figure) {
    case 'cost_usd_per_month':
      return `${moneyWords(value)} a month`;
    case 'cost_usd':
      return `${moneyWords(value)}${duration_text === '' ? '' : ` for ${duration_text}`}`;
    default: {
      const [, part] = /^latency_(p\w+)$/.exec(figure) ?? [];
      const text = figureText(figure, value);
      return (
        SHARE_PHRASES[figure]?.(text) ??
        `${part === undefined ? figureWords(figure) : partWords(part)} ${text}`
      );
    }
  }
}

/** Whether the means of a figure differ as a sentence or a table has them. */
export function readsDifferently(
  figure: FigureName,
  now: FigureInterval | null | undefined,
  before: FigureInterval | null | undefined,
): boolean {
  if (!isMeasured(now) || !isMeasured(before)) return now !== before;
  return figureText(figure, shownMean(figure, now)) !== figureText(figure, shownMean(figure, before));
}

/** A figure now against before: `$11 a month instead of $17`, `p99 3.2 s instead of 5.4 s`; once where they read the same. */
export function insteadOf(figure: FigureName, now: number, before: number, duration_text = ''): string {
  const isMoney = FIGURE_UNITS[figure] === 'usd';
  const own = figurePhrase(figure, now, duration_text);
  const text = isMoney ? moneyWords : (value: number) => figureText(figure, value);
  if (text(now) !== text(before)) return `${own} instead of ${text(before)}`;
  if (!isMoney || money(now) === money(before)) return `${own} as before`;
  return `${own.replace(moneyWords(now), money(now))} instead of ${money(before)}`;
}

/** A figure in a sentence, next to that of before if there is one. */
export function nowWords(
  figure: FigureName,
  now: number,
  duration_seconds: number,
  before: number | null | undefined,
): string {
  const length = duration(duration_seconds);
  return before === null || before === undefined
    ? figurePhrase(figure, now, length)
    : insteadOf(figure, now, before, length);
}

/** From this ratio on, the mean latency is named: the slowest queries may be fewer than a percentile shows. */
const MIN_SLOWDOWN = 2;

/** Whether queries take much longer than before on average. */
export function isMuchSlower(
  now: FigureInterval | null | undefined,
  before: FigureInterval | null | undefined,
): boolean {
  return isMeasured(now) && isMeasured(before) && now.mean >= MIN_SLOWDOWN * before.mean;
}

/** The same of means; empty if there is none. */
export function meanWords(
  figure: FigureName,
  now: FigureInterval | null | undefined,
  duration_seconds: number,
  before?: FigureInterval | null,
): readonly string[] {
  if (!isMeasured(now)) return [];
  const old = isMeasured(before) ? shownMean(figure, before) : undefined;
  return [nowWords(figure, shownMean(figure, now), duration_seconds, old)];
}

/** The assumption behind monthly amounts; empty for whole weeks, and if no month is projected. */
export function monthAssumption(duration_seconds: number): readonly string[] {
  const { provided } = monthBasis(duration_seconds);
  return provided === '' ? [] : [`amounts per month hold ${provided}`];
}

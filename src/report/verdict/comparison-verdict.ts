import { FIGURE_UNITS, type FigureName, moreIsBetter } from '../../figures/run-figures.js';
import { isOffered } from '../../findings/platform-refusals.js';
import { formatList } from '../../kernel/format-list.js';
import type { ComparedFigure, ComparedVariant, Comparison } from '../../study/compare/comparison.js';
import { AS_IT_IS } from '../../study/compare/named-variants.js';
import { bestItem } from '../../study/compare/tie-break.js';
import { isBeyond, sloConstraints } from '../../study/replicate/constraint.js';
import type { Summary } from '../../study/run/summary.js';
import type { SourcedVariant } from '../../study/runs/scenario-source.js';
import { counted } from '../figures/figure-text.js';
import { signedText } from '../figures/named-figure.js';
import { type Tone, type Verdict, verdictOf } from '../text/verdict.js';
import { findingWords } from './cause-and-fix.js';
import {
  figureWords,
  isMuchSlower,
  limitWords,
  meanWords,
  monthAssumption,
  readsDifferently,
} from './figure-words.js';
import { commandForVariant } from './settings-command.js';

/** Figures that describe a variant, if they are compared, the most important first. */
const NAMED_FIGURES: readonly FigureName[] = [
  'cost_usd_per_month',
  'cost_usd',
  'success_rate',
  'latency_p99',
  'delayed_probability',
  'availability_time',
  'latency_mean',
];
const MAX_FIGURES = 3;
const MAX_VARIANTS = 3;

/** The inputs of a comparison, as far as they are known. */
export interface ComparedRuns {
  /** The compared variants, the baseline first; without them no command is named. */
  readonly variants?: readonly SourcedVariant[];
  /** The baseline as a run reports it, which names the cause of its cost. */
  readonly baseline?: Summary | undefined;
}

/** A variant against the baseline. */
interface Standing {
  readonly variant: ComparedVariant;
  /** The named figures that differ by more than chance. */
  readonly better: readonly FigureName[];
  readonly worse: readonly FigureName[];
  readonly words: string;
}

/**
 * A comparison in plain words: what each variant changes by more than chance, and which is better in something and worse
 * in nothing; then what the baseline's cost is due to.
 */
export function comparisonVerdict(
  comparison: Comparison,
  { variants = [], baseline }: ComparedRuns = {},
): Verdict {
  const { duration_seconds, cost_scope } = comparison;
  const scope = cost_scope === undefined ? [] : [cost_scope];
  const others = comparison.variants.slice(1);
  const standings = others.map((variant) => standing(comparison, variant));
  const winner = winnerOf(standings);
  const shown = [...(winner === undefined ? [] : [winner]), ...standings.filter((each) => each !== winner)];
  const missed = missedObjectives(comparison, variants);
  const missedOf = (variant: ComparedVariant) => missed.get(variant) ?? [];
  const missedByBase = missedOf(comparison.variants[0]!);
  const common = missedByBase.filter((text) => others.every((each) => missedOf(each).includes(text)));
  const parts = shown.slice(0, MAX_VARIANTS).map((each) => {
    const refused = variants.some(({ name, scenario }) => name === each.variant.name && !isOffered(scenario));
    const whatIf = refused ? '; a what-if, since the platform refuses these settings' : '';
    const judged = `${each.words}${changedLimits(missedByBase, missedOf(each.variant))}${whatIf}`;
    return each === winner ? `${judged}; no important figure is worse` : judged;
  });
  const all = others.length === 1 ? 'both miss' : `all ${others.length + 1} miss`;
  const bad = common.length === 0 ? [] : [`${all} ${formatList(common)}`];
  const more = shown.length - parts.length;
  const left = more > 0 ? [`${more} more below`] : [];
  const chosen = winner && variants.find(({ name }) => name === winner.variant.name);
  const isMissed = winner !== undefined && missedOf(winner.variant).length > 0;
  const tone = common.length > 0 ? 'bad' : isMissed ? 'warning' : toneOf(standings, winner);
  return verdictOf(
    tone,
    [
      ...bad,
      ...parts.slice(0, 1),
      ...scope,
      ...parts.slice(1),
      ...left,
      ...causeOf(comparison, baseline),
      ...monthAssumption(duration_seconds),
    ],
    chosen && commandForVariant(chosen),
  );
}

/** The cause of the baseline's awake time or trouble, and the fix. */
function causeOf({ baseline: name }: Comparison, summary: Summary | undefined): readonly string[] {
  const words = summary === undefined ? [] : findingWords(summary);
  const where = name === AS_IT_IS ? AS_IT_IS : `with ${name}`;
  return words.length === 0 ? [] : [`${where}: ${words.join('; ')}`];
}

/** The objectives that the means of each variant miss, in words, if their figures are compared. */
function missedObjectives(
  { variants: compared }: Comparison,
  variants: readonly SourcedVariant[],
): ReadonlyMap<ComparedVariant, readonly string[]> {
  return new Map(
    compared.map((one) => {
      const slo = variants.find(({ name }) => name === one.name)?.scenario.slo ?? [];
      const missed = sloConstraints(slo).filter((each) => {
        const own = one.figures.find(({ figure }) => figure === each.figure);
        return own !== undefined && isBeyond(each, own.value?.mean);
      });
      return [one, missed.map(limitWords)];
    }),
  );
}

/** Objectives that a variant misses and the baseline does not, and the other way round. */
function changedLimits(before: readonly string[], now: readonly string[]): string {
  const lost = now.filter((text) => !before.includes(text));
  const won = before.filter((text) => !now.includes(text));
  return [
    ...(lost.length === 0 ? [] : [`, missing ${formatList(lost)}`]),
    ...(won.length === 0 ? [] : [`, meeting ${formatList(won)}, which the baseline misses`]),
  ].join('');
}

/** The variant that the verdict chooses: better in a figure and worse in no important one; `undefined` for none. */
export function betterVariant(comparison: Comparison): ComparedVariant | undefined {
  const standings = comparison.variants.slice(1).map((variant) => standing(comparison, variant));
  return winnerOf(standings)?.variant;
}

/** The variant whose cost differs most from the baseline's; the first where cost is not compared. */
export function mostUnlike({ variants: [, ...others] }: Comparison): ComparedVariant | undefined {
  const distance = ({ figures }: ComparedVariant): number =>
    Math.abs(comparedCost(figures)?.difference?.mean ?? 0);
  return others.toSorted((a, b) => distance(b) - distance(a))[0];
}

/** The cheapest of those that are better in something and worse in nothing. */
function winnerOf(standings: readonly Standing[]): Standing | undefined {
  const winners = standings
    .map((each, index) => ({ each, index, changes: each.variant.changes }))
    .filter(({ each: { better, worse } }) => better.length > 0 && worse.length === 0);
  return bestItem(winners, ({ each }) => rankingCost(each.variant))?.each;
}

function toneOf(standings: readonly Standing[], winner: Standing | undefined): Tone {
  if (winner !== undefined) return 'good';
  const onlyWorse = standings.every(({ better, worse }) => better.length === 0 && worse.length > 0);
  return onlyWorse ? 'warning' : 'neutral';
}

function standing(comparison: Comparison, variant: ComparedVariant): Standing {
  const base = comparison.variants[0]!.figures;
  const named = NAMED_FIGURES.flatMap((name) => {
    const index = base.findIndex(({ figure }) => figure === name);
    return index < 0 ? [] : [{ own: variant.figures[index]!, base: base[index]! }];
  });
  const pairs = named.length > 0 ? named : variant.figures.map((own, index) => ({ own, base: base[index]! }));
  const changed = pairs.filter(
    ({ own, base: old }) =>
      own.difference?.significant === true && readsDifferently(own.figure, own.value, old.value),
  );
  const better = changed.filter(({ own }) => isBetter(own));
  const worse = changed.filter(({ own }) => !isBetter(own));
  const textOf = ({ own, base: old }: (typeof pairs)[number]) =>
    meanWords(own.figure, own.value, comparison.duration_seconds, old.value);
  const slower = changed
    .slice(MAX_FIGURES)
    .filter(({ own, base: old }) => own.figure === 'latency_mean' && isMuchSlower(own.value, old.value));
  const texts = [...changed.slice(0, MAX_FIGURES), ...slower].flatMap(textOf);
  const costs = pairs.filter(({ own }) => FIGURE_UNITS[own.figure] === 'usd' && own.value !== null);
  const names = (list: readonly { readonly own: ComparedFigure }[]) => list.map(({ own }) => own.figure);
  return {
    variant,
    better: names(better),
    worse: names(worse),
    words: variant.figures.every(({ difference }) => difference?.mean === 0 && difference.half_width === 0)
      ? `with ${variant.name}: ${[...costs.slice(0, 1).flatMap(textOf), 'every figure is the same'].join('; ')}`
      : texts.length > 0
        ? `with ${variant.name}: ${texts.join(', ')}`
        : isSettled(pairs[0]!.own)
          ? `with ${variant.name}: ${textOf(pairs[0]!).join()}`
          : `with ${variant.name}: ${undecided(pairs[0]!.own, comparison.replications, variant.figures.length)}`,
  };
}

/** Whether a figure's difference, however small, is known. */
function isSettled({ difference }: ComparedFigure): boolean {
  return difference?.significant === true || (difference?.mean === 0 && difference.half_width === 0);
}

/** A difference in the first figure that the tests of all figures do not confirm: that does not prove equality. */
function undecided({ figure, difference }: ComparedFigure, replications: number, figures: number): string {
  const size = difference
    ? `${figureWords(figure)} ${signedText(FIGURE_UNITS[figure], difference.mean, difference)}`
    : figureWords(figure);
  return `${size}, which ${counted(replications, 'run')} cannot confirm as one of ${figures} figures compared; --replications ${2 * replications} narrows it`;
}

function isBetter({ figure, difference }: ComparedFigure): boolean {
  return moreIsBetter(figure) === difference!.mean > 0;
}

/** The cost that variants are ranked by; Infinity if none is compared. */
export function rankingCost({ figures }: ComparedVariant): number {
  return comparedCost(figures)?.value?.mean ?? Number.POSITIVE_INFINITY;
}

/** The cost among compared figures, of a month if there is one. */
export function comparedCost(figures: readonly ComparedFigure[]): ComparedFigure | undefined {
  return (['cost_usd_per_month', 'cost_usd'] as const)
    .map((cost) => figures.find(({ figure }) => figure === cost))
    .find((found) => found !== undefined);
}

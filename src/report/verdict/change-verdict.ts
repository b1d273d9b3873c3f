import { placedFigure } from '../../figures/catalogue.js';
import { costFigure } from '../../figures/cost.js';
import { formatList } from '../../kernel/format-list.js';
import type { Summary } from '../../study/run/summary.js';
import { money } from '../figures/figure-text.js';
import { changeText } from '../figures/named-figure.js';
import { directionOf, type FigureChange, type SummaryDifference } from '../figures/summary-difference.js';
import { type Tone, type Verdict, verdictOf } from '../text/verdict.js';
import { type AskedScenario, planFor } from './asked-scenario.js';
import type { ChangeLimitResult } from './change-limit.js';
import { figureWords, insteadOf } from './figure-words.js';
import { troublesOf } from './run-troubles.js';

/** Figures that are named in addition to the cost. */
const NAMED_FIGURES = (['latency_p99', 'delayed_probability', 'availability_time'] as const).map((name) => ({
  name,
  path: placedFigure(name).path.join('.'),
}));

/**
 * A run against an earlier one in plain words: what is wrong with it, what a month costs more or less, what else changed
 * by more than chance, and which objectives are lost or gained.
 * @param limits what `--fail-on` asked, and what came of it
 */
export function changeVerdict(
  summary: Summary,
  difference: SummaryDifference,
  limits: readonly ChangeLimitResult[] = [],
  asked?: AskedScenario,
): Verdict {
  const { figures, lost, gained } = difference;
  const troubles = troublesOf(summary).filter(({ tone }) => tone === 'bad');
  const broken = limits.filter((limit) => limit.broken).map(({ words }) => words);
  const cost = costOf(figures, summary);
  const others = NAMED_FIGURES.flatMap(({ name, path }) => {
    const change = figures.find(({ figure }) => figure.path === `total.${path}`);
    return change === undefined || directionOf(change) === undefined ? [] : [{ name, change }];
  });
  const changes = others.map(({ name, change: { now, before } }) => insteadOf(name, now!, before!));
  const parts = [
    ...(broken.length === 0 ? [] : [`beyond what is allowed: ${formatList(broken)}`]),
    ...troubles.slice(0, 1).map(({ text }) => text),
    [costChange(cost), ...changes].join('; '),
    ...(lost.length === 0 ? [] : [`objectives lost: ${formatList(lost.map((each) => figureWords(each)))}`]),
    ...(gained.length === 0
      ? []
      : [`objectives gained: ${formatList(gained.map((each) => figureWords(each)))}`]),
  ];
  const wrong = broken.length > 0 || lost.length > 0 || troubles.length > 0;
  const tone = wrong ? 'bad' : toneOf([cost, ...others.map(({ change }) => change)].map(directionOf));
  return verdictOf(tone, parts, lost.length > 0 && asked !== undefined ? planFor(asked) : undefined);
}

function toneOf(directions: readonly ('better' | 'worse' | undefined)[]): Tone {
  const [better, worse] = [directions.includes('better'), directions.includes('worse')];
  return better === worse ? 'neutral' : better ? 'good' : 'warning';
}

/** The cost that represents a run: of a month if its length determines one. */
export function costPath({ duration_seconds }: Pick<Summary, 'duration_seconds'>): string {
  return `total.${costFigure(duration_seconds)}`;
}

export function costOf(
  figures: readonly FigureChange[],
  summary: Pick<Summary, 'duration_seconds'>,
): FigureChange {
  const path = costPath(summary);
  return figures.find(({ figure }) => figure.path === path)!;
}

/** A change of cost in words: `costs $3.22 a month more (+100 %)`. */
export function costChange({ figure: { path }, before, difference, half_width }: FigureChange): string {
  const month = path === 'total.cost_usd_per_month' ? ' a month' : '';
  if (difference === null || before === null) return 'the difference in cost is not known';
  if (difference === 0) return 'costs as much as before';
  if (half_width !== undefined && Math.abs(difference) <= half_width)
    return 'costs as much as before, within chance';
  const share = before === 0 ? '' : ` (${changeText(difference, before)})`;
  return `costs ${money(Math.abs(difference))}${month} ${difference < 0 ? 'less' : 'more'}${share}`;
}

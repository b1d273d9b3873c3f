import { PLACED_FIGURES } from '../../figures/catalogue.js';
import { FIGURE_NAMES, FIGURE_UNITS, type FigureName } from '../../figures/run-figures.js';
import { suggestion } from '../../kernel/nearest-name.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { valueAt } from '../../scenario/document/value-at.js';
import { parseConstraint } from '../../study/replicate/constraint.js';
import { changeText, signedText } from '../figures/named-figure.js';
import type { SavedSummary } from '../figures/saved-summary.js';
import { figureWords } from './figure-words.js';

/** How much a figure may change against an earlier run. */
export interface ChangeLimit {
  /** As it was written, such as `cost_usd>+10%`. */
  readonly text: string;
  readonly figure: FigureName;
  /** `>`: it must not grow by more; `<`: it must not fall by more. */
  readonly comparison: '>' | '<';
  /** A share of what was before, or a difference in the figure's unit; with its sign. */
  readonly bound: number;
  readonly relative: boolean;
}

export interface ChangeLimitResult {
  readonly limit: ChangeLimit;
  readonly broken: boolean;
  /** Such as `cost of the run +12 %, limit +10 %`. */
  readonly words: string;
}

const EXPECTED =
  "expected a figure, > or <, and a change with its sign, such as 'cost_usd>+10%', 'latency_p99>+50ms' or 'success_rate<-0.1points'";

/**
 * Reads what one `--fail-on` says: a figure, `>` or `<`, and the change beyond which the run fails, as a percentage of what
 * was before or in the figure's unit; of shares, in points of a hundred.
 * @throws ScenarioError for anything else
 */
export function parseChangeLimit(text: string): ChangeLimit {
  const refuse = (message: string) => refusal(`--fail-on ${text}`, message);
  const match = /^\s*([A-Za-z_]\w*)\s*([<>])\s*([-+−]?)\s*(.*?)\s*$/u.exec(text);
  if (match === null) throw refuse(EXPECTED);
  const [, name = '', sign = '', direction = '', size = ''] = match;
  const figure = FIGURE_NAMES.find((known) => known === name);
  if (figure === undefined) throw refuse(`unknown figure "${name}"${suggestion(name, FIGURE_NAMES)}`);
  if (direction !== '+' && direction !== '-' && direction !== '−') {
    throw refuse(
      `${EXPECTED}; without a sign it would be a limit on the figure itself, which slo: in the scenario is for`,
    );
  }
  const factor = direction === '+' ? 1 : -1;
  const comparison = sign === '>' ? '>' : '<';
  const percent = /^(\d+\.?\d*|\.\d+)\s*%$/.exec(size);
  const bound = percent === null ? absoluteBound(figure, size) : Number(percent[1]) / 100;
  if (bound === undefined) throw refuse(`${EXPECTED}; got "${size}"`);
  return { text: text.trim(), figure, comparison, bound: factor * bound, relative: percent !== null };
}

function absoluteBound(figure: FigureName, size: string): number | undefined {
  if (FIGURE_UNITS[figure] === 'share') {
    const points = /^(\d+\.?\d*|\.\d+)\s*points?$/.exec(size);
    return points === null ? undefined : Number(points[1]) / 100;
  }
  try {
    return parseConstraint(`${figure} <= ${size}`).bound;
  } catch {
    return undefined;
  }
}

/** Holds a limit against a run and an earlier one; what only one of them has measured breaks it. */
function heldChange(limit: ChangeLimit, now: SavedSummary, before: SavedSummary): ChangeLimitResult {
  const { figure, bound, relative, comparison } = limit;
  const [value, first] = [measuredOf(figure, now), measuredOf(figure, before)];
  const worded = (change: string) => `${figureWords(figure)} ${change} (--fail-on '${limit.text}')`;
  if (value === null || first === null) {
    const broken = value !== first;
    return {
      limit,
      broken,
      words: worded(broken ? 'was measured in one of the runs only' : 'was not measured'),
    };
  }
  const difference = value - first;
  const scale = relative ? Math.abs(first) : 1;
  const broken = comparison === '>' ? difference > bound * scale : difference < bound * scale;
  const change =
    relative && first !== 0 ? changeText(difference, first) : signedText(FIGURE_UNITS[figure], difference);
  return { limit, broken, words: worded(difference === 0 ? 'is the same' : change) };
}

/** Holds each limit; nothing without an earlier run. */
export function heldChanges(
  limits: readonly ChangeLimit[],
  now: SavedSummary,
  before: SavedSummary | undefined,
): readonly ChangeLimitResult[] {
  return before === undefined ? [] : limits.map((limit) => heldChange(limit, now, before));
}

function measuredOf(figure: FigureName, { total }: SavedSummary): number | null {
  const placed = PLACED_FIGURES.find(({ name }) => name === figure);
  if (placed !== undefined) {
    const value = valueAt(total, placed.path);
    return typeof value === 'number' ? value : null;
  }
  // The success rate is not in a summary: queries under way count on neither side.
  const { completed, failed } = total.queries;
  return completed === null || failed === null || completed + failed === 0
    ? null
    : completed / (completed + failed);
}

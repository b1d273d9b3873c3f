import {
  FIGURE_NAMES,
  FIGURE_UNITS,
  type FigureName,
  type FigureUnit,
  moreIsBetter,
} from '../../figures/run-figures.js';
import { suggestion } from '../../kernel/nearest-name.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import {
  COUNT,
  DURATION,
  LATENCY_LIMIT,
  type Quantity,
  SHARE,
  USD,
} from '../../scenario/form/quantity-schema.js';
import { readValue } from '../../scenario/form/setting-value.js';
import type { Objective, Scenario } from '../../scenario/scenario.js';

/** A limit on a figure. */
export interface Constraint {
  /** As it was written. */
  readonly text: string;
  readonly figure: FigureName;
  readonly comparison: '<=' | '>=';
  /** In the figure's unit. */
  readonly bound: number;
  /** Whether an option gave it, or the scenario's `slo:`. */
  readonly from: 'option' | 'scenario';
  /** The origin of a limit that is a cap of the plan or the project, and applies automatically. */
  readonly cap?: string;
}

const EXPECTED: Readonly<Record<FigureUnit, string>> = {
  usd: 'an amount such as $50, or $50/month',
  cu_hours: 'a number of CU-hours such as 120',
  cu: 'a number of CU such as 2',
  milliseconds: LATENCY_LIMIT.expected,
  seconds: 'a duration such as 10s',
  share: 'a share such as 1% or 0.01',
  count: 'a number such as 20',
  per_hour: 'a number an hour such as 2',
  bytes: 'a number of bytes such as 1000000',
};

/**
 * Parses one `--constraint`: a figure, `<=` or `>=` (`<` and `>` mean the same), and a bound in the
 * figure's unit. `cost_usd <= $50/month` limits `cost_usd_per_month`.
 * @throws ScenarioError for any other text, with the column
 */
export function parseConstraint(text: string): Constraint {
  return parsed(text, '--constraint');
}

/** The same of an objective that a test names. @throws ScenarioError */
export function parseObjective(text: string): Constraint {
  return parsed(text, 'objective');
}

/** @param origin of the text, for messages */
function parsed(text: string, origin: string): Constraint {
  const problem = (column: number, message: string) =>
    refusal(`${origin} ${text}`, `${message} (column ${column} of "${text}")`);
  const match = /^(\s*)([A-Za-z_][\w-]*)(\s*)(<=|>=|<|>|≤|≥)(\s*)(.*?)\s*$/.exec(text);
  if (match === null) {
    const column = firstOddColumn(text);
    throw problem(column, "expected FIGURE <= VALUE, such as 'latency_p99 <= 300ms'");
  }
  const [, lead = '', name = '', gap = '', sign = '', space = '', value = ''] = match;
  const at = lead.length + name.length + gap.length;
  const written = FIGURE_NAMES.find((known) => known === name);
  if (written === undefined) {
    throw problem(lead.length + 1, `unknown figure "${name}"${suggestion(name, FIGURE_NAMES)}`);
  }
  const monthly = FIGURE_UNITS[written] === 'usd' && /\/\s*month$/.test(value);
  const figure = monthly ? 'cost_usd_per_month' : written;
  const amount = monthly ? value.replace(/\s*\/\s*month$/, '') : value;
  const bound = readValue(BOUNDS[FIGURE_UNITS[figure]] ?? COUNT, amount);
  const column = at + sign.length + space.length + 1;
  if (FIGURE_UNITS[figure] === 'usd' && AMOUNT_LOST.test(value)) throw problem(column, shellTook(value));
  if (FIGURE_UNITS[figure] === 'share' && /^1(\.0*)?$/.test(value)) {
    const either = ['1%', '100%'].map((share) => `'${figure} ${sign} ${share}'`).join(' or ');
    throw problem(column, `1 % or 100 %? expected ${either}`);
  }
  if (bound === undefined) {
    const got = value === '' ? 'nothing' : `"${value}"`;
    throw problem(column, `expected ${EXPECTED[FIGURE_UNITS[figure]]}, got ${got}`);
  }
  const comparison = sign === '<' || sign === '<=' || sign === '≤' ? '<=' : '>=';
  return { text: text.trim(), figure, comparison, bound, from: 'option' };
}

/** The origin of a cap, in brackets after the limit. */
const REMARK = /\s*\([^()]*\)$/;

/** Whether a constraint, as written in results, is a cap that applies automatically. */
export function isOfCap(text: string): boolean {
  return REMARK.test(text);
}

/**
 * Parses a constraint in the form of results, caps included.
 * @throws ScenarioError for any other text
 */
export function writtenConstraint(text: string): Constraint {
  return { ...parseConstraint(text.replace(REMARK, '')), text };
}

/**
 * Remains of `$5/month`, `$50/month`, `$8.50` and `$105` in double quotes, after the shell expands `$5`, `$8`, `$1`.
 */
const AMOUNT_LOST = /^$|^\/|^\.\d|^0+(\/|$)|^0\d/;

function shellTook(value: string): string {
  const got = value === '' ? 'nothing' : `"${value}"`;
  return `expected ${EXPECTED.usd}, got ${got}; did the shell take the $ and a digit? Use single quotes: 'cost_usd <= $50/month' (for no cost at all, '$0')`;
}

/** The scenario's objectives as constraints. */
export function sloConstraints(objectives: readonly Objective[]): readonly Constraint[] {
  return objectives.map(({ objective, target }) => {
    const comparison = moreIsBetter(objective) ? '>=' : '<=';
    return {
      text: `${objective} ${comparison} ${boundText(objective, target)}`,
      figure: objective,
      comparison,
      bound: target,
      from: 'scenario',
    };
  });
}

/**
 * The constraints that options give, and the scenario's objectives on other figures.
 * @param texts the text of each option
 * @throws ScenarioError for one that cannot be read
 */
export function requestedConstraints(
  scenario: Scenario,
  texts: readonly string[] = [],
): readonly Constraint[] {
  const given = texts.map((text) => parseConstraint(text));
  const figures = new Set(given.map(({ figure }) => figure));
  const own = sloConstraints(scenario.slo).filter(({ figure }) => !figures.has(figure));
  return [...given, ...own];
}

export type Limit = Pick<Constraint, 'figure' | 'comparison' | 'bound'>;

/** By how much a value misses a limit, in the figure's unit; 0 or less if it meets it. */
export function beyondBound({ bound, comparison }: Omit<Limit, 'figure'>, value: number): number {
  return comparison === '<=' ? value - bound : bound - value;
}

/** Whether a mean lies beyond a bound; an unmeasured one does not. */
export function isBeyond(limit: Omit<Limit, 'figure'>, mean: number | undefined): boolean {
  return mean !== undefined && beyondBound(limit, mean) > 0;
}

/** Replaces a scale of 0, so that anything beyond such a bound is far beyond it. */
const MIN_SCALE = 1e-12;

/** The scale of room and excess: the bound; for a share that should be large, the bound's distance to 1. */
export function limitScale({ figure, comparison, bound }: Limit): number {
  const missing = FIGURE_UNITS[figure] === 'share' && comparison === '>=';
  return Math.max(missing ? 1 - bound : Math.abs(bound), MIN_SCALE);
}

/** Whether there is anything that room and excess are shares of: a bound of 0, or of 100 % at least, leaves nothing. */
export function hasScale(limit: Limit): boolean {
  return limitScale(limit) > MIN_SCALE;
}

/** Excess of a value over a limit, as a share of its scale; negative if the limit is met. */
export function limitExcess(limit: Limit, value: number): number {
  return beyondBound(limit, value) / limitScale(limit);
}

/** A bound as a constraint writes it, with its unit. */
export function boundText(figure: FigureName, bound: number): string {
  switch (FIGURE_UNITS[figure]) {
    case 'usd':
      return `$${bound}`;
    case 'milliseconds':
      return bound >= 1000 && bound % 1000 === 0 ? `${bound / 1000}s` : `${bound}ms`;
    case 'seconds':
      return `${bound}s`;
    case 'share':
      return `${Number((100 * bound).toPrecision(12))}%`;
    default:
      return String(bound);
  }
}

/** How a bound on a figure is written, by the figure's unit. */
const BOUNDS: Partial<Record<FigureUnit, Quantity>> = {
  usd: USD,
  milliseconds: LATENCY_LIMIT,
  seconds: DURATION,
  share: SHARE,
};

/** Position of the first character that is not part of an expression, counted from 1. */
function firstOddColumn(text: string): number {
  const name = /^\s*[A-Za-z_][\w-]*\s*/.exec(text);
  return (name?.[0].length ?? /^\s*/.exec(text)![0].length) + 1;
}

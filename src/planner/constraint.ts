import { ScenarioError } from '../scenario/diagnostic.js';
import { parseDuration, parseShare } from '../scenario/quantity.js';
import type { Objective } from '../scenario/scenario.js';
import { suggestion } from '../workload/nearest-name.js';
import { FIGURE_NAMES, FIGURE_UNITS, type FigureName, type FigureUnit } from './run-figures.js';

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
}

/** Figures of which more is better; of all others, less. */
const MORE_IS_BETTER: ReadonlySet<FigureName> = new Set<FigureName>([
  'success_rate',
  'availability_time',
  'cache_hit_ratio',
  'cpu_utilisation',
  'queries_completed',
]);

/** Whether more of a figure is better. */
export function moreIsBetter(figure: FigureName): boolean {
  return MORE_IS_BETTER.has(figure);
}

const EXPECTED: Readonly<Record<FigureUnit, string>> = {
  usd: 'an amount such as $50, or $50/month',
  cu_hours: 'a number of CU-hours such as 120',
  milliseconds: 'a duration such as 300ms',
  share: 'a share such as 1% or 0.01',
  count: 'a number such as 20',
};

/**
 * Reads what one `--constraint` says: a figure, `<=` or `>=` (`<` and `>` mean the same), and a bound in the
 * figure's unit. `cost_usd <= $50/month` is about `cost_usd_per_month`.
 * @param option the option it is the value of, for messages
 * @throws ScenarioError for anything else, with the column
 */
export function parseConstraint(text: string, option = '--constraint'): Constraint {
  const problem = (column: number, message: string) => refusal(option, text, column, message);
  const match = /^(\s*)([A-Za-z_][\w-]*)(\s*)(<=|>=|<|>|≤|≥)(\s*)(.*?)\s*$/.exec(text);
  if (match === null) {
    const column = firstOddColumn(text);
    throw problem(column, 'expected FIGURE <= VALUE, such as "latency_p99 <= 300ms"');
  }
  const [, lead = '', name = '', gap = '', sign = '', space = '', value = ''] = match;
  const at = lead.length + name.length + gap.length;
  const written = FIGURE_NAMES.find((known) => known === name);
  if (written === undefined) {
    throw problem(lead.length + 1, `there is no figure "${name}"${suggestion(name, FIGURE_NAMES)}`);
  }
  const monthly = FIGURE_UNITS[written] === 'usd' && /\/\s*month$/.test(value);
  const figure = monthly ? 'cost_usd_per_month' : written;
  const bound = parseBound(monthly ? value.replace(/\s*\/\s*month$/, '') : value, FIGURE_UNITS[figure]);
  if (bound === undefined) {
    const got = value === '' ? 'nothing' : `"${value}"`;
    throw problem(
      at + sign.length + space.length + 1,
      `expected ${EXPECTED[FIGURE_UNITS[figure]]}, got ${got}`,
    );
  }
  const comparison = sign === '<' || sign === '<=' || sign === '≤' ? '<=' : '>=';
  return { text: text.trim(), figure, comparison, bound, from: 'option' };
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

function boundText(figure: FigureName, bound: number): string {
  switch (FIGURE_UNITS[figure]) {
    case 'usd':
      return `$${bound}`;
    case 'milliseconds':
      return `${bound}ms`;
    case 'share':
      return `${Number((100 * bound).toPrecision(12))}%`;
    case 'cu_hours':
    case 'count':
      return String(bound);
  }
}

function parseBound(text: string, unit: FigureUnit): number | undefined {
  const number = /^(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text) ? Number(text) : undefined;
  switch (unit) {
    case 'usd':
      return parseBound(text.replace(/^\$\s*/, '').replace(/\s*USD$/i, ''), 'count');
    case 'milliseconds': {
      const seconds = parseDuration(text);
      return seconds === undefined ? undefined : Math.round(seconds * 1e9) / 1e6;
    }
    case 'share':
      return parseShare(number ?? text);
    case 'cu_hours':
    case 'count':
      return number;
  }
}

/** Where an expression stops being one, counted from 1. */
function firstOddColumn(text: string): number {
  const name = /^\s*[A-Za-z_][\w-]*\s*/.exec(text);
  return (name?.[0].length ?? /^\s*/.exec(text)![0].length) + 1;
}

function refusal(option: string, text: string, column: number, message: string): ScenarioError {
  const marked = `${message} (column ${column} of "${text}")`;
  const place = { line: undefined, column: undefined, path: '' };
  return new ScenarioError([{ source: `${option} ${text}`, ...place, message: marked }]);
}

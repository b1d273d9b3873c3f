import { InvalidArgumentError, Option } from 'commander';
import { FIGURE_NAMES, type FigureName } from '../planner/run-figures.js';
import { parseShare } from '../scenario/quantity.js';
import { suggestion } from '../workload/nearest-name.js';

/** Of intervals, unless another is asked for. */
export const DEFAULT_CONFIDENCE = 0.95;

/** Reads a whole number of `least` or more; commander tells the user what is wrong with any other. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`expected a whole number of ${least} or more`);
  };
}

/** Reads a share strictly between 0 and 1, such as `2%` or `0.02`. */
export function share(text: string): number {
  const value = parseShare(/^[\d.]+$/.test(text) ? Number(text) : text);
  if (value !== undefined && value > 0 && value < 1) return value;
  throw new InvalidArgumentError('expected a share between 0 and 100 %, such as 2% or 0.02');
}

/** Reads names of figures joined by commas, or `all`. */
export function figureNames(text: string): readonly FigureName[] {
  if (text === 'all') return FIGURE_NAMES;
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new InvalidArgumentError('expected names such as cost_usd,latency_p99');
  return names.map((name) => {
    const known = FIGURE_NAMES.find((each) => each === name);
    if (known !== undefined) return known;
    throw new InvalidArgumentError(`there is no figure "${name}"${suggestion(name, FIGURE_NAMES)}`);
  });
}

/** `--confidence`, the same for every command. */
export function confidenceOption(): Option {
  return new Option('--confidence <share>', 'of the intervals (95%)').argParser(share);
}

/** `--workers`, the same for every command. */
export function workersOption(): Option {
  return new Option(
    '--workers <n>',
    'threads to run on (all cores); the results do not depend on it',
  ).argParser(wholeNumber(1));
}

/** A repeatable option's values in the order given. */
export function collected(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** `--resume`, the same for every command. */
export function resumeOption(): Option {
  return new Option('--resume', 'go on with work that was interrupted, from the runs kept beside --out DIR');
}

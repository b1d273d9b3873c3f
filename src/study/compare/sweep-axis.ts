import { FIXED_SIZES_CU } from '../../compute/size.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import {
  formatDuration,
  formatRate,
  parseDuration,
  parseRate,
  parseSize,
} from '../../scenario/form/quantity.js';
import { isSizePath, isTimeoutPath, pathAndValue } from './setting-change.js';

/** One setting that a sweep varies. */
export interface SweepAxis {
  /** The setting's path or short name, as the user wrote it. */
  readonly path: string;
  /** The values it takes, as a scenario file writes them; all different, one or more. */
  readonly values: readonly string[];
  /** Path and values as the user wrote them; left out of an axis with the usual values. */
  readonly written?: string;
}

/** A quantity that a range may span, with functions to read its ends and write its values. */
interface Scale {
  readonly parse: (text: string) => number | undefined;
  readonly format: (value: number) => string;
}

const PLAIN: Scale = {
  parse: (text) => (/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text) ? Number(text) : undefined),
  format: (value) => String(Number(value.toPrecision(6))),
};
const SCALES: readonly Scale[] = [
  PLAIN,
  { parse: parseDuration, format: (value) => formatDuration(Number(value.toPrecision(6))) },
  { parse: parseRate, format: formatRate },
  { parse: parseSize, format: (value) => String(Math.round(value)) },
];

const RANGE = /^(.+?)\.\.(.+?)(?::(log|lin)?(\d+))?$/;
const EXAMPLES = 'min=0.25,0.5,1, max=1..4 or timeout=60s..1h:log5';

/**
 * Parses one `--vary`: `path=value,value,…`, each value as in a scenario file, or a range `from..to:log5`
 * or `from..to:lin5` with that number of values (`:5` is linear), or, for a size, `from..to`: all sizes in between.
 * @throws ScenarioError for anything else
 */
export function parseAxis(text: string): SweepAxis {
  const problem: Problem = (message) => refusal(`--vary ${text}`, message);
  const [path, written] = pathAndValue(text);
  if (text.indexOf('=') <= 0 || written === '') {
    throw problem(`expected path=value,value,..., such as ${EXAMPLES}`);
  }
  if (path === 'duration') {
    throw problem('runs of different lengths cannot be compared; choose one with --set duration=...');
  }
  if (/^,|,\s*,|,$/.test(written)) throw problem('a value is empty; expected one on each side of a comma');
  const values = splitValues(written).flatMap((item) => valuesOf(item, path, problem));
  if (path === 'replicas') {
    const odd = values.find((value) => !/^\d+$/.test(value));
    if (odd !== undefined) throw problem(`expected whole numbers of read-only computes, got "${odd}"`);
  }
  return { path, values: [...new Set(values)], written: text };
}

/** Axes as results have them. */
export function shownAxes(axes: readonly SweepAxis[]): readonly SweepAxis[] {
  return axes.map(({ path, values }) => ({ path, values }));
}

/** Every combination of the axes' values; the last axis varies fastest. */
export function* combinations(axes: readonly SweepAxis[]): Generator<Readonly<Record<string, string>>> {
  const [first, ...rest] = axes;
  if (first === undefined) {
    yield {};
    return;
  }
  for (const value of first.values) {
    for (const others of combinations(rest)) yield { [first.path]: value, ...others };
  }
}

/** At the commas that are not inside brackets or quotes. */
export function splitValues(text: string): readonly string[] {
  const items = text.match(/(?:"[^"]*"|'[^']*'|\{[^}]*\}+|\[[^\]]*\]+|[^,])+/g) ?? [];
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

type Problem = (message: string) => Error;

function valuesOf(item: string, path: string, problem: Problem): readonly string[] {
  const range = RANGE.exec(item);
  if (range === null) return [item];
  const [, from = '', to = '', spacing, count] = range;
  if (count === undefined) {
    if (isSizePath(path)) return sizesBetween(from, to, problem);
    throw problem(`the range ${item} has no number of values; write ${item}:5 or ${item}:log5`);
  }
  const scale = SCALES.find(({ parse }) => parse(from) !== undefined && parse(to) !== undefined);
  if (scale === undefined) {
    throw problem(
      `cannot read the range ${item}; expected two numbers, durations, rates or sizes, such as 60s..1h:log5`,
    );
  }
  const [low, high, steps] = [scale.parse(from)!, scale.parse(to)!, Number(count)];
  if (!(steps >= 2 && steps <= 1000)) throw problem(`expected 2 to 1000 values, got ${steps}`);
  if (!(high > low)) throw problem(`the range ${item} has to go upwards`);
  if (spacing === 'log' && low <= 0)
    throw problem(`a logarithmic range begins above 0, and ${from} does not; use lin`);
  const at = (step: number): number => {
    const share = step / (steps - 1);
    return spacing === 'log' ? low * Math.exp(share * Math.log(high / low)) : low + share * (high - low);
  };
  // Use the ends as given, without the rounding of the logarithm.
  const exact = [low, ...Array.from({ length: steps - 2 }, (_, step) => at(step + 1)), high];
  return (isTimeoutPath(path) ? roundTimeouts(exact) : exact).map(scale.format);
}

/** Timeouts as people choose them, `12m` for 699 s, if they stay different; else whole seconds. */
function roundTimeouts(seconds: readonly number[]): readonly number[] {
  const round = seconds.map((each, index) => {
    if (index === 0 || index === seconds.length - 1) return Math.round(each);
    const unit = [3600, 60].find((one) => Math.abs(Math.round(each / one) * one - each) <= each / 8) ?? 1;
    return Math.round(each / unit) * unit;
  });
  return new Set(round).size === seconds.length ? round : seconds.map(Math.round);
}

function sizesBetween(from: string, to: string, problem: Problem): readonly string[] {
  const [low, high] = [PLAIN.parse(from), PLAIN.parse(to)];
  const sizes =
    low === undefined || high === undefined ? [] : FIXED_SIZES_CU.filter((cu) => cu >= low && cu <= high);
  if (sizes.length === 0) throw problem(`there is no size from ${from} to ${to} CU`);
  return sizes.map(String);
}

import {
  formatDuration,
  formatRate,
  parseDuration,
  parseRate,
  parseSize,
} from '../../scenario/form/quantity.js';
import { asWritten } from '../../scenario/model/assumption.js';
import type { ScenarioAssumption } from '../../scenario/scenario.js';

/** Two other plausible values of an assumption, as written in a scenario; `undefined` if there is none on that side. */
export interface Alternatives {
  readonly low: string | undefined;
  readonly high: string | undefined;
}

/** Factor that a value is divided and multiplied by. */
const FACTOR: Readonly<Record<ScenarioAssumption['confidence'], number>> = {
  low: 2,
  medium: 1.5,
  high: 1.1,
  yours: 1.25,
  measured: 1.1,
};

/** Keys of a distribution that are shapes or weights, not amounts. */
const SHAPES: ReadonlySet<string> = new Set([
  'cv',
  'shape',
  'alpha',
  'weight',
  'weights',
  'probability',
  'k',
]);

/**
 * Two other values of an assumption: those chosen for it, or the value divided and multiplied by what its confidence
 * leaves open (2 for low, 1.5 for medium, 1.1 for high, 1.25 for the user's value, 1.1 for a measurement); shares of a
 * whole move towards 1 instead. `undefined` if neither is possible, as with words.
 */
export function alternativesOf(assumption: ScenarioAssumption): Alternatives | undefined {
  const { value, written, confidence, alternatives } = assumption;
  if (
    typeof alternatives === 'object' &&
    (!(confidence === 'yours' || confidence === 'measured') || typeof written === 'boolean')
  ) {
    const other = (text: string | undefined) => (text === value ? undefined : text);
    return { low: other(alternatives.low), high: other(alternatives.high) };
  }
  const factor = FACTOR[confidence];
  if (alternatives === 'towards_one' && typeof written === 'number' && written < 1) {
    const high = 1 - (1 - written) / factor;
    return { low: text(written / factor), high: text(high) };
  }
  const [low, high] = [scaledValue(written, 1 / factor), scaledValue(written, factor)];
  if (low === undefined || high === undefined) return undefined;
  return low === value ? undefined : { low, high };
}

function scaledValue(written: unknown, factor: number): string | undefined {
  const scaled = times(written, factor);
  return scaled === undefined ? undefined : asWritten(scaled);
}

/** Every amount within a value times the factor; `undefined` without an amount. */
function times(value: unknown, factor: number): unknown {
  if (typeof value === 'number') {
    if (value === 0) return undefined;
    const scaled = Number((value * factor).toPrecision(4));
    return Number.isInteger(value) && value > 1 ? Math.max(1, Math.round(scaled)) : scaled;
  }
  if (typeof value === 'string') return timesText(value, factor);
  if (value === null || typeof value !== 'object') return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => times(item, factor));
    return items.some((item) => item === undefined) ? undefined : items;
  }
  const entries = Object.entries(value).map(([key, child]: [string, unknown]) => [
    key,
    SHAPES.has(key) ? child : times(child, factor),
  ]);
  return entries.some(([, child]) => child === undefined) ? undefined : Object.fromEntries(entries);
}

function timesText(value: string, factor: number): string | number | undefined {
  const rounded = (amount: number) => Number((amount * factor).toPrecision(4));
  const seconds = parseDuration(value);
  if (seconds !== undefined) return seconds === 0 ? undefined : formatDuration(rounded(seconds));
  const rate = parseRate(value);
  if (rate !== undefined) return rate === 0 ? undefined : formatRate(rounded(rate));
  const [, amount, unit] = /^\s*([\d.]+)\s*([A-Za-z]+)\s*$/.exec(value) ?? [];
  if (amount === undefined || parseSize(value) === undefined || Number(amount) === 0) return undefined;
  return `${rounded(Number(amount))}${unit}`;
}

function text(value: number): string {
  return String(Number(value.toPrecision(4)));
}

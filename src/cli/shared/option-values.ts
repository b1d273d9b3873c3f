import { InvalidArgumentError } from '@commander-js/extra-typings';
import { parseDuration, parseShare, QUANTITY_EXAMPLES } from '../../scenario/form/quantity.js';

/** Parses a number that matches `expected`; commander reports any other. */
export function numberThat(holds: (value: number) => boolean, expected: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && holds(value)) return value;
    throw new InvalidArgumentError(`expected ${expected}`);
  };
}

/** Reads a whole number of `least` or more, up to `most`. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const holds = (value: number) => Number.isSafeInteger(value) && value >= least && value <= most;
  const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
  return numberThat(holds, `a whole number ${range}`);
}

/** Parses a number above 0. @param expected its description, in words */
export function aboveZero(expected = 'a number above 0, such as 2 or 0.5'): (text: string) => number {
  return numberThat((value) => Number.isFinite(value) && value > 0, expected);
}

const MULTIPLES: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  g: 1e9,
  billion: 1e9,
};

/** Reads a number of queries such as 500k, 10M or 6.6 billion. */
export function queryCount(text: string): number {
  const [, digits = '', unit = ''] = /^\s*([\d.]+)\s*([a-z]*)\s*$/i.exec(text) ?? [];
  const count = Number(digits || Number.NaN) * (MULTIPLES[unit.toLowerCase()] ?? Number.NaN);
  if (count >= 1000 && Number.isFinite(count)) return Math.round(count);
  throw new InvalidArgumentError('expected 1000 queries or more, such as 500k, 10M or 6.6 billion');
}

/** A number of queries in the spelling that {@link queryCount} reads: `1.2M`. */
export function queryCountText(queries: number): string {
  return queries >= 1e6 ? `${queries / 1e6}M` : `${queries / 1e3}k`;
}

/** Reads a share strictly between 0 and 1, such as `2%` or `0.02`. */
export function share(text: string): number {
  const value = parseShare(/^[\d.]+$/.test(text) ? Number(text) : text);
  if (value !== undefined && value > 0 && value < 1) return value;
  throw new InvalidArgumentError('expected a share between 0 and 100 %, such as 2% or 0.02');
}

/** Reads a duration of `least` seconds or more, as seconds. */
export function durationSeconds(least = 0): (text: string) => number {
  return (text) => {
    const seconds = parseDuration(text);
    if (seconds !== undefined && seconds >= least) return seconds;
    const bound = least === 0 ? '' : `, ${least * 1000}ms or more`;
    throw new InvalidArgumentError(`expected ${QUANTITY_EXAMPLES.duration}${bound}`);
  };
}

/** The units of time for the values of a series. */
export const PER = ['interval', 'second', 'minute', 'hour'] as const;

/** Requires a value that is not empty. @param what the value in words, such as `a seed` */
export function given(what: string): (text: string) => string {
  return (text) => {
    if (text.trim() !== '') return text;
    throw new InvalidArgumentError(`expected ${what}, got nothing`);
  };
}

/** Reads the path of a report that may be `-`, standard output. */
export const pathOrStdout = given('a path');

export function path(text: string): string {
  if (text === '-') throw new InvalidArgumentError('expected a path; a file of that name is ./-');
  return pathOrStdout(text);
}

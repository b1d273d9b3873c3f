import type { CountPer } from '../../trace.js';

/** What the name of a column of counts says its numbers are. */
export interface NameUnit {
  /** Seconds that a number is per; `undefined` where the name does not say. */
  readonly per_seconds: number | undefined;
  /** How many queries a number stands for: 1000 for `requests (thousands)`. */
  readonly multiple: number;
}

const UNIT_SECONDS: readonly (readonly [unit: RegExp, seconds: number])[] = [
  [/^s(?:ec(?:onds?)?)?$/, 1],
  [/^m(?:in(?:utes?)?)?$/, 60],
  [/^h(?:r|rs|ours?)?$/, 3600],
  [/^d(?:ays?)?$/, 86_400],
];
const UNIT = '(s|sec|seconds?|m|min|minutes?|h|hrs?|hours?|d|days?)';
/** `per second`, `per_10s`, `/min`, `1/h`: words or a slash, a number of units, the unit. */
const PER = new RegExp(`(?:(?:^|[^a-z])per[ _]?|/ ?)(\\d+)? ?${UNIT}(?![a-z])`);
/** `rps`, `qpm`, `tph`. */
const SHORT = /(?:^|[^a-z])[rqt]p([smh])$/;

const MULTIPLES: readonly (readonly [name: RegExp, multiple: number])[] = [
  [/[([] *(?:in )?(?:k|thousands?|tsd\.?|'?000s?|x ?1,?000)[ \])]|\bin (?:thousands|tsd\b)/, 1000],
  [/[([] *(?:in )?(?:m|mn|mio\.?|millions?)[ \])]|\bin (?:millions|mio\b)/, 1e6],
];

/** The unit that the name of a column of counts tells. */
export function nameUnit(name: string): NameUnit {
  const plain = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ');
  const per = PER.exec(plain);
  const short = SHORT.exec(plain)?.[1];
  const unit = per?.[2] ?? short;
  const found = UNIT_SECONDS.find(([names]) => unit !== undefined && names.test(unit));
  return {
    per_seconds: found === undefined ? undefined : Number(per?.[1] ?? 1) * found[1],
    multiple: MULTIPLES.find(([names]) => names.test(plain))?.[1] ?? 1,
  };
}

/** The word for so many seconds, where there is one. */
export function perOfSeconds(seconds: number): Exclude<CountPer, 'interval'> | undefined {
  return ({ 1: 'second', 60: 'minute', 3600: 'hour' } as const)[seconds];
}

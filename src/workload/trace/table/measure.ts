import { basename } from 'node:path';
import * as words from './vocabulary.js';

/** A meaning of the numbers of a column. */
export interface Measure {
  /**
   * `count`: queries of the interval; `rate`: queries per `per_seconds`; `level`: busy per cent;
   * `unclear-rate`: queries per an unknown time; `other`: another measure; `neutral`: a name such as `value`;
   * `unknown`: a word that is not in the vocabulary.
   */
  readonly is: 'count' | 'rate' | 'unclear-rate' | 'level' | 'other' | 'neutral' | 'unknown';
  readonly per_seconds: number;
  /** Thousands or millions in the name. */
  readonly factor: number;
  /** Whether a level is certainly in per cent. */
  readonly percent: boolean;
  readonly counter: boolean;
}

/** Lower case, words joined by underscores; letters of every script stay. */
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\b([kM])(?=req|qps|rps|QPS|RPS)/g, (prefix) => (prefix === 'M' ? 'M_' : 'k_'))
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replace(/[^\p{L}\p{N}%/µ]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .split(/(?<=^|_)(M)(?=_|$)/)
    .map((part) => (part === 'M' ? part : part.toLowerCase()))
    .join('');
}

/** The meaning of a name. */
export function measureOfName(name: string): Measure {
  const plain = plainName(name);
  const factor = words.THOUSANDS.test(plain) ? 1e3 : words.MILLIONS.test(plain) ? 1e6 : 1;
  const made = (is: Measure['is'], more: Partial<Measure> = {}): Measure => ({
    is,
    per_seconds: 0,
    factor,
    percent: false,
    counter: words.COUNTER.test(plain),
    ...more,
  });
  if (words.NEUTRAL.test(plain)) return made('neutral', { factor: 1, counter: false });
  const per_seconds = secondsPer(plain);
  const bare = plain
    .replace(words.PER, '_')
    .replace(/((?:%|percent|pct)_(?:\w+_)?(?:cpu|processor))_time$|(cpu)_time_%$/, '$1$2_%');
  const is_level = words.LEVEL.test(plain);
  const without_statistic = is_level
    ? bare.replace(/_?(?:usage|average|avg|mean|max|maximum|min|minimum)(?=_|$)/g, '')
    : bare;
  const is_statistic_of_rate = /^(?:max|avg|mean|min|average)_[rqth]p[smh]$/.test(plain);
  if (!is_statistic_of_rate && (words.OTHER.test(without_statistic) || words.ENTITY.test(without_statistic)))
    return made('other');
  if (per_seconds !== undefined) return made('rate', { per_seconds, counter: false });
  if (words.UNCLEAR_RATE.test(plain)) return made('unclear-rate', { counter: false });
  if (is_level) return made('level', { percent: words.PERCENT.test(plain) });
  if (words.COUNT.test(plain)) return made('count');
  return made('unknown');
}

function secondsPer(plain: string): number | undefined {
  const short = words.SHORT_RATE.exec(plain);
  if (short !== null) return { s: 1, m: 60, h: 3600 }[short[2] as 's'];
  const cjk = words.PER_CJK.exec(plain);
  if (cjk !== null) return cjk[1] !== undefined ? 1 : cjk[2] !== undefined ? 60 : 3600;
  const per = words.PER.exec(`_${plain}_`);
  if (per === null) return undefined;
  if (per[1] !== undefined) return 1;
  if (per[2] !== undefined) return 60;
  if (per[3] !== undefined) return 3600;
  return Number(per[4]) * { s: 1, m: 60, h: 3600 }[per[5]![0] as 's'];
}

/** What the name of a file says, if it says anything. */
export function measureOfFile(file: string): Measure | undefined {
  const measure = measureOfName(
    basename(file)
      .replace(/\..*$/, '')
      .replace(/[_-][0-9a-f]{6,}$/, ''),
  );
  return measure.is === 'neutral' || measure.is === 'unknown' ? undefined : measure;
}

/** The meaning of a unit in the cells: `req/s`, `%`, `ms`. */
export function measureOfUnit(unit: string): Measure | undefined {
  if (unit === '') return undefined;
  const made = (is: Measure['is'], per_seconds = 0): Measure => ({
    is,
    per_seconds,
    factor: 1,
    percent: is === 'level',
    counter: false,
  });
  if (unit === '%') return made('level');
  const match =
    /^(?:(?:req|requests?|quer(?:y|ies)|q|calls?|hits?|ops|c|cnt|1|r)\.?)?(?:\/(s|sec|min|m|h)|ps|pm)?$/i.exec(
      unit,
    );
  if (match === null) return made('other');
  const per = match[1]?.[0] ?? (/pm$/i.test(unit) ? 'm' : /ps$/i.test(unit) ? 's' : undefined);
  return per === undefined ? made('count') : made('rate', { s: 1, m: 60, h: 3600 }[per as 's']);
}

import { DAY_SECONDS } from '../../../kernel/units.js';
import { parseElapsed } from '../reading/moment-text.js';
import * as words from './vocabulary.js';

/** A meaning of the numbers of a column. */
export interface Measure {
  /**
   * `count`: queries of the interval, or of the last `per_seconds` if they are above 0; `rate`: queries per `per_seconds`; `level`: busy per cent;
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
  return (
    name
      .normalize('NFKC')
      // `run.googleapis.com/request_count`.
      .replace(/^(?:[\w-]+\.)+\w+\/(?:.*\/)?(?=\w+$)/, '')
      .replace(/\b([kM])(?=req|qps|rps|QPS|RPS)/g, (prefix) => (prefix === 'M' ? 'M_' : 'k_'))
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
      .replace(/[^\p{L}\p{N}%/µ]+/gu, '_')
      .replace(/^_+|_+$/g, '')
      .split(/(?<=^|_)(M)(?=_|$)/)
      .map((part) => (part === 'M' ? part : part.toLowerCase()))
      .join('')
  );
}

export function measureOfName(name: string): Measure {
  const expression = name.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '');
  const is_other = words.OTHER_FUNCTION.test(expression);
  const is_scaled = words.SCALED_FUNCTION.test(expression);
  if (words.RATE_FUNCTION.test(name) && !is_other && !is_scaled) return measureOfRate(name);
  const plain = plainName(name);
  const factor = words.THOUSANDS.test(plain) ? 1e3 : words.MILLIONS.test(plain) ? 1e6 : 1;
  const made = (is: Measure['is'], more: Partial<Measure> = {}): Measure => ({
    is,
    per_seconds: 0,
    factor,
    percent: false,
    counter: words.COUNTER.test(name),
    ...more,
  });
  if (is_other) return made('other');
  if (is_scaled) return made('unclear-rate', { counter: false });
  if (words.NEUTRAL.test(plain)) return made('neutral', { factor: 1, counter: false });
  const per_seconds = secondsPer(plain);
  const counted = plain.replace(words.WINDOW, '');
  const bare = (words.COUNT.test(counted) ? counted : plain)
    .replace(words.PER, '_')
    .replace(words.PER_WORD, '_')
    .replace(/((?:%|percent|pct)_(?:\w+_)?(?:cpu|processor))_time$|(cpu)_time_%$/, '$1$2_%');
  const is_level = isLevel(bare);
  const status_class = words.STATUS_CLASS.exec(bare)?.[1];
  const without_statistic =
    is_level || per_seconds !== undefined
      ? bare.replaceAll(words.STATISTIC, '')
      : status_class === '2'
        ? bare.replaceAll(/(?<![^_])(?:code|status)(?=_|$)/g, '')
        : bare;
  if (
    words.OTHER.test(without_statistic) ||
    words.OTHER_UNSPACED.test(without_statistic) ||
    words.ENTITY.test(without_statistic) ||
    words.PER_THING.test(bare) ||
    (is_level && words.CPU_STATE.test(bare)) ||
    (is_level && words.CPU_OTHER.test(bare) && !words.PERCENT.test(bare)) ||
    words.BELONGS.test(without_statistic) ||
    (status_class !== undefined && status_class !== '2')
  )
    return made('other');
  if (per_seconds !== undefined && words.EXTREME.test(bare)) return made('other', { per_seconds });
  const is_known = words.COUNT.test(bare) || status_class === '2';
  if (per_seconds !== undefined && words.SUM.test(bare)) return made('unclear-rate', { counter: false });
  if (per_seconds !== undefined) {
    const is_nameless = bare.split('_').every((word) => word === '' || words.FILLER.test(word));
    return is_known || is_nameless || words.SHORT_RATE.test(plain)
      ? made('rate', { per_seconds, counter: false })
      : made('unknown');
  }
  const window = factor === 1 && is_known ? words.WINDOW.exec(plain) : null;
  if (window !== null) return made('count', { per_seconds: parseElapsed(window.slice(1).join('')) });
  if (words.UNCLEAR_RATE.test(plain)) return made('unclear-rate', { counter: false });
  if (is_level) return made('level', { percent: words.PERCENT.test(plain) });
  return made(is_known ? 'count' : 'unknown');
}

/** `sum(rate(http_requests_total[5m]))`: per second, whatever its window. */
function measureOfRate(name: string): Measure {
  const counted = name
    .replaceAll(/\[[^\]]*\]/g, ' ')
    // The number of durations is that of the requests.
    .replaceAll(/\w*(?:duration|latency)\w*_count\b/g, 'requests')
    .replaceAll(/\b(?:sum|i?rate|per_second)\s*\(|\.as_rate\(\)|:i?rate\d+[smhd]$/g, ' ');
  const measure = measureOfName(counted);
  return measure.is === 'count' || measure.is === 'neutral'
    ? { ...measure, is: 'rate', per_seconds: 1, counter: false }
    : { ...measure, counter: false };
}

/** Whether the name is that of the busy share of a machine; `battery %` is not. */
function isLevel(plain: string): boolean {
  if (words.CPU.test(plain)) return true;
  if (!words.UTILIZATION.test(plain)) return false;
  const rest = plain.replace(words.UTILIZATION, '_').split('_');
  return rest.every((word) => word === '' || words.FILLER.test(word) || words.MACHINE.test(word));
}

/** Of the groups of `PER`. */
const UNIT_SECONDS = [1, 60, 3600, DAY_SECONDS, 7 * DAY_SECONDS, 30 * DAY_SECONDS];

function secondsPer(plain: string): number | undefined {
  const short = words.SHORT_RATE.exec(plain);
  if (short !== null) return { s: 1, m: 60, h: 3600 }[short[2] as 's'];
  const per = words.PER_WORD.exec(plain) ?? words.PER.exec(`_${plain}_`);
  if (per === null) return undefined;
  const unit = UNIT_SECONDS.findIndex((_, i) => per[i + 1] !== undefined);
  return UNIT_SECONDS[unit] ?? Number(per[7]) * { s: 1, m: 60, h: 3600 }[per[8]![0] as 's'];
}

/** The measure that a file's name indicates, if any; `24h` and `daily` are the time that it covers. */
export function measureOfFile(file: string): Measure | undefined {
  const measure = measureOfName(
    file
      .replace(/^.*[\\/]/, '')
      .replace(/\..*$/, '')
      .replace(/[_-][0-9a-f]{6,}$/, '')
      .replaceAll(/(?<![a-z])(?:hourly|daily|weekly|monthly|\d+ ?[smhdw])(?![a-z])/gi, ''),
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
  // `8 Query` is a number in front of a command, not eight queries.
  if (/^(?:request|query|call|hit)$/i.test(unit)) return made('other');
  if (match === null) return made('other');
  const per = match[1]?.[0] ?? (/pm$/i.test(unit) ? 'm' : /ps$/i.test(unit) ? 's' : undefined);
  return per === undefined ? made('count') : made('rate', { s: 1, m: 60, h: 3600 }[per as 's']);
}

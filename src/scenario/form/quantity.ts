/** Powers of ten of decimal units of time, so that `350ms` is exactly 0.35. */
const TIME_EXPONENTS: Readonly<Record<string, number>> = { ns: -9, us: -6, µs: -6, ms: -3 };

/** Seconds of each other unit. */
const TIME_UNITS = { s: 1, sec: 1, m: 60, min: 60, h: 3600, d: 86400, w: 604800 };

const SIZE_UNITS: Readonly<Record<string, number>> = {
  B: 1,
  KiB: 1024,
  MiB: 1024 * 1024,
  GiB: 1024 * 1024 * 1024,
  TiB: 1024 * 1024 * 1024 * 1024,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
};

/** Examples of each kind of quantity, for messages and the JSON Schema. */
export const QUANTITY_EXAMPLES = {
  duration: 'a duration such as 350ms, 90s, 5m, 1h30m or 7d',
  rate: 'a rate such as 40/s, 120/min, 2/h, 1/d or 1/5m',
  size: 'a size such as 512KiB, 4MiB, 6GiB or 4GB, or a number of bytes',
  share: 'a share such as 99.9% or 0.999',
  count: 'a number of 0 or more',
} as const;

/** Regular expressions that accept the same values as the parsers below; for editors, through the JSON Schema. */
export const QUANTITY_PATTERNS = {
  duration: '^0$|^\\s*(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?\\s*(ns|us|µs|ms|s|sec|m|min|h|d|w)',
  rate: '^0$|^\\s*(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?\\s*/\\s*[0-9.]*\\s*[a-zµ]+',
  size: '^0$|^\\s*(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?\\s*(B|[KMGT]iB|[kKMGT]B)\\s*$',
  share: '^\\s*(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?\\s*%\\s*$',
} as const;

const NUMBER = '(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?';
const DURATION_PART = new RegExp(`\\s*(${NUMBER})\\s*(ns|us|µs|ms|min|sec|s|m|h|d|w)(?![a-zµ])\\s*`, 'y');
const RATE = new RegExp(`^\\s*(${NUMBER})\\s*/\\s*(.+?)\\s*$`);
const SIZE = new RegExp(`^\\s*(${NUMBER})\\s*([a-zA-Z]+)\\s*$`);
const SHARE = new RegExp(`^\\s*(${NUMBER})\\s*%\\s*$`);

/**
 * Reads a duration (`5m`, `350ms`, `1h30m`, `2d10h`, `0s`; parts add up) as seconds of 0 or more.
 * A bare number has no unit, so only 0 is accepted. `undefined` if it is not a duration.
 */
export function parseDuration(value: unknown): number | undefined {
  if (value === 0 || value === '0') return 0;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  let seconds = 0;
  DURATION_PART.lastIndex = 0;
  while (DURATION_PART.lastIndex < value.length) {
    const part = DURATION_PART.exec(value);
    if (part === null) return undefined;
    const [, number = '', unit = ''] = part;
    const exponent = TIME_EXPONENTS[unit];
    seconds +=
      exponent === undefined
        ? Number(number) * TIME_UNITS[unit as keyof typeof TIME_UNITS]
        : shifted(number, exponent);
  }
  return finite(seconds);
}

/** Reads a duration with an optional minus sign, such as `-30m`; seconds, or `undefined`. */
export function parseSignedDuration(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\s*[-+]/.test(value)) return parseDuration(value);
  const magnitude = parseDuration(value.replace(/^\s*[-+]/, ''));
  if (magnitude === undefined || magnitude === 0) return magnitude;
  return value.trim().startsWith('-') ? -magnitude : magnitude;
}

/**
 * Reads a rate (`40/s`, `120/min`, `2/h`, `1/d`, or a number per duration: `1/5m`) as events per second.
 * Only 0 may omit the unit. `undefined` if it is not a rate.
 */
export function parseRate(value: unknown): number | undefined {
  if (value === 0 || value === '0') return 0;
  if (typeof value !== 'string') return undefined;
  const match = RATE.exec(value);
  if (match === null) return undefined;
  const per = { second: 's', minute: 'min', hour: 'h', day: 'd', week: 'w' }[match[2]!] ?? match[2]!;
  const seconds = parseDuration(/^\d|^\./.test(per) ? per : `1${per}`);
  if (seconds === undefined || seconds === 0) return undefined;
  return finite(Number(match[1]) / seconds);
}

/** Reads a size (`6GiB`, `4MiB`, `512KiB`, `4GB`, or a number of bytes) as bytes; `undefined` if it is not a size. */
export function parseSize(value: unknown): number | undefined {
  if (typeof value === 'number') return value >= 0 ? finite(value) : undefined;
  if (value === '0') return 0;
  if (typeof value !== 'string') return undefined;
  const match = SIZE.exec(value);
  if (match === null || !Object.hasOwn(SIZE_UNITS, match[2]!)) return undefined;
  return finite(Number(match[1]) * SIZE_UNITS[match[2]!]!);
}

/** Reads a share (`99.9%` or 0.999) as a number in [0, 1]; `undefined` if it is not a share. */
export function parseShare(value: unknown): number | undefined {
  const match = typeof value === 'string' ? SHARE.exec(value) : null;
  const share = match !== null ? shifted(match[1]!, -2) : value;
  return typeof share === 'number' && share >= 0 && share <= 1 ? share : undefined;
}

/** Reads a plain number of 0 or more; `undefined` if it is not such a number. */
export function parseCount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? finite(value) : undefined;
}

/**
 * Formats seconds for readers (`5m`, `1h30m`, `350ms`), exactly: {@link parseSignedDuration} returns
 * the same number.
 */
export function formatDuration(seconds: number): string {
  if (seconds < 0) return `-${formatDuration(-seconds)}`;
  if (seconds === 0) return '0s';
  const candidates = seconds >= 1 && Number.isSafeInteger(seconds) ? [wholeSeconds(seconds)] : [];
  if (seconds < 1 && seconds >= 1e-3) candidates.push(`${rounded(seconds * 1e3)}ms`);
  if (seconds < 1e-3) candidates.push(`${rounded(seconds * 1e6)}us`);
  return candidates.find((text) => parseDuration(text) === seconds) ?? `${seconds}s`;
}

/** Formats events per second with the unit that gives the roundest number of 1 or more, such as `40/s` or `2/h`. */
export function formatRate(perSecond: number): string {
  for (const unit of ['s', 'min', 'h', 'd'] as const) {
    const count = Number((perSecond * TIME_UNITS[unit]).toPrecision(12));
    if (count === 0 || (count >= 1 && Number.isInteger(count * 100))) return `${count}/${unit}`;
  }
  return perSecond >= 1
    ? `${Number(perSecond.toPrecision(6))}/s`
    : `${Number((perSecond * TIME_UNITS.d).toPrecision(6))}/d`;
}

/** Formats a number of bytes exactly, in the largest unit that gives a whole number. */
export function formatSize(bytes: number): string {
  const whole = Math.round(bytes);
  const unit = ['GB', 'GiB', 'MB', 'MiB', 'kB'].find((each) => whole > 0 && whole % SIZE_UNITS[each]! === 0);
  return unit === undefined ? `${whole}B` : `${whole / SIZE_UNITS[unit]!}${unit}`;
}

function wholeSeconds(seconds: number): string {
  let rest = seconds;
  let text = '';
  for (const unit of ['d', 'h', 'm', 's'] as const) {
    const count = Math.floor(rest / TIME_UNITS[unit]);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * TIME_UNITS[unit];
  }
  return text;
}

/** The decimal number `text` times ten to the `exponent`, rounded once. */
function shifted(text: string, exponent: number): number {
  const [mantissa, own = '0'] = text.split(/[eE]/);
  return Number(`${mantissa}e${Number(own) + exponent}`);
}

/** Removes the rounding noise of a multiplication. */
function rounded(value: number): number {
  return Number(value.toPrecision(15));
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  us: 0.000001,
  ms: 0.001,
  s: 1,
  sec: 1,
  m: 60,
  min: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
};

const CLOCK = /^(\d+):(\d{2}):(\d{2}(?:\.\d+)?)$/;
/** ISO 8601: `PT1H30M`. */
const ISO = /^P(?:\d+[DW])?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/;
const PART = /(\d+(?:\.\d+)?)\s*(us|ms|min|sec|s|m|h|d|w)\s*/y;

/** Seconds of an elapsed time such as `1h30m`, `250ms`, `PT90S` or `01:30:00`; NaN for other text. */
export function parseElapsed(given: string): number {
  const text = ISO.test(given) ? given.replaceAll(/[PT]/g, '').toLowerCase() : given;
  const clock = CLOCK.exec(text);
  if (clock !== null) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
  let seconds = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const part = PART.exec(text);
    if (part === null) return Number.NaN;
    seconds += Number(part[1]) * UNIT_SECONDS[part[2]!]!;
  }
  return text === '' ? Number.NaN : seconds;
}

/** An elapsed time for people, with at most two units: `5 min`, `1 h 30 min`, `12.5 s`. */
export function elapsedText(seconds: number): string {
  if (seconds < 0) return `-${elapsedText(-seconds)}`;
  if (seconds === 0) return '0 s';
  if (seconds < 1) return `${significant(seconds * 1000)} ms`;
  if (seconds < 60) return `${significant(seconds)} s`;
  // Rounded to whole minutes from a day on and to whole seconds below, so that no third unit is left over.
  if (seconds >= 86_400) return twoUnits(Math.round(seconds / 3600), 24, 'd', 'h');
  if (seconds >= 3600) return twoUnits(Math.round(seconds / 60), 60, 'h', 'min');
  return twoUnits(Math.round(seconds), 60, 'min', 's');
}

function twoUnits(small: number, size: number, large_unit: string, small_unit: string): string {
  const rest = small % size;
  const large = `${Math.floor(small / size)} ${large_unit}`;
  return rest === 0 ? large : `${large} ${rest} ${small_unit}`;
}

function significant(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/**
 * A time of a trace for display: `1998-05-04 12:00:00Z` if the trace has a clock, else the time since
 * its beginning, `+3600 s`. Fractions are shown to the millisecond if there are any.
 *
 * @param seconds since time 0 of the trace
 * @param origin_epoch_seconds Unix time of time 0, or `undefined` for offsets
 */
export function momentText(seconds: number, origin_epoch_seconds: number | undefined): string {
  if (origin_epoch_seconds === undefined) return `+${Number(seconds.toFixed(3))} s`;
  const date = new Date(Math.round((origin_epoch_seconds + seconds) * 1000));
  if (Number.isNaN(date.getTime())) return `${origin_epoch_seconds + seconds} s`;
  return date.toISOString().replace('T', ' ').replace('.000Z', 'Z');
}

/** A number with what it counts: `1 row`, `3 rows`. */
export function countText(count: number, one: string, more: string): string {
  return `${count} ${count === 1 ? one : more}`;
}

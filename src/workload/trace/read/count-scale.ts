import type { CountPer, TraceSelection } from '../trace.js';
import { TraceError } from '../trace-error.js';
import { elapsedText } from './cells/time-text.js';
import { isUnclearRateName } from './columns/column-names.js';
import { nameUnit, perOfSeconds } from './columns/name-unit.js';
import type { FileColumn } from './read-rows.js';

/** Seconds of what a rate is per. */
export const PER_SECONDS: Readonly<Record<Exclude<CountPer, 'interval'>, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
};

/** What a column's numbers are multiplied by to be counts of an interval. */
export interface CountScale {
  readonly factor: number;
  readonly per: CountPer;
  /** In words; empty where the numbers are counts of an interval, as usual. */
  readonly why: string;
  readonly warnings: readonly string[];
}

const PER_INTERVAL: CountScale = { factor: 1, per: 'interval', why: '', warnings: [] };

/**
 * Whether the numbers of a column are counts of an interval or rates: as the selection says, else as its cells say
 * (`0.33 req/s`), else as its name says (`rps`). Whoever scales a column named like a rate has made counts of it.
 *
 * @throws TraceError when selection and cells disagree, or a name such as `rate` leaves it open
 */
export function countScale(
  column: FileColumn | undefined,
  width_seconds: number,
  selection: Pick<TraceSelection, 'file' | 'kind' | 'per' | 'scale' | 'counter'>,
): CountScale {
  const { file, kind, per } = selection;
  if (kind !== 'counts' || column === undefined) {
    if (per !== undefined)
      throw new TraceError(file, `per: ${per} belongs to counts; leave it out for ${kind}`);
    return PER_INTERVAL;
  }
  const { name } = column.choice;
  const rate = (of: Exclude<CountPer, 'interval'>, why: string, warning?: string): CountScale => ({
    factor: width_seconds / PER_SECONDS[of],
    per: of,
    why,
    warnings: warning === undefined ? [] : [warning],
  });
  if (per !== undefined) {
    if (column.per !== undefined && column.per !== per) {
      throw new TraceError(
        file,
        `per: ${per} contradicts column "${name}", whose cells are per ${column.per}`,
      );
    }
    return per === 'interval'
      ? { ...PER_INTERVAL, why: 'as the selection says' }
      : rate(per, 'as the selection says');
  }
  if (column.per !== undefined && column.per !== 'interval') {
    return rate(
      column.per,
      'as its cells say',
      `column "${name}" is a rate per ${column.per}, as its cells say; it is multiplied by the interval`,
    );
  }
  if (selection.scale !== 1 || selection.counter === true) return PER_INTERVAL;
  return ofName(name, width_seconds, file, rate);
}

/** What the name of a column alone tells: that is a guess, and what is not certain is refused. */
function ofName(
  name: string,
  width_seconds: number,
  file: string,
  rate: (of: Exclude<CountPer, 'interval'>, why: string, warning: string) => CountScale,
): CountScale {
  const { per_seconds, multiple } = nameUnit(name);
  const interval = elapsedText(width_seconds);
  if (multiple !== 1) {
    throw new TraceError(
      file,
      `column "${name}" is named as if 1 were ${multiple} queries; say scale: ${multiple}, or per: interval if 1 is one query`,
    );
  }
  if (per_seconds === width_seconds) return PER_INTERVAL;
  if (per_seconds !== undefined) {
    const per = perOfSeconds(per_seconds);
    if (per === undefined) {
      const reason = `column "${name}" is named like a count per ${elapsedText(per_seconds)}, and an interval is ${interval}`;
      const factor = Number((width_seconds / per_seconds).toPrecision(12));
      throw new TraceError(
        file,
        `${reason}; say scale: ${factor}, or per: interval if it holds counts of an interval`,
      );
    }
    const warning = `column "${name}" is named like a rate ${per === 'hour' ? 'an' : 'a'} ${per}, and is multiplied by the interval of ${interval}; if it holds counts of an interval, say per: interval`;
    return rate(per, 'by its name', warning);
  }
  // In an interval of a second both are one.
  if (isUnclearRateName(name) && width_seconds !== 1) {
    const reason = `column "${name}" may be a rate a second or a count per interval of ${interval}`;
    throw new TraceError(file, `${reason}; say per: second or per: interval`);
  }
  return PER_INTERVAL;
}

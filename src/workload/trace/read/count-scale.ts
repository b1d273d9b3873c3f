import type { CountPer, TraceSelection } from '../trace.js';
import { TraceError } from '../trace-error.js';
import { isRateName, isUnclearRateName } from './column-names.js';
import type { FileColumn } from './read-rows.js';
import { elapsedText } from './time-text.js';

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
  if (selection.scale !== 1 || selection.counter === true || width_seconds === 1) return PER_INTERVAL;
  const interval = elapsedText(width_seconds);
  if (isRateName(name)) {
    const warning = `column "${name}" is named like a rate a second, and is multiplied by the interval of ${interval}; if it holds counts of an interval, say per: interval`;
    return rate('second', 'by its name', warning);
  }
  if (isUnclearRateName(name)) {
    const reason = `column "${name}" may be a rate a second or a count per interval of ${interval}`;
    throw new TraceError(file, `${reason}; say per: second or per: interval`);
  }
  return PER_INTERVAL;
}

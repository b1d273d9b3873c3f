import fc from 'fast-check';
import { checkArguments } from '../arguments/arguments.js';

/** A recorded trace in the form of a CSV file, and the rows that a reader must find in it. */
export interface RecordedTrace {
  /** The text of the file, header included. */
  readonly csv: string;
  /** Rows in order: start of each interval in seconds from the first, and its count. */
  readonly rows: readonly { readonly at_seconds: number; readonly value: number }[];
  /** Width of an interval. */
  readonly interval_seconds: number;
}

/**
 * Traces of counts per interval: two columns, an ISO timestamp or an offset in seconds and a whole number, at evenly
 * spaced intervals without gaps or duplicates. Write one to a file and name it in a scenario's `rate: { trace: { file,
 * kind: counts } }`.
 */
export function countTraces(most_rows = 50): fc.Arbitrary<RecordedTrace> {
  checkArguments('countTraces', { at_least_one: most_rows });
  return fc
    .record({
      interval_seconds: fc.constantFrom(1, 5, 60, 300, 3600),
      counts: fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 2, maxLength: Math.max(2, most_rows) }),
      timestamps: fc.boolean(),
      start_day: fc.integer({ min: 0, max: 20_000 }),
    })
    .map(({ interval_seconds, counts, timestamps, start_day }) => {
      const rows = counts.map((value, index) => ({ at_seconds: index * interval_seconds, value }));
      const time = (at: number) =>
        timestamps ? new Date((start_day * 86_400 + at) * 1000).toISOString() : String(at);
      const header = timestamps ? 'timestamp,requests' : 'offset_seconds,requests';
      const lines = rows.map((row) => `${time(row.at_seconds)},${row.value}`);
      return { csv: `${[header, ...lines].join('\n')}\n`, rows, interval_seconds };
    });
}

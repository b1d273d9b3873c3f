import type { Reading } from '../../workload/trace/reading/reading.js';

const ROWS_PER_CHUNK = 4096;

/** A recording as CSV, in chunks: times to the microsecond, and a column of values, or one for each tenant of a fleet. */
export function* recordingRows(readings: readonly Reading[]): Generator<string> {
  const [first, other] = readings;
  if (first === undefined) return;
  if (other !== undefined) yield* fleetRows(readings);
  else if (first.kind === 'arrivals') {
    yield 'time\n';
    yield* chunked(first.times.length, (i) => timeText(first.times[i]!));
  } else {
    yield 'time,value\n';
    yield* chunked(first.times.length, (i) => `${timeText(first.times[i]!)},${first.values[i]}`);
  }
}

/** Tenants may have values at different times. */
function* fleetRows(readings: readonly Reading[]): Generator<string> {
  const times = [...new Set(readings.flatMap((reading) => [...reading.times]))].sort((a, b) => a - b);
  const columns = readings.map(
    ({ times: own, values }) => new Map([...own].map((time, i) => [time, values[i]!])),
  );
  yield `${['time', ...readings.map(({ name }) => name!)].map(quoted).join(',')}\n`;
  yield* chunked(times.length, (i) =>
    [timeText(times[i]!), ...columns.map((values) => values.get(times[i]!) ?? '')].join(','),
  );
}

function quoted(name: string): string {
  return /[",;|\t]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

function timeText(time: number): string {
  return Number.isInteger(time) ? String(time) : time.toFixed(6).replace(/\.?0+$/, '');
}

function* chunked(rows: number, row: (i: number) => string): Generator<string> {
  for (let from = 0; from < rows; from += ROWS_PER_CHUNK) {
    const lines: string[] = [];
    for (let i = from; i < Math.min(from + ROWS_PER_CHUNK, rows); i++) lines.push(row(i));
    yield `${lines.join('\n')}\n`;
  }
}

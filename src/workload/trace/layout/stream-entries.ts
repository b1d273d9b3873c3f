/** An answer of Loki with log lines: https://grafana.com/docs/loki/latest/reference/loki-http-api/. */
export const STREAMS = /"resultType"\s*:\s*"streams"/;
/** Nanoseconds and a line; structured metadata may follow. */
const ENTRY = /\[\s*"(\d{19})"\s*,\s*("(?:[^"\\]|\\.)*")/g;

interface StreamEntry {
  /** Unix nanoseconds. */
  readonly timestamp: string;
  readonly line: string;
}

/** The log lines in an answer, or in the beginning of one, in ascending order of time. */
export function streamEntries(text: string): readonly StreamEntry[] {
  const entries = Array.from(text.matchAll(ENTRY), ([, timestamp = '', line = '']) => ({
    timestamp,
    line: JSON.parse(line) as string,
  }));
  return entries.sort((a, b) => (a.timestamp < b.timestamp ? -1 : Number(a.timestamp > b.timestamp)));
}

export function entryRecord({ timestamp, line }: StreamEntry): ReadonlyMap<string, string> {
  return new Map([
    ['timestamp', timestamp],
    ['line', line],
  ]);
}

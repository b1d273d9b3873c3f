import { isoSeconds, timestampSeconds } from '../../workload/trace/cells/moments.js';
import { csvRecords, splitFields } from '../../workload/trace/layout/csv-rows.js';
import { type Fields, jsonObject, objectOf } from './json.js';
import type { LineReader } from './source.js';

/** Fields that hold the log line in collectors: Docker, journald, Cloud Logging, CloudWatch, Loki, Splunk, Supabase, Datadog. */
const TEXTS = 'log MESSAGE textPayload @message line _raw event_message message msg content'.split(' ');
const TIMES = 'timestamp time @timestamp ts _time date'.split(' ');
const HAS_MOMENT = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}|\d{2}\/[A-Z][a-z]{2}\/\d{4}|^\s*\{/;

/** The line of a log within an object of JSON, with the time of the object if it has none; `undefined` for other text. */
export function envelopedLine(json: unknown): string | undefined {
  const outer = objectOf(json);
  // Diagnostic logs of Azure.
  const inner = objectOf(outer?.['properties']);
  const fields = typeof inner?.['message'] === 'string' ? inner : outer;
  const text = fields && TEXTS.map((name) => fields[name]).find((one) => typeof one === 'string');
  if (fields === undefined || typeof text !== 'string') return undefined;
  const line = text.trimEnd();
  return HAS_MOMENT.test(line)
    ? line
    : `${momentText(fields)}${processText(fields)}${severityText(fields)}${line}`;
}

/** Separator of a table of log lines, as consoles export them; `undefined` for other text. */
export function logSeparator(header: string): string | undefined {
  return [',', ';', '\t'].find((separator) => {
    const names = splitFields(header, separator).map(canonical);
    return names.some((name) => TEXTS.includes(name)) && names.some((name) => TIMES.includes(name));
  });
}

/** Hands over the log line within each row of a table. */
export function withinRows(separator: string, take: LineReader): LineReader {
  let names: readonly string[] | undefined;
  return csvRecords(separator, (fields) => {
    if (names !== undefined)
      return take(envelopedLine(Object.fromEntries(names.map((name, i) => [name, fields[i]]))) ?? '');
    names = fields.map(canonical);
    return true;
  });
}

/** The name of a column as collectors write it in JSON. */
function canonical(name: string): string {
  const lower = name.toLowerCase();
  return [...TEXTS, ...TIMES].find((one) => one.toLowerCase() === lower) ?? name;
}

/** As `envelopedLine`, for a line of the file. */
export function lineWithin(line: string): string {
  return line.startsWith('{') ? (envelopedLine(jsonObject(line)) ?? line) : line;
}

/** As PostgreSQL writes it. */
function momentText(fields: Fields): string {
  const value = [fields['__REALTIME_TIMESTAMP'], ...TIMES.map((name) => fields[name])].find(
    (one) => one !== undefined && one !== '',
  );
  const number = Number(value);
  const seconds = Number.isNaN(number) ? timestampSeconds(String(value)) : unixSeconds(number);
  if (seconds === undefined) return isoSeconds(String(value)) === undefined ? '' : `${value} `;
  return `${new Date(seconds * 1000).toISOString().replace('T', ' ').replace('Z', ' UTC')} `;
}

/** Unix seconds of a number in seconds, milli-, micro- or nanoseconds, by its magnitude. */
export function unixSeconds(value: number): number | undefined {
  const unit = [1, 1e3, 1e6, 1e9].find((per_second) => value / per_second < 4_102_444_800);
  return unit !== undefined && value / unit > 631_152_000 ? value / unit : undefined;
}

/** Supabase writes the message of PostgreSQL alone. */
function severityText(fields: Fields): string {
  if (fields['event_message'] === undefined) return '';
  return `${fields['error_severity'] || 'LOG'}:  `;
}

function processText(fields: Fields): string {
  return typeof fields['_PID'] === 'string' ? `[${fields['_PID']}] ` : '';
}

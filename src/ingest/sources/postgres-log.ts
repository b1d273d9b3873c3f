import { csvRecords } from '../../workload/trace/layout/csv-rows.js';
import { type Fields, jsonObject, objectOf } from '../recording/json.js';
import type { Recording } from '../recording/recording.js';
import { type Head, type Source, shareOf } from '../recording/source.js';
import { logSeconds, momentOf, SYSLOG_MOMENT, syslogSeconds } from './log-moment.js';
import { type LogEntry, queryLog } from './query-log.js';

const SEVERITY =
  '(?:LOG|ERROR|FATAL|PANIC|WARNING|NOTICE|STATEMENT|DETAIL|HINT|CONTEXT|QUERY|LOCATION|INFO|DEBUG[1-5]?|LOGG|СООБЩЕНИЕ|ЗАПИСУВАННЯ|日志|로그)';
const MOMENT = String.raw`\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d+)?(?: [A-Z]{2,5}| ?[+-]\d{2}(?::?\d{2})?)?`;
/** Any log_line_prefix with %m, %t or %n: `%m [%p] %q%u@%d `, or `%t:%r:%u@%d:[%p]:` on RDS. */
const STDERR = new RegExp(
  String.raw`^(.{0,200}?)(${MOMENT}|\b\d{10}\.\d{3}\b)(.*?)(?<!\p{L})(${SEVERITY}): +(.*)$`,
  'u',
);
/** A header of syslog whose log_line_prefix has no time. */
const SYSLOG = new RegExp(
  String.raw`^(?:<\d+>)?(?:1 )?(${SYSLOG_MOMENT}|\d{4}-\d{2}-\d{2}T\S+) \S+ (?:postgres\[(\d+)\]: (?:\[\d+-1\] ?)?|[\w.-]+\[(\d+)\]: \[\d+-1\] ?|postgres\S* (\d+) \S+ \S+ (?:\[\d+-1\] ?)?)(.*?)(?<!\p{L})(${SEVERITY}): +(.*)$`,
  'u',
);
/** A further line of a message, indented, or numbered from 2 in syslog. */
const CONTINUED = /^\t|^.{20,120}(?:\]:| -) \[\d+-(?!1\])\d+\]/;
const CSV_LINE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3} [^,]+,(?:"[^"]*")?,(?:"[^"]*")?,\d*,/;
const CSV_HEADER = /^log_time,/;
/** Fields by place: 23 up to PostgreSQL 12, 24 in 13, 26 since 14. */
const CSV = { at: 0, session: 5, severity: 11, state: 12, message: 13 } as const;
const MIN_CSV_FIELDS = 22;

/** Logs of PostgreSQL: stderr, syslog, csvlog and jsonlog, and the JSON that CloudNativePG wraps around a row. */
export const postgresLog: Source = {
  name: 'postgres-log',
  form: 'a log of PostgreSQL',
  recognise: (head: Head) =>
    isJsonEntry(head.json) ||
    CSV_HEADER.test(head.lines[0] ?? '') ||
    shareOf(head, CSV_LINE) > 0.3 ||
    shareOf(head, STDERR) > 0.2 ||
    shareOf(head, SYSLOG) > 0.2,
  lines: (to) => {
    const entry = queryLog(to);
    const csv = csvRecords(',', (fields) => csvEntry(fields, to, entry));
    let is_csv: boolean | undefined;
    let is_json = false;
    return (line) => {
      if (line.startsWith('{') && (is_json || is_csv === undefined)) {
        const found = jsonEntry(jsonObject(line), to);
        if (found !== undefined) entry(found);
        is_json ||= found !== undefined;
        return found !== undefined;
      }
      is_csv ??= CSV_LINE.test(line) || CSV_HEADER.test(line);
      return is_csv ? csv(line) : textEntry(line, to, entry);
    };
  },
};

function csvEntry(fields: readonly string[], to: Recording, take: (entry: LogEntry) => void): boolean {
  // A log copied out of a table has the names of its columns above it.
  if (fields[CSV.at] === 'log_time') return true;
  const at = fields.length < MIN_CSV_FIELDS ? undefined : logSeconds(fields[CSV.at]!, to);
  if (at === undefined) return false;
  take({
    at,
    session: fields[CSV.session]!,
    severity: fields[CSV.severity]!,
    state: fields[CSV.state]!,
    message: fields[CSV.message]!,
  });
  return true;
}

function textEntry(line: string, to: Recording, take: (entry: LogEntry) => void): boolean {
  if (CONTINUED.test(line)) return true;
  const match = STDERR.exec(line);
  if (match !== null) {
    const [, before, moment, prefix, severity, message] = match;
    const at = momentOf(moment, to);
    if (at === undefined) return false;
    const session = sessionOf(`${before}${prefix}`);
    take({ at, session, severity: severity!, state: '', message: message! });
    return true;
  }
  const syslog = SYSLOG.exec(line);
  // Further lines of a statement have no header.
  if (syslog === null) return true;
  const [, moment, , , , , severity, message] = syslog;
  const session = syslog[2] ?? syslog[3] ?? syslog[4];
  const at = moment!.includes('T') ? logSeconds(moment!, to) : syslogSeconds(moment!, to);
  if (at === undefined) return false;
  take({ at, session: session!, severity: severity!, state: '', message: message! });
  return true;
}

/** The process, in brackets in every usual prefix. */
function sessionOf(prefix: string): string {
  return /\[(\d+)(?:-\d+)?\]/.exec(prefix)?.[1] ?? '';
}

function isJsonEntry(json: unknown): boolean {
  const line = objectOf(json);
  if (line === undefined) return false;
  const record = recordOf(line);
  return typeof record['error_severity'] === 'string' && typeof timeOf(record) === 'string';
}

/** CloudNativePG wraps a row of the csvlog. */
const recordOf = (line: Fields) =>
  line['logger'] === 'postgres' ? (objectOf(line['record']) ?? line) : line;
const timeOf = (record: Fields) => record['log_time'] ?? record['timestamp'];

/** @returns an entry without a message for a line of the operator; `undefined` if it is not a log line */
function jsonEntry(line: Fields | undefined, to: Recording): LogEntry | undefined {
  if (line === undefined) return undefined;
  const text = (value: unknown) => (value === undefined || value === null ? '' : String(value));
  const record = recordOf(line);
  const time = text(timeOf(record)) || text(line['ts']);
  const at = momentOf(time, to);
  if (at === undefined) return undefined;
  return {
    at,
    session: text(record['session_id']),
    severity: text(record['error_severity']),
    state: text(record['state_code'] ?? record['sql_state_code']),
    message: text(record['message'] ?? record['event_message']),
  };
}

import { parseTimestamp } from '../trace/read/cells/timestamp.js';
import { readRecords } from '../trace/read/records.js';
import { textChunks } from '../trace/read/text-chunks.js';
import { TraceError } from '../trace/trace-error.js';
import { beginsWithBrace, eachLine, jsonLine } from './file-text.js';
import { GrownTimes } from './grown-times.js';
import { found, type Imported, webImport } from './imported.js';

/** Fields of a csvlog line by place: 23 up to PostgreSQL 12, 24 in 13 (backend_type), 26 since 14. */
const CSV = { log_time: 0, session_id: 5, severity: 11, state: 12, message: 13 } as const;
const CSV_FIELDS = new Set([23, 24, 26]);
/** The same fields by the names that a jsonlog has for them. */
const JSON_NAMES = {
  log_time: 'timestamp',
  session_id: 'session_id',
  severity: 'error_severity',
  state: 'state_code',
  message: 'message',
} as const;

/** `duration: 3.539 ms  statement: select 1`; of the extended protocol three: parse, bind, execute. */
const DURATION = /^duration: (\d+(?:\.\d+)?) ms(?: {2}(statement|parse|bind|execute)\b)?/;

/** Where every query takes as long, the shorter ones were not logged. */
const SUSPICIOUS_SECONDS = 0.05;

const PLAN = /^duration: [\d.]+ ms {2}plan:/;

/** One line of a log. */
type LogLine = Readonly<Record<keyof typeof CSV, string>>;

/**
 * Logs of PostgreSQL with `log_min_duration_statement = 0`, as CSV or JSON: single queries, each at its beginning
 * (its line is written when it has ended), their durations, connections, and errors by SQLSTATE. Of the extended
 * protocol `parse` and `bind` are part of the query that is executed next.
 *
 * Fields: https://www.postgresql.org/docs/18/runtime-config-logging.html#RUNTIME-CONFIG-LOGGING-CSVLOG and -JSONLOG.
 */
export function importPostgresLog(files: readonly string[]): Promise<Imported> {
  return readLog(files);
}

/** A query of a log: Unix time at which the server began with it, and for how long it worked and waited; seconds. */
export type LoggedQuery = (began: number, took: number) => void;

/**
 * Hands over the queries of a log one by one, in the order of their ends. Of the extended protocol `parse` and `bind` of a
 * session belong to its next `execute`.
 * @throws TraceError as {@link importPostgresLog}
 */
export async function eachLoggedQuery(files: readonly string[], take: LoggedQuery): Promise<void> {
  await readLog(files, take);
}

async function readLog(files: readonly string[], take?: LoggedQuery): Promise<Imported> {
  const log = new LogOfQueries(take);
  for (const file of files) {
    if (await beginsWithBrace(file)) {
      await eachLine(file, (line, number) => {
        if (line.trim() === '') return;
        const told = jsonLine(line, file, number, 'a line of a jsonlog') as Readonly<Record<string, unknown>>;
        const own = lineOf((name) => String(told?.[JSON_NAMES[name]] ?? ''));
        log.take(own, file, number);
      });
      continue;
    }
    await readRecords(file, textChunks(file), ({ fields, line }) => {
      if (!CSV_FIELDS.has(fields.length)) {
        throw new TraceError(
          file,
          `the row has ${fields.length} fields; expected the 26 of a csvlog (23 or 24 of older versions)`,
          { line },
        );
      }
      const field = (name: keyof typeof CSV) => fields[CSV[name]]!;
      // Whoever copies a log out of a table writes the names of its columns above it.
      if (field('log_time') === 'log_time' && field('message') === 'message') return;
      log.take(lineOf(field), file, line);
    });
  }
  return log.imported(files[0]!);
}

class LogOfQueries {
  readonly #arrivals = new GrownTimes();
  readonly #errors = new Map<string, number>();
  readonly #sessions = new Map<string, { first: number; last: number }>();
  readonly #told: LoggedQuery | undefined;
  /** What was spent on queries whose `execute` has not come yet, by session. */
  readonly #prepared = new Map<string, { began: number; took: number }>();
  #seconds = 0;
  #squares = 0;
  #shortest = Number.POSITIVE_INFINITY;
  #unlabelled = false;

  constructor(told?: LoggedQuery) {
    this.#told = told;
  }

  take({ log_time, session_id, severity, state, message }: LogLine, file: string, line: number): void {
    const moment = parseTimestamp(log_time);
    if (moment?.zoned !== true) {
      throw new TraceError(
        file,
        `"${log_time}" is no time in UTC; set log_timezone = 'UTC', or write the offset as in 2026-01-05 14:30:00+01`,
        { line },
      );
    }
    const at = moment.epoch_seconds + moment.fraction;
    const session = this.#sessions.get(session_id);
    if (session === undefined) this.#sessions.set(session_id, { first: at, last: at });
    else session.last = Math.max(session.last, at);
    if (/^(?:ERROR|FATAL|PANIC)$/.test(severity)) this.#errors.set(state, (this.#errors.get(state) ?? 0) + 1);
    const match = DURATION.exec(message);
    // auto_explain logs a plan beside the statement that it is of.
    if (match === null || PLAN.test(message)) return;
    const step = match[2];
    if (step === undefined) this.#unlabelled = true;
    const part = Number(match[1]) / 1000;
    const before = this.#prepared.get(session_id);
    const began = before?.began ?? at - part;
    const took = (before?.took ?? 0) + part;
    if (step === 'parse' || step === 'bind') {
      this.#prepared.set(session_id, { began, took });
      return;
    }
    this.#prepared.delete(session_id);
    this.#arrivals.push(at - took);
    this.#seconds += took;
    this.#squares += took * took;
    this.#shortest = Math.min(this.#shortest, took);
    this.#told?.(began, took);
  }

  imported(file: string): Imported {
    const n = this.#arrivals.length;
    if (n === 0) {
      throw new TraceError(
        file,
        'no line has a duration; set log_min_duration_statement = 0 for the time that is to be recorded',
      );
    }
    const traffic = { kind: 'arrivals', times: this.#arrivals.ascending() } as const;
    const mean_seconds = this.#seconds / n;
    const variance = Math.max(0, this.#squares / n - mean_seconds * mean_seconds);
    const pool_size = this.#mostSessions();
    const errors = [...this.#errors].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const findings = [
      found(
        'counted',
        `${n} queries`,
        'each has a line, whose time less the duration is its arrival, to the millisecond',
      ),
      found(
        'measured',
        `a query took ${(1000 * mean_seconds).toPrecision(4)} ms`,
        'the mean of the durations',
      ),
      found('inferred', 'CPU time of a query', 'its duration, waits for locks and storage included'),
      found('inferred', `at most ${pool_size} sessions at once`, 'first and last line of each session'),
      ...errors.map(([state, count]) => found('counted', `${count} errors ${state}`, 'their SQLSTATE')),
    ];
    return webImport(traffic, findings, {
      cpu: {
        mean_seconds: Math.max(mean_seconds, 1e-6),
        cv: mean_seconds === 0 ? undefined : Math.sqrt(variance) / mean_seconds,
      },
      pool_size,
      warnings: [
        ...(this.#unlabelled
          ? [
              'durations without a statement (log_duration) count as a query each; of the extended protocol they are three to a query',
            ]
          : []),
        ...(this.#shortest >= SUSPICIOUS_SECONDS
          ? [
              `no query took less than ${(1000 * this.#shortest).toPrecision(3)} ms: if log_min_duration_statement was not 0, shorter ones are missing, and with them most of the load`,
            ]
          : []),
      ],
    });
  }

  #mostSessions(): number {
    const edges = [...this.#sessions.values()].flatMap(({ first, last }) => [
      { at: first, by: 1 },
      { at: last, by: -1 },
    ]);
    // One that begins when another ends is there beside it.
    edges.sort((a, b) => a.at - b.at || b.by - a.by);
    let now = 0;
    let most = 0;
    for (const { by } of edges) {
      now += by;
      most = Math.max(most, now);
    }
    return most;
  }
}

function lineOf(field: (name: keyof typeof CSV) => string): LogLine {
  return {
    log_time: field('log_time'),
    session_id: field('session_id'),
    severity: field('severity'),
    state: field('state'),
    message: field('message'),
  };
}

import { Refusal } from '../../workload/trace/reading/question.js';
import type { Recording } from '../recording/recording.js';

/** One line of a log of PostgreSQL. */
export interface LogEntry {
  /** Unix seconds. */
  readonly at: number;
  readonly session: string;
  readonly severity: string;
  /** SQLSTATE, if the log has it. */
  readonly state: string;
  readonly message: string;
}

/**
 * `duration: 3.539 ms  statement: select 1`; of the extended protocol three: parse, bind, execute. A server with another
 * lc_messages has other words.
 */
const DURATION =
  /^(duration|Dauer|durée|duración|durata|duração|varaktighet|продолжительность|тривалість|期間|执行时间) ?: (\d+(?:\.\d+)?) ?(?:ms|мс|ミリ秒|毫秒)(?:(?: {1,2}|, )([\p{L}-]+))?/u;
/** Steps before the execution, in the languages of DURATION. */
const BEFORE_EXECUTION =
  /^(?:parse|bind|Parsen|Binden|analyse|lien|analisi|разбор|сообщение|аналізування|повідомлення|パース|バインド|解析|绑定)/;
/** The step that is the query, in the languages of DURATION. */
const EXECUTION =
  /^(?:statement|execute|fetch|plan|Anweisung|Ausführen|instruction|exécut|sentencia|ejecutar|istruzione|esecuzione|instrução|comando|executar|sats|оператор|выполнение|виконання|文|実行|语句|执行)/;
const STATEMENT =
  /^(?:statement|execute [^:]*|Anweisung|instruction|sentencia|istruzione|instrução|sats|оператор|文|语句) ?: /;
/** SQLSTATE in front of a message: log_error_verbosity is verbose. */
const VERBOSE = /^([0-9A-Z]{5}): /;
const ERROR = /^(?:ERROR|FATAL|PANIC)$/;
/** If no query is faster than this, shorter ones were probably not logged. */
const SUSPICIOUS_SECONDS = 0.05;

/**
 * Adds up `parse`, `bind` and `execute`, and pairs a statement with the bare duration that follows it. A statement
 * without a duration is a query that took less than `log_min_duration_statement`.
 */
export function queryLog(to: Recording): (entry: LogEntry) => void {
  const prepared = new Map<string, { readonly began: number; readonly took: number }>();
  const waiting = new Map<string, number>();
  let without = 0;
  const ended = (at: number, began: number, took: number) => {
    to.arrival(at, took);
    to.service.push(took);
    to.on_query?.(began, took);
  };
  to.before_finish = () => {
    if (without > 0) {
      const some = without === 1 ? '1 statement has' : `${without} statements have`;
      to.note(
        `${some} no duration and took less than log_min_duration_statement: the mean is a lower bound; set it to 0`,
      );
      if (to.service.count > 0) to.service.push(0, without);
    } else if (to.service.shortest >= SUSPICIOUS_SECONDS && to.service.count > 1) {
      const ms = Number((1000 * to.service.shortest).toPrecision(3));
      to.note(
        `no query took less than ${ms} ms: unless log_min_duration_statement was 0, shorter ones and most of the load are missing`,
      );
    }
    if (to.service.count === 0) to.note('set log_min_duration_statement = 0 for the time to be recorded');
  };
  return ({ at, session, severity, message: text, ...entry }) => {
    if (!to.covers(at)) return;
    const verbose = entry.state === '' ? VERBOSE.exec(text)?.[1] : undefined;
    const message = verbose === undefined ? text : text.slice(verbose.length + 2);
    const state = verbose ?? entry.state;
    if (session !== '') to.sessions.seen(session, at);
    if (ERROR.test(severity)) to.tally(state === '' ? 'errors' : `errors ${state}`);
    const match = DURATION.exec(message);
    if (match === null) {
      if (!STATEMENT.test(message)) return;
      to.arrival(at);
      without += 1;
      waiting.set(session, at);
      return;
    }
    const part = Number(match[2]) / 1000;
    const step = match[3];
    // auto_explain logs a plan next to its statement.
    if (step === 'plan') {
      to.tally('plans of auto_explain, which are not counted');
      return;
    }
    if (step === undefined && waiting.has(session)) {
      const began = waiting.get(session)!;
      waiting.delete(session);
      without -= 1;
      to.service.push(part);
      to.on_query?.(began, part);
      return;
    }
    if (step === undefined)
      to.note(
        'durations without a statement (log_duration) count as a query each; the extended protocol writes up to three per query',
      );
    if (step !== undefined && !BEFORE_EXECUTION.test(step) && !EXECUTION.test(step)) {
      throw new Refusal(
        `"${match[0]}" has an unknown step, so that a query may be counted once for each of its steps`,
        'set lc_messages = C',
      );
    }
    const before = prepared.get(session);
    const began = before?.began ?? at - part;
    const took = (before?.took ?? 0) + part;
    if (step !== undefined && BEFORE_EXECUTION.test(step)) {
      prepared.set(session, { began, took });
      return;
    }
    prepared.delete(session);
    ended(at, began, took);
  };
}

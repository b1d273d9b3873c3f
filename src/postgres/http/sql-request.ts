import { z } from 'zod';
import { refusal } from '../wire/sqlstate.js';

/** Maximum length of a request and of an answer in bytes. Source: defaults of the platform's proxy. */
export const MAX_BODY_BYTES = 10_485_760;

/** A statement, with parameters in PostgreSQL's text format. */
export interface Statement {
  readonly query: string;
  readonly params: readonly (string | null)[];
  readonly array_mode: boolean;
}

/** A single statement, or several to run in a transaction. */
export interface SqlRequest {
  readonly statements: readonly Statement[];
  /** The statement that starts the transaction; `undefined` for a single statement. */
  readonly begin: string | undefined;
  /** Whether values are returned in PostgreSQL's text format. */
  readonly raw_text: boolean;
  /** Headers that the answer repeats. */
  readonly echoed: Readonly<Record<string, string>>;
}

const STATEMENT = z.object({
  query: z.string(),
  params: z.array(z.unknown()).optional(),
  arrayMode: z.boolean().nullish(),
});
const BODY = z.union([z.object({ queries: z.array(STATEMENT) }), STATEMENT]);

const ISOLATION_LEVELS: Readonly<Record<string, string>> = {
  ReadUncommitted: 'READ UNCOMMITTED',
  ReadCommitted: 'READ COMMITTED',
  RepeatableRead: 'REPEATABLE READ',
  Serializable: 'SERIALIZABLE',
};

/**
 * Parses a request to `/sql`.
 * @param header returns a header's value, `undefined` if it is missing
 * @throws ConnectRefusal for an invalid body or header
 */
export function parseSqlRequest(body: string, header: (name: string) => string | undefined): SqlRequest {
  const asked = BODY.safeParse(parseJson(body));
  if (!asked.success) {
    throw unreadable('expected {"query": "…", "params": […]} or {"queries": [{"query": "…"}, …]}');
  }
  const array_mode = header('neon-array-mode') === 'true';
  const statementOf = ({ query, params = [], arrayMode }: z.output<typeof STATEMENT>): Statement => ({
    query,
    params: params.map(parameterText),
    array_mode: arrayMode ?? array_mode,
  });
  const raw_text = header('neon-raw-text-output') === 'true';
  if (!('queries' in asked.data)) {
    return { statements: [statementOf(asked.data)], begin: undefined, raw_text, echoed: {} };
  }
  return { statements: asked.data.queries.map(statementOf), raw_text, ...transaction(header) };
}

function transaction(header: (name: string) => string | undefined) {
  const level = header('neon-batch-isolation-level');
  const words = ['START TRANSACTION'];
  const echoed: Record<string, string> = {};
  if (level !== undefined) {
    const known = Object.hasOwn(ISOLATION_LEVELS, level) ? ISOLATION_LEVELS[level] : undefined;
    if (known === undefined) throw refusal('invalid isolation level');
    words.push(`ISOLATION LEVEL ${known}`);
    echoed['Neon-Batch-Isolation-Level'] = level;
  }
  for (const [name, word] of [
    ['Neon-Batch-Read-Only', 'READ ONLY'],
    ['Neon-Batch-Deferrable', 'DEFERRABLE'],
  ] as const) {
    if (header(name) !== 'true') continue;
    words.push(word);
    echoed[name] = 'true';
  }
  const [start, ...modes] = words;
  return { begin: `${start} ${modes.join(', ')}`.trim(), echoed };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw unreadable(error instanceof Error ? error.message.slice(0, 200) : 'expected JSON');
  }
}

function unreadable(why: string) {
  return refusal(`could not parse the HTTP request body: ${why}`);
}

/** Encodes a JSON value as the text of a parameter: arrays as PostgreSQL arrays, objects as JSON. */
function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? arrayText(value) : JSON.stringify(value);
}

function arrayText(array: readonly unknown[]): string {
  const items = array.map((item) => {
    if (item === null) return 'NULL';
    if (Array.isArray(item)) return arrayText(item);
    // Strings, and objects as JSON strings, are quoted, with quotes and backslashes escaped.
    if (typeof item === 'object') return quoted(JSON.stringify(item));
    return typeof item === 'string' ? quoted(item) : String(item);
  });
  return `{${items.join(',')}}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

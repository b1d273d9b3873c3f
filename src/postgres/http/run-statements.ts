import pg from 'pg';
import { hostAndPort, type ServerAddress } from '../endpoint-directory.js';
import { cancel } from '../wire/cancel-keys.js';
import type { Admitted, EndpointGate } from '../wire/endpoint-gate.js';
import { CANNOT_CONNECT_NOW } from '../wire/sqlstate.js';
import type { NamedConnection } from './connection-string.js';
import { resultJson, rowJson } from './sql-answer.js';
import { MAX_BODY_BYTES, type SqlRequest, type Statement } from './sql-request.js';

/** An answer that exceeds {@link MAX_BODY_BYTES}. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';

  constructor() {
    super(`response is too large (max is ${MAX_BODY_BYTES} bytes)`);
  }
}

/** A login that the server refused, with the server's message. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';

  constructor(readonly reason: pg.DatabaseError) {
    super(reason.message);
  }
}

/** Error codes of a server that does not accept connections. */
const ABSENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
  CANNOT_CONNECT_NOW,
]);

/**
 * Runs statements on a new connection.
 * @param signal aborts when the client disconnects; the running statement is then cancelled
 * @returns the answer's body
 * @throws pg.DatabaseError for a statement, LoginRefused, ConnectRefusal, AnswerTooLarge
 */
export async function runStatements(
  gate: EndpointGate,
  admitted: Admitted,
  connection: NamedConnection,
  request: SqlRequest,
  signal: AbortSignal,
): Promise<string> {
  const named = { ...connection, ...gate.login(admitted, connection) };
  const { client, address } = await gate.reach(admitted, named.user, signal, (address) =>
    logIn(address, named),
  );
  const left = () => void cancel(address, cancelKey(client));
  signal.addEventListener('abort', left);
  try {
    if (signal.aborted) left();
    return await run(client, request);
  } finally {
    signal.removeEventListener('abort', left);
    // The server may be gone.
    await client.end().catch(() => undefined);
  }
}

interface LoggedIn {
  readonly client: pg.Client;
  readonly address: ServerAddress;
}

async function logIn(address: ServerAddress, connection: NamedConnection): Promise<LoggedIn | undefined> {
  const { user, password, database, options } = connection;
  const client = new pg.Client({ ...hostAndPort(address), user, password, database, options, ssl: false });
  // The next statement reports a connection that was lost between statements.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { client, address };
  } catch (error) {
    await client.end().catch(() => undefined);
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error instanceof pg.DatabaseError ? new LoginRefused(error) : error;
  }
}

/** The process id and secret of a session, as in a cancel request. */
function cancelKey(client: pg.Client): Buffer {
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
  const key = Buffer.alloc(8);
  key.writeInt32BE(processID, 0);
  key.writeInt32BE(secretKey, 4);
  return key;
}

async function run(client: pg.Client, { statements, begin, raw_text }: SqlRequest): Promise<string> {
  if (begin === undefined) return runStatement(client, statements[0]!, raw_text, MAX_BODY_BYTES);
  await client.query(begin);
  try {
    const answers: string[] = [];
    let left_bytes = MAX_BODY_BYTES;
    for (const statement of statements) {
      const answer = await runStatement(client, statement, raw_text, left_bytes);
      left_bytes -= answer.length;
      answers.push(answer);
    }
    await client.query('COMMIT');
    return `{"results":[${answers.join(',')}]}`;
  } catch (error) {
    // Closing the connection rolls the transaction back in any case.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Runs a statement and encodes row by row, so that an answer that is too long is never held in memory. */
function runStatement(
  client: pg.Client,
  statement: Statement,
  raw_text: boolean,
  most_bytes: number,
): Promise<string> {
  const config = {
    text: statement.query,
    values: [...statement.params],
    rowMode: 'array',
    // The extended protocol refuses several statements in one string, as the platform's proxy does.
    queryMode: 'extended',
    types: { getTypeParser: () => (text: string) => text },
  };
  return new Promise((resolve, reject) => {
    const rows: string[] = [];
    let bytes = 0;
    const query = client.query(new pg.Query(config as unknown as pg.QueryConfig));
    query.on('row', (row, result) => {
      if (bytes > most_bytes) return;
      const json = rowJson(row as (string | null)[], result!.fields, statement, raw_text);
      bytes += json.length + 1;
      if (bytes <= most_bytes) rows.push(json);
      else tooLarge();
    });
    query.on('error', reject);
    query.on('end', (result) => resolve(resultJson(statement, result, rows)));
    const tooLarge = () => {
      rows.length = 0;
      reject(new AnswerTooLarge());
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    };
  });
}

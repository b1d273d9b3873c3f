import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { PlatformError } from '../../platform/checks/platform-error.js';
import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import { PostgresProblem } from '../../postgres/cluster/postgres-problem.js';
import type { ServedData } from '../../postgres/cluster/served-data.js';
import { ConnectRefusal, type ServerAddress } from '../../postgres/endpoint-directory.js';

/** Gives access to the schemas of branches. */
export interface SchemaSource {
  readonly primaryOf: (branch_id: string) => EndpointRecord | undefined;
  /** Wakes a compute. */
  readonly connect: (endpoint_id: string, signal: AbortSignal) => Promise<ServerAddress>;
  readonly clusterOf: (branch_id: string) => ServedData;
}

type Asked = Readonly<Record<string, string>>;

/** How long a compute may take to wake before its schema is given up, in ms. */
const PATIENCE_MS = 30_000;
/** Lines that are shown before and after each difference. */
const SHOWN_AROUND = 3;

/**
 * Completes the answers of the calls about schemas with what servers hold, waking their computes; `undefined` for other
 * calls.
 * @throws PlatformError `unprocessable` for a branch without a compute, or with one that cannot tell, in its words
 */
export function schemaAnswer(source: SchemaSource, call: string, asked: Asked): Promise<object> | undefined {
  if (call === 'getProjectBranchSchema') return schema(source, asked).catch(refuse);
  return call === 'getProjectBranchSchemaComparison' ? comparison(source, asked).catch(refuse) : undefined;
}

function refuse(error: Error): never {
  if (error.name === 'TimeoutError') {
    throw new PlatformError('unprocessable', `the compute did not wake within ${PATIENCE_MS / 1000} s`);
  }
  if (error instanceof ConnectRefusal || error instanceof PostgresProblem) {
    throw new PlatformError('unprocessable', error.message);
  }
  throw error;
}

async function schema(source: SchemaSource, asked: Asked): Promise<object> {
  const cluster = await awake(source, asked['branch_id']!);
  const database = asked['db_name']!;
  if (asked['format'] === 'json') return { json: { tables: await cluster.tables(database) } };
  return { sql: await cluster.schema(database) };
}

async function comparison(source: SchemaSource, asked: Asked): Promise<object> {
  const database = asked['db_name']!;
  const ids = [asked['base_branch_id']!, asked['branch_id']!] as const;
  const of = async (branch_id: string) => (await awake(source, branch_id)).schema(database);
  const [base, own] = [await of(ids[0]), await of(ids[1])];
  if (base === own) return { diff: '' };
  const names = [`a/${database}`, `b/${database}`] as const;
  const options = { context: SHOWN_AROUND, headerOptions: FILE_HEADERS_ONLY };
  return { diff: createTwoFilesPatch(...names, base, own, undefined, undefined, options) };
}

async function awake(source: SchemaSource, branch_id: string): Promise<ServedData> {
  const endpoint = source.primaryOf(branch_id);
  if (endpoint === undefined) {
    throw new PlatformError('unprocessable', 'the branch has no compute that could tell its schema');
  }
  await source.connect(endpoint.id, AbortSignal.timeout(PATIENCE_MS));
  return source.clusterOf(branch_id);
}

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

type Input = Readonly<Record<string, string>>;

/** Time limit for waking a compute to read its schema, in ms. */
const WAKE_TIMEOUT_MS = 30_000;
/** Unchanged lines before and after each difference. */
const CONTEXT_LINES = 3;

/**
 * Answers the schema calls from real servers, waking their computes; `undefined` for other calls.
 * @throws PlatformError `unprocessable` if the branch has no compute, or with the error of the compute
 */
export function schemaAnswer(source: SchemaSource, call: string, input: Input): Promise<object> | undefined {
  if (call === 'getProjectBranchSchema') return schema(source, input).catch(refuse);
  return call === 'getProjectBranchSchemaComparison' ? comparison(source, input).catch(refuse) : undefined;
}

function refuse(error: Error): never {
  if (error.name === 'TimeoutError') {
    throw new PlatformError('unprocessable', `the compute did not wake within ${WAKE_TIMEOUT_MS / 1000} s`);
  }
  if (error instanceof ConnectRefusal || error instanceof PostgresProblem) {
    throw new PlatformError('unprocessable', error.message);
  }
  throw error;
}

async function schema(source: SchemaSource, input: Input): Promise<object> {
  const cluster = await wakeCluster(source, input['branch_id']!);
  const database = input['db_name']!;
  if (input['format'] === 'json') return { json: { tables: await cluster.tables(database) } };
  return { sql: await cluster.schema(database) };
}

async function comparison(source: SchemaSource, input: Input): Promise<object> {
  const database = input['db_name']!;
  const ids = [input['base_branch_id']!, input['branch_id']!] as const;
  const of = async (branch_id: string) => (await wakeCluster(source, branch_id)).schema(database);
  const [base, own] = [await of(ids[0]), await of(ids[1])];
  if (base === own) return { diff: '' };
  const names = [`a/${database}`, `b/${database}`] as const;
  const options = { context: CONTEXT_LINES, headerOptions: FILE_HEADERS_ONLY };
  return { diff: createTwoFilesPatch(...names, base, own, undefined, undefined, options) };
}

async function wakeCluster(source: SchemaSource, branch_id: string): Promise<ServedData> {
  const endpoint = source.primaryOf(branch_id);
  if (endpoint === undefined) {
    throw new PlatformError('unprocessable', 'the branch has no compute to read its schema from');
  }
  await source.connect(endpoint.id, AbortSignal.timeout(WAKE_TIMEOUT_MS));
  return source.clusterOf(branch_id);
}

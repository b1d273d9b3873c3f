import { expect, test } from 'vitest';
import type { EndpointRecord } from '../../../src/platform/endpoints/endpoint.js';
import { PostgresProblem } from '../../../src/postgres/cluster/postgres-problem.js';
import type { ServedData } from '../../../src/postgres/cluster/served-data.js';
import { refusal } from '../../../src/postgres/wire/sqlstate.js';
import { schemaAnswer } from '../../../src/server/postgres/branch-schema.js';

/** Requests the schema of a branch, with a given connection and schema of its compute. */
function request(connect: () => Promise<never>, schema?: () => Promise<string>) {
  const source = {
    primaryOf: () => ({ id: 'ep-1' }) as EndpointRecord,
    connect: schema === undefined ? connect : async () => ({ host: '', port: 1 }),
    clusterOf: () => ({ schema }) as unknown as ServedData,
  };
  return schemaAnswer(source, 'getProjectBranchSchema', { branch_id: 'br-1', db_name: 'orders' });
}

const failing = (error: Error) => () => Promise.reject(error);

test('a compute that does not wake or fails to return its schema is a refusal with its error, not a defect', async () => {
  const words = "Couldn't connect to compute node";
  await expect(request(failing(refusal(words)))).rejects.toMatchObject({
    kind: 'unprocessable',
    message: words,
  });
  await expect(request(failing(new DOMException('aborted', 'TimeoutError')))).rejects.toMatchObject({
    kind: 'unprocessable',
    message: 'the compute did not wake within 30 s',
  });
  const gone = new PostgresProblem('pg_dump failed: database "orders" does not exist');
  await expect(request(failing(gone), failing(gone))).rejects.toMatchObject({
    kind: 'unprocessable',
    message: gone.message,
  });
  const defect = new TypeError('a defect');
  await expect(request(failing(defect))).rejects.toBe(defect);
});

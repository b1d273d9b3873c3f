import { expect, test } from 'vitest';
import { errorName } from '../../src/load/clients/error-name.js';
import { PoolFull } from '../../src/load/clients/load-client.js';

const withCode = (message: string, code: string, more = {}) =>
  Object.assign(new Error(message), { code, ...more });

test.each([
  [withCode('sorry, too many clients already', '53300'), '53300'],
  [withCode('terminating connection due to administrator command', '57P01'), '57P01'],
  // Five letters, and no SQLSTATE.
  [withCode('connect EPIPE', 'EPIPE', { errno: -32 }), '08006'],
  [withCode('connect ECONNREFUSED', 'ECONNREFUSED', { errno: -111 }), '08006'],
  [new Error('Connection terminated unexpectedly'), '08006'],
  [new Error('Connection terminated due to connection timeout'), 'connect_timeout'],
  [new Error('timeout expired'), 'connect_timeout'],
  [new Error('timeout exceeded when trying to connect'), 'acquire_timeout'],
  [withCode('query_wait_timeout', '08P01'), 'query_wait_timeout'],
  [withCode('no more connections allowed (max_client_conn)', '08P01'), '08P01'],
  [new PoolFull('the queue is full'), 'pool_full'],
])('the error %s is named %s', (error, name) => {
  expect(errorName(error)).toBe(name);
});

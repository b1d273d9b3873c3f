import { notFound } from '../platform/checks/platform-error.js';
import { ofBranch } from '../platform/checks/subject.js';
import { ABSENT } from './absent-calls.js';
import { ACCOUNT_CALLS } from './account-calls.js';
import { BRANCH_CALLS } from './branch-calls.js';
import { type Call, type InputOf, notServed, refused } from './call.js';
import { CONSUMPTION_CALLS } from './consumption-calls.js';
import { ENDPOINT_CALLS } from './endpoint-calls.js';
import { NOT_SERVED } from './not-served.js';
import { PROJECT_CALLS } from './project-calls.js';
import { SERVICE_CALLS } from './service-calls.js';
import { SHARING_CALLS } from './sharing-calls.js';
import { SNAPSHOT_CALLS } from './snapshot-calls.js';
import { VPC_CALLS } from './vpc-calls.js';

/**
 * Every call of the management API that is served, by the vendor's name of the operation. The server's routes, the
 * description of the API and the calls of adapters are made from it.
 */
export const CONTRACT = {
  ...ACCOUNT_CALLS,
  ...PROJECT_CALLS,
  ...BRANCH_CALLS,
  ...SERVICE_CALLS,
  ...SNAPSHOT_CALLS,
  ...ENDPOINT_CALLS,
  ...SHARING_CALLS,
  ...VPC_CALLS,
  ...CONSUMPTION_CALLS,
};

/** The name of a call that is served. */
export type CallId = keyof typeof CONTRACT;

/** What a call takes: path parameters, query and body in one; `unknown` where it takes nothing. */
export type Input<Id extends CallId> = InputOf<(typeof CONTRACT)[Id]['rule']>;

/** What a call answers; `undefined` from a delete that found nothing. */
export type Answer<Id extends CallId> = ReturnType<(typeof CONTRACT)[Id]['rule']>;

/** The calls that are served, in order. */
export const CALLS: readonly Call[] = Object.values(CONTRACT);

/** Every call of the vendor's, as routers try them: fixed paths before those with a parameter in their place. */
export const ROUTED_CALLS: readonly Call[] = [
  ...CALLS,
  ...Object.entries(ABSENT).map(([operation_id, { at, what }]) =>
    refused(
      operation_id,
      at,
      ofBranch((): never => {
        throw notFound(what);
      }),
    ),
  ),
  ...Object.entries(NOT_SERVED).map(([operation_id, at]) => notServed(operation_id, at)),
].sort((first, second) => (routed(first.path) < routed(second.path) ? -1 : 1));

/** A path with what sorts after every letter in place of its parameters. */
function routed(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '~');
}

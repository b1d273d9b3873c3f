import { nearestName } from '../kernel/nearest-name.js';
import { ACCOUNT_CALLS } from '../platform/accounts/calls.js';
import { INVITATION_CALLS } from '../platform/accounts/invitations.js';
import { API_KEY_CALLS } from '../platform/api-keys/calls.js';
import { BRANCH_CALLS } from '../platform/branches/calls.js';
import { BRANCH_RESTORE_CALLS } from '../platform/branches/restore.js';
import { BRANCH_SCHEMA_CALLS } from '../platform/branches/schemas.js';
import { branchOf } from '../platform/checks/access.js';
import { notFound, PlatformError } from '../platform/checks/platform-error.js';
import { CONSUMPTION_CALLS } from '../platform/consumption/calls.js';
import { ENDPOINT_CALLS } from '../platform/endpoints/calls.js';
import { OPERATION_CALLS } from '../platform/operations/calls.js';
import { PROJECT_CALLS } from '../platform/projects/calls.js';
import { PROJECT_CREATION_CALLS } from '../platform/projects/creation.js';
import { PROJECT_LIST_CALLS } from '../platform/projects/list.js';
import { SHARING_CALLS } from '../platform/projects/sharing.js';
import { TRANSFER_CALLS } from '../platform/projects/transfer.js';
import { type Call, refusedCall } from '../platform/resource/call.js';
import { CONNECTION_CALLS } from '../platform/roles/connection.js';
import { DATABASE_CALLS } from '../platform/roles/databases.js';
import { ROLE_CALLS } from '../platform/roles/roles.js';
import { SERVICE_CALLS } from '../platform/services/calls.js';
import { SNAPSHOT_CALLS } from '../platform/snapshots/calls.js';
import { VPC_CALLS } from '../platform/vpc/calls.js';
import { ABSENT, NOT_SERVED } from './not-served.js';

/**
 * Every call of the management API that the emulator serves, by the vendor's operation name. The server's routes, the
 * description of the API and the calls of adapters are derived from it.
 */
export const CONTRACT = {
  ...ACCOUNT_CALLS,
  ...API_KEY_CALLS,
  ...PROJECT_LIST_CALLS,
  ...PROJECT_CREATION_CALLS,
  ...PROJECT_CALLS,
  ...CONNECTION_CALLS,
  ...OPERATION_CALLS,
  ...BRANCH_CALLS,
  ...BRANCH_RESTORE_CALLS,
  ...BRANCH_SCHEMA_CALLS,
  ...ROLE_CALLS,
  ...DATABASE_CALLS,
  ...SERVICE_CALLS,
  ...SNAPSHOT_CALLS,
  ...ENDPOINT_CALLS,
  ...SHARING_CALLS,
  ...TRANSFER_CALLS,
  ...INVITATION_CALLS,
  ...VPC_CALLS,
  ...CONSUMPTION_CALLS,
};

/** The name of a served call. */
export type CallId = keyof typeof CONTRACT;

/** The input of a call: path parameters, query and body in one; `unknown` for a call without input. */
export type Input<Id extends CallId> = Parameters<(typeof CONTRACT)[Id]['rule']>[2];

/** The answer to a call; `undefined` from a delete that found no row. */
export type Answer<Id extends CallId> = ReturnType<(typeof CONTRACT)[Id]['rule']>;

/** The served calls, in order. */
export const CALLS: readonly Call[] = Object.values(CONTRACT);

/** Every call of the vendor, in the order that routers match: fixed paths before parameters in their place. */
export const ROUTED_CALLS: readonly Call[] = [
  ...CALLS,
  ...Object.entries(ABSENT).map(([operation_id, { at, what }]) =>
    refusedCall(operation_id, at, (state, caller, input) => {
      branchOf(state, caller, input);
      throw notFound(what);
    }),
  ),
  ...Object.entries(NOT_SERVED).map(([operation_id, at]) =>
    refusedCall(operation_id, at, () => {
      throw new PlatformError(
        'not_implemented',
        `the emulator does not serve ${operation_id} (${at}); /openapi.json lists the calls that it serves`,
        'NOT_IMPLEMENTED',
      );
    }),
  ),
].sort((first, second) => (routingKey(first.path) < routingKey(second.path) ? -1 : 1));

/** A path whose parameters are replaced by a character that sorts after every letter. */
function routingKey(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '~');
}

const NAMES: ReadonlySet<string> = new Set(ROUTED_CALLS.map(({ operation_id }) => operation_id));

/** The problem with a call's name; `undefined` if the API has such a call, or no name is given. */
export function unknownCall(name: string | undefined): string | undefined {
  if (name === undefined || NAMES.has(name)) return undefined;
  const nearest = nearestName(name, [...NAMES]);
  const hint = nearest === undefined ? 'expected a name such as createProject' : `did you mean ${nearest}?`;
  return `"call": there is no ${JSON.stringify(name.slice(0, 80))}; ${hint}`;
}

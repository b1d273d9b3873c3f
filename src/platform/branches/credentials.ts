import { notFound } from '../checks/platform-error.js';
import { about, ofBranch } from '../checks/subject.js';
import type { BranchRecord } from '../rows/branch.js';
import { viewOf } from '../rows/view.js';
import {
  CREATED_CREDENTIAL,
  CREDENTIAL,
  type CREDENTIAL_CREATE,
  CREDENTIAL_SECRET,
} from '../schema/credential-schema.js';
import type { Shaped } from '../schema/plain.js';
import type { State } from '../store/state.js';

type Credential = NonNullable<BranchRecord['credentials']>[number];

function put(state: State, branch: BranchRecord, credentials: readonly Credential[]): void {
  state.put('branches', branch.id, { ...branch, credentials });
}

function secrets(state: State) {
  return {
    api_token: `nat_live_${state.secret('secret', 64)}`,
    s3_secret_access_key: `nsk_live_${state.secret('secret', 64)}`,
  };
}

function beside({ id }: BranchRecord, { token_id }: Credential) {
  return { branch_id: id, principal_type: 'user', token_id_short: token_id.slice(0, 12) };
}

/** Creates a credential for the services of a branch: it is noted, and no service asks for it. */
export const createCredential = ofBranch(
  (state, { branch }, { name, scopes }: Shaped<typeof CREDENTIAL_CREATE>) => {
    const token_id = `nak_live_${Buffer.from(state.draw('credential')).toString('hex').slice(0, 32)}`;
    const credential = { token_id, name, scopes, created_at_ms: state.now_ms, ...secrets(state) };
    put(state, branch, [...(branch.credentials ?? []), credential]);
    return viewOf(CREATED_CREDENTIAL, credential, beside(branch, credential));
  },
);

/** The credentials of a branch, without their secrets. */
export const listCredentials = ofBranch((_state, { branch }) => ({
  credentials: (branch.credentials ?? []).map((each) => viewOf(CREDENTIAL, each, beside(branch, each))),
}));

const ofCredential = about(
  ofBranch((_state, { branch }, { token_id }: { readonly token_id: string }) => {
    const credential = branch.credentials?.find((each) => each.token_id === token_id);
    if (credential === undefined) throw notFound('credential');
    const others = branch.credentials!.filter((each) => each !== credential);
    return { branch, credential, others };
  }),
);

/** Shows the secrets of a credential. @throws PlatformError `not_found` */
export const revealCredential = ofCredential((_state, { credential }) =>
  viewOf(CREDENTIAL_SECRET, credential, {}),
);

/** Gives a credential other secrets. @throws PlatformError `not_found` */
export const rotateCredential = ofCredential((state, { branch, credential, others }) => {
  const rotated = { ...credential, ...secrets(state) };
  put(state, branch, [...others, rotated]);
  return viewOf(CREATED_CREDENTIAL, rotated, beside(branch, rotated));
});

/** Removes a credential. @throws PlatformError `not_found` */
export const revokeCredential = ofCredential((state, { branch, others }) => {
  put(state, branch, others);
  return undefined;
});

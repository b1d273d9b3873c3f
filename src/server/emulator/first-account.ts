import type { Emulator } from './emulator.js';

/** The first user of an emulator, with a key. */
export interface FirstAccount {
  readonly user_id: string;
  readonly email: string;
  /** The organization of the user's sign-up. */
  readonly org_id: string;
  /** A newly created key; its secret is not stored. */
  readonly api_key?: string;
  readonly continued: boolean;
}

/** Value of a key option that requests another random key for a kept state. */
export const NEW_KEY = 'new';
const NAME = 'Emulator';
const EMAIL = 'user@neap.example';
const ORGANIZATION = 'Neap';

/**
 * Creates the first user of a state, with an organization and a personal key, or finds it in a kept state.
 * @param key `is_new` issues another key for a kept state; `secret` is a given key, which is considered public
 */
export function firstAccount(
  emulator: Emulator,
  { is_new: replaced, secret }: { readonly is_new: boolean; readonly secret?: string | undefined },
): FirstAccount {
  const { platform } = emulator;
  const now_ms = emulator.now();
  const [known] = platform.state.rows('users').values();
  const { id: user_id, email } = known ?? platform.signUp({ name: NAME, email: EMAIL }, now_ms);
  const organizations = [...platform.state.rows('organizations').values()];
  const home =
    organizations.find(({ home_user_id }) => home_user_id === user_id) ??
    platform.createOrganization({ name: ORGANIZATION, admin_user_id: user_id, is_home: true }, now_ms);
  const account = { user_id, email, org_id: home.id, continued: known !== undefined };
  if (secret !== undefined && isKeySecret(emulator, secret, now_ms)) return { ...account, api_key: secret };
  if (known !== undefined && !replaced && secret === undefined) return account;
  const { key } = platform.issueApiKey({ user_id, key_name: 'neap serve', secret }, now_ms);
  return { ...account, api_key: key };
}

/** Whether a secret is that of a key already. */
function isKeySecret({ platform }: Emulator, secret: string, now_ms: number): boolean {
  try {
    platform.authenticate(secret, '127.0.0.1', now_ms);
    return true;
  } catch {
    return false;
  }
}

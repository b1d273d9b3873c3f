import type { Emulator } from './emulator.js';

/** The first user of an emulator, with a key. */
export interface FirstAccount {
  readonly user_id: string;
  readonly email: string;
  /** The organization of the user's sign-up. */
  readonly org_id: string;
  /** A key that was made just now; its secret is nowhere else. */
  readonly api_key?: string;
  readonly continued: boolean;
}

/** In place of a given key: another random one for a kept state. */
export const NEW_KEY = 'new';
const NAME = 'Emulator';
const EMAIL = 'user@neap.example';
const ORGANIZATION = 'Neap';

/**
 * The first user of a state, who signed up with an organization and has a personal key; found again in a state that
 * was kept.
 * @param key whether to issue another one for a kept state, and a given one, which is public
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
  if (secret !== undefined && isKnown(emulator, secret, now_ms)) return { ...account, api_key: secret };
  if (known !== undefined && !replaced && secret === undefined) return account;
  const { key } = platform.issueApiKey({ user_id, key_name: 'neap serve', secret }, now_ms);
  return { ...account, api_key: key };
}

/** Whether a secret is that of a key already. */
function isKnown({ platform }: Emulator, secret: string, now_ms: number): boolean {
  try {
    platform.authenticate(secret, '127.0.0.1', now_ms);
    return true;
  } catch {
    return false;
  }
}

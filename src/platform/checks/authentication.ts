import { timingSafeEqual } from 'node:crypto';
import type { ApiKeyRecord } from '../api-keys/api-key.js';
import { secretHash } from '../store/draws.js';
import type { State } from '../store/state.js';
import { presentProject } from './access.js';
import type { Caller } from './caller.js';
import { PlatformError } from './platform-error.js';

/** The precision of `last_used_at`: a busy key is written at most once per interval. */
const LAST_USE_MS = 60_000;

/** The client address that keys record for in-process calls. */
export const FROM_ADDR = '127.0.0.1';

/** One message for every reason, so that guesses reveal nothing. */
function unauthorized(): PlatformError {
  return new PlatformError(
    'unauthorized',
    'missing, invalid or revoked API key; expected "Authorization: Bearer <API_KEY>"',
  );
}

/** Compares two hashes in constant time. */
function sameHash(first: string, second: string): boolean {
  return timingSafeEqual(Buffer.from(first, 'hex'), Buffer.from(second, 'hex'));
}

/** The caller that a key identifies; `undefined` for a project-scoped key whose project was deleted or transferred. */
function callerOf(state: State, key: ApiKeyRecord): Caller | undefined {
  const key_id = key.id;
  if (key.org_id === undefined) return { kind: 'personal', key_id, user_id: key.created_by_user_id };
  if (key.project_id === undefined) return { kind: 'organization', key_id, org_id: key.org_id };
  if (presentProject(state, key.project_id)?.org_id !== key.org_id) return undefined;
  return { kind: 'project', key_id, org_id: key.org_id, project_id: key.project_id };
}

/**
 * Authenticates a request by its key; the use is recorded on the key.
 * @throws PlatformError `unauthorized` if the key is missing, unknown or revoked
 */
export function authenticate(state: State, secret: string | undefined, from_addr: string): Caller {
  if (secret === undefined || secret === '') throw unauthorized();
  const hash = secretHash(secret);
  const key = state.keyByHash.only(hash);
  if (key === undefined || !sameHash(key.secret_sha256, hash)) throw unauthorized();
  const caller = callerOf(state, key);
  if (caller === undefined) throw unauthorized();
  // A key cannot be used before it was created.
  const used_at_ms = Math.max(key.created_at_ms, Math.floor(state.now_ms / LAST_USE_MS) * LAST_USE_MS);
  if (key.last_used_at_ms !== used_at_ms || key.last_used_from_addr !== from_addr) {
    state.put('api_keys', String(key.id), {
      ...key,
      last_used_at_ms: used_at_ms,
      last_used_from_addr: from_addr,
    });
  }
  return caller;
}

import { createHash, randomBytes } from 'node:crypto';
import type { Login } from '../endpoint-directory.js';

/** Maximum length of a name in bytes. Source: PostgreSQL's NAMEDATALEN. */
const MAX_NAME_BYTES = 63;
const HASH_LETTERS = 8;
const TAG_LETTERS = 10;
const PREFIX = 'neap_';

/** The name of an emulator on a server. Names of its objects, and of no others, begin with it. */
export type Instance = string;

/** Roles that represent emulators, as a pattern of PostgreSQL. */
export const INSTANCE_PATTERN = `^${PREFIX}[0-9a-f]{8}$`;

/** Makes a random name. */
export function newInstance(): Instance {
  return `${PREFIX}${randomBytes(4).toString('hex')}`;
}

/** The second key of an emulator's advisory lock: unsigned, 32 bits. */
export function lockNumber(instance: Instance): number {
  return Number.parseInt(instance.slice(PREFIX.length), 16);
}

/** The tag in names that identifies a branch, a snapshot or a read replica. */
export function dataTag(id: string): string {
  return shortHash(id, TAG_LETTERS);
}

/** The tag in the name of a database or a role; `undefined` if it has none. */
export function parseTag(instance: Instance, name: string): string | undefined {
  const rest = name.startsWith(`${instance}_`) ? name.slice(instance.length + 1) : '';
  return new RegExp(`^[0-9a-f]{${TAG_LETTERS}}(?=[_-])`).exec(rest)?.[0];
}

export function databasePrefix(instance: Instance, id: string): string {
  return `${instance}_${dataTag(id)}_`;
}

/** The prefix of login roles. Each branch has separate roles and passwords. */
export function loginPrefix(instance: Instance, id: string): string {
  return `${instance}_${dataTag(id)}-`;
}

/**
 * The prefix of roles that own objects in databases. A copy has the same owner roles as its source, so that owners and
 * grants remain valid; login roles switch to them.
 * @param lineage the tag of the original data
 */
export function ownerPrefix(instance: Instance, lineage: string): string {
  return `${instance}_${lineage}_`;
}

/** The role whose members may connect to the databases of the original data and of its copies. */
export function groupName(instance: Instance, lineage: string): string {
  return `${instance}_${lineage}`;
}

/** Prepends a prefix to a name of the API; a name that becomes too long is cut and ends in a hash. */
export function prefixedName(prefix: string, name: string): string {
  const whole = prefix + name;
  if (Buffer.byteLength(whole) <= MAX_NAME_BYTES) return whole;
  const hash = `_${shortHash(name, HASH_LETTERS)}`;
  let kept = [...name];
  while (Buffer.byteLength(prefix + kept.join('') + hash) > MAX_NAME_BYTES) kept = kept.slice(0, -1);
  return prefix + kept.join('') + hash;
}

export function serverLogin(instance: Instance, id: string, { user, database }: Login): Login {
  return {
    user: prefixedName(loginPrefix(instance, id), user),
    database: prefixedName(databasePrefix(instance, id), database),
  };
}

function shortHash(text: string, letters: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, letters);
}

import { createHash, randomBytes } from 'node:crypto';
import type { Login } from '../endpoint-directory.js';

/** Bytes that a name may have. Source: PostgreSQL's NAMEDATALEN. */
const MOST_BYTES = 63;
const HASH_LETTERS = 8;
const TAG_LETTERS = 10;
const PREFIX = 'neap_';

/** The name of an emulator on a server: what it makes there begins with it, and nothing else does. */
export type Instance = string;

/** Roles that represent emulators, as a pattern of PostgreSQL. */
export const INSTANCE_PATTERN = `^${PREFIX}[0-9a-f]{8}$`;

/** A name that no emulator has yet. */
export function newInstance(): Instance {
  return `${PREFIX}${randomBytes(4).toString('hex')}`;
}

/** The number of an emulator's lock on its server: unsigned, 32 bits. */
export function numberOf(instance: Instance): number {
  return Number.parseInt(instance.slice(PREFIX.length), 16);
}

/** The tag of a branch, snapshot or other set of data within names. */
export function tagOf(id: string): string {
  return hashOf(id, TAG_LETTERS);
}

/** The tag within the name of a database or a role; `undefined` if there is none. */
export function tagIn(instance: Instance, name: string): string | undefined {
  const rest = name.startsWith(`${instance}_`) ? name.slice(instance.length + 1) : '';
  return new RegExp(`^[0-9a-f]{${TAG_LETTERS}}(?=[_-])`).exec(rest)?.[0];
}

export function databasePrefix(instance: Instance, id: string): string {
  return `${instance}_${tagOf(id)}_`;
}

/** The prefix of roles that log in to a data set: each has its roles and passwords. */
export function loginPrefix(instance: Instance, id: string): string {
  return `${instance}_${tagOf(id)}-`;
}

/**
 * The prefix of roles that own objects in databases. A copy has the same as its source, so that
 * owners and grants within it stay true; the roles that log in take them on.
 * @param lineage the tag of the data that came first
 */
export function ownerPrefix(instance: Instance, lineage: string): string {
  return `${instance}_${lineage}_`;
}

/** The role whose members may connect to the databases of data that came first, and of their copies. */
export function groupOf(instance: Instance, lineage: string): string {
  return `${instance}_${lineage}`;
}

/** A name of the API with a prefix; one that becomes too long ends in a hash of it. */
export function prefixed(prefix: string, name: string): string {
  const whole = prefix + name;
  if (Buffer.byteLength(whole) <= MOST_BYTES) return whole;
  const hash = `_${hashOf(name, HASH_LETTERS)}`;
  let kept = [...name];
  while (Buffer.byteLength(prefix + kept.join('') + hash) > MOST_BYTES) kept = kept.slice(0, -1);
  return prefix + kept.join('') + hash;
}

export function loginOn(instance: Instance, id: string, { user, database }: Login): Login {
  return {
    user: prefixed(loginPrefix(instance, id), user),
    database: prefixed(databasePrefix(instance, id), database),
  };
}

function hashOf(text: string, letters: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, letters);
}

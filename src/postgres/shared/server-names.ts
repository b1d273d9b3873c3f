import { createHash, randomBytes } from 'node:crypto';
import type { Login } from '../endpoint-directory.js';

/** Bytes that a name may have. Source: PostgreSQL's NAMEDATALEN. */
const MOST_BYTES = 63;
const HASH_LETTERS = 8;
const TAG_LETTERS = 10;
const PREFIX = 'neap_';

/** The name of an emulator on a server: what it makes there begins with it, and nothing else does. */
export type Instance = string;

/** Of the roles that stand for an emulator, as a pattern of PostgreSQL. */
export const INSTANCE_PATTERN = `^${PREFIX}[0-9a-f]{8}$`;

/** A name that no emulator has yet. */
export function newInstance(): Instance {
  return `${PREFIX}${randomBytes(4).toString('hex')}`;
}

/** The number of an emulator, by which it holds a lock on its server: unsigned, 32 bits. */
export function numberOf(instance: Instance): number {
  return Number.parseInt(instance.slice(PREFIX.length), 16);
}

/** What a branch, snapshot or other set of data is called within names. */
export function tagOf(id: string): string {
  return hashOf(id, TAG_LETTERS);
}

/** The tag within the name of a database or a role; `undefined` where there is none. */
export function tagIn(instance: Instance, name: string): string | undefined {
  const rest = name.startsWith(`${instance}_`) ? name.slice(instance.length + 1) : '';
  return new RegExp(`^[0-9a-f]{${TAG_LETTERS}}(?=[_-])`).exec(rest)?.[0];
}

/** What the databases of a set of data begin with. */
export function databasePrefix(instance: Instance, id: string): string {
  return `${instance}_${tagOf(id)}_`;
}

/** What the roles begin with that log in to a set of data: each has roles, and passwords, of its own. */
export function loginPrefix(instance: Instance, id: string): string {
  return `${instance}_${tagOf(id)}-`;
}

/**
 * What the roles begin with that own what is in databases. A copy has the same as what it was copied from, so that
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

/** What a client of a set of data is called on the server, and what its database. */
export function loginOn(instance: Instance, id: string, { user, database }: Login): Login {
  return {
    user: prefixed(loginPrefix(instance, id), user),
    database: prefixed(databasePrefix(instance, id), database),
  };
}

function hashOf(text: string, letters: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, letters);
}

import { readFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { PostgresProblem } from './postgres-problem.js';

/** The user that servers run as, because PostgreSQL refuses to run as root. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Changes the owner of a file or folder to the servers' user, unless that is the current user. */
export async function setOwner(path: string, user: ServerUser | undefined): Promise<void> {
  if (user !== undefined) await chown(path, user.uid, user.gid);
}

/** Users to run servers as, in order of preference. */
const CANDIDATES = ['postgres', 'nobody'];

/**
 * The user that servers run as; `undefined` for the current user.
 * @param passwd the system's list of users, in the form of `/etc/passwd`
 * @throws PostgresProblem if this process runs as root and no such user exists
 */
export function serverUser(
  uid: number | undefined = process.getuid?.(),
  passwd: () => string = () => readFileSync('/etc/passwd', 'utf8'),
): ServerUser | undefined {
  if (uid !== 0) return undefined;
  const users = new Map(passwd().split('\n').map(parseUser));
  for (const name of CANDIDATES) {
    const user = users.get(name);
    if (user !== undefined) return user;
  }
  throw new PostgresProblem(
    `PostgreSQL refuses to run as root, and this machine has no user ${CANDIDATES.join(' or ')}; create one, or run neap as another user`,
  );
}

function parseUser(line: string): readonly [string, ServerUser] {
  const [name = '', , uid, gid] = line.split(':');
  return [name, { name, uid: Number(uid), gid: Number(gid) }];
}

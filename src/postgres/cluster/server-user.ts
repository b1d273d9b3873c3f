import { readFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { PostgresProblem } from './postgres-problem.js';

/** Whom servers run as: PostgreSQL refuses to run as the superuser of the system. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Gives a file or folder to the servers' user, if that is another user. */
export async function give(path: string, user: ServerUser | undefined): Promise<void> {
  if (user !== undefined) await chown(path, user.uid, user.gid);
}

/** Users that a system may have for this, best first. */
const CANDIDATES = ['postgres', 'nobody'];

/**
 * The user that servers run as; `undefined` for the current user.
 * @param passwd the system's list of users, in the form of `/etc/passwd`
 * @throws PostgresProblem when this runs as root without another user
 */
export function serverUser(
  uid: number | undefined = process.getuid?.(),
  passwd: () => string = () => readFileSync('/etc/passwd', 'utf8'),
): ServerUser | undefined {
  if (uid !== 0) return undefined;
  const users = new Map(passwd().split('\n').map(parsed));
  for (const name of CANDIDATES) {
    const user = users.get(name);
    if (user !== undefined) return user;
  }
  throw new PostgresProblem(
    `PostgreSQL refuses to run as root, and this machine has no user ${CANDIDATES.join(' or ')}; create one, or run neap as another user`,
  );
}

function parsed(line: string): readonly [string, ServerUser] {
  const [name = '', , uid, gid] = line.split(':');
  return [name, { name, uid: Number(uid), gid: Number(gid) }];
}

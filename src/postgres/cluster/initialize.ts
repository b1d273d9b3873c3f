import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ADMIN } from './admin-connection.js';
import type { Binaries } from './binaries.js';
import { runProgram } from './run-program.js';
import { type ServerUser, setOwner } from './server-user.js';

/** Options of initdb, for every cluster. */
export const INITDB_ARGUMENTS = [
  ...['-U', ADMIN, '-A', 'scram-sha-256', '-E', 'UTF8'],
  ...[
    `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
    '--no-sync',
    '--no-instructions',
    '--data-checksums',
  ],
];

interface Initialization {
  readonly binaries: Binaries;
  readonly user: ServerUser | undefined;
  /** The superuser's password. */
  readonly admin_password: string;
}

/** Creates an empty data folder with PostgreSQL's `initdb`. @throws PostgresProblem */
export async function initialize(
  data: string,
  { binaries, user, admin_password }: Initialization,
): Promise<void> {
  const password = join(data, '..', 'password');
  await writeFile(password, admin_password, { mode: 0o600 });
  await setOwner(password, user);
  await runProgram(
    join(binaries.folder, 'initdb'),
    ['-D', data, `--pwfile=${password}`, ...INITDB_ARGUMENTS],
    { user },
  );
  await rm(password);
}

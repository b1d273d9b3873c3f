import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ADMIN } from './admin-connection.js';
import { runProgram } from './run-program.js';
import type { ServerHost } from './server-host.js';
import { give } from './server-user.js';

/** What data are made with, whoever makes them. */
export const INITDB_ARGUMENTS = [
  ...['-U', ADMIN, '-A', 'scram-sha-256', '-E', 'UTF8'],
  ...[
    `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
    '--no-sync',
    '--no-instructions',
    '--data-checksums',
  ],
];

/** Creates an empty data folder with PostgreSQL's `initdb`. @throws PostgresProblem */
export async function initialize({ binaries, user, folder }: ServerHost, data: string): Promise<void> {
  const password = join(data, '..', 'password');
  await writeFile(password, folder.admin_password, { mode: 0o600 });
  await give(password, user);
  await runProgram(
    join(binaries.folder, 'initdb'),
    ['-D', data, `--pwfile=${password}`, ...INITDB_ARGUMENTS],
    { user },
  );
  await rm(password);
}

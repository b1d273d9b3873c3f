import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ADMIN } from './admin-connection.js';
import { runProgram } from './run-program.js';
import type { ServerHost } from './server-host.js';
import { give } from './server-user.js';

/** Creates an empty data folder with PostgreSQL's `initdb`. @throws PostgresProblem */
export async function initialize({ binaries, user, folder }: ServerHost, data: string): Promise<void> {
  const password = join(data, '..', 'password');
  await writeFile(password, folder.admin_password, { mode: 0o600 });
  await give(password, user);
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C';
  await runProgram(
    join(binaries.folder, 'initdb'),
    [
      ...['-D', data, '-U', ADMIN, `--pwfile=${password}`, '-A', 'scram-sha-256', '-E', 'UTF8'],
      ...[`--locale=${locale}`, '--no-sync', '--no-instructions', '--data-checksums'],
    ],
    { user },
  );
  await rm(password);
}

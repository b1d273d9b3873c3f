import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { type AdminAddress, withConnection } from './admin-connection.js';
import type { Binaries } from './binaries.js';
import { copyFolder } from './copy-data.js';
import { runProgram } from './run-program.js';
import { type ServerSettings, settingArguments, syncSettings } from './server-settings.js';
import { type ServerUser, setOwner } from './server-user.js';

/** The data of a running server. */
export interface RunningData {
  readonly data: string;
  readonly adminAddress: AdminAddress;
}

const WAL = 'pg_wal';
const SLOT = 'neap_copy';
/** max_prepared_transactions in recovery; a standby needs at least the value of its primary. */
export const MAX_PREPARED = '1000';
/** The version that renamed the backup functions. Source: PostgreSQL 15 release notes. */
const RENAMED_IN = 15;

/**
 * Copies the data of a running server as they are at the end of the copy: first the files, which change in the meantime,
 * then the WAL that makes them consistent. Source: PostgreSQL documentation, "Making a Base Backup Using the Low Level
 * API".
 * @param to the data folder of the copy
 * @throws PostgresProblem
 */
export async function copyRunning(
  from: RunningData,
  to: string,
  {
    binaries,
    user,
  }: { readonly binaries: { readonly major: number }; readonly user: ServerUser | undefined },
): Promise<void> {
  // The backup lasts as long as the session that began it.
  await withConnection(from.adminAddress, undefined, async (admin) => {
    const labels = await backup(admin, binaries.major, () =>
      copyFolder(from.data, to, { user, without: new Set([WAL]) }),
    );
    await copyFolder(join(from.data, WAL), join(to, WAL), { user });
    for (const [name, text] of Object.entries(labels)) {
      if (text === '') continue;
      await writeFile(join(to, name), text, { mode: 0o600 });
      await setOwner(join(to, name), user);
    }
  });
}

/**
 * Recovers such a copy and shuts down cleanly. A server refuses to continue an interrupted recovery from a backup, so
 * that the copy is used only afterwards.
 * @param durable whether the copy must survive a crash of the machine
 * @throws PostgresProblem
 */
export async function recoverCopy(
  data: string,
  { binaries, user }: { readonly binaries: Pick<Binaries, 'folder'>; readonly user: ServerUser | undefined },
  durable: boolean,
): Promise<void> {
  const settings = settingArguments({ ...RECOVERY, ...syncSettings(durable) });
  // The single-user server ends at the end of its input, which is empty.
  await runProgram(join(binaries.folder, 'postgres'), ['--single', '-D', data, ...settings, 'template1'], {
    user,
  });
}

/** Settings of a server that recovers data written with any settings. */
export const RECOVERY: ServerSettings = {
  autovacuum: 'off',
  max_prepared_transactions: MAX_PREPARED,
  // Logical replication slots need it.
  wal_level: 'logical',
};

async function backup(
  admin: Client,
  major: number,
  copy: () => Promise<void>,
): Promise<{ readonly backup_label: string; readonly tablespace_map: string }> {
  const renamed = major >= RENAMED_IN;
  // Retains the WAL that the copy needs. A temporary slot is dropped with its session.
  await admin.query('select pg_create_physical_replication_slot($1, true, true)', [
    `${SLOT}_${process.hrtime.bigint()}`,
  ]);
  await admin.query(
    renamed ? "select pg_backup_start('branch', true)" : "select pg_start_backup('branch', true, false)",
  );
  await copy();
  const { rows } = await admin.query<{ labelfile: string; spcmapfile: string }>(
    `select labelfile, spcmapfile from ${renamed ? 'pg_backup_stop(false)' : 'pg_stop_backup(false, false)'}`,
  );
  return { backup_label: rows[0]?.labelfile ?? '', tablespace_map: rows[0]?.spcmapfile ?? '' };
}

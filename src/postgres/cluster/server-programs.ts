import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Binaries } from './binaries.js';
import { GROUP } from './contents.js';
import { PRELOADABLE } from './server-settings.js';

/**
 * Extensions that only superusers can create in PostgreSQL, and any role on the platform. Source: the platform's list of
 * supported extensions.
 */
export const CREATABLE_EXTENSIONS: ReadonlySet<string> = new Set([
  ...['autoinc', 'bloom', 'dblink', 'insert_username', 'moddatetime', 'pg_prewarm', 'pg_stat_statements'],
  ...['pgrowlocks', 'pgstattuple', 'postgres_fdw', 'refint', 'xml2'],
]);
/** Foreign-data wrappers, by extension, that only superusers may use in PostgreSQL. */
const WRAPPERS: Readonly<Record<string, string>> = { dblink: 'dblink_fdw', postgres_fdw: 'postgres_fdw' };
/** The library that the platform loads into every server. */
const PRELOADED = 'pg_stat_statements';
const CONTROL = '.control';
const EXTENSIONS = 'extension';

/** The program that servers run, and its libraries. */
export interface ServerPrograms {
  readonly postgres: string;
  /** Libraries that every server loads. */
  readonly preloaded: readonly string[];
  /** Libraries that a compute's settings may preload. */
  readonly loadable: readonly string[];
}

/**
 * Copies the server's program and links its files, so that roles can create the platform's extensions. A server finds
 * its files relative to its program. An installation with another layout is used unchanged.
 * @param folder is created, readable for the servers' user
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

/** The line to append to an extension's file: `trusted` in its control file, a grant in its script. */
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

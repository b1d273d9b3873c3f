import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of all layers: of the built ones, or of the sources. */
const LAYERS = dirname(dirname(fileURLToPath(import.meta.url)));

/** What has no say in what a run shows: how commands are read, and how results look. */
const WITHOUT_SAY = new Set(['browser', 'cli', 'mcp', 'report', 'server', 'testing']);

/** Digits that tell builds apart. */
const DIGITS = 12;

/**
 * What this build of the program is known by: the content of the code that decides what a run shows. Two builds with the same
 * version may differ, as those of somebody who works on neap do.
 */
export function programDigest(): string {
  known ??= digest();
  return known;
}

let known: string | undefined;

function digest(): string {
  const hash = createHash('sha256');
  for (const file of codeIn(LAYERS, WITHOUT_SAY)) {
    hash.update(readFileSync(join(LAYERS, file)));
    hash.update(file.replaceAll('\\', '/'));
  }
  return hash.digest('hex').slice(0, DIGITS);
}

/** The files of code below a folder, relative to it, in an order of their own. */
function codeIn(folder: string, without: ReadonlySet<string> = new Set()): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !without.has(name))
    .flatMap((entry) => {
      const { name } = entry;
      if (!entry.isDirectory()) return /\.[jt]s$/.test(name) && !name.endsWith('.d.ts') ? [name] : [];
      return codeIn(join(folder, name)).map((file) => join(name, file));
    })
    .sort();
}

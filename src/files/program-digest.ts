import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of all layers: of the built ones, or of the sources. */
const LAYERS = dirname(dirname(fileURLToPath(import.meta.url)));

/** Code that does not affect a run's results: parsing of commands, and presentation of results. */
const WITHOUT_SAY = new Set(['browser', 'cli', 'mcp', 'report', 'server', 'testing']);

/** Digits that distinguish builds. */
const DIGITS = 12;

/**
 * The identity of this build: the content of the code that determines a run's results. Two builds with the same
 * version may differ during development.
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

/** The files of code below a folder, relative to it, in a fixed order. */
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

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of all layers, built or as sources. */
const LAYERS = dirname(dirname(fileURLToPath(import.meta.url)));

/** Code that does not affect the results of a run: parsing of commands, and presentation of results. */
const IRRELEVANT_FOLDERS = new Set(['browser', 'cli', 'mcp', 'report', 'server', 'testing']);

/** Number of digits that distinguish builds. */
const DIGITS = 12;

/**
 * The identity of this build: a digest of the code that determines the results of a run. During development, two builds
 * may have the same version but different code.
 */
export function programDigest(): string {
  known ??= digest();
  return known;
}

let known: string | undefined;

function digest(): string {
  const hash = createHash('sha256');
  for (const file of codeIn(LAYERS, IRRELEVANT_FOLDERS)) {
    hash.update(readFileSync(join(LAYERS, file)));
    hash.update(file.replaceAll('\\', '/'));
  }
  return hash.digest('hex').slice(0, DIGITS);
}

/** The code files below a folder, relative to it, in a fixed order. */
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

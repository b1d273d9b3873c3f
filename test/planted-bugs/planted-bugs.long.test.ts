import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { tableOf } from '../table.js';
import type { Found } from './hunt.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HUNT = fileURLToPath(new URL('hunt.ts', import.meta.url));
/** The number of lines that fit on a screen. */
const SCREEN_LINES = 40;

/** A defect to plant in a source. */
interface PlantedBug {
  readonly name: string;
  /** Below `src/`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** A pattern of the problem that is reported. */
  readonly found_as: string;
}

const BUGS = tableOf<PlantedBug>(import.meta.url, 'bugs.yaml');

/** The problem that the properties find in the sources with a planted defect. */
async function hunted(bug: PlantedBug): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'neap-planted-'));
  try {
    for (const name of ['node_modules', 'package.json']) symlinkSync(join(ROOT, name), join(folder, name));
    // As deep below the package as a source.
    const outfile = join(folder, 'src', 'hunt', 'hunt.mjs');
    await build({
      ...{ entryPoints: [HUNT], outfile, bundle: true, packages: 'external' },
      ...{ platform: 'node', format: 'esm', target: 'es2023', logLevel: 'warning' },
      plugins: [planted(bug)],
    });
    const { hunt } = (await import(pathToFileURL(outfile).href)) as typeof import('./hunt.js');
    return await hunt(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function planted({ file, from, to }: PlantedBug): Plugin {
  return {
    name: 'planted bug',
    setup({ onLoad }) {
      onLoad({ filter: new RegExp(`/src/${file}$`) }, ({ path }) => {
        const parts = readFileSync(path, 'utf8').split(from);
        expect(parts, `${file} holds the text once`).toHaveLength(2);
        return { contents: parts.join(to), loader: 'ts' };
      });
    },
  };
}

describe('the shipped properties', () => {
  test.each(BUGS.map((bug) => [bug.name, bug] as const))('find: %s', async (_, bug) => {
    const { problem, lines } = await hunted(bug);
    expect(problem).toMatch(new RegExp(bug.found_as));
    expect(lines).toBeLessThanOrEqual(SCREEN_LINES);
  });
});

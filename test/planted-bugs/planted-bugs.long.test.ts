import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { BUGS, type PlantedBug } from './bugs.js';
import type { Found } from './hunt.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HUNT = fileURLToPath(new URL('hunt.ts', import.meta.url));
/** What fits on a screen. */
const SCREEN_LINES = 40;

/** Looks for what is wrong with the sources, with a defect planted. */
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
  test.each(BUGS)('find: $name', async (bug) => {
    const { problem, lines } = await hunted(bug);
    expect(problem).toMatch(bug.found_as);
    expect(lines).toBeLessThanOrEqual(SCREEN_LINES);
  });
});

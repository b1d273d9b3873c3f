import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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
    cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true });
    for (const name of ['node_modules', 'package.json']) symlinkSync(join(ROOT, name), join(folder, name));
    plant(join(folder, 'src', bug.file), bug);
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', HUNT, folder], {
      cwd: ROOT,
    });
    return JSON.parse(stdout) as Found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function plant(file: string, { from, to }: PlantedBug): void {
  const parts = readFileSync(file, 'utf8').split(from);
  expect(parts, `${file} holds the text once`).toHaveLength(2);
  writeFileSync(file, parts.join(to));
}

describe('the shipped properties', () => {
  test.each(BUGS)('find: $name', { timeout: 300_000 }, async (bug) => {
    const { problem, lines } = await hunted(bug);
    expect(problem).toMatch(bug.found_as);
    expect(lines).toBeLessThanOrEqual(SCREEN_LINES);
  });
});

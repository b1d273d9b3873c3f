import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILT_CLI } from './built-cli.js';

const FOLDER = dirname(BUILT_CLI);

/** The built files and packages that are loaded with some files, what they import when asked left out. */
function loadedWith(...entries: readonly string[]) {
  const files = new Set<string>();
  const packages = new Set<string>();
  const load = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const text = readFileSync(join(FOLDER, file), 'utf8');
    for (const [, from = ''] of text.matchAll(/^(?:import|export)\b[^'"`;]*?(?:from )?"([^"]+)";$/gm)) {
      if (from.startsWith('./')) load(from.slice(2));
      else if (!from.startsWith('node:')) packages.add(from);
    }
  };
  for (const entry of entries) load(entry);
  return { files, packages: [...packages].sort() };
}

/** The built file of a module that is loaded when it is asked for. */
function builtFileOf(name: string): string {
  return readdirSync(FOLDER).find((file) => new RegExp(`^${name}-[A-Z0-9]{8}\\.js$`).test(file))!;
}

test('the emulator starts with its own files and few packages', () => {
  const { files, packages } = loadedWith('main.js', builtFileOf('serve'), builtFileOf('serve-emulator'));
  expect(packages).toEqual(['@commander-js/extra-typings', 'seedrandom', 'tinyqueue']);
  expect(files.size).toBeGreaterThan(5);
  expect(files.size).toBeLessThan(80);
});

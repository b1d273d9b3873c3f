import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));

/** Resources of the platform refer to each other: their folders count as one, whose files have no circular imports. */
const roomOf = (folder: string) => folder.replace(/^platform\b.*/, 'platform');

/** The folders below src/, each with the folders that its files import from. */
function importsByFolder(): ReadonlyMap<string, ReadonlySet<string>> {
  const imports = new Map<string, Set<string>>();
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((each) => each.endsWith('.ts'))) {
    const folder = dirname(file);
    const room = roomOf(folder);
    const from = imports.get(room) ?? new Set();
    imports.set(room, from);
    const text = readFileSync(join(SOURCES, file), 'utf8').replaceAll(/import type [^;]*;/g, '');
    for (const [, path] of text.matchAll(/from '(\.[^']+)'/g)) {
      from.add(roomOf(relative(SOURCES, dirname(resolve(SOURCES, folder, path!)))));
    }
    from.delete(room);
  }
  return imports;
}

/** Every folder that is reachable from one along imports. */
function reached(folder: string, imports: ReturnType<typeof importsByFolder>): ReadonlySet<string> {
  const found = new Set<string>();
  const left = [...(imports.get(folder) ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    left.push(...(imports.get(next) ?? []));
  }
  return found;
}

/** Readable at a glance: the number of entries in a listing and of lines in a file. */
const MAX_FILES = 25;
const MAX_LINES = 300;

it('no source folder has more than 25 files besides its README, and no source file more than 300 lines', () => {
  const files = readdirSync(SOURCES, { recursive: true, withFileTypes: true }).filter(
    (each) => each.isFile() && each.name !== 'README.md',
  );
  const folders = new Map<string, number>();
  for (const { parentPath } of files) folders.set(parentPath, (folders.get(parentPath) ?? 0) + 1);
  expect([...folders].filter(([, count]) => count > MAX_FILES)).toEqual([]);
  const lines = ({ parentPath, name }: (typeof files)[number]): number =>
    readFileSync(join(parentPath, name), 'utf8').split('\n').length - 1;
  expect(files.filter((file) => lines(file) > MAX_LINES).map(({ name }) => name)).toEqual([]);
});

it('no two source folders import each other, nor does a folder import its subfolder and vice versa', () => {
  const imports = importsByFolder();
  const circles = [...imports.keys()].filter((folder) => reached(folder, imports).has(folder));
  expect(circles).toEqual([]);
});

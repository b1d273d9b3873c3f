import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ROOT } from './project-folder.js';

/** A file in a cell of a table, and the names in it. */
export interface Named {
  readonly file: string;
  readonly names: readonly string[];
}

/** The files of a cell, each with the names that follow it. */
export function namedIn(cell: string): readonly Named[] {
  const pieces = [...cell.matchAll(/`([^`]+)`/g)].map(([, piece]) => piece!);
  const found: { file: string; names: string[] }[] = [];
  for (const piece of pieces) {
    if (/^(src|test)\//.test(piece)) found.push({ file: piece, names: [] });
    else found.at(-1)?.names.push(piece);
  }
  return found;
}

/** The text of a file; empty if it does not exist. */
export function sourceOf(file: string): string {
  return existsSync(`${ROOT}${file}`) ? readFileSync(`${ROOT}${file}`, 'utf8') : '';
}

/** Whether a test file has a test with a name, written as in its source, or a table with such a story or rule. */
export function hasTest(file: string, name: string): boolean {
  const text = sourceOf(file);
  if (file.endsWith('.yaml')) return sentencesIn(parse(text, { maxAliasCount: -1 })).includes(name);
  return text.replaceAll(/\\(['"])/g, '$1').includes(name);
}

function sentencesIn(table: unknown): readonly unknown[] {
  if (table === null || typeof table !== 'object') return [];
  return Object.entries(table).flatMap(([key, value]) =>
    key === 'story' || key === 'rule' ? [value] : sentencesIn(value),
  );
}

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { equalsAt } from '../../scenario/document/override.js';

/** A word with an ending, and nothing that a file's name rarely has. */
const FILE_LIKE = /^[^\s{}:*?"<>|]+\.[A-Za-z]\w{0,9}$/;

/**
 * The files that a run depends on: the scenario, and what it names as a trace or as a policy's module, whether or not
 * they are there. Files that a module imports in its turn are not among them.
 * @param set overrides as `path=value`, which may name files too
 * @returns absolute paths, each once, the scenario's first
 */
export function namedFiles(scenario: string, set: readonly string[]): readonly string[] {
  const directory = dirname(resolve(scenario));
  const values = set.map((override) => read(override.slice(equalsAt(override) + 1)));
  const named = [read(textOf(scenario)), ...values].flatMap(textsIn).filter((text) => FILE_LIKE.test(text));
  return [...new Set([resolve(scenario), ...named.map((name) => resolve(directory, name))])];
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The run says what is wrong with it; it may be there the next time.
    return '';
  }
}

function read(text: string): unknown {
  try {
    return parse(text, { logLevel: 'silent' });
  } catch {
    return undefined;
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

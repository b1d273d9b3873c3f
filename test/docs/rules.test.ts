import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documentText } from './documents.js';
import { ROOT } from './project-folder.js';

/** A row of docs/rules.md: a rule, and the files with what is named in each. */
interface Rule {
  readonly id: string;
  readonly decided: readonly Named[];
  readonly shown: readonly Named[];
}

interface Named {
  readonly file: string;
  readonly names: readonly string[];
}

const RULES: readonly Rule[] = documentText('docs/rules.md')
  .split('\n')
  .map((line) => line.split(' | '))
  .filter((cells) => cells.length === 4 && /^\| [A-Z]\d+$/.test(cells[0]!))
  .map(([id, , decided, shown]) => ({
    id: id!.slice(2),
    decided: namedIn(decided!),
    shown: namedIn(shown!),
  }));

describe('docs/rules.md', () => {
  test('has a row for each rule, each with a number of its own', () => {
    const ids = RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const sections = new Map<string, number>();
    for (const id of ids) sections.set(id[0]!, (sections.get(id[0]!) ?? 0) + 1);
    expect(ids).toEqual(
      [...sections].flatMap(([section, count]) =>
        Array.from({ length: count }, (_, index) => `${section}${index + 1}`),
      ),
    );
    expect(ids.length).toBeGreaterThanOrEqual(85);
  });

  test.each(RULES.map((rule) => [rule.id, rule] as const))('%s: place and test are there', (_id, rule) => {
    expect(rule.decided.length).toBeGreaterThan(0);
    expect(rule.shown.length).toBeGreaterThan(0);
    expect(rule.decided.flatMap(({ file, names }) => names.filter((name) => !defines(file, name)))).toEqual(
      [],
    );
    expect(rule.shown.flatMap(({ file, names }) => names.filter((name) => !hasTest(file, name)))).toEqual([]);
    expect([...rule.decided, ...rule.shown].filter(({ names }) => names.length === 0)).toEqual([]);
  });
});

/** The files of a cell, each with the names behind it. */
function namedIn(cell: string): readonly Named[] {
  const pieces = [...cell.matchAll(/`([^`]+)`/g)].map(([, piece]) => piece!);
  const found: { file: string; names: string[] }[] = [];
  for (const piece of pieces) {
    if (/^(src|test)\//.test(piece)) found.push({ file: piece, names: [] });
    else found.at(-1)?.names.push(piece);
  }
  return found;
}

function source(file: string): string {
  return existsSync(`${ROOT}${file}`) ? readFileSync(`${ROOT}${file}`, 'utf8') : '';
}

/** Whether a source file declares a name at its top. */
function defines(file: string, name: string): boolean {
  return new RegExp(`^(export )?(async )?(function|const|class|interface|type) ${name}\\b`, 'm').test(
    source(file),
  );
}

/** Whether a test file has a test of a name, written as in its source. */
function hasTest(file: string, name: string): boolean {
  return source(file)
    .replaceAll(/\\(['"])/g, '$1')
    .includes(name);
}

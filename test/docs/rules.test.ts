import { describe, expect, test } from 'vitest';
import { documentText } from './documents.js';
import { hasTest, type Named, namedIn, sourceOf } from './named-tests.js';

/** A row of docs/rules.md: a rule, and the files with what is named in each. */
interface Rule {
  readonly id: string;
  readonly decided: readonly Named[];
  readonly shown: readonly Named[];
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

/** Whether a source file declares a name at its top. */
function defines(file: string, name: string): boolean {
  return new RegExp(`^(export )?(async )?(function|const|class|interface|type) ${name}\\b`, 'm').test(
    sourceOf(file),
  );
}

import { describe, expect, test } from 'vitest';
import { hasTest, namedIn, sourceOf } from '../../build/docs/named-tests.js';
import { RULE_COLUMNS, ruleSections } from '../../build/docs/rules.js';

const SECTIONS = ruleSections();
const RULES = SECTIONS.flatMap(({ rules }) => rules);

describe('the list of the rules of the platform', () => {
  test('numbers the rules of each section from 1, by a separate letter', () => {
    for (const { rules } of SECTIONS) {
      const letter = rules[0]!.id[0];
      expect(rules.map(({ id }) => id)).toEqual(rules.map((_, index) => `${letter}${index + 1}`));
    }
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
    expect(RULES.length).toBeGreaterThanOrEqual(125);
  });

  test.each(RULES.map((rule) => [rule.id, rule] as const))(
    '%s: says where it comes from, and for each column yes with its place and test, or no with a reason',
    (_id, rule) => {
      expect(rule.rule).not.toBe('');
      expect(rule.source).not.toBe('');
      for (const column of RULE_COLUMNS) {
        const entry = rule[column];
        expect(entry, column).toMatch(/^(yes: `src\/.*`test\/|no: \S)/);
        if (entry.startsWith('no: ')) continue;
        const named = namedIn(entry);
        expect(named.filter(({ names }) => names.length === 0)).toEqual([]);
        const missing = named.flatMap(({ file, names }) =>
          names.filter((name) => !(file.startsWith('src/') ? defines(file, name) : hasTest(file, name))),
        );
        expect(missing, column).toEqual([]);
      }
    },
  );
});

/** Whether a source file declares a name at its top, or a call of that name. */
function defines(file: string, name: string): boolean {
  return new RegExp(
    `^(export )?(async )?(function|const|class|interface|type) ${name}\\b|^ +${name}: call\\(`,
    'm',
  ).test(sourceOf(file));
}

import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { denseTable } from './markdown.js';
import { ROOT } from './project-folder.js';

/** The parts of neap that a rule may apply to. */
export const RULE_COLUMNS = ['simulator', 'emulator', 'validate'] as const;

type RuleColumn = (typeof RULE_COLUMNS)[number];

/** A rule of the platform. */
export interface PlatformRule extends Readonly<Record<RuleColumn, string>> {
  readonly id: string;
  /** The rule, in one sentence. */
  readonly rule: string;
  readonly source: string;
}

/** Rules on one subject. */
interface RuleSection {
  readonly title: string;
  readonly rules: readonly PlatformRule[];
}

/** A file of `test/docs/rules`. The source, or the entry of a column, may apply to all rules of the file. */
interface RuleFile {
  readonly title: string;
  readonly source?: string;
  readonly otherwise?: Partial<Record<RuleColumn, string>>;
  readonly rules: readonly (Pick<PlatformRule, 'id' | 'rule'> & Partial<PlatformRule>)[];
}

const FOLDER = `${ROOT}test/docs/rules`;

/** The list of the platform's rules; missing entries are empty. */
export function ruleSections(): readonly RuleSection[] {
  return readdirSync(FOLDER)
    .sort()
    .map((name) => {
      const {
        title,
        source = '',
        otherwise = {},
        rules,
      } = parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as RuleFile;
      const empty = { source, simulator: '', emulator: '', validate: '' };
      return { title, rules: rules.map((rule): PlatformRule => ({ ...empty, ...otherwise, ...rule })) };
    });
}

/** The tables of docs/rules.md; a source common to all rules of a section is printed once. */
export function ruleTables(): string {
  return ruleSections()
    .map(({ title, rules }) => {
      const [first] = rules;
      const isShared = rules.every(({ source }) => source === first!.source);
      const header = ['#', 'rule', ...(isShared ? [] : ['source']), 'kept by'];
      const rows = rules.map((rule) => [
        rule.id,
        // A cell escapes asterisks.
        rule.rule.replace('*open*', '_open_'),
        ...(isShared ? [] : [rule.source]),
        RULE_COLUMNS.filter((column) => rule[column].startsWith('yes')).join(', '),
      ]);
      return [
        `## ${title}`,
        ...(isShared ? [`Source: ${first!.source}.`] : []),
        denseTable(header, rows),
      ].join('\n\n');
    })
    .join('\n\n');
}

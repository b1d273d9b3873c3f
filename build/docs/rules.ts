import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ROOT } from './project-folder.js';

/** Where a rule may hold. */
export const RULE_COLUMNS = ['simulator', 'emulator', 'validate'] as const;

type RuleColumn = (typeof RULE_COLUMNS)[number];

/** A rule of the platform. */
export interface PlatformRule extends Readonly<Record<RuleColumn, string>> {
  readonly id: string;
  /** In one sentence. */
  readonly rule: string;
  readonly source: string;
}

/** Rules about one subject. */
interface RuleSection {
  readonly title: string;
  readonly rules: readonly PlatformRule[];
}

/** A file of `docs/rules`: a rule's source, or its entry in a column, may be that of all rules of the file. */
interface RuleFile {
  readonly title: string;
  readonly source?: string;
  readonly otherwise?: Partial<Record<RuleColumn, string>>;
  readonly rules: readonly (Pick<PlatformRule, 'id' | 'rule'> & Partial<PlatformRule>)[];
}

const FOLDER = `${ROOT}docs/rules`;

/** The one list of the platform's rules; what is missing in the files is empty. */
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

/** The tables of docs/rules.md. */
export function ruleTables(): string {
  return ruleSections()
    .map(({ title, rules }) =>
      [
        `## ${title}`,
        '',
        `| # | rule | source | ${RULE_COLUMNS.join(' | ')} |`,
        '|---|---|---|---|---|---|',
        ...rules.map(
          (rule) =>
            `| ${rule.id} | ${rule.rule} | ${rule.source} | ${RULE_COLUMNS.map((column) => rule[column]).join(' | ')} |`,
        ),
      ].join('\n'),
    )
    .join('\n\n');
}

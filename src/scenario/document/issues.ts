import type { z } from 'zod';
import { suggestion } from '../../kernel/nearest-name.js';
import { shown } from '../form/choice.js';
import { MAPPING, type SchemaIssueParams } from '../form/section.js';
import type { Diagnostic } from './diagnostic.js';
import type { DocumentPath, ScenarioDocument } from './scenario-document.js';
import { SHORT_NAMES } from './short-names.js';
import { valueAt } from './value-at.js';

type Issue = z.core.$ZodIssue;

/** The problems that a schema found in a part of a document, in words and with their places. */
export function issueDiagnostics(
  issues: readonly Issue[],
  base: DocumentPath,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  return issues.flatMap((issue) => one(issue, [...base, ...issue.path.map(segment)], document));
}

function one(issue: Issue, path: DocumentPath, document: ScenarioDocument): readonly Diagnostic[] {
  const key = path[path.length - 1];
  const { valid_keys, at_key = false } = paramsOf(issue);
  if (valid_keys !== undefined) {
    return [document.diagnostic(path, `unknown key "${key}"${hint(String(key), valid_keys)}`, 'key')];
  }
  if (at_key) return [document.diagnostic(path, issue.message, 'key')];
  const value = valueAt(document.value, path);
  const message = messageOf(issue, value);
  if (value === undefined && key !== undefined) {
    const expected = message.replace(/, got .*$/s, '');
    return [document.diagnostic(path, `"${key}" is missing; ${expected}`)];
  }
  return [document.diagnostic(path, message)];
}

/** What an unknown key may have been meant to be: also what options of the command line call a setting. */
function hint(key: string, valid_keys: readonly string[]): string {
  const meant = Object.hasOwn(SHORT_NAMES, key) ? SHORT_NAMES[key] : undefined;
  const known = meant !== undefined && valid_keys.includes(meant);
  return known ? `; did you mean "${meant}"?` : suggestion(key, valid_keys);
}

function paramsOf(issue: Issue): SchemaIssueParams {
  return issue.code === 'custom' ? ((issue.params as SchemaIssueParams | undefined) ?? {}) : {};
}

function messageOf(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.message.startsWith(MAPPING) ? issue.message : (TYPES[issue.expected] ?? issue.expected)}, got ${shown(value)}`;
    case 'invalid_value': {
      const words = issue.values.map(String);
      const hint = typeof value === 'string' ? suggestion(value, words) : '';
      return `expected ${words.length === 1 ? words[0] : `one of ${words.join(', ')}`}, got ${shown(value)}${hint.startsWith('; did') ? hint : ''}`;
    }
    case 'too_small':
    case 'too_big':
      if (!issue.message.startsWith('Too ')) return `${issue.message}, got ${shown(value)}`;
      return `expected ${issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`} ${issue.origin === 'array' ? 'items in the list' : ''}, got ${shown(value)}`.replace(
        ' ,',
        ',',
      );
    default:
      return issue.message;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  object: MAPPING,
  array: 'a list',
  tuple: 'a list',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
};

function segment(key: PropertyKey): string | number {
  return typeof key === 'symbol' ? String(key) : key;
}

import type { z } from 'zod';
import { editDistance, nearestName, suggestion } from '../../kernel/nearest-name.js';
import { issueParams, MAPPING } from '../form/section.js';
import { shown } from '../form/shown.js';
import type { Diagnostic } from './diagnostic.js';
import { type DocumentPath, quoted, type ScenarioDocument } from './scenario-document.js';
import { SHORT_NAMES } from './short-names.js';
import { valueAt } from './value-at.js';

type Issue = z.core.$ZodIssue;
type Places = (key: string, value: unknown) => readonly string[];

/**
 * The problems that a schema found in a part of a document, as messages with locations.
 * @param elsewhere finds the places in the scenario where a misplaced key is valid, if it is not valid further inside
 */
export function issueDiagnostics(
  issues: readonly Issue[],
  base: DocumentPath,
  document: ScenarioDocument,
  elsewhere: Places = () => [],
): readonly Diagnostic[] {
  const found = issues.map((issue): Found => {
    const path = [...base, ...issue.path.map(segment)];
    return { issue, path, meant: meantKeys(issue, path, valueAt(document.value, path), elsewhere) };
  });
  // A misspelt or misplaced key is not reported as missing as well.
  const misspelt = new Set(
    found.flatMap(({ path, meant }) =>
      meant.map((one) => placeOf([...path.slice(0, -1), one.split('.')[0]!])),
    ),
  );
  return found
    .filter(
      ({ path, meant }) =>
        meant.length > 0 || !misspelt.has(placeOf(path)) || valueAt(document.value, path) !== undefined,
    )
    .map((one) => diagnosticOf(one, document));
}

interface Found {
  readonly issue: Issue;
  readonly path: DocumentPath;
  /** The probable meaning of an unknown key. */
  readonly meant: readonly string[];
}

function placeOf(path: DocumentPath): string {
  return JSON.stringify(path.map(String));
}

function diagnosticOf({ issue, path, meant }: Found, document: ScenarioDocument): Diagnostic {
  const key = path[path.length - 1];
  const { valid_keys, at_key = false } = issueParams(issue);
  if (valid_keys !== undefined) {
    const short = path.length === 1 ? pathOfShortName(String(key), document.value) : [];
    const known = meant.length > 0 ? meant : short;
    const names = known.map((name) => `"${name}"`).join(' or ');
    const hint = known.length === 0 ? suggestion(String(key), valid_keys) : `; did you mean ${names}?`;
    return document.diagnostic(path, `unknown key "${key}"${hint}`, 'key');
  }
  if (at_key) return document.diagnostic(path, issue.message, 'key');
  const value = valueAt(document.value, path);
  const message = messageOf(issue, value);
  if (value === undefined && key !== undefined) {
    const expected = message.replace(/, got .*$/s, '');
    return document.diagnostic(path, `"${key}" is missing; ${expected}`);
  }
  return document.diagnostic(path, message);
}

/** The keys that an unknown key probably means, also by the short names of settings in options. */
function meantKeys(issue: Issue, path: DocumentPath, value: unknown, elsewhere: Places): readonly string[] {
  const { valid_keys, meant, inside = () => [] } = issueParams(issue);
  if (meant !== undefined) return [meant];
  if (valid_keys === undefined) return [];
  const key = String(path[path.length - 1]);
  const shorts = Object.keys(SHORT_NAMES).filter((short) => valid_keys.includes(SHORT_NAMES[short]!));
  const nearest = nearestName(key, [...shorts, ...valid_keys]);
  const near = nearest === undefined ? [] : [shorts.includes(nearest) ? SHORT_NAMES[nearest]! : nearest];
  if (nearest !== undefined && editDistance(key, nearest) <= 1) return near;
  const places = inside(key, value);
  const misplaced = places.length > 0 ? places : elsewhere(key, value);
  return misplaced.length > 0 && misplaced.length <= 3 ? misplaced : near;
}

/** The path of the first compute's setting that a key at the top level means, written as in options. */
function pathOfShortName(key: string, content: unknown): readonly string[] {
  const short = nearestName(key, Object.keys(SHORT_NAMES));
  const name = valueAt(content, ['computes', 0, 'name']);
  if (short === undefined || typeof name !== 'string') return [];
  return [`computes.${quoted(name)}.${SHORT_NAMES[short]}`];
}

/** Whether a value can be read but violates a rule of the platform. */
export function isForbidden(issue: Issue): boolean {
  return issueParams(issue).is_forbidden === true;
}

function messageOf(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.message.startsWith(MAPPING) ? issue.message : (TYPES[issue.expected] ?? issue.expected)}, got ${shown(value)}`;
    case 'invalid_value': {
      const words = issue.values.map(String);
      const near = typeof value === 'string' ? suggestion(value, words) : '';
      const hint = issue.message.startsWith('; did') ? issue.message : near;
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

import { parseDocument } from 'yaml';
import { suggestion } from '../../kernel/nearest-name.js';
import { type Diagnostic, overrideSource, placeless, ScenarioError } from './diagnostic.js';
import { longPaths } from './short-names.js';
import { syntaxProblem } from './syntax-problem.js';

/** One `--set path=value` as applied. */
export interface Override {
  /** The option's argument as written by the user. */
  readonly text: string;
  /** Path of the value, or of the outermost container that was created for it. */
  readonly path: readonly (string | number)[];
}

/** The parser reports errors by exceptions, without warnings. */
export const QUIET = { prettyErrors: false, logLevel: 'error' } as const;

type Container = Record<string, unknown> | unknown[];

/**
 * Sets values in a scenario's plain data, which is changed in place.
 *
 * A path is keys, indices or names of list items, joined by dots (`computes.primary.suspend_timeout_seconds`,
 * `load[0].rate`, `load."web.eu".rate`), or ends in a short name (`max`, `primary.max`). Missing keys are created. The
 * value is read as YAML.
 * @throws ScenarioError naming every override that cannot be applied
 */
export function applyOverrides(
  content: unknown,
  set: readonly string[],
): { readonly value: unknown; readonly overrides: readonly Override[] } {
  let value = content;
  const overrides: Override[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const text of set) {
    try {
      if (value === null || value === undefined) value = {};
      overrides.push(...applied(value, text));
    } catch (error) {
      if (!(error instanceof OverrideProblem)) throw error;
      diagnostics.push(placeless(overrideSource(text), error.message));
    }
  }
  if (diagnostics.length > 0) throw new ScenarioError(diagnostics);
  return { value, overrides };
}

/**
 * The overrides without those replaced by a later one: of several at one path only the last, and none within a value
 * that is set as a whole afterwards.
 * @param set as {@link applyOverrides} took them
 */
export function lastOverrides(set: readonly string[]): readonly string[] {
  const paths = set.map((text) => splitPath(text.slice(0, equalsAt(text)).trim()));
  // A path refers to list items by name: after a rename it may refer to another item.
  if (paths.some((path) => path.at(-1) === 'name')) return set;
  return set.filter((_, index) => !paths.some((later, at) => at > index && isPrefix(later, paths[index]!)));
}

/** Whether a path leads to a value or to a container of it. */
export function isPrefix(prefix: Override['path'], path: Override['path']): boolean {
  return (
    prefix.length <= path.length && prefix.every((segment, index) => String(segment) === String(path[index]))
  );
}

/** An override, or its path, that cannot be read. */
export class OverrideProblem extends Error {}

function applied(root: unknown, text: string): readonly Override[] {
  const equals = equalsAt(text);
  if (equals <= 0) {
    throw new OverrideProblem('expected path=value, such as computes.primary.autoscaling_limit_max_cu=4');
  }
  const value = yamlValue(text.slice(equals + 1));
  const paths = longPaths(splitPath(text.slice(0, equals).trim()), root);
  return paths.map((segments) => ({ text, path: setAt(root, segments, value) }));
}

function setAt(root: unknown, segments: readonly string[], value: unknown): Override['path'] {
  const path: (string | number)[] = [];
  let made: number | undefined;
  let container: Container = containerAt(root, path);
  for (const segment of segments.slice(0, -1)) {
    const key = keyOf(container, segment, path);
    path.push(key);
    const child = Object.hasOwn(container, key) ? Reflect.get(container, key) : null;
    if (child === null) made ??= path.length;
    // A copy, so that other references to the value through an anchor keep the original.
    const copy = Array.isArray(child) ? [...child] : { ...containerAt(child ?? {}, path) };
    define(container, key, copy);
    container = copy;
  }
  const last = keyOf(container, segments[segments.length - 1]!, path);
  define(container, last, value);
  return [...path, last].slice(0, made);
}

/** Where the path of `path=value` ends: at the first unquoted `=`; -1 without one. */
export function equalsAt(text: string): number {
  const path = /^(?:[^"=]|"(?:[^"\\]|\\.)*"?)*/.exec(text)![0];
  return text.indexOf('=', path.length);
}

/** Splits at dots; `[0]` is an index, and quotes allow dots in a name. @throws OverrideProblem */
export function splitPath(path: string): string[] {
  const segments: string[] = [];
  const token = /"((?:[^"\\]|\\.)*)"|\[(\d+)\]|([^.[\]"]+)/y;
  for (let position = 0; position < path.length; ) {
    if (path[position] === '.' && position > 0) position += 1;
    token.lastIndex = position;
    const match = token.exec(path);
    if (match === null)
      throw new OverrideProblem(
        `cannot read the path at "${path.slice(position)}"; expected keys joined by dots, such as load.web.rate`,
      );
    segments.push(match[1]?.replaceAll(/\\(.)/g, '$1') ?? match[2] ?? match[3]!);
    position = token.lastIndex;
  }
  return segments;
}

function yamlValue(text: string): unknown {
  const document = parseDocument(text, QUIET);
  const syntax = syntaxProblem(text, document);
  if (syntax !== undefined)
    throw new OverrideProblem(`cannot read the value "${text}" as YAML: ${syntax.message}`);
  try {
    return document.toJS();
  } catch (problem) {
    throw new OverrideProblem(`cannot read the value "${text}" as YAML: ${(problem as Error).message}`);
  }
}

/** The key of a map, or the index of the list item with this index or name. */
function keyOf(container: Container, segment: string, path: readonly (string | number)[]): string | number {
  if (!Array.isArray(container)) return segment;
  const names = container.map((item: unknown) =>
    item !== null && typeof item === 'object' ? String(Reflect.get(item, 'name') ?? '') : '',
  );
  const byName = names.indexOf(segment);
  if (byName >= 0) return byName;
  if (/^\d+$/.test(segment) && Number(segment) < container.length) return Number(segment);
  const known = names.filter((name) => name !== '');
  throw new OverrideProblem(
    `there is no "${segment}" in ${path.join('.')}${known.length > 0 ? suggestion(segment, known) : `, which has ${container.length} items; use an index from 0`}`,
  );
}

function containerAt(value: unknown, path: readonly (string | number)[]): Container {
  if (value !== null && typeof value === 'object') return value as Container;
  throw new OverrideProblem(
    `${path.length === 0 ? 'the scenario' : path.join('.')} is ${JSON.stringify(value)}, which has no parts; set ${path.length === 0 ? 'a file with keys' : `${path.join('.')} itself`}`,
  );
}

/** Assigns an own property, whatever its name. */
function define(container: Container, key: string | number, value: unknown): void {
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
}

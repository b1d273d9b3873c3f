import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import { type Diagnostic, overrideSource, placeless, ScenarioError } from './diagnostic.js';
import { applyOverrides, isPrefix, QUIET } from './override.js';
import { syntaxProblem } from './syntax-problem.js';

/** Keys and indices from the root of a scenario to one of its values. */
export type DocumentPath = readonly (string | number)[];

/** A scenario file as plain data, with the locations of its values in the text. */
export interface ScenarioDocument {
  /** The file's content with the overrides applied. */
  readonly value: unknown;
  /**
   * A problem at a value, at its key if `part` is `key`, or at the position of a missing value. If an
   * override set the value, or one of the `related` ones, the problem is at the override.
   */
  diagnostic(
    path: DocumentPath,
    message: string,
    part?: 'key' | 'value',
    related?: readonly DocumentPath[],
  ): Diagnostic;
  /** The same file with further overrides. @throws ScenarioError if they cannot be applied */
  changed(set: readonly string[]): ScenarioDocument;
}

/**
 * Reads YAML or JSON and applies `--set` overrides.
 * @param source name of the file for messages
 * @param set overrides as `path=value`
 * @throws ScenarioError with the first syntax error, or every override that cannot be applied
 */
export function readScenarioDocument(
  written: string,
  source: string,
  set: readonly string[],
): ScenarioDocument {
  const text = written.replace(/^\uFEFF/, '');
  const lines = new LineCounter();
  const document = parsed(text, source, lines);
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const syntax = syntaxProblem(text, document);
  if (syntax !== undefined) {
    const message = `syntax: ${syntax.message}`;
    throw new ScenarioError([{ source, ...at(syntax.offset), path: '', message }]);
  }
  const root = document.contents as Node | null;
  const changed = (all: readonly string[]): ScenarioDocument => {
    const { value, overrides } = applyOverrides(toPlain(document, source), all);
    if (isDeeper(value, MAX_DEPTH)) throw tooDeep(source);
    return {
      value,
      changed: (more) => changed([...all, ...more]),
      diagnostic(path, message, part = 'value', related = []) {
        const shown = showPath(path, value);
        const override = [path, ...related]
          .map((place) => overrides.findLast((candidate) => isPrefix(candidate.path, place)))
          .find((found) => found !== undefined);
        if (override !== undefined)
          return { ...placeless(overrideSource(override.text), message), path: shown };
        const offset = root === null ? 0 : offsetOf(root, path, part, document);
        return { source, ...at(offset), path: shown, message };
      },
    };
  };
  return changed(set);
}

type ParsedDocument = ReturnType<typeof parseDocument>;

/**
 * Both versions of YAML are read the same way: timestamps, `on` and `off` are strings, and `<<` merges. The parser is
 * recursive, so a file that is nested too deeply exceeds its stack.
 */
function parsed(text: string, source: string, lineCounter: LineCounter): ParsedDocument {
  try {
    return parseDocument(text, { ...QUIET, schema: 'core', merge: true, lineCounter });
  } catch (error) {
    throw error instanceof RangeError ? tooDeep(source) : error;
  }
}

/** Maximum nesting of mappings and lists: far more than any scenario needs, and safe for every recursion. */
const MAX_DEPTH = 200;

function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1));
}

function tooDeep(source: string): ScenarioError {
  return ofFile(source, `values are nested too deeply; expected at most ${MAX_DEPTH} levels`);
}

/** A problem of the whole file, reported at its beginning. */
function ofFile(source: string, message: string): ScenarioError {
  return new ScenarioError([{ source, line: 1, column: 1, path: '', message }]);
}

/** Resolves anchors and merges; an alias bomb or a bad alias is reported as a problem of the file. */
function toPlain(document: ParsedDocument, source: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 1000 });
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(source);
    const reason = error instanceof Error ? error.message : String(error);
    throw ofFile(source, `syntax: ${reason}; write the values out instead of using aliases`);
  }
}

/** Offset in the text of the deepest existing node on the path. */
function offsetOf(root: Node, path: DocumentPath, part: 'key' | 'value', document: ParsedDocument): number {
  let node: Node = root;
  let offset = startOf(root);
  for (const [depth, segment] of path.entries()) {
    const container = isAlias(node) ? node.resolve(document) : node;
    if (isMap(container)) {
      const pair = pairOf(container, segment);
      if (pair === undefined) return offset;
      const key = pair.key as Node;
      const child = pair.value as Node | null;
      // An empty value has no location, and a merged key belongs to the map that contains it.
      if (child === null || (part === 'key' && depth === path.length - 1)) return startOf(key);
      node = child;
      offset = isScalar(child) && child.source === '' ? startOf(key) : startOf(child);
    } else if (isSeq(container)) {
      const child = container.items[Number(segment)] as Node | undefined;
      if (child === undefined) return offset;
      node = child;
      offset = startOf(child);
    } else {
      return offset;
    }
  }
  return offset;
}

/** The entry of a key as written in a text, where keys need not be texts. */
export function pairOf(map: YAMLMap, key: string | number): YAMLMap['items'][number] | undefined {
  return map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key));
}

function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

/** The path in the syntax of `--set`: list items by name if they have one. */
function showPath(path: DocumentPath, root: unknown): string {
  let shown = '';
  let value: unknown = root;
  for (const segment of path) {
    const child: unknown =
      value !== null && typeof value === 'object' ? Reflect.get(value, segment) : undefined;
    const name: unknown =
      Array.isArray(value) && child !== null && typeof child === 'object'
        ? Reflect.get(child, 'name')
        : undefined;
    if (typeof name === 'string' && name !== '') shown += `.${quoted(name)}`;
    else shown += typeof segment === 'number' ? `[${segment}]` : `.${quoted(segment)}`;
    value = child;
  }
  return shown.replace(/^\./, '');
}

/** Quotes a key that would otherwise be split. */
export function quoted(key: string): string {
  return /[.[\]"=]|^\s|\s$/.test(key) ? JSON.stringify(key) : key;
}

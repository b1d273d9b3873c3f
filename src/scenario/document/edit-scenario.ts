import { isCollection, isMap, isScalar, isSeq, type Node, parseDocument, type YAMLMap } from 'yaml';
import { equalsAt, QUIET, splitPath } from './override.js';
import { pairOf } from './scenario-document.js';
import { longPaths } from './short-names.js';

/**
 * Sets values in the text of a scenario file. Comments, order and layout are preserved, unless a value is a
 * block, an alias or anchored: then the whole file is written again from its values and comments.
 *
 * @param set as `path=value`, in the syntax of `--set`
 */
export function editScenario(text: string, set: readonly string[]): string {
  return set.reduce(edited, text);
}

function edited(text: string, override: string): string {
  const equals = equalsAt(override);
  const content: unknown = parseDocument(text, { ...QUIET, schema: 'core', merge: true }).toJS();
  const paths = longPaths(splitPath(override.slice(0, equals).trim()), content);
  return paths.reduce((before, path) => withPathSet(before, path, override.slice(equals + 1)), text);
}

function withPathSet(text: string, segments: readonly string[], written: string): string {
  const isJson = /^\s*\{/.test(text);
  const plain: unknown = parseDocument(written, QUIET).toJS();
  const value = isJson ? JSON.stringify(plain) : written.trim();
  const document = parseDocument(text, { ...QUIET, schema: 'core', merge: true });
  const path: (string | number)[] = [];
  let node: unknown = document.contents;
  for (const [depth, segment] of segments.entries()) {
    const key = isSeq(node) ? itemIndex(node.items, segment) : segment;
    path.push(key);
    const pair = isMap(node) ? pairOf(node, segment) : undefined;
    const child = isSeq(node) ? node.items[Number(key)] : pair?.value;
    if (isMap(node) && (pair === undefined || child === null)) {
      const entry = (name: string, inner: string): string => `${keyText(name, isJson)}: ${inner}`;
      const inner = segments.slice(depth + 1).reduceRight((rest, each) => `{ ${entry(each, rest)} }`, value);
      if (pair === undefined) return withPair(text, node, entry(segment, inner));
      break;
    }
    node = child;
  }
  if (path.length === segments.length && isOnOneLine(node, text)) {
    const [start, end] = node.range!;
    return `${text.slice(0, start)}${start === end ? ' ' : ''}${value}${text.slice(end)}`;
  }
  document.setIn([...path, ...segments.slice(path.length)], document.createNode(plain));
  return document.toString({ lineWidth: 0 });
}

/** Whether a value can be replaced in place: a scalar, or a collection in brackets without comments and anchors. */
function isOnOneLine(node: unknown, text: string): node is Node {
  if (isScalar(node)) return node.range != null && node.anchor === undefined;
  if (!isCollection(node) || node.flow !== true || !node.range) return false;
  return !/[&#\n]/.test(text.slice(node.range[0], node.range[1])) && node.anchor === undefined;
}

/** The index of the item with this name or index. */
function itemIndex(items: readonly unknown[], segment: string): number {
  const byName = items.findIndex((item) => isMap(item) && String(item.get('name') ?? '') === segment);
  return byName >= 0 ? byName : Number(segment);
}

/** Adds a line to a map, or an entry to a map in braces. */
function withPair(text: string, map: YAMLMap, pair: string): string {
  const end = map.range![1];
  if (map.flow === true) {
    const before = text.slice(0, end - 1).trimEnd();
    const comma = map.items.length === 0 || before.endsWith(',') ? '' : ',';
    return `${before}${comma} ${pair} ${text.slice(end - 1)}`;
  }
  const first = map.items[0]!.key as Node;
  const indent = first.range![0] - (text.lastIndexOf('\n', first.range![0] - 1) + 1);
  const last = text.slice(0, end).trimEnd().length;
  const line = text.indexOf('\n', last);
  const place = line < 0 ? text.length : line;
  return `${text.slice(0, place)}\n${' '.repeat(indent)}${pair}${text.slice(place)}`;
}

function keyText(key: string, isJson: boolean): string {
  return /^[\w-]+$/.test(key) && !isJson ? key : JSON.stringify(key);
}

import { type Document, isMap, isScalar, type Pair, type YAMLMap } from 'yaml';

/** Puts a comment above a key. */
export function remark(document: Document, map: YAMLMap, name: string, comment: string): void {
  const pair = map.items.find(({ key }: Pair) => (isScalar(key) ? key.value : key) === name);
  if (pair === undefined) return;
  const key = document.createNode(name);
  key.commentBefore = ` ${comment.replaceAll(/\s+/g, ' ')}`;
  (pair as Pair).key = key;
}

/** The mapping under a key, created if missing, in block style. */
export function mappingAt(document: Document, parent: Document | YAMLMap, name: string): YAMLMap {
  if (!isMap(parent.get(name, true))) parent.set(name, document.createNode({}));
  const mapping = parent.get(name, true) as unknown as YAMLMap;
  mapping.flow = false;
  return mapping;
}

import { type Document, isScalar, type Pair, type YAMLMap } from 'yaml';

/** Puts a comment above a key. */
export function remark(document: Document, map: YAMLMap, name: string, comment: string): void {
  const pair = map.items.find(({ key }: Pair) => (isScalar(key) ? key.value : key) === name);
  if (pair === undefined) return;
  const key = document.createNode(name);
  key.commentBefore = ` ${comment.replaceAll(/\s+/g, ' ')}`;
  (pair as Pair).key = key;
}

import { type Document, isCollection, isNode } from 'yaml';

/**
 * Puts a comment behind a value of a document, a list or a mapping in one line; no effect if the value is missing.
 * @param text absent: no comment, only the one line
 */
export function note(document: Document, path: readonly (string | number)[], text?: string): void {
  const node: unknown = document.getIn(path, true);
  if (isCollection(node)) node.flow = true;
  if (isNode(node) && text !== undefined) node.comment = ` ${text}`;
}

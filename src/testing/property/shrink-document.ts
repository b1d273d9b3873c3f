import { valueAt, withValueAt } from '../../scenario/document/value-at.js';
import { checkArguments } from '../arguments/arguments.js';

/** Limits on the search for a smaller document. */
export interface ShrinkOptions {
  /** Maximum number of documents to try; 600 by default. */
  readonly most_tries?: number;
}

type Path = readonly (string | number)[];

const MAX_TRIES = 600;
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|min|m|h|d)$/;

/**
 * Shrinks a document of plain data while a predicate holds: removes parts, large ones first, and rounds durations. The
 * result is locally minimal: no single part can be removed, unless the tries ran out.
 *
 * Arbitraries shrink only the parts that they draw; this also removes the parts that they always include, so that only
 * the relevant ones remain.
 *
 * @param document plain data, as parsed from a JSON file
 * @param stillFails whether a smaller document still fails; must be deterministic
 */
export async function shrinkDocument<Document>(
  document: Document,
  stillFails: (smaller: Document) => Promise<boolean>,
  options: ShrinkOptions = {},
): Promise<Document> {
  checkArguments('shrinkDocument', { still_fails: stillFails, options });
  const { most_tries = MAX_TRIES } = options;
  let smallest = document;
  let tries = 0;
  const tried = new Set<string>();
  const accepts = async (candidate: Document): Promise<boolean> => {
    const text = JSON.stringify(candidate);
    if (tried.has(text) || tries >= most_tries) return false;
    tried.add(text);
    tries++;
    return stillFails(candidate);
  };
  for (let changed = true; changed && tries < most_tries; ) {
    changed = false;
    for (const path of pathsOf(smallest)) {
      for (const candidate of smallerAt(smallest, path)) {
        if (!(await accepts(candidate))) continue;
        smallest = candidate;
        changed = true;
        break;
      }
    }
  }
  return smallest;
}

/** Paths in a document, largest subtree first, and list items from the end. */
function pathsOf(document: unknown): readonly Path[] {
  const found: { path: Path; size: number }[] = [];
  const visit = (value: unknown, path: Path): void => {
    if (path.length > 0) found.push({ path, size: JSON.stringify(value)?.length ?? 0 });
    if (typeof value !== 'object' || value === null) return;
    const keys = Array.isArray(value) ? [...value.keys()].reverse() : Object.keys(value);
    for (const key of keys) visit((value as Record<string | number, unknown>)[key], [...path, key]);
  };
  visit(document, []);
  return found.toSorted((a, b) => b.size - a.size).map(({ path }) => path);
}

/** Documents that differ at one path only and are smaller there; none if the path no longer exists. */
function* smallerAt<Document>(document: Document, path: Path): Generator<Document> {
  const value = valueAt(document, path);
  if (value === undefined) return;
  yield withValueAt(document, path, undefined);
  for (const simpler of simplerValues(value)) yield withValueAt(document, path, simpler);
}

/** Simpler values to try: shorter and rounder durations, rounder numbers. */
function simplerValues(value: unknown): readonly unknown[] {
  if (typeof value === 'number') {
    return [0, 1, Math.round(value), Number(value.toPrecision(1))].filter((simple) => simple !== value);
  }
  const duration = typeof value === 'string' ? DURATION.exec(value) : null;
  if (duration === null) return [];
  const amount = Number(duration[1]);
  const unit = duration[2]!;
  const amounts = unit === 'ms' && amount >= 1000 ? [Math.ceil(amount / 1000)] : [];
  return [
    ...amounts.map((seconds) => `${seconds}s`),
    ...[amount / 10, amount / 2].map((less) => `${Number(less.toPrecision(2))}${unit}`),
    `${Number(amount.toPrecision(1))}${unit}`,
  ].filter((simple) => simple !== value && !simple.startsWith('0'));
}

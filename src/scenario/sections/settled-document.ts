import type { DocumentPath, ScenarioDocument } from '../document/scenario-document.js';
import { withValueAt } from '../document/value-at.js';
import { isInterval, type QuantityInterval } from '../form/interval.js';
import type { ScenarioInterval } from '../form/interval-specification.js';
import type { SchemaIssueParams } from '../form/section.js';
import { scenarioSchema } from './scenario-schema.js';

/** A document whose intervals have been given their middle, and what they are. */
export interface SettledDocument {
  readonly document: ScenarioDocument;
  /** Without those whose ends are the same, which are known exactly. */
  readonly intervals: readonly ScenarioInterval[];
}

/**
 * Puts the middle of every interval in its place. The schema says where intervals stand and of what they are, so that
 * nothing else has to know of them; one that stands where no figure is, is left for the schema to refuse.
 */
export function settledDocument(document: ScenarioDocument): SettledDocument {
  if (!hasInterval(document.value)) return { document, intervals: [] };
  const found = intervalsIn(document.value);
  const value = found.reduce(
    (settled, { path, interval }) => withValueAt(settled, path, interval.middle_value),
    document.value,
  );
  const intervals = found
    .filter(({ interval: { values } }) => values.low < values.high)
    .map(({ path, interval: { middle_value, ...interval } }) => ({
      path: document.diagnostic(path, '').path,
      ...interval,
    }));
  return { document: { ...document, value }, intervals };
}

/** What is drawn is the middle, in words for whoever shows a result. */
export function intervalWarnings(intervals: readonly ScenarioInterval[]): readonly string[] {
  if (intervals.length === 0) return [];
  const each = intervals.map(({ path, low, middle, high }) => `${path} is ${middle} (of ${low} to ${high})`);
  return [`played with the middle of every interval: ${each.join(', ')}`];
}

function hasInterval(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return isInterval(value) || Object.values(value).some(hasInterval);
}

function intervalsIn(
  content: unknown,
): readonly { readonly path: DocumentPath; readonly interval: QuantityInterval }[] {
  const result = scenarioSchema.safeParse(content);
  if (result.success) return [];
  return result.error.issues.flatMap((issue) => {
    const { interval } = issue.code === 'custom' ? ((issue.params ?? {}) as SchemaIssueParams) : {};
    return interval === undefined ? [] : [{ path: issue.path as DocumentPath, interval }];
  });
}

import type { z } from 'zod';
import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import type { SettingsRules } from '../../compute/lifecycle/settings-problem.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { DocumentPath, ScenarioDocument } from '../document/scenario-document.js';
import { formatDuration } from '../form/quantity.js';
import { isMapping } from '../form/shown.js';

/** A list item that could be read, and its index in the file. */
export interface Item<Form> {
  readonly index: number;
  readonly form: Form;
}

export type Written = Readonly<Record<string, unknown>>;

/**
 * Reports a problem with the value at a path, or with its key.
 * `related` are values that may have to change instead.
 */
export type Problem = (
  path: DocumentPath,
  message: string,
  place?: { readonly part?: 'key' | 'value' | undefined; readonly related?: readonly DocumentPath[] },
) => void;

export interface ComputeReference {
  readonly path: DocumentPath;
  readonly name: unknown;
  readonly part?: 'key' | 'value';
  /** Message if the name is that of a fleet; without it, a fleet is accepted like a compute. */
  readonly ofFleet?: (fleet: string) => string;
}

/** The parts of a scenario that checks of a section use. */
export interface Surroundings {
  readonly computes: readonly (ComputeSettings & { readonly name: string })[];
  readonly rules: SettingsRules;
  /** Name of the fleet, if there is one. */
  readonly fleet: string | undefined;
}

/** A section of the scenario that is a list: its schema, and all further checks. */
export interface ListSection<Form> {
  /** Key of the section in the file. */
  readonly name: string;
  readonly description: string;
  readonly item: z.ZodType<Form>;
  /** Computes that an item names, as written: an item with a mistake elsewhere is checked too. */
  references?(written: Written): readonly ComputeReference[];
  /** Checks an item as written, with paths within it: an item with a mistake elsewhere is checked too. */
  checkWritten?(written: Written, problem: Problem): void;
  /** Checks the items that could be read, with paths within the section. */
  check?(items: readonly Item<Form>[], surroundings: Surroundings, problem: Problem): void;
  checkTimes?(items: readonly Item<Form>[], duration_seconds: number, problem: Problem): void;
}

/** Reports problems within an item at their paths in the section. */
export function within(problem: Problem, index: string | number): Problem {
  return (path, message, { related = [], ...place } = {}) =>
    problem([index, ...path], message, { ...place, related: related.map((other) => [index, ...other]) });
}

/**
 * Collects the problems of a section.
 * @param beyond values elsewhere in the scenario that may have to change instead
 */
export function problemsIn(
  section: DocumentPath,
  document: ScenarioDocument,
  report: (problem: Problem) => void,
  beyond: readonly DocumentPath[] = [],
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  report(reporterIn(section, document, found, beyond));
  return found;
}

/** Appends the problems of a section to `found`. */
export function reporterIn(
  section: DocumentPath,
  document: ScenarioDocument,
  found: Diagnostic[],
  beyond: readonly DocumentPath[] = [],
): Problem {
  return (path, message, { part, related = [] } = {}) => {
    const places = [...related.map((place) => [...section, ...place]), ...beyond];
    found.push(document.diagnostic([...section, ...path], message, part, places));
  };
}

/** The items of a list as written; `undefined` for one that is not a mapping. */
export function writtenItems(list: string, document: ScenarioDocument): readonly (Written | undefined)[] {
  const items = isMapping(document.value) ? document.value[list] : undefined;
  return Array.isArray(items) ? items.map((item: unknown) => (isMapping(item) ? item : undefined)) : [];
}

type Timed = { readonly at_seconds: number };

/** Ascending by start; equal times keep their order. */
export function byStart<Form extends Timed>(items: readonly Item<Form>[]): readonly Item<Form>[] {
  return items.toSorted((a, b) => a.form.at_seconds - b.form.at_seconds);
}

/** Reports an item that does not begin before the end of the run. @returns whether it was reported */
export function checkMoment(
  { index, form: { at_seconds } }: Item<{ readonly at_seconds: number }>,
  duration_seconds: number,
  problem: Problem,
): boolean {
  if (at_seconds < duration_seconds) return false;
  problem([index, 'at'], `${formatDuration(at_seconds)} is not before ${endOfRun(duration_seconds)}`);
  return true;
}

export function endOfRun(duration_seconds: number): string {
  return `the end of the run, which lasts ${formatDuration(duration_seconds)}`;
}
